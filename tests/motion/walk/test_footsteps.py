import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.geometry import Pose2
from ludens.motion.walk import Speed, WalkParameters
from ludens.motion.walk.footsteps import landing, side_by_side
from ludens.motion.walk.speed import approached, within_reach
from ludens.robots.nao.places import SOLE_INNER_M

USUAL = WalkParameters()
speeds = st.builds(Speed, st.floats(-0.25, 0.25), st.floats(-0.16, 0.16), st.floats(-1.0, 1.0))


@given(speeds)
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


@given(speeds, st.booleans())
def test_feet_never_land_on_each_other(speed: Speed, left_swings: bool) -> None:
    place = landing(speed, USUAL, left_swings=left_swings)
    apart_m = place.y_m if left_swings else -place.y_m
    assert apart_m > 2.0 * SOLE_INNER_M


@given(speeds)
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
