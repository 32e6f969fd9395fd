import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation, Slerp

from ludens.geometry import (
    FloatArray,
    GeometryError,
    axis_angle_from_matrix,
    is_rotation,
    matrix_from_axis_angle,
    matrix_from_quaternion,
    matrix_from_rpy,
    multiply_quaternions,
    quaternion_from_matrix,
    rpy_from_matrix,
    slerp,
)

components = st.floats(-1.0, 1.0)
quaternions = (
    st.tuples(components, components, components, components)
    .filter(lambda values: sum(value * value for value in values) > 1e-4)
    .map(lambda values: np.array(values) / np.linalg.norm(values))
)
angles = st.floats(-math.pi, math.pi)


def scipy_rotation(quaternion: FloatArray) -> Rotation:
    return Rotation.from_quat(np.roll(quaternion, -1))


@given(quaternions)
def test_matrices_agree_with_scipy(quaternion: FloatArray) -> None:
    matrix = matrix_from_quaternion(quaternion)
    np.testing.assert_allclose(matrix, scipy_rotation(quaternion).as_matrix(), atol=1e-12)
    assert is_rotation(matrix)


@given(quaternions)
def test_a_quaternion_survives_the_matrix_up_to_its_sign(quaternion: FloatArray) -> None:
    back = quaternion_from_matrix(matrix_from_quaternion(quaternion))
    assert back[0] >= 0.0
    assert abs(float(back @ quaternion)) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("axis", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 1.0, 1.0)])
@pytest.mark.parametrize("angle_rad", [0.0, 1e-7, 1.0, math.pi - 1e-7, math.pi])
def test_every_branch_of_the_quaternion_formula_is_accurate(
    axis: tuple[float, float, float], angle_rad: float
) -> None:
    matrix = matrix_from_axis_angle(axis, angle_rad)
    np.testing.assert_allclose(matrix_from_quaternion(quaternion_from_matrix(matrix)), matrix, atol=1e-12)


@given(quaternions, quaternions)
def test_products_of_quaternions_are_products_of_matrices(first: FloatArray, second: FloatArray) -> None:
    product = matrix_from_quaternion(multiply_quaternions(first, second))
    expected = matrix_from_quaternion(first) @ matrix_from_quaternion(second)
    np.testing.assert_allclose(product, expected, atol=1e-12)


@given(quaternions)
def test_axis_and_angle_survive_the_matrix(quaternion: FloatArray) -> None:
    matrix = matrix_from_quaternion(quaternion)
    axis, angle_rad = axis_angle_from_matrix(matrix)
    assert 0.0 <= angle_rad <= math.pi
    assert float(np.linalg.norm(axis)) == pytest.approx(1.0)
    np.testing.assert_allclose(matrix_from_axis_angle(3.0 * axis, angle_rad), matrix, atol=1e-9)
    assert angle_rad == pytest.approx(float(scipy_rotation(quaternion).magnitude()), abs=1e-7)


@given(angles, angles, angles)
def test_roll_pitch_yaw_agree_with_scipy(roll_rad: float, pitch_rad: float, yaw_rad: float) -> None:
    expected = Rotation.from_euler("xyz", [roll_rad, pitch_rad, yaw_rad]).as_matrix()
    np.testing.assert_allclose(matrix_from_rpy(roll_rad, pitch_rad, yaw_rad), expected, atol=1e-12)


@given(quaternions)
def test_roll_pitch_yaw_survive_the_matrix(quaternion: FloatArray) -> None:
    matrix = matrix_from_quaternion(quaternion)
    roll_rad, pitch_rad, yaw_rad = rpy_from_matrix(matrix)
    assert abs(pitch_rad) <= math.pi / 2
    np.testing.assert_allclose(matrix_from_rpy(roll_rad, pitch_rad, yaw_rad), matrix, atol=1e-7)


@pytest.mark.parametrize("pitch_rad", [math.pi / 2, -math.pi / 2])
def test_looking_straight_down_keeps_the_rotation(pitch_rad: float) -> None:
    matrix = matrix_from_rpy(0.4, pitch_rad, 0.9)
    roll_rad, *rest = rpy_from_matrix(matrix)
    assert roll_rad == 0.0
    np.testing.assert_allclose(matrix_from_rpy(roll_rad, *rest), matrix, atol=1e-9)


@given(quaternions, quaternions, st.floats(0.0, 1.0))
def test_slerp_agrees_with_scipy(start: FloatArray, end: FloatArray, fraction: float) -> None:
    if abs(float(start @ end)) < 1e-3:
        return  # half a turn apart: both ways round are right
    both = Rotation.concatenate([scipy_rotation(start), scipy_rotation(end)])
    expected = Slerp([0.0, 1.0], both)(fraction).as_matrix()
    np.testing.assert_allclose(matrix_from_quaternion(slerp(start, end, fraction)), expected, atol=1e-6)


def test_bad_rotations_are_refused_in_words() -> None:
    with pytest.raises(GeometryError, match="quaternion needs a finite length"):
        matrix_from_quaternion((0.0, 0.0, 0.0, 0.0))
    with pytest.raises(GeometryError, match="finite length"):
        matrix_from_quaternion((math.nan, 0.0, 0.0, 1.0))
    with pytest.raises(GeometryError, match=r"rotation axis has 3 numbers.*\(4,\)"):
        matrix_from_axis_angle((1.0, 0.0, 0.0, 0.0), 1.0)


def test_mirrors_and_stretched_axes_are_no_rotations() -> None:
    assert is_rotation(np.eye(3))
    assert not is_rotation(np.diag([1.0, 1.0, -1.0]))
    assert not is_rotation(2.0 * np.eye(3))
    assert not is_rotation(np.eye(4))
