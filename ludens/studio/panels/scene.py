"""The world in three dimensions, as a spectator sees it."""

import json
import math
from typing import Any

from nicegui import ui

from ludens.geometry import matrix_from_quaternion
from ludens.messages import SceneDescription, ScenePoses, SceneShape
from ludens.studio.panels.panel import Panel

FIELD_OF_VIEW_DEG = 42
GRID_M = 0.5
GRID_LINE_M = 0.008
GLIDE_MS = 130  # poses come ten times a second; the page glides from one to the next


class ScenePanel(Panel):
    """Builds the scene from its description and moves its entities; the browser smooths the motion."""

    title = "Scene"
    icon = "view_in_ar"

    def build(self) -> None:
        """A canvas that fills its place."""
        camera = ui.scene.perspective_camera(fov=FIELD_OF_VIEW_DEG, near=0.05, far=200)
        self._scene = ui.scene(grid=False, camera=camera, background_color="#000000", fps=20, click_events=[])
        self._scene.classes("scene-canvas").props("data-testid=scene")
        self._scene.on("init", self._dress)
        self._words = ui.label("The world appears when the run begins.").classes("empty-words")
        with ui.element("div").classes("scene-tools"):
            self._follow = ui.button(icon="directions_run", on_click=self._toggle_follow)
            self._follow.props("flat round dense").tooltip("Go along with the robot, or stay")
            self._follow.visible = bool(self.page.followed)
            with ui.button(icon="center_focus_strong", on_click=self._look_at_all).props("flat round dense"):
                ui.tooltip("Look at everything")
        self._following = bool(self.page.followed)
        self._described: SceneDescription | None = None
        self._groups: dict[str, str] = {}  # name of an entity -> id of its group
        self._sent: dict[str, tuple[float, ...]] = {}

    def watch(self) -> None:
        """Let the camera go along with the robot that is chosen now."""
        if self.page.followed and self._described is not None:
            self._go_along()

    def update(self) -> None:
        """Follow the world."""
        scene = self.session.scene
        description, poses = scene.description, scene.poses
        self._words.visible = description is None
        if description is not self._described:
            self._rebuild(description)
        if poses is not None and self._groups:
            self._move(poses)

    def _rebuild(self, description: SceneDescription | None) -> None:
        same_world = (
            description is not None
            and self._described is not None
            and description.entities == self._described.entities
        )
        self._described = description
        if description is None or same_world:
            return
        self._scene.clear()
        self._groups, self._sent = {}, {}
        low, high = _extent_m(description)
        with self._scene:
            if self.page.floor_m is None:
                _add_ground(self._scene, radius_m=0.75 * math.dist(low[:2], high[:2]))
            else:
                _add_ground(self._scene, radius_m=self.page.floor_m)
                _add_lines(self._scene, radius_m=self.page.floor_m)
            for entity in description.entities:
                with self._scene.group().with_name(entity.name) as group:
                    for shape in entity.shapes:
                        _add(self._scene, shape)
                self._groups[entity.name] = group.id
        self._look_at_all()
        self._dress()

    def _dress(self) -> None:
        """After the canvas was made or filled: light, shadows, and all poses anew."""
        self._sent = {}
        ui.run_javascript(f"ludens.dressScene({self._scene.id})")

    def _move(self, poses: ScenePoses) -> None:
        moved = {}
        for name, position_m, orientation in zip(
            poses.names, poses.positions_m, poses.orientations, strict=True
        ):
            pose = (*(round(x, 4) for x in position_m), *(round(q, 5) for q in orientation))
            if name in self._groups and self._sent.get(name) != pose:
                moved[self._groups[name]] = self._sent[name] = pose
        if moved:
            ui.run_javascript(f"ludens.moveEntities({self._scene.id}, {json.dumps(moved)}, {GLIDE_MS})")

    def _toggle_follow(self) -> None:
        self._following = not self._following
        self._go_along()

    def _go_along(self, *, from_m: tuple[float, float] | None = None) -> None:
        """Let the camera follow the page's entity, or stand still.

        `from_m` is where the view supposes the entity to be; without it the camera keeps its distance.
        """
        if self._following:
            self._follow.classes(add="chosen")
        else:
            self._follow.classes(remove="chosen")
        entity = self.robots.chosen or self.page.followed
        followed = self._groups.get(entity, "") if self._following else ""
        arguments = json.dumps([followed, from_m])[1:-1]
        ui.run_javascript(f"ludens.follow({self._scene.id}, {arguments})")

    def _look_at_all(self) -> None:
        description = self._described
        if description is None:
            return
        low, high = _extent_m(description)
        center = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, 0.0]
        if self.page.camera_target_m is not None:
            center = list(self.page.camera_target_m)
        place = self.page.camera_position_m
        if place is None:
            away = 0.5 * math.dist(low[:2], high[:2]) / math.tan(math.radians(FIELD_OF_VIEW_DEG / 2))
            place = (center[0] - 0.45 * away, center[1] - 0.62 * away, center[2] + 0.58 * away)
        x, y, z = place
        self._scene.move_camera(
            x, y, z, look_at_x=center[0], look_at_y=center[1], look_at_z=center[2], duration=0.0
        )
        if self.page.followed:
            self._go_along(from_m=(center[0], center[1]))


def _add_ground(scene: ui.scene, *, radius_m: float) -> None:
    """Something to stand on and to throw shadows on; the page colours it like its surroundings."""
    ground = scene.cylinder(radius_m, radius_m, 0.02, 72, 1).with_name("ground")
    ground.move(0.0, 0.0, -0.02).rotate(math.pi / 2, 0.0, 0.0)


def _add_lines(scene: ui.scene, *, radius_m: float) -> None:
    """A grid on a wide ground, so that it is seen to pass by under a robot that the camera follows."""
    for number in range(-int(radius_m / GRID_M), int(radius_m / GRID_M) + 1):
        at_m = number * GRID_M
        reach_m = math.sqrt(max(radius_m**2 - at_m**2, 0.0))
        for length_m, width_m, x_m, y_m in (
            (2 * reach_m, GRID_LINE_M, 0.0, at_m),
            (GRID_LINE_M, 2 * reach_m, at_m, 0.0),
        ):
            line = scene.box(length_m, width_m, 0.001).with_name("ground line").move(x_m, y_m, -0.01)
            line.material("#8894a3", 0.35)


def _add(scene: ui.scene, shape: SceneShape) -> None:
    size = shape.size_m
    body: Any
    if shape.kind == "box":
        body = scene.box(*size)
    elif shape.kind == "sphere":
        body = scene.sphere(0.5, 32, 20).scale(*size)
    else:  # a cylinder of three.js stands along y, ours along z
        body = scene.cylinder(0.5, 0.5, 1.0, 36, 1)
        body.scale(size[0], size[2], size[1])
    red, green, blue, alpha = (round(255 * part) for part in shape.colour_rgba)
    body.material(f"#{red:02x}{green:02x}{blue:02x}", alpha / 255)
    body.move(*shape.position_m)
    rotation = matrix_from_quaternion(shape.orientation)
    if shape.kind == "cylinder":
        rotation = rotation @ [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]
    body.rotate_R(rotation.tolist())


def _extent_m(description: SceneDescription) -> tuple[list[float], list[float]]:
    """Lower and upper corner of everything, in the entities' own frames; good enough to choose a view."""
    low, high = [-0.5, -0.5, 0.0], [0.5, 0.5, 0.5]
    for entity in description.entities:
        for shape in entity.shapes:
            for axis in range(3):
                low[axis] = min(low[axis], shape.position_m[axis] - shape.size_m[axis] / 2)
                high[axis] = max(high[axis], shape.position_m[axis] + shape.size_m[axis] / 2)
    return low, high
