import numpy as np
import pytest

from ludens.geometry import Pose2
from ludens.motion.walk import BodyTargets, GaitPhase
from ludens.motion.walk.hips import MOST_RAD, HipSupport
from ludens.robots.nao.joints import INDEX, JOINTS

CYCLE_S, STEP_CYCLES = 0.012, 21


def stepping(share: float, *, left_is_stance: bool = True) -> BodyTargets:
    return BodyTargets(left_is_stance, (0.0, 0.0), Pose2(0.0, -0.1, 0.0), 0.01, GaitPhase.STEP, share)


def walked(*, on_left_rad: float, on_right_rad: float, steps: int = 80) -> HipSupport:
    """With a torso that leans so to the right on either leg."""
    support = HipSupport()
    for step in range(steps):
        left = step % 2 == 0
        for cycle in range(STEP_CYCLES):
            targets = stepping(cycle / STEP_CYCLES, left_is_stance=left)
            support.learn(on_left_rad if left else on_right_rad, targets, elapsed_s=CYCLE_S)
    return support


def test_hips_that_let_the_torso_sink_to_the_swinging_foot_are_turned_more_up_to_a_bound() -> None:
    soon, later = (walked(on_left_rad=0.01, on_right_rad=-0.01, steps=steps) for steps in (10, 20))
    assert later.turn_rad > soon.turn_rad + 0.01
    assert 0.0 < soon.looseness < later.looseness
    assert walked(on_left_rad=0.05, on_right_rad=-0.05).turn_rad == MOST_RAD


def test_hips_that_draw_the_torso_up_too_far_are_turned_less() -> None:
    sound = walked(on_left_rad=-0.02, on_right_rad=0.02)
    assert sound.turn_rad == sound.looseness == 0.0


def test_a_slope_or_an_accelerometer_with_a_bias_is_no_hip_that_gives_way() -> None:
    level, leaning = (walked(on_left_rad=lean, on_right_rad=lean) for lean in (0.0, 0.1))
    assert leaning.turn_rad == pytest.approx(level.turn_rad, abs=2e-3)


@pytest.mark.parametrize(("side", "sign"), [("L", 1.0), ("R", -1.0)])
def test_only_the_hip_that_carries_is_turned_and_only_while_it_does(side: str, sign: float) -> None:
    support = walked(on_left_rad=0.01, on_right_rad=-0.01)
    for share, turn_rad in ((0.0, 0.0), (0.5, support.turn_rad), (1.0, 0.0)):
        position_rad = np.zeros(len(JOINTS))
        support.hold_up(position_rad, stepping(share, left_is_stance=side == "L"))
        assert position_rad[INDEX[f"{side}HipRoll"]] == pytest.approx(sign * turn_rad)
        assert np.count_nonzero(position_rad) <= 1
