import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.estimation.orientation import (
    OrientationFilter,
    heading,
    leaning,
    multiplied,
    normalised,
    rotation,
    up_in_torso,
)
from ludens.geometry.rotation import matrix_from_quaternion, multiply_quaternions

CYCLE_S = 0.012
UP = (0.0, 0.0, 9.81)
angles = st.floats(-1.2, 1.2)


def felt(level_from_torso) -> tuple[float, float, float]:
    """What a resting accelerometer reads in this orientation."""
    x, y, z = (9.81 * part for part in up_in_torso(level_from_torso))
    return x, y, z


@given(angles, angles)
def test_gravity_alone_tells_roll_and_pitch(roll_rad: float, pitch_rad: float) -> None:
    lean = multiplied(rotation((0.0, pitch_rad, 0.0)), rotation((roll_rad, 0.0, 0.0)))
    assert leaning(felt(lean)) == pytest.approx(normalised(lean), abs=1e-9)


@given(st.tuples(angles, angles, angles), st.tuples(angles, angles, angles))
def test_products_are_those_of_geometry(first, second) -> None:
    a, b = rotation(first), rotation(second)
    np.testing.assert_allclose(multiplied(a, b), multiply_quaternions(a, b), atol=1e-12)
    np.testing.assert_allclose(matrix_from_quaternion(a)[2], up_in_torso(a), atol=1e-12)


@settings(max_examples=20, deadline=None)
@given(st.floats(-3.0, -0.1) | st.floats(0.1, 3.0))
def test_a_turn_about_the_vertical_is_the_sum_of_its_rates(turn_rad: float) -> None:
    keeper = OrientationFilter()
    for _ in range(100):
        keeper.update((0.0, 0.0, turn_rad / 1.2), UP, elapsed_s=CYCLE_S)
    assert heading(keeper.quaternion) == pytest.approx(turn_rad, abs=1e-6)


def test_a_wrong_lean_is_forgotten_in_seconds() -> None:
    keeper = OrientationFilter()
    keeper.update((0.0, 0.0, 0.0), UP, elapsed_s=CYCLE_S)
    keeper.quaternion = rotation((0.3, -0.2, 0.0))
    for _ in range(800):
        keeper.update((0.0, 0.0, 0.0), UP, elapsed_s=CYCLE_S)
    assert up_in_torso(keeper.quaternion) == pytest.approx((0.0, 0.0, 1.0), abs=0.01)


def test_a_shaken_accelerometer_does_not_tilt_the_belief() -> None:
    keeper = OrientationFilter()
    keeper.update((0.0, 0.0, 0.0), UP, elapsed_s=CYCLE_S)
    for _ in range(200):
        keeper.update((0.0, 0.0, 0.0), (12.0, 0.0, 9.81), elapsed_s=CYCLE_S)
    assert up_in_torso(keeper.quaternion) == pytest.approx((0.0, 0.0, 1.0), abs=1e-9)


def test_a_knock_in_the_first_reading_is_soon_forgotten() -> None:
    keeper = OrientationFilter()
    keeper.update((0.0, 0.0, 0.0), (-1.6, 0.0, 19.3), elapsed_s=0.0)  # dropped on its feet
    for _ in range(20):
        keeper.update((0.0, 0.0, 0.0), UP, elapsed_s=CYCLE_S)
    assert up_in_torso(keeper.quaternion) == pytest.approx((0.0, 0.0, 1.0), abs=0.01)


def test_the_bias_is_learned_at_rest_and_not_while_turning() -> None:
    random = np.random.default_rng(3)
    bias = np.array([0.02, -0.015, 0.01])
    keeper = OrientationFilter()
    for _ in range(600):
        rates = bias + random.normal(0.0, 0.006, 3)
        keeper.update((rates[0], rates[1], rates[2]), UP, elapsed_s=CYCLE_S)
    assert keeper.bias_radps == pytest.approx(tuple(bias), abs=0.003)
    learned = keeper.bias_radps
    for _ in range(300):
        keeper.update((0.0, 0.0, 0.8), UP, elapsed_s=CYCLE_S)
    assert keeper.bias_radps[2] == pytest.approx(learned[2], abs=1e-6)


def test_a_bad_gyroscopes_bias_is_learned_at_rest_too() -> None:
    random = np.random.default_rng(4)
    bias = np.array([0.07, -0.05, 0.03])
    keeper = OrientationFilter()
    for _ in range(250):  # three seconds
        rates = bias + random.normal(0.0, 0.02, 3)
        keeper.update((rates[0], rates[1], rates[2]), UP, elapsed_s=CYCLE_S)
    assert keeper.bias_radps == pytest.approx(tuple(bias), abs=0.01)


@pytest.mark.parametrize("amplitude_radps", [0.15, 0.6])
def test_a_body_that_sways_in_stepping_does_not_rest(amplitude_radps: float) -> None:
    keeper = OrientationFilter()
    for number in range(500):
        sway_radps = amplitude_radps * math.sin(4.0 * math.pi * number * CYCLE_S)  # two steps a second
        keeper.update((sway_radps, 0.0, 0.05), UP, elapsed_s=CYCLE_S)
    assert keeper.bias_radps == (0.0, 0.0, 0.0)


def test_the_quaternion_keeps_length_one_under_noise() -> None:
    random = np.random.default_rng(1)
    keeper = OrientationFilter()
    for rates, force in zip(random.normal(0, 3, (500, 3)), random.normal(0, 10, (500, 3)), strict=True):
        keeper.update(tuple(rates.tolist()), tuple(force.tolist()), elapsed_s=CYCLE_S)
    assert math.hypot(*keeper.quaternion) == pytest.approx(1.0, abs=1e-9)
