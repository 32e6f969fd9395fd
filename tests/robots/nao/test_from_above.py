import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.robots.nao.joints import HIGHEST_RAD, LOWEST_RAD
from ludens.robots.nao.kinematics import LEFT_ARM, RIGHT_ARM, Posture
from ludens.robots.nao.kinematics.from_above import solve_from_above
from ludens.robots.nao.kinematics.stance import stance

HELD_M = np.array([0.096, 0.0, -0.0123])
START_RAD = np.array([0.1, -0.18, 1.55, -1.1, -0.2])
SIGNS = np.array([1.0, -1.0, -1.0, -1.0, -1.0])
DOWN = np.array([0.0, 0.0, -1.0])


def solved(place_m: np.ndarray, *, left: bool = True, closing: tuple[float, float] = (0.0, -1.0)):
    return solve_from_above(
        place_m,
        left=left,
        held_in_hand_m=HELD_M,
        down_in_torso=DOWN,
        closing_in_torso=np.array([*closing, 0.0]),
        start_rad=START_RAD if left else START_RAD * SIGNS,
    )


@given(st.floats(0.10, 0.14), st.floats(0.07, 0.13), st.floats(-0.09, -0.06))
def test_the_held_point_comes_to_its_place_with_fingers_that_close_along_the_line(x_m, y_m, z_m) -> None:
    found = solved(np.array([x_m, y_m, z_m]))
    assert found.reached
    position_rad = stance()
    position_rad[LEFT_ARM] = found.position_rad
    hand = Posture(position_rad).torso_from_link("LHand")
    np.testing.assert_allclose(hand.apply(HELD_M), [x_m, y_m, z_m], atol=1e-3)
    upper = hand.rotation[:, 2]
    assert abs(math.atan2(upper[0], -upper[1])) < 0.05
    assert math.acos(-hand.rotation[2, 0]) == pytest.approx(found.tilt_rad, abs=1e-6)
    assert found.tilt_rad < 0.5
    assert (found.position_rad >= LOWEST_RAD[LEFT_ARM]).all()
    assert (found.position_rad <= HIGHEST_RAD[LEFT_ARM]).all()


def test_the_right_arm_is_the_left_one_in_a_mirror() -> None:
    left = solved(np.array([0.13, 0.10, -0.07]))
    right = solved(np.array([0.13, -0.10, -0.07]), left=False, closing=(0.0, 1.0))
    assert right.reached
    np.testing.assert_allclose(right.position_rad, left.position_rad * SIGNS, atol=1e-4)
    assert RIGHT_ARM != LEFT_ARM


def test_what_is_out_of_reach_is_said() -> None:
    assert not solved(np.array([0.35, 0.10, -0.07])).reached
