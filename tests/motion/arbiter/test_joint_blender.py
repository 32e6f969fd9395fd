import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.core.runtime.module_check import check_module
from ludens.messages import (
    CalibratedJoints,
    HeadJoints,
    JointCalibration,
    MotionReason,
    MotionWeights,
    WantedJoints,
)
from ludens.motion.arbiter.joint_blender import JointBlender, MotionError
from ludens.motion.arbiter.joint_protection import beyond_protection, limp_joints
from ludens.robots.nao.joints import HIGHEST_RAD, INDEX, JOINTS, LOWEST_RAD, SPEED_RADPS
from ludens.robots.nao.kinematics.stance import stance

CYCLE_S = 0.012
KNEE = INDEX["LKneePitch"]


def joints(time_s: float = 0.0, position_rad=None, hot: str = "") -> CalibratedJoints:
    many = np.zeros(len(JOINTS))
    status = np.zeros(len(JOINTS), dtype=np.int64)
    if hot:
        status[INDEX[hot]] = 2
    return CalibratedJoints(
        time_s=time_s,
        position_rad=stance() if position_rad is None else position_rad,
        stiffness=many,
        current_a=many,
        temperature_c=many,
        status=status,
    )


def weights(
    motion: str = "walk", *, head: float = 0.0, reason: MotionReason | None = None, **given: float
) -> MotionWeights:
    return MotionWeights(time_s=0.0, motion=motion, weights=given or {motion: 1.0}, head=head, reason=reason)


def walk(position_rad=None, stiffness: float = 1.0) -> WantedJoints:
    return WantedJoints(
        time_s=0.0,
        position_rad=stance() if position_rad is None else position_rad,
        stiffness=np.full(len(JOINTS), stiffness),
        may_leave=True,
    )


kick = walk


def told(sender: JointBlender, weighed, *, walk=None, kick=None, head=None, calibration=None, at=None):
    command = sender.cycle(weighed, at or joints(), calibration, {"walk": walk, "kick": kick}, head)
    if command is None:
        return None
    return np.array(command.positions_rad), np.array(command.stiffnesses)


def test_it_keeps_the_promises_of_a_module() -> None:
    examples = [
        {"weights": weights("walk"), "joints": joints(t), "motions": {"walk": walk()}}
        for t in (0.0, CYCLE_S, 0.024)
    ]
    check_module(JointBlender, examples)


def test_motions_are_blended_by_their_shares() -> None:
    bent_rad = stance()
    bent_rad[KNEE] += 0.04
    told_rad, stiffness = told(
        JointBlender(), weights(walk=0.25, kick=0.75), walk=walk(), kick=kick(bent_rad, stiffness=0.6)
    )
    assert told_rad[KNEE] == pytest.approx(stance()[KNEE] + 0.03)
    assert stiffness == pytest.approx(0.7)


@given(st.lists(st.lists(st.floats(-10.0, 10.0), min_size=25, max_size=25), min_size=1, max_size=4))
def test_no_wish_leads_a_joint_beyond_its_limits_or_faster_than_it_can_go(wishes) -> None:
    sender, last_rad = JointBlender(), stance()
    for number, wish in enumerate(wishes):
        told_rad, _ = told(
            sender, weights("walk"), walk=walk(np.array(wish)), at=joints(number * CYCLE_S, stance())
        )
        assert (told_rad >= LOWEST_RAD).all()
        assert (told_rad <= HIGHEST_RAD).all()
        assert (np.abs(told_rad - last_rad) <= SPEED_RADPS * CYCLE_S + 1e-12).all()
        last_rad = told_rad


def test_a_limp_joint_starts_from_where_it_is() -> None:
    sender = JointBlender()
    told(sender, weights("relax"))
    moved_rad = stance()
    moved_rad[KNEE] += 0.5
    told_rad, _ = told(sender, weights("walk"), walk=walk(), at=joints(CYCLE_S, moved_rad))
    assert told_rad[KNEE] == pytest.approx(moved_rad[KNEE] - SPEED_RADPS[KNEE] * CYCLE_S)


def test_relaxing_takes_the_stiffness_away() -> None:
    _, stiffness = told(JointBlender(), weights(walk=0.5, relax=0.5), walk=walk())
    assert stiffness == pytest.approx(0.5)
    _, stiffness = told(JointBlender(), weights("relax"))
    assert not stiffness.any()


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_said_once_and_not_heard(number: float) -> None:
    bad_rad = stance()
    bad_rad[KNEE] = number
    sender = JointBlender()
    with pytest.raises(MotionError, match="motion 'walk' wants joint positions"):
        told(sender, weights("walk"), walk=walk(bad_rad))
    assert told(sender, weights("walk"), walk=walk(bad_rad)) is None
    other_rad, _ = told(sender, weights(walk=0.5, kick=0.5), walk=walk(bad_rad), kick=kick())
    np.testing.assert_allclose(other_rad, stance())
    assert told(sender, weights("walk"), walk=walk()) is not None


def test_without_anybody_who_wants_something_there_is_no_command() -> None:
    assert told(JointBlender(), weights("kick")) is None


def test_offsets_of_this_robot_are_added() -> None:
    offset_rad = np.zeros(len(JOINTS))
    offset_rad[KNEE] = 0.05
    calibration = JointCalibration(time_s=0.0, offset_rad=offset_rad, damaged=())
    told_rad, _ = told(JointBlender(), weights("walk"), walk=walk(), calibration=calibration)
    np.testing.assert_allclose(told_rad, stance() + offset_rad)


def test_the_head_follows_looking() -> None:
    head = HeadJoints(time_s=0.0, yaw_rad=0.05, pitch_rad=-0.04, camera="top")
    told_rad, _ = told(JointBlender(), weights("walk", head=1.0), walk=walk(), head=head)
    assert told_rad[INDEX["HeadYaw"]] == pytest.approx(0.05)
    assert told_rad[INDEX["HeadPitch"]] == pytest.approx(-0.04)
    told_rad, _ = told(JointBlender(), weights("walk", head=0.0), walk=walk(), head=head)
    assert told_rad[INDEX["HeadYaw"]] == 0.0


@given(st.lists(st.floats(0.0, 1.0), min_size=25, max_size=25), st.floats(0.0, 1.0))
def test_no_command_to_a_falling_body_is_above_the_protective_limits(wishes, share: float) -> None:
    head = HeadJoints(time_s=0.0, yaw_rad=0.0, pitch_rad=0.0, camera="top")
    wish = WantedJoints(time_s=0.0, position_rad=stance(), stiffness=np.array(wishes), may_leave=False)
    command = JointBlender().cycle(
        weights(reason=MotionReason.FALLING, head=1.0, walk=share, kick=1.0 - share),
        joints(),
        None,
        {"walk": wish, "kick": kick()},
        head,
    )
    assert command is not None
    assert beyond_protection(command) == ()


def test_damaged_joints_are_limp_whatever_motions_want() -> None:
    calibration = JointCalibration(
        time_s=0.0, offset_rad=np.zeros(len(JOINTS)), damaged=("LElbowRoll", "HeadYaw")
    )
    head = HeadJoints(time_s=0.0, yaw_rad=0.5, pitch_rad=0.0, camera="top")
    _, stiffness = told(
        JointBlender(), weights("walk", head=1.0), walk=walk(), head=head, calibration=calibration
    )
    limp = {joint for joint, value in zip(JOINTS, stiffness, strict=True) if value == 0.0}
    assert limp == limp_joints(("LElbowRoll", "HeadYaw"))


def test_a_hot_arm_may_cool_down_but_a_hot_leg_still_carries() -> None:
    _, stiffness = told(JointBlender(), weights("walk"), walk=walk(), at=joints(hot="LElbowRoll"))
    assert stiffness[INDEX["LElbowRoll"]] == 0.3
    assert stiffness[INDEX["RElbowRoll"]] == 1.0
    _, stiffness = told(JointBlender(), weights("walk"), walk=walk(), at=joints(hot="LKneePitch"))
    assert stiffness[KNEE] == 1.0
