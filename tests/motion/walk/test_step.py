import math
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.geometry import Pose2
from ludens.motion.walk import STILL, BodyTargets, Gait, GaitPhase, Speed, WalkParameters
from ludens.motion.walk.speed import approached, within_reach
from ludens.motion.walk.step import (
    Carrying,
    Pendulum,
    capture_offset,
    landing,
    natural_rate_hz,
    side_by_side,
    zmp_towards,
)
from ludens.motion.walk.step_kick import StepKick
from ludens.robots.nao.places import SOLE_INNER_M

RATE_HZ = natural_rate_hz(0.26)
places = st.tuples(st.floats(-0.2, 0.2), st.floats(-0.2, 0.2))


@given(places, places, places, st.floats(0.0, 0.3), st.floats(0.0, 0.3))
def test_two_moves_are_one_longer_move(mass, capture, zmp, first_s, second_s) -> None:
    start = Pendulum(mass, capture)
    once = start.moved(zmp, rate_hz=RATE_HZ, elapsed_s=first_s + second_s)
    twice = start.moved(zmp, rate_hz=RATE_HZ, elapsed_s=first_s).moved(
        zmp, rate_hz=RATE_HZ, elapsed_s=second_s
    )
    assert once.mass_m == pytest.approx(twice.mass_m, abs=1e-12)
    assert once.capture_m == pytest.approx(twice.capture_m, abs=1e-12)


@given(places, places, places)
def test_it_obeys_the_equation_of_the_pendulum(mass, capture, zmp) -> None:
    """Acceleration is ω² (c - p), by finite differences."""
    small_s = 1e-3
    states = [Pendulum(mass, capture).moved(zmp, rate_hz=RATE_HZ, elapsed_s=n * small_s) for n in range(3)]
    for axis in range(2):
        c = [state.mass_m[axis] for state in states]
        acceleration = (c[2] - 2.0 * c[1] + c[0]) / small_s**2
        assert acceleration == pytest.approx(RATE_HZ**2 * (c[1] - zmp[axis]), abs=1e-3)


@given(places, places, places, st.floats(0.05, 0.5))
def test_the_wanted_zmp_brings_the_capture_point_to_its_goal(mass, capture, goal, remaining_s) -> None:
    zmp = zmp_towards(capture, goal, rate_hz=RATE_HZ, remaining_s=remaining_s)
    end = Pendulum(mass, capture).moved(zmp, rate_hz=RATE_HZ, elapsed_s=remaining_s)
    assert end.capture_m == pytest.approx(goal, abs=1e-9)


@given(places, places, places)
def test_the_offset_repeats_itself_after_two_steps(first, second, third) -> None:
    step_s = 0.26
    offset = capture_offset(first, second, third, rate_hz=RATE_HZ, step_s=step_s)
    capture = (first[0] + offset[0], first[1] + offset[1])
    state = Pendulum(capture, capture)
    for zmp in (first, second):
        state = state.moved(zmp, rate_hz=RATE_HZ, elapsed_s=step_s)
    again = (state.capture_m[0] - third[0], state.capture_m[1] - third[1])
    assert again == pytest.approx(offset, abs=1e-9)


@given(places, places, st.builds(Pose2, st.floats(-1, 1), st.floats(-1, 1), st.floats(-3, 3)))
def test_seen_from_another_foot_it_is_the_same_pendulum(mass, capture, foot) -> None:
    seen = Pendulum(mass, capture).seen_from(foot)
    assert foot.apply(*seen.mass_m) == pytest.approx(mass, abs=1e-12)
    assert math.dist(seen.mass_m, seen.capture_m) == pytest.approx(math.dist(mass, capture), abs=1e-12)


CYCLE_S = 0.012
FORWARD = Speed(0.2)
speeds = st.builds(Speed, st.floats(-0.2, 0.2), st.floats(-0.12, 0.12), st.floats(-0.8, 0.8))
Feet = Callable[[BodyTargets], Carrying | None]


def usual(targets: BodyTargets) -> Carrying:
    """Both feet at the beginning of a step, then the stance foot alone."""
    if targets.phase is not GaitPhase.STEP or targets.share < 0.2:
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
    assert last.phase is GaitPhase.STAND
    assert (abs(last.swing.y_m), last.swing.x_m) == pytest.approx((0.1, 0.0), abs=1e-6)
    assert last.stance_height_m < 1e-6


def test_a_kicking_step_is_not_cut_short() -> None:
    gait, kick = Gait(WalkParameters()), StepKick("forward", True, 1.0)
    targets, kicking_s = gait.advance(STILL, elapsed_s=0.0), 0.0
    for _ in range(200):
        targets = gait.advance(STILL, elapsed_s=CYCLE_S, kick=kick, carrying=early(targets))
        kicking_s += CYCLE_S if gait.kicking.stage == "kick" else 0.0
    assert kicking_s == pytest.approx(1.3 * WalkParameters().step_s, abs=2 * CYCLE_S)


USUAL = WalkParameters()
all_speeds = st.builds(Speed, st.floats(-0.25, 0.25), st.floats(-0.16, 0.16), st.floats(-1.0, 1.0))


@given(all_speeds)
def test_two_steps_carry_the_body_as_far_as_the_speed_says(speed: Speed) -> None:
    """Without turning: from a left sole to the next left sole."""
    straight = Speed(speed.forward_mps, speed.left_mps, 0.0)
    moved = landing(straight, USUAL, left_swings=False) @ landing(straight, USUAL, left_swings=True)
    pair_s = 2.0 * USUAL.step_s
    assert moved.is_close(Pose2(straight.forward_mps * pair_s, straight.left_mps * pair_s, 0.0))


@given(st.floats(0.05, 1.0), st.booleans())
def test_turning_on_the_spot_stays_on_the_spot(turn_radps: float, to_the_left: bool) -> None:
    """The foot that opens, then the one that closes: the body beside the sole turns and goes nowhere."""
    turning = Speed(0.0, 0.0, turn_radps if to_the_left else -turn_radps)
    moved = landing(turning, USUAL, left_swings=to_the_left) @ landing(
        turning, USUAL, left_swings=not to_the_left
    )
    sole_from_body = Pose2(0.0, 0.5 * USUAL.feet_apart_m * (1.0 if to_the_left else -1.0), 0.0)
    body_moved = sole_from_body.inverse() @ moved @ sole_from_body
    assert body_moved.is_close(Pose2(0.0, 0.0, turning.turn_radps * 2.0 * USUAL.step_s))


@given(all_speeds, st.booleans())
def test_feet_never_land_on_each_other(speed: Speed, left_swings: bool) -> None:
    place = landing(speed, USUAL, left_swings=left_swings)
    apart_m = place.y_m if left_swings else -place.y_m
    assert apart_m > 2.0 * SOLE_INNER_M


@given(all_speeds)
def test_left_and_right_are_mirror_images(speed: Speed) -> None:
    mirror = Speed(speed.forward_mps, -speed.left_mps, -speed.turn_radps)
    left, right = landing(speed, USUAL, left_swings=True), landing(mirror, USUAL, left_swings=False)
    assert (left.x_m, left.y_m, left.yaw_rad) == pytest.approx((right.x_m, -right.y_m, -right.yaw_rad))


def test_standing_feet_are_side_by_side() -> None:
    for left_swings in (True, False):
        still = landing(Speed(), USUAL, left_swings=left_swings)
        assert still.is_close(side_by_side(USUAL, left_swings=left_swings))


wild = st.floats(allow_nan=True, allow_infinity=True)


@given(st.builds(Speed, wild, wild, wild))
def test_any_request_becomes_a_speed_that_legs_can_do(wanted: Speed) -> None:
    speed = within_reach(wanted, USUAL)
    assert abs(speed.forward_mps) <= USUAL.forward_most_mps * (1 + 1e-9)
    assert abs(speed.left_mps) <= USUAL.left_most_mps * (1 + 1e-9)
    assert abs(speed.turn_radps) <= USUAL.turn_most_radps * (1 + 1e-9)


def test_a_speed_changes_no_faster_than_allowed_and_arrives() -> None:
    speed = Speed()
    for _ in range(10):
        speed = approached(speed, Speed(0.2, 0.0, 0.0), USUAL, elapsed_s=0.012)
    assert speed.forward_mps == pytest.approx(10 * 0.012 * USUAL.forward_change_mps2)
    assert approached(speed, Speed(), USUAL, elapsed_s=10.0).is_zero


def test_a_stop_slows_down_faster_than_stepping_on_the_spot_after_a_shove() -> None:
    walking = Speed(0.2, 0.0, 0.6)
    calming = approached(walking, Speed(), USUAL, elapsed_s=0.012)
    stopping = approached(walking, Speed(), USUAL, elapsed_s=0.012, stops=True)
    for before, calms, stops in (
        (0.2, calming.forward_mps, stopping.forward_mps),
        (0.6, calming.turn_radps, stopping.turn_radps),
    ):
        assert before - stops == pytest.approx(USUAL.stop_times * (before - calms))


def test_asking_for_more_than_the_legs_can_do_is_no_slower_than_asking_for_the_most() -> None:
    for left_mps in (0.16, 0.18, 0.25, 1.0):
        assert within_reach(Speed(0.0, left_mps, 0.0), USUAL).left_mps == pytest.approx(USUAL.left_most_mps)
