"""Heat: status by temperature, and stiffness that is given up little by little."""

import numpy as np

from ludens.robots.nao import INDEX
from ludens.robots.nao.motors import (
    AMBIENT_C,
    COOLING_TIME_S,
    FAR_TOO_HOT_C,
    FULL_CURRENT_A,
    GAIN_NM_PER_RAD,
    HEATING_C_PER_S_A2,
    HOT_C,
    heat_status,
    stiffness_left,
)


def test_status_rises_with_temperature():
    np.testing.assert_array_equal(heat_status(np.array([40.0, 70.0, 80.0, 90.0])), (0, 1, 2, 3))


def test_hot_motors_give_up_stiffness_to_none():
    left = stiffness_left(np.array([40.0, HOT_C, 0.5 * (HOT_C + FAR_TOO_HOT_C), FAR_TOO_HOT_C, 100.0]))
    np.testing.assert_allclose(left, (1.0, 1.0, 0.5, 0.0, 0.0))


def test_full_effort_for_ever_is_too_hot_for_a_knee():
    knee_a = FULL_CURRENT_A[INDEX["LKneePitch"]]
    assert AMBIENT_C + COOLING_TIME_S * HEATING_C_PER_S_A2 * knee_a**2 > FAR_TOO_HOT_C


def test_legs_are_stiff_enough_to_walk_with():
    assert GAIN_NM_PER_RAD[INDEX["LHipYawPitch"] : INDEX["RAnkleRoll"] + 1].min() >= 100.0
