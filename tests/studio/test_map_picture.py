"""The map from above."""

import math
from xml.etree import ElementTree

import pytest

from ludens.geometry import Pose2
from ludens.messages import Circle, Drawing, Ellipse, Polyline, ScenePoses, Text
from ludens.studio.map_picture import HALF_PX, MapView, framing, map_svg, truth_drawing
from ludens.studio.page import TruthMark

POSE = Pose2(2.0, 1.0, math.pi / 2)  # in odometry: two ahead, one to the left, looking left


def circles(drawing: Drawing, view: MapView, pose: Pose2 | None = POSE) -> list[tuple[float, float]]:
    picture = map_svg({"it": drawing}, view, odometry_from_robot=pose, path=())
    root = ElementTree.fromstring(picture)
    found = [element for element in root.iter("circle") if element.get("stroke") == "lime"]
    return [(float(c.get("cx", "")), float(c.get("cy", ""))) for c in found]


def at(frame: str, x_m: float, y_m: float) -> Drawing:
    return Drawing(frame=frame, shapes=(Circle(center=(x_m, y_m), radius=0.1, colour="lime"),))


def test_seen_from_the_robot_ahead_is_up_and_left_is_left() -> None:
    view = MapView("robot", radius_m=2.0)
    assert circles(at("robot", 1.0, 0.0), view) == [(0.0, -HALF_PX / 2)]
    assert circles(at("robot", 0.0, 1.0), view) == [(-HALF_PX / 2, 0.0)]


def test_in_the_odometry_frame_x_is_to_the_right_and_y_up() -> None:
    view = MapView("odometry", radius_m=4.0)
    assert circles(at("odometry", 2.0, 1.0), view) == [(100.0, -50.0)]


def test_a_drawing_in_the_robot_s_frame_moves_with_the_robot() -> None:
    # One metre ahead of the robot, which looks along y from (2, 1), is (2, 2).
    assert circles(at("robot", 1.0, 0.0), MapView("odometry", radius_m=4.0)) == [(100.0, -100.0)]


def test_a_drawing_in_odometry_is_brought_before_the_robot() -> None:
    ((x, y),) = circles(at("odometry", 2.0, 2.0), MapView("robot", radius_m=2.0))
    assert x == pytest.approx(0.0, abs=0.1)
    assert y == -HALF_PX / 2


def test_what_cannot_be_placed_is_left_out() -> None:
    assert circles(at("ground", 0.0, 0.0), MapView("robot", radius_m=2.0)) == []
    assert circles(at("odometry", 0.0, 0.0), MapView("robot", radius_m=2.0), pose=None) == []
    assert circles(at("ground", 0.0, 0.0), MapView("ground", radius_m=2.0)) == [(0.0, 0.0)]


def test_an_ellipse_turns_with_the_view() -> None:
    ahead = Drawing(frame="robot", shapes=(Ellipse(center=(1, 0), half_axes=(0.5, 0.1), rotation_rad=0.0),))
    picture = map_svg({"it": ahead}, MapView("robot", radius_m=2.0), odometry_from_robot=POSE, path=())
    (ellipse,) = ElementTree.fromstring(picture).iter("ellipse")
    assert ellipse.get("transform", "").endswith(
        "rotate(-90.0)"
    )  # its long axis points up, away from the robot


def test_the_scale_bar_has_the_length_it_says() -> None:
    view = MapView("robot", radius_m=3.0)
    picture = ElementTree.fromstring(map_svg({}, view, odometry_from_robot=None, path=()))
    (words,) = [text.text for text in picture.iter("text")]
    (bar,) = [path.get("d", "") for path in picture.iter("path") if path.get("class") == "scale"]
    assert words == "1 m"
    assert f"h{view.pixels_per_m:.1f}" in bar


def test_the_fixed_view_keeps_the_whole_path_in_sight() -> None:
    path = [(0.0, 0.0), (10.0, 0.0), (10.0, 2.0)]
    view = framing(path, radius_m=3.0)
    assert all(max(map(abs, view.to_screen(point))) <= HALF_PX for point in path)
    assert framing([], radius_m=3.0).radius_m == 3.0


@pytest.mark.parametrize("view", [MapView("robot", 2.0), MapView("ground", 4.0, (1.0, -0.5))])
def test_a_hand_on_the_screen_reaches_where_the_screen_shows(view: MapView) -> None:
    assert view.from_screen(view.to_screen((0.7, -1.3))) == pytest.approx((0.7, -1.3))


def test_what_is_true_is_called_truth_and_can_be_grabbed() -> None:
    marks = (
        TruthMark(entity="nao", label="truth", radius_m=0.15, is_turned=True, handle="robot"),
        TruthMark(entity="gone", label="truth", radius_m=0.15),
    )
    along_y = (math.cos(math.pi / 4), 0.0, 0.0, math.sin(math.pi / 4))
    poses = ScenePoses(time_s=0.0, names=("nao",), positions_m=((1.0, 2.0, 0.3),), orientations=(along_y,))
    drawing = truth_drawing(marks, poses)
    (words,) = [shape for shape in drawing.shapes if isinstance(shape, Text)]
    assert words.words == "truth"
    svg = map_svg({"truth": drawing}, MapView("ground", 4.0), odometry_from_robot=None, path=())
    (handle,) = [group for group in ElementTree.fromstring(svg).iter("g") if group.get("data-handle")]
    assert handle.get("data-handle") == "robot"
    assert [float(handle[0].get(name, "")) for name in ("cx", "cy")] == [50.0, -100.0]
    (dash,) = [line.get("points") for line in ElementTree.fromstring(svg).iter("polyline")]
    assert dash == "50.0,-100.0 50.0,-115.0"


def test_painted_ground_lies_below_what_is_on_it() -> None:
    corners = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0))
    turf = Drawing(
        frame="ground", shapes=(Polyline(points=corners, colour="green", closed=True, filled=True),)
    )
    drawings = {"robot": at("ground", 0.0, 0.0), "turf": turf}
    svg = map_svg(drawings, MapView("ground", 4.0), odometry_from_robot=None, path=())
    assert svg.index("green") < svg.index("lime")


def viewed_px(radius_m: float) -> tuple[float, float]:
    """Width and height of the part of the map that is always seen, with a field of 10 × 7 m on it."""
    corners = ((-5.0, -3.5), (5.0, -3.5), (5.0, 3.5), (-5.0, 3.5))
    field = Drawing(frame="ground", shapes=(Polyline(points=corners, closed=True, filled=True),))
    picture = map_svg({"it": field}, MapView("ground", radius_m), odometry_from_robot=None, path=())
    _, _, width, height = map(float, ElementTree.fromstring(picture).get("viewBox", "").split())
    return width, height


def test_a_field_is_seen_as_a_whole_also_where_the_panel_is_tall() -> None:
    assert viewed_px(radius_m=4.0) == (500.0, 400.0)
    assert viewed_px(radius_m=8.0) == (400.0, 400.0)  # it fits anyway
    assert viewed_px(radius_m=1.0) == (400.0, 400.0)  # a part of it is looked at
