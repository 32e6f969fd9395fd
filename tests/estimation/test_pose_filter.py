import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.estimation.pose_filter import PoseFilter
from ludens.geometry import Pose2
from ludens.geometry.angles import difference

STATION = Pose2(0.05, -0.3, math.pi / 2)


def sigma_m(place: PoseFilter) -> float:
    return math.sqrt(float(place.covariance[:2, :2].trace()))


def seen(place: PoseFilter, truth: Pose2, odometry: Pose2, *, times: int = 5) -> list[bool]:
    return [place.see(truth, odometry, shakes=False) for _ in range(times)]


def test_before_the_first_sighting_nothing_is_known() -> None:
    place = PoseFilter()
    place.walk(Pose2(1.0, 0.0, 0.0), elapsed_s=0.1)
    assert place.place(Pose2(1.0, 0.0, 0.0)) is None


def test_steps_carry_the_place_on_and_make_it_less_certain() -> None:
    place = PoseFilter()
    seen(place, STATION, Pose2.identity())
    before_m = sigma_m(place)
    for number in range(51):
        place.walk(Pose2(-0.01 * number, 0.0, 0.0), elapsed_s=0.1)
    there = place.place(Pose2(-0.5, 0.0, 0.0))
    assert there is not None
    assert there.distance_m(Pose2(0.05, -0.8, 0.0)) < 1e-9
    assert before_m < 0.006 < 0.015 < sigma_m(place) < 0.04


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000))
def test_noisy_sightings_are_better_together_than_one_by_one(seed: int) -> None:
    random = np.random.default_rng(seed)
    place, misses_m = PoseFilter(), []
    for _ in range(30):
        x_m, y_m = random.normal(0.0, 0.004, 2).tolist()
        noisy = Pose2(STATION.x_m + x_m, STATION.y_m + y_m, STATION.yaw_rad + float(random.normal(0.0, 0.01)))
        place.see(noisy, Pose2.identity(), shakes=False)
        misses_m.append(math.hypot(x_m, y_m))
    found = place.place(Pose2.identity())
    assert found is not None
    assert found.distance_m(STATION) < 0.004
    assert abs(difference(found.yaw_rad, STATION.yaw_rad)) < 0.012
    assert sigma_m(place) >= 0.002  # sightings err alike: it never gets surer than this


def test_a_late_sighting_counts_for_the_moment_in_which_it_was_taken() -> None:
    place = PoseFilter()
    seen(place, STATION, Pose2.identity())
    place.walk(Pose2(-0.1, 0.0, 0.0), elapsed_s=0.5)
    seen(place, STATION, Pose2.identity())  # pictures from before the step
    now = place.place(Pose2(-0.1, 0.0, 0.0))
    assert now is not None
    assert now.distance_m(Pose2(0.05, -0.4, 0.0)) < 1e-6


def test_one_wild_sighting_is_not_believed() -> None:
    place = PoseFilter()
    seen(place, STATION, Pose2.identity())
    assert not place.see(Pose2(0.3, -0.1, 0.4), Pose2.identity(), shakes=False)
    found = place.place(Pose2.identity())
    assert found is not None
    assert found.distance_m(STATION) < 1e-9


def test_wild_sightings_that_disagree_with_each_other_are_never_believed() -> None:
    place = PoseFilter()
    seen(place, STATION, Pose2.identity())
    wild = [Pose2(0.3 + 0.2 * (number % 3), -0.1, 0.4) for number in range(12)]
    assert not any(place.see(pose, Pose2.identity(), shakes=False) for pose in wild)
    assert place.times_moved == 0


def test_somebody_who_moves_the_robot_is_noticed_by_sightings_that_agree() -> None:
    place = PoseFilter()
    seen(place, STATION, Pose2.identity())
    elsewhere = Pose2(0.4, 0.1, math.pi)
    assert seen(place, elsewhere, Pose2.identity()) == [False, False, False, True, True]
    found = place.place(Pose2.identity())
    assert found is not None
    assert found.distance_m(elsewhere) < 1e-6
    assert place.times_moved == 1


def test_after_being_lifted_the_first_sighting_is_believed() -> None:
    place = PoseFilter()
    seen(place, STATION, Pose2.identity())
    place.lose()
    assert sigma_m(place) > 1.0
    elsewhere = Pose2(-0.35, 0.1, 0.1)
    assert place.see(elsewhere, Pose2.identity(), shakes=False)
    found = place.place(Pose2.identity())
    assert found is not None
    assert found.distance_m(elsewhere) < 0.001


@pytest.mark.parametrize("turn_rad", [0.5, -1.5])
def test_a_turn_makes_the_heading_less_certain(turn_rad: float) -> None:
    place = PoseFilter()
    seen(place, STATION, Pose2.identity())
    before_rad2 = float(place.covariance[2, 2])
    place.walk(Pose2.identity(), elapsed_s=0.0)
    place.walk(Pose2(0.0, 0.0, turn_rad), elapsed_s=1.0)
    assert float(place.covariance[2, 2]) > before_rad2 + 9e-6


def test_a_known_camera_puts_the_heading_right_in_walking_too() -> None:
    place = PoseFilter()
    for _ in range(10):
        place.see(STATION, Pose2.identity(), shakes=False, calibrated=True)
    off_rad = math.radians(0.8)  # by which legs and gyroscope have gone wrong since
    for number in range(1, 41):  # ten seconds of small steps
        place.walk(Pose2(0.0, 0.0, off_rad), elapsed_s=0.25 if number > 1 else 0.0)
        place.see(STATION, Pose2(0.0, 0.0, off_rad), shakes=True, calibrated=True)
    found = place.place(Pose2(0.0, 0.0, off_rad))
    assert found is not None
    assert abs(difference(found.yaw_rad, STATION.yaw_rad)) < math.radians(0.15)
    assert math.degrees(math.sqrt(float(place.covariance[2, 2]))) > 0.25  # they all err alike


def test_an_unknown_camera_does_not_lead_the_heading_astray_in_walking() -> None:
    place = PoseFilter()
    seen(place, STATION, Pose2.identity())
    askew = Pose2(STATION.x_m, STATION.y_m, STATION.yaw_rad + math.radians(2.0))
    for _ in range(40):
        place.walk(Pose2.identity(), elapsed_s=0.25)
        place.see(askew, Pose2.identity(), shakes=True)
    found = place.place(Pose2.identity())
    assert found is not None
    assert abs(difference(found.yaw_rad, STATION.yaw_rad)) < math.radians(0.4)
