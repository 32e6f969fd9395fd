"""Foot pressure in the timing of steps."""

import math
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.motion.walk import STILL, BodyTargets, Gait, Phase, Speed, WalkParameters
from ludens.motion.walk.step_kick import StepKick
from ludens.motion.walk.timing import Carrying

CYCLE_S = 0.012
FORWARD = Speed(0.2)
speeds = st.builds(Speed, st.floats(-0.2, 0.2), st.floats(-0.12, 0.12), st.floats(-0.8, 0.8))
Feet = Callable[[BodyTargets], Carrying | None]


def usual(targets: BodyTargets) -> Carrying:
    """Both feet at the beginning of a step, then the stance foot alone."""
    if targets.phase is not Phase.STEP or targets.share < 0.2:
        return True, True
    return targets.left_is_stance, not targets.left_is_stance


def early(targets: BodyTargets) -> Carrying:
    """The swinging foot meets the floor after 0.7 of its step."""
    return (True, True) if targets.share > 0.7 else usual(targets)


def walked(gait: Gait, feet: Feet, *, seconds: float = 3.0, wanted: Speed = FORWARD) -> list[BodyTargets]:
    way = [gait.advance(wanted, elapsed_s=0.0)]
    for _ in range(round(seconds / CYCLE_S)):
        way.append(gait.advance(wanted, elapsed_s=CYCLE_S, carrying=feet(way[-1])))
    return way


def changes(way: list[BodyTargets]) -> int:
    return sum(one.left_is_stance != two.left_is_stance for one, two in pairwise(way))


def from_floor(before: BodyTargets, targets: BodyTargets) -> tuple[float, float, float]:
    """How far mass and both feet leap from one moment to the next, seen from the stance foot before."""
    if before.left_is_stance == targets.left_is_stance:
        feet_m = before.swing.distance_m(targets.swing)
        return (
            math.dist(before.mass_m, targets.mass_m),
            feet_m,
            before.swing_height_m - targets.swing_height_m,
        )
    mass_m = math.dist(before.swing.inverse().apply(*before.mass_m), targets.mass_m)
    feet_m = before.swing.inverse().distance_m(targets.swing)
    return mass_m, feet_m, before.swing_height_m - targets.stance_height_m


def test_a_foot_that_lands_early_takes_the_weight_at_once() -> None:
    by_clock, sooner = walked(Gait(WalkParameters()), usual), walked(Gait(WalkParameters()), early)
    assert changes(by_clock) == 10
    assert changes(sooner) >= 12


@settings(max_examples=25, deadline=None)
@given(speeds, st.floats(0.7, 1.0))
def test_neither_mass_nor_feet_leap_where_a_step_ends_early(speed: Speed, share: float) -> None:
    way = walked(
        Gait(WalkParameters()), lambda now: (True, True) if now.share > share else usual(now), wanted=speed
    )
    for before, targets in pairwise(way):
        mass_m, feet_m, height_m = from_floor(before, targets)
        assert mass_m < 0.014
        assert feet_m < 0.03
        assert abs(height_m) < 0.004
        assert math.hypot(*targets.mass_m) < 0.25


def test_one_reading_alone_ends_no_step() -> None:
    gait = Gait(WalkParameters())
    flickering = walked(gait, lambda now: (True, True) if 0.73 < now.share < 0.77 else usual(now))
    assert changes(flickering) == 10


def test_nor_does_a_foot_that_never_left_the_floor_in_this_step() -> None:
    assert changes(walked(Gait(WalkParameters()), lambda _: (True, True))) == 10


@pytest.mark.parametrize("stuck", [None, (True, True), (False, False), (True, False)])
def test_sensors_that_are_dead_or_frozen_leave_the_timing_to_the_clock(stuck: Carrying | None) -> None:
    gait, by_clock = Gait(WalkParameters()), Gait(WalkParameters())
    for _ in range(300):
        targets = gait.advance(FORWARD, elapsed_s=CYCLE_S, carrying=stuck)
        assert targets == by_clock.advance(FORWARD, elapsed_s=CYCLE_S)


@settings(max_examples=25, deadline=None)
@given(speeds, st.lists(st.tuples(st.booleans(), st.booleans()), min_size=20, max_size=120))
def test_whatever_the_feet_say_it_comes_to_a_stand_with_feet_side_by_side(speed, feet) -> None:
    gait = Gait(WalkParameters())
    for carrying in feet:
        gait.advance(speed, elapsed_s=CYCLE_S, carrying=carrying)
    for number in range(400):
        last = gait.advance(STILL, elapsed_s=CYCLE_S, carrying=feet[number % len(feet)])
    assert last.phase is Phase.STAND
    assert (abs(last.swing.y_m), last.swing.x_m) == pytest.approx((0.1, 0.0), abs=1e-6)
    assert last.stance_height_m < 1e-6


def test_a_kicking_step_is_not_cut_short() -> None:
    gait, kick = Gait(WalkParameters()), StepKick("forward", True, 1.0)
    targets, kicking_s = gait.advance(STILL, elapsed_s=0.0), 0.0
    for _ in range(200):
        targets = gait.advance(STILL, elapsed_s=CYCLE_S, kick=kick, carrying=early(targets))
        kicking_s += CYCLE_S if gait.kicking.stage == "kick" else 0.0
    assert kicking_s == pytest.approx(1.3 * WalkParameters().step_s, abs=2 * CYCLE_S)
