"""Numbers inside values, by name."""

import numpy as np
import pytest

from ludens.geometry import Pose2
from ludens.messages import Odometry, SonarRing, StateReport
from ludens.studio.numbers import number_in, numbers_in

ODOMETRY = Odometry(time_s=1.0, odometry_from_robot=Pose2(1.5, -2.0, 0.25), forward_mps=0.5, turn_radps=-0.1)


def test_every_number_of_a_message_is_found_except_its_time() -> None:
    assert numbers_in(ODOMETRY) == [
        "odometry_from_robot.x_m",
        "odometry_from_robot.y_m",
        "odometry_from_robot.yaw_rad",
        "forward_mps",
        "turn_radps",
    ]


def test_every_name_found_leads_to_its_number() -> None:
    values = [number_in(ODOMETRY, name) for name in numbers_in(ODOMETRY)]
    assert values == [1.5, -2.0, 0.25, 0.5, -0.1]


def test_a_plain_number_has_the_empty_name() -> None:
    assert numbers_in(3.5) == [""]
    assert number_in(3.5, "") == 3.5
    assert number_in(np.float32(2.0), "") == 2.0
    assert number_in(True, "") == 1.0


def test_lists_and_arrays_are_opened() -> None:
    sonar = SonarRing(time_s=0.0, ranges_m=(1.0, 2.0, 3.0))
    assert numbers_in(sonar) == ["ranges_m[0]", "ranges_m[1]", "ranges_m[2]"]
    assert number_in(sonar, "ranges_m[2]") == 3.0
    assert numbers_in(np.eye(2)) == ["[0][0]", "[0][1]", "[1][0]", "[1][1]"]
    assert number_in(np.eye(2), "[1][1]") == 1.0


def test_the_pixels_of_an_image_are_not_offered() -> None:
    assert numbers_in(np.zeros((240, 320, 3), dtype=np.uint8)) == []


def test_a_message_without_numbers_offers_only_what_counts() -> None:
    report = StateReport(time_s=0.0, state="a", since_s=1.0, reason="", states=("a",), transitions=())
    assert numbers_in(report) == ["since_s"]


@pytest.mark.parametrize("name", ["ranges_m[9]", "nothing", "ranges_m.x"])
def test_a_name_that_leads_nowhere_gives_nothing(name: str) -> None:
    assert number_in(SonarRing(time_s=0.0, ranges_m=(1.0,)), name) is None


def test_what_is_no_finite_number_is_not_plotted() -> None:
    assert number_in(float("nan"), "") is None
    assert number_in(float("inf"), "") is None
    assert number_in("three", "") is None
