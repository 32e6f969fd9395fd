"""Zeros of the joints of both arms, found in pictures of a man that each hand turns before the camera."""

import numpy as np
import pytest

from ludens.games.morris.see.arm_fit import LEARNT, SIDES, ArmSighting, fit_arms, held_point
from ludens.geometry import FloatArray, Transform3
from ludens.manipulation.clearance import held_in_hand_m
from ludens.manipulation.postures import STUDIED_RAD, arm_rad
from ludens.manipulation.reaching import arm_of
from ludens.messages import CameraPose
from ludens.messages.manipulation import Hand
from ludens.robots.nao.joints import HEAD_PITCH, HEAD_YAW, INDEX, JOINTS
from ludens.robots.nao.kinematics import Posture, aim_camera
from ludens.robots.nao.kinematics.stance import stance
from ludens.robots.nao.places import CAMERA, HEAD_FROM_CAMERA

PLACE = CameraPose(
    camera=CAMERA,
    head_from_camera=HEAD_FROM_CAMERA["bottom"],
    robot_from_camera=Transform3.identity(),
    calibrated=True,
)
OVER_RAD = np.array([0.36, 0.2, 1.52, -1.04, 0.21])
"""A left arm that reaches down to the board."""
KNOWN_RAD = np.zeros(len(JOINTS))


def offsets(seed: int) -> FloatArray:
    """What a robot that nobody has calibrated for a while is off by."""
    drawn = np.zeros(len(JOINTS))
    drawn[LEARNT] = np.random.default_rng(seed).normal(0.0, 0.0175, len(LEARNT))
    return drawn


def camera_from_held(truly_rad: FloatArray, hand: Hand, held_m: FloatArray) -> FloatArray:
    posture = Posture(truly_rad)
    torso_from_camera = posture.torso_from_link("Head") @ PLACE.head_from_camera
    held = posture.torso_from_link("LHand" if hand == "left" else "RHand").apply(held_m)
    return torso_from_camera.inverse().apply(held)


def pictures(
    off_rad: FloatArray,
    *,
    hands=SIDES,
    noise_px: float = 1.0,
    seed: int = 0,
    across_m: float = 0.0,
    postures=STUDIED_RAD,
) -> list[ArmSighting]:
    """Two of each posture; the man sits a few millimetres beside the middle of the fingers."""
    random = np.random.default_rng([seed, 1])
    seen = []
    for hand in hands:
        held_m = held_in_hand_m() + random.normal(0.0, (0.003, 0.003, 0.0005)) + (0.0, across_m, 0.0)
        for posture, left_rad in enumerate(postures):
            told_rad = stance()
            told_rad[arm_of(hand)] = arm_rad(left_rad, hand)
            grip = Posture(told_rad).torso_from("LGrip" if hand == "left" else "RGrip")
            aim = aim_camera(grip.translation, PLACE.head_from_camera)
            told_rad[HEAD_YAW], told_rad[HEAD_PITCH] = aim.yaw_rad, aim.pitch_rad
            held_m = held_m + random.normal(0.0, (0.001, 0.001, 0.0003))  # it slips a little
            for _ in range(2):
                pixel = CAMERA.project(camera_from_held(told_rad - off_rad, hand, held_m))
                column, row = (pixel + random.normal(0.0, noise_px, 2)).tolist()
                seen.append(ArmSighting(hand, posture, told_rad, PLACE, (column, row)))
    return seen


def beside_m(off_rad: FloatArray, learnt_rad: FloatArray, hand: Hand) -> float:
    """How far before the camera an arm over the board is from where it is believed to be."""
    told_rad = stance()
    told_rad[arm_of(hand)] = arm_rad(OVER_RAD, hand)
    told_rad[HEAD_PITCH] = 0.3
    held_m = held_in_hand_m()
    truly, believed = (camera_from_held(told_rad - off, hand, held_m) for off in (off_rad, learnt_rad))
    return float(np.linalg.norm(truly - believed))


def as_array(named: dict[str, float]) -> FloatArray:
    array = np.zeros(len(JOINTS))
    for name, value in named.items():
        array[INDEX[name]] = value
    return array


@pytest.mark.parametrize("hand", SIDES)
def test_pictures_of_six_postures_bring_a_hand_to_where_it_is_believed_to_be(hand: Hand) -> None:
    before, after = [], []
    for seed in range(8):
        off_rad = offsets(seed)
        fit = fit_arms(pictures(off_rad, seed=seed), known_rad=KNOWN_RAD)
        assert fit.after_px < 2.0 < fit.before_px
        before.append(beside_m(off_rad, KNOWN_RAD, hand))
        after.append(beside_m(off_rad, as_array(dict(fit.offsets_rad)), hand))
    assert np.median(before) > 0.005
    assert np.median(after) < 0.002
    assert max(after) < 0.005


def test_of_the_hand_that_was_not_seen_nothing_is_learnt() -> None:
    fit = fit_arms(pictures(offsets(1), hands=("left",)), known_rad=KNOWN_RAD)
    assert abs(fit.offsets_rad["RElbowRoll"]) < 1e-6
    assert abs(fit.offsets_rad["LElbowRoll"]) > 1e-3


def test_what_the_robots_file_says_is_where_the_search_begins() -> None:
    off_rad = offsets(2)
    fit = fit_arms(pictures(off_rad, seed=2), known_rad=off_rad)
    assert fit.before_px < 20.0  # a man beside the middle of the fingers is all that is not known
    assert np.abs(as_array(dict(fit.offsets_rad)) - off_rad)[LEARNT].max() < 0.008


def test_a_picture_of_something_else_spoils_little() -> None:
    off_rad = offsets(3)
    seen = pictures(off_rad, seed=3)
    strange = seen[4]
    column, row = strange.middle_px
    seen[4] = ArmSighting(strange.hand, strange.posture, strange.position_rad, PLACE, (column + 60.0, row))
    fit = fit_arms(seen, known_rad=KNOWN_RAD)
    assert beside_m(off_rad, as_array(dict(fit.offsets_rad)), "left") < 0.004


def test_once_the_arm_is_known_a_picture_tells_where_in_the_hand_a_man_sits() -> None:
    off_rad = offsets(4)
    fit = fit_arms(pictures(off_rad, seed=4), known_rad=KNOWN_RAD)
    shown = pictures(off_rad, hands=("left",), seed=5)[:2]
    random = np.random.default_rng([5, 1])
    truly_m = held_in_hand_m() + random.normal(0.0, (0.003, 0.003, 0.0005))
    truly_m = truly_m + random.normal(0.0, (0.001, 0.001, 0.0003))
    found_m = held_point(shown, fit.numbers, known_rad=KNOWN_RAD)
    assert np.linalg.norm(found_m - truly_m) < np.linalg.norm(held_in_hand_m() - truly_m)
    assert np.linalg.norm(found_m - truly_m) < 0.003


def test_a_man_far_beside_the_middle_of_the_fingers_is_told_as_one() -> None:
    off_rad = offsets(6)
    assert fit_arms(pictures(off_rad, seed=6), known_rad=KNOWN_RAD).worst_hold < 3.0
    across = pictures(off_rad, seed=6, across_m=0.018)
    assert fit_arms(across, known_rad=KNOWN_RAD).worst_hold > 3.0
