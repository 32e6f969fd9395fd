import math

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.geometry import GeometryError, PinholeCamera

FIELD_OF_VIEW_RAD = math.radians(36.0)
plain = PinholeCamera.from_horizontal_field_of_view(FIELD_OF_VIEW_RAD, width_px=320, height_px=240)
barrel = PinholeCamera(640, 480, 500.0, 510.0, 322.0, 236.0, (-0.25, 0.07, -0.005))
cameras = st.sampled_from([plain, barrel])


@given(cameras, st.floats(0.3, 20.0), st.floats(-0.6, 0.6), st.floats(-0.4, 0.4))
def test_a_ray_through_a_projection_points_at_the_point(
    camera: PinholeCamera, depth_m: float, left: float, up: float
) -> None:
    point = depth_m * np.array([1.0, left, up])
    np.testing.assert_allclose(camera.ray(camera.project(point)), point / np.linalg.norm(point), atol=1e-9)


def test_left_is_a_smaller_column_and_up_a_smaller_row() -> None:
    center = plain.project((1.0, 0.0, 0.0))
    np.testing.assert_allclose(center, (159.5, 119.5))
    column, row = plain.project((1.0, 0.1, 0.1))
    assert column < center[0]
    assert row < center[1]


def test_the_field_of_view_reaches_from_edge_to_edge() -> None:
    assert plain.bearing_rad(-0.5) == pytest.approx(FIELD_OF_VIEW_RAD / 2)
    assert plain.bearing_rad(319.5) == pytest.approx(-FIELD_OF_VIEW_RAD / 2)


@given(cameras, st.floats(0.0, 300.0))
def test_a_bearing_is_the_ray_seen_from_above(camera: PinholeCamera, column_px: float) -> None:
    x, y, z = camera.ray((column_px, camera.center_y_px))
    assert z == pytest.approx(0.0, abs=1e-12)
    assert camera.bearing_rad(column_px) == pytest.approx(math.atan2(y, x), abs=1e-9)


def test_projection_agrees_with_opencv() -> None:
    points = np.random.default_rng(1).uniform((1.0, -0.5, -0.4), (4.0, 0.5, 0.4), (50, 3))
    optical = np.stack([-points[:, 1], -points[:, 2], points[:, 0]], axis=-1)
    matrix = np.array(
        [
            [barrel.focal_x_px, 0.0, barrel.center_x_px],
            [0.0, barrel.focal_y_px, barrel.center_y_px],
            [0.0, 0.0, 1.0],
        ]
    )
    k1, k2, k3 = barrel.radial_distortion
    expected, _ = cv2.projectPoints(
        optical, np.zeros(3), np.zeros(3), matrix, np.array([k1, k2, 0.0, 0.0, k3])
    )
    np.testing.assert_allclose(barrel.project(points), expected[:, 0], atol=1e-6)


def test_points_behind_the_camera_have_no_pixel() -> None:
    pixels = plain.project([(-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0), (1.0, 9.0, 0.0)])
    assert np.isnan(pixels[:2]).all()
    np.testing.assert_array_equal(plain.sees(pixels), [False, False, True, False])


def test_beyond_the_fold_of_a_barrel_lens_there_is_nothing() -> None:
    camera = PinholeCamera(640, 480, 300.0, 300.0, 319.5, 239.5, (-0.3, 0.0, 0.0))
    assert np.isnan(camera.project((1.0, 1.5, 0.0))).all()
    assert np.isnan(camera.ray((-60.0, 239.5))).any()
    np.testing.assert_allclose(camera.ray((319.5, 239.5)), (1.0, 0.0, 0.0))


def test_impossible_cameras_are_refused() -> None:
    with pytest.raises(GeometryError, match="focal lengths above zero"):
        PinholeCamera(320, 240, 0.0, 100.0, 160.0, 120.0)
    with pytest.raises(GeometryError, match="between 0 and pi"):
        PinholeCamera.from_horizontal_field_of_view(math.pi, width_px=320, height_px=240)
