import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.geometry import Pose2, difference

lengths = st.floats(-50.0, 50.0)
angles = st.floats(-10.0, 10.0)
poses = st.builds(Pose2, lengths, lengths, angles)


@given(poses, poses, poses)
def test_composition_is_associative(a: Pose2, b: Pose2, c: Pose2) -> None:
    assert ((a @ b) @ c).is_close(a @ (b @ c))


@given(poses)
def test_the_inverse_undoes_from_both_sides(pose: Pose2) -> None:
    assert (pose @ pose.inverse()).is_close(Pose2.identity())
    assert (pose.inverse() @ pose).is_close(Pose2.identity())


@given(poses)
def test_the_identity_changes_nothing(pose: Pose2) -> None:
    assert (Pose2.identity() @ pose).is_close(pose)
    assert (pose @ Pose2.identity()).is_close(pose)


@given(poses, poses, lengths, lengths)
def test_a_product_moves_points_like_its_factors_in_turn(a: Pose2, b: Pose2, x_m: float, y_m: float) -> None:
    assert (a @ b).apply(x_m, y_m) == pytest.approx(a.apply(*b.apply(x_m, y_m)), abs=1e-9)


@given(poses, st.lists(st.tuples(lengths, lengths), min_size=1, max_size=5))
def test_many_points_move_like_single_ones(pose: Pose2, points: list[tuple[float, float]]) -> None:
    moved = [pose.apply(*point) for point in points]
    np.testing.assert_allclose(pose.apply_points(points), moved, atol=1e-9)
    np.testing.assert_allclose(pose @ np.array(points), moved, atol=1e-9)


@given(poses, poses)
def test_the_transform_in_space_is_the_same_group(a: Pose2, b: Pose2) -> None:
    product = a.to_transform3() @ b.to_transform3()
    assert product.is_close((a @ b).to_transform3(), tolerance=1e-8)
    assert Pose2.from_transform3(a.to_transform3(height_m=0.7)).is_close(a)


def test_a_robot_facing_left_drives_along_y() -> None:
    ground_from_robot = Pose2(1.0, 2.0, math.pi / 2)
    assert ground_from_robot.apply(3.0, 0.0) == pytest.approx((1.0, 5.0))
    assert ground_from_robot.distance_m(Pose2(4.0, 6.0, 0.0)) == pytest.approx(5.0)


@given(poses, poses)
def test_interpolation_meets_its_ends(a: Pose2, b: Pose2) -> None:
    assert a.interpolate(b, 0.0).is_close(a)
    # Half a turn either way is as short: only the direction is fixed there.
    assert a.interpolate(b, 1.0).is_close(b)


def test_interpolation_takes_the_shorter_turn_across_the_seam() -> None:
    middle = Pose2(0.0, 0.0, math.pi - 0.1).interpolate(Pose2(2.0, 4.0, -math.pi + 0.3), 0.5)
    assert (middle.x_m, middle.y_m) == (1.0, 2.0)
    assert difference(middle.yaw_rad, -math.pi + 0.1) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("other", [Pose2(0.1, 0.0, 0.0), Pose2(0.0, 0.1, 0.0), Pose2(0.0, 0.0, 0.1)])
def test_closeness_looks_at_every_number(other: Pose2) -> None:
    assert not Pose2.identity().is_close(other)
