import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.motion.walk import STILL, BodyTargets, Gait, GaitPhase, Speed, WalkParameters

CYCLE_S = 0.012
speeds = st.builds(Speed, st.floats(-0.2, 0.2), st.floats(-0.12, 0.12), st.floats(-0.8, 0.8))


def walked(gait: Gait, wanted: Speed, *, seconds: float) -> list[BodyTargets]:
    return [gait.advance(wanted, elapsed_s=CYCLE_S) for _ in range(round(seconds / CYCLE_S))]


def test_it_stands_until_asked_and_stands_again_when_asked_no_more() -> None:
    gait = Gait(WalkParameters())
    assert {targets.phase for targets in walked(gait, STILL, seconds=1.0)} == {GaitPhase.STAND}
    assert GaitPhase.STEP in {targets.phase for targets in walked(gait, Speed(0.2), seconds=2.0)}
    walked(gait, STILL, seconds=3.0)
    assert gait.phase is GaitPhase.STAND


@settings(max_examples=25, deadline=None)
@given(speeds, st.floats(0.0, 1.5))
def test_a_stop_in_any_phase_ends_with_feet_side_by_side_and_the_mass_between(speed, walking_s) -> None:
    parameters = WalkParameters()
    gait = Gait(parameters)
    walked(gait, speed, seconds=walking_s)
    last = walked(gait, STILL, seconds=4.0)[-1]

    assert last.phase is GaitPhase.STAND
    assert last.swing_height_m == 0.0
    assert (abs(last.swing.y_m), last.swing.x_m) == pytest.approx((parameters.feet_apart_m, 0.0), abs=1e-6)
    assert last.mass_m == pytest.approx((parameters.zmp_ahead_m, 0.5 * last.swing.y_m), abs=2e-3)


@settings(max_examples=25, deadline=None)
@given(speeds, speeds)
def test_mass_and_foot_move_without_a_leap(first: Speed, second: Speed) -> None:
    """Also where the stance changes, seen from one floor."""
    gait = Gait(WalkParameters())
    before: BodyTargets | None = None
    for targets in walked(gait, first, seconds=1.5) + walked(gait, second, seconds=1.5):
        if before is not None and before.left_is_stance == targets.left_is_stance:
            assert math.dist(before.mass_m, targets.mass_m) < 0.012
            assert before.swing.distance_m(targets.swing) < 0.03
        elif before is not None:
            seen = before.swing.inverse().apply(*before.mass_m)
            assert math.dist(seen, targets.mass_m) < 0.012
            assert before.swing.inverse().distance_m(targets.swing) < 0.03
        assert math.hypot(*targets.mass_m) < 0.25
        before = targets


def test_the_faster_a_step_the_higher_its_foot_is_lifted() -> None:
    parameters = WalkParameters()
    speeds = Speed(0.01), Speed(0.0, 0.08), Speed(0.2), Speed(-parameters.forward_most_mps)
    heights_m = [
        max(targets.swing_height_m for targets in walked(Gait(parameters), speed, seconds=4.0))
        for speed in speeds
    ]
    assert heights_m == sorted(heights_m)
    assert heights_m[0] == pytest.approx(parameters.lift_m, abs=1e-3)
    assert heights_m[-1] == pytest.approx(parameters.fast_lift_m, abs=1e-3)


@pytest.mark.parametrize("speed", [Speed(0.2), Speed(0.0, 0.12), Speed(-0.1, -0.05)])
def test_the_feet_walk_at_the_wanted_speed(speed: Speed) -> None:
    gait = Gait(WalkParameters())
    walked(gait, speed, seconds=3.0)
    way_x_m = way_y_m = 0.0
    steps = 0
    stance = gait.left_is_stance
    last = gait.advance(speed, elapsed_s=CYCLE_S)
    while steps < 8:
        targets = gait.advance(speed, elapsed_s=CYCLE_S)
        if targets.left_is_stance != stance:
            way_x_m += last.swing.x_m
            way_y_m += last.swing.y_m
            stance, steps = targets.left_is_stance, steps + 1
        last = targets
    seconds = 8 * WalkParameters().step_s
    assert (way_x_m / seconds, way_y_m / seconds) == pytest.approx(
        (speed.forward_mps, speed.left_mps), abs=0.006
    )
