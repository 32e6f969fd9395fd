import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.core.contract.module import CycleTime
from ludens.core.contract.module_check import check_module
from ludens.estimation.sonar_filter import SonarFilter, SonarWatch
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
