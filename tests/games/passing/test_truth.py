import math

import pytest

from ludens.core.runtime.module_check import check_module
from ludens.games.passing.truth import TruthEyes, TruthEyesParameters
from ludens.geometry import Pose2
from ludens.messages import ScenePoses
from ludens.robots.pioneer import CAMERA


def scene(ball: tuple[float, float], *, robot: Pose2, time_s: float = 2.0) -> ScenePoses:
    half_rad = 0.5 * robot.yaw_rad
    return ScenePoses(
        time_s=time_s,
        names=("target", "robot", "ball"),
        positions_m=((3.0, 3.0, 0.1), (robot.x_m, robot.y_m, 0.0), (*ball, 0.11)),
        orientations=(
            (1.0, 0.0, 0.0, 0.0),
            (math.cos(half_rad), 0.0, 0.0, math.sin(half_rad)),
            (0.6, 0.8, 0.0, 0.0),
        ),
    )


def test_what_the_camera_could_see_is_told_relative_to_the_robot():
    robot = Pose2(1.0, -1.0, 2.0)
    seen = TruthEyes().cycle(scene(robot.apply(2.0, 0.3), robot=robot))
    assert seen.time_s == 2.0
    assert seen.found is not None
    assert seen.found.range_m == pytest.approx(math.hypot(2.0, 0.3))
    assert seen.found.bearing_rad == pytest.approx(math.atan2(0.3, 2.0))


@pytest.mark.parametrize("place", [(-2.0, 0.0), (1.0, 1.0), (0.3, 0.0), (9.0, 0.0)])
def test_what_it_could_not_see_is_not(place: tuple[float, float]):
    robot = Pose2(1.0, -1.0, 2.0)
    assert TruthEyes().cycle(scene(robot.apply(*place), robot=robot)).found is None


def test_the_field_of_view_is_that_of_the_camera():
    edge_rad = CAMERA.bearing_rad(-0.5)
    for bearing_rad, visible in ((edge_rad - 0.01, True), (edge_rad + 0.01, False)):
        for side in (-1.0, 1.0):
            place = (2.0 * math.cos(bearing_rad), side * 2.0 * math.sin(bearing_rad))
            found = TruthEyes().cycle(scene(place, robot=Pose2.identity())).found
            assert (found is not None) == visible


def test_another_entity_can_be_looked_for():
    eyes = TruthEyes(TruthEyesParameters(entity="target"))
    found = eyes.cycle(scene((0.0, 0.0), robot=Pose2(1.0, 3.0, 0.0))).found
    assert found is not None
    assert found.range_m == pytest.approx(2.0)


def test_the_eyes_keep_the_contract_of_modules():
    check_module(TruthEyes, [{"scene": scene((2.0, 0.0), robot=Pose2.identity())}])
