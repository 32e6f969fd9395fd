"""The map seen from above, as SVG: drawings of several frames in one view, grid, path, robot, scale bar."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ludens.geometry import Pose2, matrix_from_quaternion
from ludens.messages import Circle, Drawing, Polyline, ScenePoses, Shape, Text
from ludens.messages.drawing import Point
from ludens.studio.page import TruthMark
from ludens.studio.svg import WORDS_PX, Canvas, LabelPlaces

ViewFrame = Literal["robot", "odometry", "ground"]

HALF_PX = 200.0  # the view's radius on the screen, in the picture's own pixels
REACH = 3.0  # the grid goes on beyond the square, for panels that are wide or tall
WIDEST = 1.5  # of the picture, against its height
ZOOMED_IN = 2.0  # who has an area larger than that before him wants to see a part of it
ROBOT_RADIUS_M = 0.22
TRUTH = "#ffffff"
LARGEST_WORDS_PX = 30.0  # in the picture's own pixels, in a panel that is tiny
QUARTER_TURN_RAD = 1.5707963267948966


@dataclass(frozen=True, slots=True)
class MapView:
    """The part of the map that is shown: from the robot (its front is up), or fixed (x to the right)."""

    frame: ViewFrame
    radius_m: float
    center_m: Point = (0.0, 0.0)

    @property
    def pixels_per_m(self) -> float:
        """Scale of the picture."""
        return HALF_PX / self.radius_m

    def to_screen(self, point: Point) -> Point:
        """From metres in the view's frame to the screen."""
        x, y = (
            (point[0] - self.center_m[0]) * self.pixels_per_m,
            (point[1] - self.center_m[1]) * self.pixels_per_m,
        )
        return (-y, -x) if self.frame == "robot" else (x, -y)

    def from_screen(self, point: Point) -> Point:
        """From the screen to metres in the view's frame."""
        x, y = (-point[1], -point[0]) if self.frame == "robot" else (point[0], -point[1])
        return x / self.pixels_per_m + self.center_m[0], y / self.pixels_per_m + self.center_m[1]


def framing(path: Sequence[Point], radius_m: float) -> MapView:
    """A view of the odometry frame that has the whole path in sight."""
    xs, ys = [x for x, _ in path] or [0.0], [y for _, y in path] or [0.0]
    half_m = max(max(xs) - min(xs), max(ys) - min(ys)) / 2 + 1.0
    return MapView("odometry", max(radius_m, half_m), ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2))


def map_svg(
    drawings: Mapping[str, Drawing],
    view: MapView,
    *,
    odometry_from_robot: Pose2 | None,
    path: Sequence[Point],
    panel_px: Point | None = None,
) -> str:
    """The whole picture. Drawings that cannot be brought into the view's frame are left out.

    `panel_px` is the size at which it is shown: there words are as large as everywhere on the page.
    """
    layers = [_grid(view)]
    odometry = _view_from_frame(view, "odometry", odometry_from_robot)
    if odometry is not None and len(path) > 1:
        points = " ".join(
            f"{x:.1f},{y:.1f}" for x, y in (view.to_screen(odometry.apply(*point)) for point in path)
        )
        layers.append(f'<polyline points="{points}" class="path"/>')
    robot = _view_from_frame(view, "robot", odometry_from_robot)
    if robot is not None:
        layers.append(_robot(view, robot))
    # What is painted over an area lies below everything else, whoever began to draw first.
    lowest_first = sorted(drawings.values(), key=lambda drawing: not _covers(drawing))
    half_width_px = _half_width_px(lowest_first, view)
    words_px = _words_px(half_width_px, panel_px)
    labels = LabelPlaces(words_px=words_px)
    layers += [_drawn(drawing, view, odometry_from_robot, labels) for drawing in lowest_first]
    layers.append(_scale_bar(view))
    return _framed(layers, half_width_px=half_width_px, words_px=words_px)


def close_up_svg(drawing: Drawing, *, radius_m: float, panel_px: Point | None = None) -> str:
    """One drawing in the robot's frame with a fine grid and a scale, its front up, without the robot."""
    view = MapView("robot", radius_m)
    canvas = Canvas(view.to_screen, scale=view.pixels_per_m, turn_rad=QUARTER_TURN_RAD, y_up=True)
    layers = [_grid(view), canvas.draw(drawing), _scale_bar(view)]
    return _framed(layers, half_width_px=HALF_PX, words_px=_words_px(HALF_PX, panel_px))


def truth_drawing(marks: Sequence[TruthMark], poses: ScenePoses) -> Drawing:
    """Where things really are, each with a word that says so; a dash shows which way it is turned."""
    shapes: list[Shape] = []
    places = dict(zip(poses.names, zip(poses.positions_m, poses.orientations, strict=True), strict=True))
    for mark in marks:
        if mark.entity not in places:
            continue
        (x_m, y_m, _), orientation = places[mark.entity]
        ahead = matrix_from_quaternion(orientation)[:2, 0]
        shapes.append(Circle(center=(x_m, y_m), radius=mark.radius_m, colour=TRUTH, handle=mark.handle))
        if mark.is_turned:
            tip = (x_m + 2 * mark.radius_m * float(ahead[0]), y_m + 2 * mark.radius_m * float(ahead[1]))
            shapes.append(Polyline(points=((x_m, y_m), tip), colour=TRUTH))
        below_m = mark.radius_m + 0.27 if mark.is_turned else -mark.radius_m - 0.1
        words_at = (x_m - 0.1, y_m - below_m)
        shapes.append(Text(at=words_at, words=mark.label, colour=TRUTH))
    return Drawing(frame="ground", shapes=tuple(shapes))


def can_show(frame: str, view: ViewFrame) -> bool:
    """Whether drawings of a frame can be brought into a view."""
    return frame == view or {frame, view} == {"robot", "odometry"}


def _framed(layers: Sequence[str], *, half_width_px: float, words_px: float) -> str:
    box = f"{-half_width_px:.1f} {-HALF_PX} {2 * half_width_px:.1f} {2 * HALF_PX}"
    return (
        f'<svg class="map" viewBox="{box}" preserveAspectRatio="xMidYMid meet" '
        f'style="--words: {words_px:.1f}px">' + "".join(layers) + "</svg>"
    )


def _words_px(half_width_px: float, panel_px: Point | None) -> float:
    """Of letters in the picture's own pixels, so that they have their usual size in the panel."""
    if panel_px is None:
        return WORDS_PX
    scale = min(panel_px[0] / (2 * half_width_px), panel_px[1] / (2 * HALF_PX))
    return min(WORDS_PX / scale, LARGEST_WORDS_PX)


def _half_width_px(drawings: Sequence[Drawing], view: MapView) -> float:
    """So wide that an area that is painted, such as a field, is whole in a panel that is tall."""
    corners = (
        point
        for drawing in drawings
        if drawing.frame == view.frame == "ground"
        for shape in drawing.shapes
        if isinstance(shape, Polyline) and shape.filled
        for point in shape.points
    )
    widest = max((abs(view.to_screen(corner)[0]) for corner in corners), default=0.0)
    return min(max(widest, HALF_PX), WIDEST * HALF_PX) if widest <= ZOOMED_IN * HALF_PX else HALF_PX


def _covers(drawing: Drawing) -> bool:
    return any(isinstance(shape, Polyline) and shape.filled for shape in drawing.shapes)


def _view_from_frame(view: MapView, frame: str, odometry_from_robot: Pose2 | None) -> Pose2 | None:
    if frame == view.frame:
        return Pose2.identity()
    if odometry_from_robot is None or not can_show(frame, view.frame):
        return None
    return odometry_from_robot if frame == "robot" else odometry_from_robot.inverse()


def _drawn(drawing: Drawing, view: MapView, odometry_from_robot: Pose2 | None, labels: LabelPlaces) -> str:
    pose = _view_from_frame(view, drawing.frame, odometry_from_robot)
    if pose is None:
        return ""
    turn_rad = pose.yaw_rad + (QUARTER_TURN_RAD if view.frame == "robot" else 0.0)
    canvas = Canvas(
        lambda point: view.to_screen(pose.apply(*point)),
        scale=view.pixels_per_m,
        turn_rad=turn_rad,
        y_up=True,
        labels=labels,
    )
    return canvas.draw(drawing)


def _grid(view: MapView) -> str:
    step_m = next(
        step
        for step in (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 50.0)
        if view.radius_m / step <= 4 or step == 50.0
    )
    reach_m = REACH * view.radius_m
    if view.frame == "robot":
        count = int(reach_m / step_m)
        rings = (
            f'<circle r="{k * step_m * view.pixels_per_m:.1f}" class="grid"/>' for k in range(1, count + 1)
        )
        reach = reach_m * view.pixels_per_m
        axes = f'<path class="grid" d="M0 {-reach:.0f}V{reach:.0f}M{-reach:.0f} 0H{reach:.0f}"/>'
        return "".join(rings) + axes
    return f'<path class="grid" d="{_lines(view, step_m, reach_m)}"/>'


def _lines(view: MapView, step_m: float, reach_m: float) -> str:
    reach = reach_m * view.pixels_per_m
    parts = []
    for axis, letter in ((0, "V"), (1, "H")):
        first = round((view.center_m[axis] - reach_m) / step_m)
        for k in range(first, first + round(2 * reach_m / step_m) + 1):
            along = view.to_screen((k * step_m, k * step_m))[axis]
            start = f"{along:.1f} {-reach:.0f}" if letter == "V" else f"{-reach:.0f} {along:.1f}"
            parts.append(f"M{start}{letter}{reach:.0f}")
    return "".join(parts)


def _robot(view: MapView, pose: Pose2) -> str:
    x, y = view.to_screen((pose.x_m, pose.y_m))
    nose_x, nose_y = view.to_screen(pose.apply(ROBOT_RADIUS_M * 1.5, 0.0))
    radius = max(6.0, ROBOT_RADIUS_M * view.pixels_per_m)
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" class="robot"/>'
        f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{nose_x:.1f}" y2="{nose_y:.1f}" class="robot"/>'
    )


def _scale_bar(view: MapView) -> str:
    length_m = next(
        length
        for length in (5.0, 2.0, 1.0, 0.5, 0.2, 0.1, 0.05)
        if length <= view.radius_m / 2 or length == 0.05
    )
    length = length_m * view.pixels_per_m
    left, bottom = -HALF_PX + 12, HALF_PX - 14
    return (
        f'<path class="scale" d="M{left} {bottom - 5}v5h{length:.1f}v-5"/>'
        f'<text class="scale" x="{left + length / 2:.1f}" y="{bottom - 6}">{_length(length_m)}</text>'
    )


def _length(length_m: float) -> str:
    return f"{length_m:g} m" if length_m >= 0.2 else f"{100 * length_m:g} cm"
