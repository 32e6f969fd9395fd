import math

import numpy as np
import pytest
from msgspec import structs

from ludens.geometry import Pose2, Transform3
from ludens.messages import TorsoOrientation
from ludens.motion.walk import BodyTargets, GaitPhase, WalkParameters, standing
from ludens.motion.walk.balance import (
    FIRST_DOUBT_RAD,
    NO_TURNS,
    Levelling,
    Turns,
    UsualLean,
    UsualSway,
    capture_error,
    lean,
)
from ludens.motion.walk.legs import joints_for
from ludens.robots.nao.kinematics import Posture
from ludens.robots.nao.links import HIP_OFFSET_Z_M

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
    return BodyTargets(left_is_stance, (0.0, 0.0), Pose2(0.0, -0.1, 0.0), 0.01, GaitPhase.STEP, share)


def turned(
    levelling: Levelling, orientation: TorsoOrientation, targets: BodyTargets, *, cycles: int
) -> Turns:
    for _ in range(cycles):
        turns = levelling.turns(orientation, targets, WalkParameters(), elapsed_s=CYCLE_S)
    return turns


def right_sole(turns: Turns) -> Transform3:
    """Where the joints bring the swinging right sole."""
    parameters = WalkParameters()
    position_rad = joints_for(stepping(0.5), standing(parameters), parameters, turns=turns)
    return Posture(position_rad).torso_from_right_sole


def learn(usual, orientation, **how):
    usual.learn(lean(orientation), orientation.rates_radps, **how)


def test_a_body_that_tips_forward_swings_its_foot_farther_and_lifts_its_toes() -> None:
    turns = turned(Levelling(), leaning(pitch_rad=0.2), stepping(0.5), cycles=15)
    usual, levelled = right_sole(NO_TURNS), right_sole(turns)
    assert levelled.translation[0] > usual.translation[0] + 0.01
    assert levelled.rotation[2, 0] > 0.05  # the sole's x axis points up in a torso that points down
    assert turns[0] == (0.0, 0.0)


def test_a_leg_is_turned_about_the_hips_by_the_inverse_of_pitch_and_roll() -> None:
    roll_rad, pitch_rad = 0.06, -0.04
    hips = Transform3.from_translation(0.0, 0.0, HIP_OFFSET_Z_M)
    lean = Transform3.from_rpy(roll_rad=roll_rad, pitch_rad=pitch_rad)
    expected = hips @ lean.inverse() @ hips.inverse() @ right_sole(NO_TURNS)
    found = right_sole(((0.0, 0.0), (roll_rad, pitch_rad)))
    np.testing.assert_allclose(found.translation, expected.translation, atol=1e-9)
    np.testing.assert_allclose(found.rotation[:, 2], expected.rotation[:, 2], atol=1e-9)  # headings give way


def test_what_walking_itself_does_is_not_corrected() -> None:
    turns = turned(Levelling(), leaning(roll_rad=0.01, pitch_rad=-0.01), stepping(0.5), cycles=15)
    assert turns == NO_TURNS


def test_a_lean_that_lasts_is_taken_for_the_floor_s() -> None:
    levelling = Levelling()
    turned(levelling, leaning(pitch_rad=0.05), stepping(0.5), cycles=2000)
    _, right = turned(levelling, leaning(pitch_rad=0.05), stepping(0.5), cycles=1)
    assert right == pytest.approx((0.0, 0.0), abs=1e-3)


def test_a_foot_keeps_its_correction_when_it_lands_and_then_loses_it() -> None:
    levelling = Levelling()
    _, swinging = turned(levelling, leaning(pitch_rad=0.2), stepping(0.9), cycles=15)
    other = stepping(0.0, left_is_stance=False)
    _, landed = turned(levelling, leaning(pitch_rad=0.2), other, cycles=1)
    assert landed == pytest.approx(swinging, abs=0.02)
    _, later = turned(levelling, leaning(pitch_rad=0.2), other, cycles=60)
    assert later == pytest.approx((0.0, 0.0), abs=2e-3)


def test_a_body_that_stands_still_soon_knows_what_upright_looks_like() -> None:
    usual, seen = UsualLean(), leaning(roll_rad=0.046, pitch_rad=-0.02)  # three sigmas of default noise
    assert usual.doubt_rad == FIRST_DOUBT_RAD
    for _ in range(170):
        learn(usual, seen, stands=True, elapsed_s=CYCLE_S)
    assert usual.lean_rad == pytest.approx((0.046, -0.02), abs=0.002)
    assert usual.doubt_rad < 0.1 * FIRST_DOUBT_RAD
    felt_m = capture_error(seen, WalkParameters(), upright_rad=usual.lean_rad)
    assert felt_m == pytest.approx((0.0, 0.0), abs=0.001)


def test_a_shove_is_not_taken_for_upright() -> None:
    for stands in (True, False):
        usual = UsualLean()
        for _ in range(500):
            learn(usual, leaning(), stands=True, elapsed_s=CYCLE_S)
        tipping = structs.replace(leaning(roll_rad=0.2), rates_radps=(1.0, 0.0, 0.0))
        for _ in range(25):
            learn(usual, tipping, stands=stands, elapsed_s=CYCLE_S)
        assert abs(capture_error(tipping, WalkParameters(), upright_rad=usual.lean_rad)[1]) > 0.07


def test_a_body_held_askew_is_upright_within_limits() -> None:
    usual = UsualLean()
    for _ in range(1000):
        learn(usual, leaning(roll_rad=0.5), stands=True, elapsed_s=CYCLE_S)
    assert usual.roll_rad == 0.15


def sways(amplitude_m: float, *, shove_m: float = 0.0, seconds: float = 12.0) -> UsualSway:
    """A body that sways by two steps a second, and is shoved for half of every other second."""
    usual = UsualSway()
    for number in range(round(seconds / CYCLE_S)):
        time_s = number * CYCLE_S
        shoved_m = shove_m if time_s % 2.0 < 0.5 else 0.0
        felt_m = amplitude_m * math.sin(4.0 * math.pi * time_s) + shoved_m
        usual.learn((0.0, felt_m), steps=True, elapsed_s=CYCLE_S)
    return usual


def test_a_body_that_always_sways_is_not_always_shoved_and_lifts_its_feet() -> None:
    usual = sways(0.045)
    parameters = WalkParameters()
    assert parameters.steady_aside_m + usual.wider_m > 0.06
    assert usual.higher_m > 0.01


def test_shoves_of_a_sound_body_are_no_sway() -> None:
    shoved = sways(0.009, shove_m=0.1)
    assert (shoved.wider_m, shoved.higher_m) == (0.0, 0.0)
    standing_still = UsualSway()
    standing_still.learn((0.0, 0.05), steps=False, elapsed_s=CYCLE_S)
    assert standing_still.median_m == 0.0
