"""The table of joints: the order of the link, limits of both sides, the mirror."""

import numpy as np
from hypothesis import given
from hypothesis.extra import numpy as arrays

from ludens.robots.nao.joints import (
    EFFORT_NM,
    HIGHEST_RAD,
    INDEX,
    JOINTS,
    LIMITS,
    LOWEST_RAD,
    SPEED_RADPS,
    mirrored,
    within_limits,
)

postures = arrays.arrays(np.float64, 25, elements={"min_value": -3.0, "max_value": 3.0})


def test_the_order_is_the_links():
    assert len(JOINTS) == len(set(JOINTS)) == 25
    assert [JOINTS[place] for place in (0, 2, 7, 12, 13, 17, 18, 23, 24)] == [
        "HeadYaw",
        "LShoulderPitch",
        "LHipYawPitch",
        "LAnkleRoll",
        "RHipRoll",
        "RAnkleRoll",
        "RShoulderPitch",
        "LHand",
        "RHand",
    ]
    assert "RHipYawPitch" not in JOINTS
    assert all(JOINTS[place] == name for name, place in INDEX.items())


def test_right_limits_mirror_left_ones():
    assert (LIMITS["RElbowRoll"].lowest_rad, LIMITS["RElbowRoll"].highest_rad) == (0.0349, 1.5446)
    assert (LIMITS["RHipRoll"].lowest_rad, LIMITS["RHipRoll"].highest_rad) == (-0.7905, 0.3794)
    assert LIMITS["RKneePitch"] == LIMITS["LKneePitch"]


def test_ankle_pitch_limits_differ_between_the_sides():
    assert LIMITS["RAnklePitch"].lowest_rad == -1.1863
    assert LIMITS["LAnklePitch"].lowest_rad == -1.1894


def test_every_joint_can_move_and_push():
    assert np.all(LOWEST_RAD < HIGHEST_RAD)
    assert np.all(SPEED_RADPS > 0)
    assert np.all(EFFORT_NM > 0)


@given(postures)
def test_mirroring_twice_changes_nothing(position_rad):
    np.testing.assert_array_equal(mirrored(mirrored(position_rad)), position_rad)


def test_a_mirrored_posture_swaps_the_sides():
    posture = np.zeros(25)
    posture[INDEX["LShoulderRoll"]] = 0.5
    posture[INDEX["RKneePitch"]] = 0.7
    posture[INDEX["LHipYawPitch"]] = -0.3
    posture[INDEX["HeadYaw"]] = 0.2
    image = mirrored(posture)
    assert image[INDEX["RShoulderRoll"]] == -0.5
    assert image[INDEX["LKneePitch"]] == 0.7
    assert image[INDEX["LHipYawPitch"]] == -0.3
    assert image[INDEX["HeadYaw"]] == -0.2


@given(postures)
def test_clipped_postures_keep_the_limits(position_rad):
    clipped = within_limits(position_rad)
    assert np.all(clipped >= LOWEST_RAD)
    assert np.all(clipped <= HIGHEST_RAD)
