import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.core.contract.module import CycleTime
from ludens.core.runtime.module_check import check_module
from ludens.estimation.sonar_filter import RangeFilters, RangeNoise, SonarFilter, SonarWatch
from ludens.messages import SonarDistances, SonarRing

NOTHING_M = 2.5


def filtered(readings_m: list[float]) -> list[float | None]:
    sonar = SonarFilter(window=5, blend=0.6, doubted_m=0.3)
    return [sonar.update(reading_m) for reading_m in readings_m]


def heard(watch: SonarWatch, ranges_m: list[tuple[float, ...]], *, start_s: float = 0.0) -> SonarDistances:
    told = None
    for number, ranges in enumerate(ranges_m):
        time_s = start_s + 0.1 * number
        told = watch.cycle(CycleTime(time_s=time_s), (SonarRing(time_s=time_s, ranges_m=ranges),))
    assert told is not None
    return told


def test_a_wall_is_measured_better_than_by_one_echo():
    random = np.random.default_rng(902)
    readings = 0.5 + 0.02 * random.normal(size=400)
    distances = np.array([distance for distance in filtered(readings.tolist()) if distance is not None])
    assert abs(distances.mean() - 0.5) < 0.003
    assert distances.std() < 0.7 * 0.02


def test_ghosts_and_lost_echoes_are_not_believed():
    readings = [0.5] * 5 + [0.2, 0.5, NOTHING_M, 0.5, 0.5, 0.2, 0.2, 0.5, 0.5, 0.5]
    assert filtered(readings)[5:] == [pytest.approx(0.5)] * 10
    assert filtered([NOTHING_M] * 5 + [0.3] + [NOTHING_M] * 4)[-5:] == [None] * 5


def test_what_comes_nearer_is_followed_and_what_goes_is_forgotten():
    approach = np.linspace(0.8, 0.3, 20).tolist()
    *_, last = filtered(approach)
    assert last == pytest.approx(0.3, abs=0.12)
    assert filtered([*approach, *[NOTHING_M] * 5])[-1] is None


@given(st.lists(st.floats(), min_size=5, max_size=40))
def test_what_is_told_lies_within_the_makers_limits(readings: list[float]):
    for distance in filtered(readings):
        assert distance is None or 0.2 - 1e-5 <= distance <= 0.8 + 1e-5


def test_left_and_right_are_told_apart():
    told = heard(SonarWatch(), [(0.3, NOTHING_M)] * 6)
    assert told.left_m == pytest.approx(0.3)
    assert told.right_m is None


def test_sonars_that_fall_silent_are_said_to_be_and_their_past_is_forgotten():
    watch = SonarWatch()
    assert heard(watch, [(0.3, 0.4)] * 6).is_silent is False
    told = watch.cycle(CycleTime(time_s=2.0), ())
    assert told.is_silent
    assert told.left_m is told.right_m is None
    assert heard(watch, [(0.6, 0.6)] * 6, start_s=3.0).left_m == pytest.approx(0.6)


def test_a_ring_of_another_size_is_not_taken_for_two_sonars():
    told = heard(SonarWatch(), [(0.3, 0.3)] * 5 + [(0.7,) * 16] * 5)
    assert told.left_m == pytest.approx(0.3)


def test_the_module_keeps_its_contract():
    ring = SonarRing(time_s=0.0, ranges_m=(0.4, math.inf))
    check_module(SonarWatch, [{"now": CycleTime(time_s=0.1 * n), "rings": (ring,)} for n in range(6)])


NOISE = RangeNoise(reading_sigma_m=0.03, rest_sigma_m=0.1, motion_share=1.0, lost_echo_sigma_m=1.5)
MAXIMUM_M = 5.0


def filters(*ranges_m: float, readings: int = 5) -> RangeFilters:
    """One filter for each range, which it has heard several times."""
    made = RangeFilters(len(ranges_m), maximum_m=MAXIMUM_M)
    for _ in range(readings):
        made.predict(moved_m=0.0, elapsed_s=0.04, noise=NOISE)
        made.correct(np.array(ranges_m), NOISE)
    return made


def test_the_first_echo_is_believed_at_once():
    made = filters(0.7, 4.0, readings=1)
    assert made.ranges_m == pytest.approx([0.7, 4.0], abs=0.01)
    assert made.variances_m2 == pytest.approx([0.03**2, 0.03**2], rel=0.01)


def test_readings_are_averaged_while_nothing_moves():
    random = np.random.default_rng(1)
    made = RangeFilters(200, maximum_m=MAXIMUM_M)
    still = RangeNoise(0.03, 0.0, 1.0, 1.5)
    for _ in range(25):
        made.predict(moved_m=0.0, elapsed_s=0.04, noise=still)
        made.correct(2.0 + random.normal(0.0, 0.03, 200), still)
    assert float(np.std(made.ranges_m)) == pytest.approx(0.03 / 5.0, rel=0.2)
    assert made.variances_m2 == pytest.approx(np.full(200, (0.03 / 5.0) ** 2), rel=0.05)


@given(st.floats(0.0, 1.0), st.floats(0.0, 1.0), st.floats(0.0, 1.0))
def test_variance_grows_with_motion_and_time(moved_m: float, farther_m: float, elapsed_s: float):
    little, much = filters(1.0), filters(1.0)
    before_m2 = float(little.variances_m2[0])
    little.predict(moved_m=moved_m, elapsed_s=elapsed_s, noise=NOISE)
    much.predict(moved_m=moved_m + farther_m, elapsed_s=elapsed_s, noise=NOISE)
    assert before_m2 <= little.variances_m2[0] <= much.variances_m2[0] <= MAXIMUM_M**2
    if moved_m > 0.01:
        assert little.variances_m2[0] > before_m2
    assert little.ranges_m == pytest.approx([1.0], abs=0.01)  # nothing is known of where the echo went


def test_after_a_drive_a_new_echo_replaces_the_old_one():
    moved, rested = filters(1.0), filters(1.0)
    moved.predict(moved_m=0.5, elapsed_s=0.5, noise=NOISE)
    for made in (moved, rested):
        made.correct(np.array([0.6]), NOISE)
    assert moved.ranges_m[0] == pytest.approx(0.6, abs=0.02)
    assert moved.ranges_m[0] < rested.ranges_m[0] < 1.0


def test_a_single_lost_echo_does_not_erase_a_near_obstacle():
    made = filters(0.5, 0.5)
    made.predict(moved_m=0.02, elapsed_s=0.04, noise=NOISE)
    made.correct(np.array([MAXIMUM_M, 0.5]), NOISE)
    assert made.ranges_m[0] < 0.6


def test_many_lost_echoes_in_a_row_are_free_space_in_the_end():
    made = filters(0.5)
    for _ in range(500):
        made.predict(moved_m=0.02, elapsed_s=0.04, noise=NOISE)
        made.correct(np.array([MAXIMUM_M]), NOISE)
    assert made.ranges_m[0] > 4.0


@given(st.lists(st.floats(0.0, 5.0), min_size=1, max_size=30), st.floats(0.0, 0.5))
def test_what_is_believed_lies_between_what_was_heard(readings_m: list[float], moved_m: float):
    made = RangeFilters(1, maximum_m=MAXIMUM_M)
    for reading_m in readings_m:
        made.predict(moved_m=moved_m, elapsed_s=0.04, noise=NOISE)
        made.correct(np.array([reading_m]), NOISE)
    assert min(readings_m) - 1e-9 <= made.ranges_m[0] <= MAXIMUM_M
    assert 0.0 < made.variances_m2[0] <= MAXIMUM_M**2
