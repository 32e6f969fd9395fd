import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.geometry import GeometryError, Transform3

lengths = st.floats(-20.0, 20.0)
angles = st.floats(-3.0, 3.0)


@st.composite
def transforms(draw: st.DrawFn) -> Transform3:
    return Transform3.from_rpy(
        roll_rad=draw(angles),
        pitch_rad=draw(angles),
        yaw_rad=draw(angles),
        translation=draw(st.tuples(lengths, lengths, lengths)),
    )


@given(transforms(), transforms(), transforms())
def test_composition_is_associative(a: Transform3, b: Transform3, c: Transform3) -> None:
    assert ((a @ b) @ c).is_close(a @ (b @ c))


@given(transforms())
def test_inverse_and_identity_hold_from_both_sides(a: Transform3) -> None:
    assert (a @ a.inverse()).is_close(Transform3.identity())
    assert (a.inverse() @ a).is_close(Transform3.identity())
    assert (a @ Transform3.identity()).is_close(a)
    assert (Transform3.identity() @ a).is_close(a)


@given(transforms(), transforms(), st.tuples(lengths, lengths, lengths))
def test_a_product_moves_points_like_its_factors_in_turn(
    a: Transform3, b: Transform3, point: tuple[float, float, float]
) -> None:
    np.testing.assert_allclose((a @ b).apply(point), a.apply(b.apply(point)), atol=1e-9)
    np.testing.assert_allclose(a @ np.array([point, point]), [a.apply(point)] * 2, atol=1e-9)


@given(transforms(), st.tuples(lengths, lengths, lengths))
def test_directions_turn_without_the_shift(a: Transform3, direction: tuple[float, float, float]) -> None:
    np.testing.assert_allclose(a.rotate(direction), a.apply(direction) - a.translation, atol=1e-9)


@given(transforms())
def test_every_notation_gives_the_transform_back(a: Transform3) -> None:
    assert Transform3.from_matrix(a.matrix()).is_close(a)
    assert Transform3.from_quaternion(a.quaternion(), a.translation).is_close(a)
    roll_rad, pitch_rad, yaw_rad = a.rpy()
    back = Transform3.from_rpy(
        roll_rad=roll_rad, pitch_rad=pitch_rad, yaw_rad=yaw_rad, translation=a.translation
    )
    assert back.is_close(a, tolerance=1e-7)


def test_a_camera_pitched_down_sees_the_floor_ahead() -> None:
    robot_from_camera = Transform3.from_rpy(pitch_rad=math.pi / 4, translation=(0.1, 0.0, 0.5))
    np.testing.assert_allclose(
        robot_from_camera.apply((math.sqrt(0.5), 0.0, 0.0)), (0.6, 0.0, 0.0), atol=1e-12
    )


@given(transforms(), transforms())
def test_interpolation_meets_its_ends(a: Transform3, b: Transform3) -> None:
    assert a.interpolate(b, 0.0).is_close(a, tolerance=1e-7)
    assert a.interpolate(b, 1.0).is_close(b, tolerance=1e-7)


def test_interpolation_turns_evenly() -> None:
    start, end = Transform3.identity(), Transform3.from_rpy(yaw_rad=1.0, translation=(4.0, 0.0, 0.0))
    quarter = start.interpolate(end, 0.25)
    assert quarter.is_close(Transform3.from_rpy(yaw_rad=0.25, translation=(1.0, 0.0, 0.0)))


def test_a_transform_shares_no_memory_and_cannot_be_changed() -> None:
    translation = np.zeros(3)
    transform = Transform3(np.eye(3), translation)
    translation[0] = 1.0
    assert transform.translation[0] == 0.0
    with pytest.raises(ValueError, match="read-only"):
        transform.translation[0] = 1.0


def test_what_is_not_rigid_is_refused_in_words() -> None:
    with pytest.raises(GeometryError, match="3x3 rotation"):
        Transform3(np.eye(4), np.zeros(3))
    with pytest.raises(GeometryError, match="not a rigid transform"):
        Transform3.from_matrix(np.diag([1.0, 1.0, -1.0, 1.0]))
    with pytest.raises(GeometryError, match="4x4"):
        Transform3.from_matrix(np.eye(3))
