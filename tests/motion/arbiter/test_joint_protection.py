import numpy as np

from ludens.messages import JointCommand
from ludens.motion.arbiter.fall_care import FALL_MOTIONS
from ludens.motion.arbiter.joint_protection import (
    PROTECTIVE_STIFFNESS,
    beyond_protection,
    first_damaged,
    hot_joint,
    limp_joints,
)
from ludens.motion.files import MotionLibrary
from ludens.robots.nao.joints import INDEX, JOINTS


def test_a_damaged_arm_hangs_as_a_whole_and_a_damaged_hand_alone() -> None:
    assert limp_joints(["LElbowRoll"]) == {
        "LShoulderPitch",
        "LShoulderRoll",
        "LElbowYaw",
        "LElbowRoll",
        "LWristYaw",
        "LHand",
    }
    assert limp_joints(["RHand"]) == {"RHand"}
    assert limp_joints(["LKneePitch"]) == {"LKneePitch"}
    assert limp_joints([]) == frozenset()


def test_a_damaged_joint_that_a_motion_needs_is_named() -> None:
    assert first_damaged({"LKneePitch"}, ["RHand"]) == ""
    assert first_damaged({"LKneePitch"}, ["RHand", "LKneePitch"]) == "LKneePitch"


def test_only_joints_that_carry_the_body_ask_for_rest() -> None:
    status = np.zeros(len(JOINTS), dtype=np.int64)
    status[INDEX["LElbowRoll"]] = 3
    assert hot_joint(status) == ""
    status[INDEX["RKneePitch"]] = 2
    assert hot_joint(status) == "RKneePitch"


def test_protective_postures_keep_the_protective_limits_themselves() -> None:
    library = MotionLibrary.load()
    for name in FALL_MOTIONS.values():
        for frame in library[name].frames:
            assert set(frame.stiffness) == set(JOINTS)
            assert set(frame.joints_rad) == set(JOINTS)
            for joint, stiffness in frame.stiffness.items():
                assert stiffness <= PROTECTIVE_STIFFNESS[INDEX[joint]]


def test_joints_beyond_the_protective_limits_are_named() -> None:
    command = JointCommand(
        time_s=0.0, names=("HeadYaw", "LKneePitch"), positions_rad=(0.0, 0.0), stiffnesses=(0.4, 0.4)
    )
    assert beyond_protection(command) == ("LKneePitch",)
