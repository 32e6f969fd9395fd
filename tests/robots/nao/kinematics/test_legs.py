"""Legs in closed form: back from where forward kinematics puts the soles, with one motor for both hips."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.geometry import Transform3
from ludens.robots.nao import HIGHEST_RAD, INDEX, LOWEST_RAD
from ludens.robots.nao.kinematics import LEGS, Posture, solve_leg, solve_legs
from tests.robots.nao.postures import postures

KNEES = [INDEX["LKneePitch"], INDEX["RKneePitch"]]
RIGHT = [
    INDEX[name]
    for name in ("LHipYawPitch", "RHipRoll", "RHipPitch", "RKneePitch", "RAnklePitch", "RAnkleRoll")
]
LEFT = list(range(INDEX["LHipYawPitch"], INDEX["LAnkleRoll"] + 1))


def bent(position_rad):
    """Knees that bend the ordinary way: a leg in closed form never overstretches."""
    position_rad[KNEES] = np.maximum(position_rad[KNEES], 1e-3)
    return position_rad


@settings(max_examples=200)
@given(postures.map(bent))
def test_legs_come_back_from_forward_kinematics(position_rad):
    body = Posture(position_rad)
    solution = solve_legs(body.torso_from_left_sole, body.torso_from_right_sole)
    assert solution.reached
    np.testing.assert_allclose(solution.position_rad, position_rad[LEGS], atol=1e-7)


@settings(max_examples=100)
@given(postures.map(bent))
def test_one_leg_alone_comes_back_too(position_rad):
    body = Posture(position_rad)
    left, left_reached = solve_leg(body.torso_from_left_sole, left=True)
    right, right_reached = solve_leg(body.torso_from_right_sole, left=False)
    assert left_reached
    assert right_reached
    np.testing.assert_allclose(left, position_rad[LEFT], atol=1e-7)
    np.testing.assert_allclose(right, position_rad[RIGHT], atol=1e-7)


@settings(max_examples=100)
@given(
    st.tuples(st.floats(-0.04, 0.04), st.floats(0.045, 0.06), st.floats(-0.31, -0.27), st.floats(-0.3, 0.3)),
    st.tuples(
        st.floats(-0.04, 0.04), st.floats(-0.06, -0.045), st.floats(-0.31, -0.27), st.floats(-0.3, 0.3)
    ),
    st.floats(0.0, 1.0),
)
def test_headings_that_disagree_leave_places_and_tilt_exact(left, right, right_share):
    wanted = [Transform3.from_rpy(yaw_rad=yaw, translation=(x, y, z)) for x, y, z, yaw in (left, right)]
    solution = solve_legs(*wanted, right_share=right_share)
    posture = np.zeros(25)
    posture[LEGS] = solution.position_rad
    body = Posture(posture)
    assert solution.reached
    for want, got in zip(wanted, (body.torso_from_left_sole, body.torso_from_right_sole), strict=True):
        np.testing.assert_allclose(got.translation, want.translation, atol=1e-9)
        np.testing.assert_allclose(got.rotation[:, 2], (0, 0, 1), atol=1e-9)


def test_the_side_with_the_whole_share_keeps_its_heading():
    wanted = [
        Transform3.from_rpy(yaw_rad=yaw, translation=(0, y, -0.3)) for y, yaw in ((0.05, 0.3), (-0.05, 0.0))
    ]
    for share, place, yaw_rad in ((0.0, "LSole", 0.3), (1.0, "RSole", 0.0)):
        posture = np.zeros(25)
        posture[LEGS] = solve_legs(*wanted, right_share=share).position_rad
        np.testing.assert_allclose(Posture(posture).torso_from(place).rpy()[2], yaw_rad, atol=1e-9)


def test_a_sole_out_of_reach_is_told_and_approached():
    far = [Transform3.from_translation(0.0, y, -0.45) for y in (0.05, -0.05)]
    solution = solve_legs(*far)
    assert not solution.reached
    np.testing.assert_allclose(solution.position_rad, np.zeros(11), atol=1e-6)


def test_limits_are_kept_and_told():
    wide = [
        Transform3.from_rpy(yaw_rad=yaw, translation=(0, y, -0.3)) for y, yaw in ((0.05, 1.4), (-0.05, -1.4))
    ]
    solution = solve_legs(*wide)
    assert not solution.reached
    assert np.all(solution.position_rad >= LOWEST_RAD[LEGS])
    assert np.all(solution.position_rad <= HIGHEST_RAD[LEGS])
