import math

import numpy as np
import pytest

from ludens.geometry import Pose2
from ludens.messages import TorsoOrientation
from ludens.motion.walk import BodyTargets, Phase, WalkParameters
from ludens.motion.walk.levelling import Levelling

CYCLE_S = 0.012


def leaning(*, roll_rad: float = 0.0, pitch_rad: float = 0.0) -> TorsoOrientation:
    quaternion = (
        math.cos(roll_rad / 2) * math.cos(pitch_rad / 2),
        math.sin(roll_rad / 2) * math.cos(pitch_rad / 2),
        math.cos(roll_rad / 2) * math.sin(pitch_rad / 2),
        0.0,
    )
    return TorsoOrientation(time_s=0.0, quaternion=quaternion, rates_radps=(0.0, 0.0, 0.0))


def stepping(share: float, *, left_is_stance: bool = True) -> BodyTargets:
    return BodyTargets(left_is_stance, (0.0, 0.0), Pose2(0.0, -0.1, 0.0), 0.01, Phase.STEP, share)


def corrected(levelling: Levelling, orientation: TorsoOrientation, targets: BodyTargets, *, cycles: int):
    for _ in range(cycles):
        corrections = levelling.corrections(orientation, targets, WalkParameters(), elapsed_s=CYCLE_S)
    return corrections


def test_a_body_that_tips_forward_swings_its_foot_farther_and_lifts_its_toes() -> None:
    left, right = corrected(Levelling(), leaning(pitch_rad=0.2), stepping(0.5), cycles=15)
    sole_in_torso_m = np.array([0.0, -0.05, -0.3])
    assert right.apply(sole_in_torso_m)[0] > 0.01
    assert right.rotation[2, 0] > 0.05  # the sole's x axis points up in a torso that points down
    np.testing.assert_allclose(left.apply(sole_in_torso_m), sole_in_torso_m)


def test_what_walking_itself_does_is_not_corrected() -> None:
    _, right = corrected(Levelling(), leaning(roll_rad=0.01, pitch_rad=-0.01), stepping(0.5), cycles=15)
    np.testing.assert_allclose(right.rotation, np.eye(3))


def test_a_lean_that_lasts_is_taken_for_the_floor_s() -> None:
    levelling = Levelling()
    corrected(levelling, leaning(pitch_rad=0.05), stepping(0.5), cycles=2000)
    _, right = corrected(levelling, leaning(pitch_rad=0.05), stepping(0.5), cycles=1)
    np.testing.assert_allclose(right.rotation, np.eye(3), atol=1e-3)


def test_a_foot_keeps_its_correction_when_it_lands_and_then_loses_it() -> None:
    levelling = Levelling()
    _, swinging = corrected(levelling, leaning(pitch_rad=0.2), stepping(0.9), cycles=15)
    other = stepping(0.0, left_is_stance=False)
    _, landed = corrected(levelling, leaning(pitch_rad=0.2), other, cycles=1)
    assert np.abs(landed.rotation - swinging.rotation).max() < 0.02
    _, later = corrected(levelling, leaning(pitch_rad=0.2), other, cycles=60)
    assert later.rotation[2, 0] == pytest.approx(0.0, abs=2e-3)
