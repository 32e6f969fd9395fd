"""The map from above: what modules draw around the robot, its path, and the robot itself."""

import json
import math
from html import escape
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from ludens.geometry import Pose2
from ludens.messages import Drawing, LegOdometry, Odometry
from ludens.messages.drawing import Point
from ludens.studio.map_picture import (
    TRUTH,
    MapView,
    ViewFrame,
    can_show,
    close_up_svg,
    framing,
    map_svg,
    truth_drawing,
)
from ludens.studio.page import MapTouch, StudioPage
from ludens.studio.panels.drawings import ChipSwitch, DrawingCollector, LayerChips
from ludens.studio.panels.icon_button import icon_button
from ludens.studio.panels.panel import Panel
from ludens.studio.robots import RobotChoice
from ludens.studio.session import Session
from ludens.studio.taps import Tap

RADII_M = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 4.6, 6.0, 10.0)
PATH_STEP_M = 0.03
LONGEST_PATH = 800
VIEWS: dict[ViewFrame, str] = {"robot": "Robot", "odometry": "Odometry"}
GROUND_VIEW: dict[ViewFrame, str] = {"ground": "Ground"}  # offered where something is drawn in it


class MapPanel(Panel):
    """One robot's surroundings, in its own frame or in a fixed one."""

    title = "Map"
    icon = "explore"

    def build(self) -> None:
        """Picture, choice of view, zoom, and chips for the drawings."""
        self._drawings = DrawingCollector(
            self.session.taps,
            belongs=lambda frame: frame != "image",
            shown_at_start=self.page.shows_drawing,
            concerns=self.robots.concerns,
        )
        self._radius_m = min(RADII_M, key=lambda radius_m: abs(radius_m - self.page.map_radius_m))
        self._path: list[Point] = []
        self._run_number = -1
        self._tap: Tap | None = None
        self._pose: Pose2 | None = None
        with ui.row().classes("panel-tools"):
            self._truth: ChipSwitch | None = None
            if self.page.field_map is not None and self.page.field_map.truth:
                self._truth = ChipSwitch("truth", TRUTH, "Where things really are: the robot does not know")
            self._view = (
                ui.toggle(_views(self.page.map_frame), value=self.page.map_frame)
                .props("dense flat no-caps")
                .props("data-testid=map-view")
            )
            icon_button("zoom_in", "Nearer", lambda: self._zoom(-1))
            icon_button("zoom_out", "Farther", lambda: self._zoom(1))
        self._picture = ui.html("", sanitize=False).classes("map-frame").props("data-testid=map")
        self._chips = LayerChips(self._drawings, belongs=lambda frame: can_show(frame, self._view.value))
        self._view.on_value_change(self._chips.rebuild)
        self._shown = MapView(self.page.map_frame, self._radius_m)
        self._size = PanelSize(self._picture)
        field = self.page.field_map
        if field is not None:
            self._picture.classes("touchable").props(f'title="{escape(field.hint, quote=True)}"')
            self._picture.on("touch", self._touch, args=["detail"])
            call = f"ludens.makeTouchable({self._picture.id}, {json.dumps(dict(field.handles))})"
            ui.timer(0.0, lambda: ui.run_javascript(call), once=True)

    def watch(self) -> None:
        """Watch the robot's odometry and what is drawn around it."""
        self._run_number = -1
        self._drawings.show()
        self.until_hidden(self._drawings.hide)
        self._chips.rebuild()
        self._tap = self.session.taps.tap(self.robots.pattern("*Odometry"))
        self.until_hidden(self._tap.close)

    def update(self) -> None:
        """Draw everything anew."""
        if self._drawings.refresh():
            self._chips.rebuild()
            if "ground" in self._drawings.frames():
                self._view.set_options(VIEWS | GROUND_VIEW)
        status = self.session.status
        if status.run_number != self._run_number:
            self._run_number, self._pose = status.run_number, None
            self._path.clear()
        self._follow()
        drawn = self._drawings.fresh(status.time_s)
        field, poses = self.page.field_map, self.session.scene.poses
        if field is not None and poses is not None and self._truth is not None and self._truth.on:
            drawn["truth"] = truth_drawing(field.truth, poses)
        frame: ViewFrame = self._view.value
        odometry = frame == "odometry"
        self._shown = framing(self._path, self._radius_m) if odometry else MapView(frame, self._radius_m)
        self._picture.set_content(
            map_svg(
                _in_view(drawn, frame),
                self._shown,
                odometry_from_robot=self._pose,
                path=self._path,
                panel_px=self._size.px,
            )
        )

    def _touch(self, event: GenericEventArguments) -> None:
        """Tell the game where a hand has reached; only a map of the ground says where that is."""
        field, told = self.page.field_map, event.args.get("detail")
        from_px, to_px = (point_in(told, name) for name in ("from", "to"))
        if field is None or from_px is None or to_px is None or self._shown.frame != "ground":
            return
        handle = told.get("handle")
        touch = MapTouch(
            handle=handle if isinstance(handle, str) and handle in field.handles else "",
            from_m=self._shown.from_screen(from_px),
            to_m=self._shown.from_screen(to_px),
        )
        self.do(lambda run, robot: field.touch(run, robot, touch))

    def _follow(self) -> None:
        sample = self._tap.newest() if self._tap is not None else None
        if sample is None or not isinstance(sample.value, (Odometry, LegOdometry)):
            return
        self._pose = sample.value.odometry_from_robot
        here = (self._pose.x_m, self._pose.y_m)
        last = self._path[-1] if self._path else None
        if last is None or abs(here[0] - last[0]) + abs(here[1] - last[1]) > PATH_STEP_M:
            self._path.append(here)
            del self._path[:-LONGEST_PATH]

    def _zoom(self, steps: int) -> None:
        place = RADII_M.index(self._radius_m) + steps
        self._radius_m = RADII_M[min(max(place, 0), len(RADII_M) - 1)]


class PanelSize:
    """How large an element is on the page, as its browser tells it; None before it has."""

    def __init__(self, element: ui.element) -> None:
        self.px: Point | None = None
        element.on("size", self._take, args=["detail"])
        call = f"ludens.tellSize({element.id})"
        ui.timer(0.0, lambda: ui.run_javascript(call), once=True)

    def _take(self, event: GenericEventArguments) -> None:
        size_px = point_in(event.args, "detail")
        if size_px is not None and min(size_px) >= 1.0:
            self.px = size_px


def point_in(told: Any, name: str) -> Point | None:
    """A point that a browser has sent; None where it is none."""
    point = told.get(name) if isinstance(told, dict) else None
    if not isinstance(point, list) or len(point) != 2:
        return None
    if not all(isinstance(part, (int, float)) and math.isfinite(part) for part in point):
        return None
    return float(point[0]), float(point[1])


def _views(first: ViewFrame) -> dict[ViewFrame, str]:
    return VIEWS | GROUND_VIEW if first == "ground" else dict(VIEWS)


def _in_view(drawings: dict[str, Drawing], frame: ViewFrame) -> dict[str, Drawing]:
    return {path: drawing for path, drawing in drawings.items() if can_show(drawing.frame, frame)}


class CloseUpPanel(Panel):
    """The newest drawing of one stream."""

    icon = "center_focus_weak"

    def __init__(self, session: Session, page: StudioPage, robots: RobotChoice) -> None:
        super().__init__(session, page, robots)
        assert page.close_up is not None
        self._view = page.close_up
        self.title = page.close_up.title

    def build(self) -> None:
        """Picture and legend."""
        self._picture = (
            ui.html("", sanitize=False).classes("map-frame close-up").props("data-testid=close-up")
        )
        self._size = PanelSize(self._picture)
        with ui.row().classes("layer-chips"):
            for colour, words in self._view.legend:
                with ui.element("span").classes("layer-chip still"):
                    ui.element("span").classes("swatch").style(f"background: {colour}")
                    ui.label(words)
        self._tap: Tap | None = None

    def watch(self) -> None:
        """Watch the drawing."""
        self._tap = self.session.taps.tap(self.robots.pattern(self._view.stream))
        self.until_hidden(self._tap.close)

    def update(self) -> None:
        """Draw anew."""
        sample = self._tap.newest() if self._tap is not None else None
        if sample is not None and isinstance(sample.value, Drawing):
            self._picture.set_content(
                close_up_svg(sample.value, radius_m=self._view.radius_m, panel_px=self._size.px)
            )
