"""Where a viewpoint of a page is now: the camera of a picture, from where everything is."""

import math
from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray, matrix_from_quaternion
from ludens.messages import SceneDescription, ScenePoses
from ludens.studio.film.painter import SceneCamera
from ludens.studio.page import Viewpoint

UP = np.array((0.0, 0.0, 1.0))
FROM_BEHIND = np.array((-0.42, -0.75, 0.62))
MARGIN = 0.92
"""Of the picture is filled where all is in sight."""
DRIFT_S = 1.6


@dataclass(slots=True)
class FilmCamera:
    """A viewpoint from picture to picture. `robot` is the entity that `{robot}` stands for."""

    view: Viewpoint
    scene: SceneDescription
    robot: str
    aspect: float
    _last: SceneCamera | None = None
    _last_s: float = 0.0

    @property
    def hidden(self) -> frozenset[str]:
        """Entities that stand in its way."""
        return frozenset(name.replace("{robot}", self.robot) for name in self.view.hides)

    def at(self, poses: ScenePoses) -> SceneCamera:
        """Return the camera of this moment; one that keeps several things in sight comes along slowly."""
        wanted = self._wanted(poses)
        if self.view.frames and self._last is not None:
            part = 1.0 - math.exp(-max(0.0, poses.time_s - self._last_s) / DRIFT_S)
            wanted = SceneCamera(
                self._last.position_m + part * (wanted.position_m - self._last.position_m),
                self._last.target_m + part * (wanted.target_m - self._last.target_m),
                wanted.field_of_view_deg,
                wanted.up,
            )
        self._last, self._last_s = wanted, poses.time_s
        return wanted

    def _wanted(self, poses: ScenePoses) -> SceneCamera:
        view, places = self.view, _places(poses)
        if view.position_m is None:
            return self._around(_corners(self.scene, places, None), FROM_BEHIND, 1.0)
        position_m, target_m = np.array(view.position_m), np.array(view.target_m)
        carrier = places.get(view.carrier.replace("{robot}", self.robot))
        if view.carrier and carrier is not None:
            at_m, turn = carrier
            return self._camera(turn @ position_m + at_m, turn @ target_m + at_m, turn[:, 2])
        position_m = target_m + (position_m - target_m) * max(1.0, view.width_to_height / self.aspect)
        if view.frames:
            names = {name.replace("{robot}", self.robot) for name in view.frames}
            corners = _corners(self.scene, places, names)
            if len(corners):
                way_m = position_m - target_m
                return self._around(corners, way_m, float(np.linalg.norm(way_m)))
        followed = places.get(view.follows.replace("{robot}", self.robot))
        if view.follows and followed is not None:
            beside_m = np.array((*followed[0][:2], 0.0))
            position_m, target_m = position_m + beside_m, target_m + beside_m
        return self._camera(position_m, target_m, UP)

    def _around(self, corners_m: FloatArray, direction: FloatArray, nearest_m: float) -> SceneCamera:
        """As near as every corner allows."""
        aim_m = 0.5 * (corners_m.min(axis=0) + corners_m.max(axis=0))
        back = direction / np.linalg.norm(direction)
        right = np.cross(UP, back)
        right /= np.linalg.norm(right)
        high = MARGIN * math.tan(math.radians(0.5 * self.view.field_of_view_deg))
        offsets = corners_m - aim_m
        aside = np.abs(offsets @ right) / (high * self.aspect)
        above = np.abs(offsets @ np.cross(back, right)) / high
        away_m = max(nearest_m, float((offsets @ back + np.maximum(aside, above)).max()))
        return self._camera(aim_m + away_m * back, aim_m, UP)

    def _camera(self, position_m: FloatArray, target_m: FloatArray, up: FloatArray) -> SceneCamera:
        return SceneCamera(position_m, target_m, self.view.field_of_view_deg, up)


def _places(poses: ScenePoses) -> dict[str, tuple[FloatArray, FloatArray]]:
    rows = zip(poses.names, poses.positions_m, poses.orientations, strict=True)
    return {name: (np.array(at_m), matrix_from_quaternion(turn)) for name, at_m, turn in rows}


def _corners(
    scene: SceneDescription, places: dict[str, tuple[FloatArray, FloatArray]], names: set[str] | None
) -> FloatArray:
    """Points round all shapes of some entities, or of all: (count, 3) in the world's frame."""
    corners = []
    for entity in scene.entities:
        if names is not None and entity.name not in names:
            continue
        at_m, turn = places.get(entity.name, (np.zeros(3), np.eye(3)))
        for shape in entity.shapes:
            middle_m, reach_m = np.array(shape.position_m), 0.5 * np.array(shape.size_m)
            inside = matrix_from_quaternion(shape.orientation)
            half_m = np.abs(turn @ inside) @ reach_m
            center_m = turn @ middle_m + at_m
            corners += [center_m - half_m, center_m + half_m]
    if not corners:
        return np.zeros((0, 3))
    low, high = np.min(corners, axis=0), np.max(corners, axis=0)
    return np.array(
        [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
    )
