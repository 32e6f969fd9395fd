import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.geometry import GeometryError, Plane, Transform3

lengths = st.floats(-10.0, 10.0)
points = st.tuples(lengths, lengths, lengths)


def test_a_ray_downwards_meets_the_floor() -> None:
    hit = Plane.horizontal().intersect_ray((1.0, 2.0, 1.5), (1.0, 0.0, -1.0))
    assert hit is not None
    np.testing.assert_allclose(hit, (2.5, 2.0, 0.0))


@pytest.mark.parametrize("direction", [(1.0, 0.0, 1.0), (1.0, 0.0, 0.0)])
def test_a_ray_upwards_or_along_never_meets_the_floor(direction: tuple[float, float, float]) -> None:
    assert Plane.horizontal().intersect_ray((0.0, 0.0, 1.0), direction) is None


def test_of_many_rays_those_that_miss_are_nan() -> None:
    hits = Plane.horizontal(0.5).intersect_rays((0.0, 0.0, 1.0), [(1.0, 0.0, -0.5), (1.0, 0.0, 0.5)])
    np.testing.assert_allclose(hits[0], (1.0, 0.0, 0.5))
    assert np.isnan(hits[1]).all()


@given(points, points, points)
def test_three_points_lie_in_the_plane_through_them(
    first: tuple[float, float, float], second: tuple[float, float, float], third: tuple[float, float, float]
) -> None:
    corners = np.array([first, second, third])
    spread = np.linalg.norm(np.cross(corners[1] - corners[0], corners[2] - corners[0]))
    if spread < 1e-3:
        return
    plane = Plane.through_points(*corners)
    np.testing.assert_allclose(plane.signed_distance_m(corners), 0.0, atol=1e-9)


def test_the_side_is_the_one_from_which_points_run_counter_clockwise() -> None:
    plane = Plane.through_points((0, 0, 1), (1, 0, 1), (0, 1, 1))
    assert float(plane.signed_distance_m((0.0, 0.0, 3.0))) == pytest.approx(2.0)


@given(points, st.floats(-3.0, 3.0), st.floats(-3.0, 3.0))
def test_a_moved_plane_keeps_its_distances(
    point: tuple[float, float, float], roll_rad: float, yaw_rad: float
) -> None:
    plane = Plane.through_point((1.0, -2.0, 0.5), (3.0, 1.0, 2.0))
    a_from_b = Transform3.from_rpy(roll_rad=roll_rad, yaw_rad=yaw_rad, translation=(4.0, -1.0, 2.0))
    np.testing.assert_allclose(
        plane.moved(a_from_b).signed_distance_m(a_from_b.apply(point)),
        plane.signed_distance_m(point),
        atol=1e-9,
    )


def test_planes_without_a_side_are_refused() -> None:
    with pytest.raises(GeometryError, match="normal"):
        Plane(np.zeros(3), 1.0)
    with pytest.raises(GeometryError, match="one line"):
        Plane.through_points((0, 0, 0), (1, 1, 1), (2, 2, 2))
