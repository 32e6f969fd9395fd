import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ludens.geometry import PinholeCamera, Transform3
from ludens.vision.field.projection import GroundView


def view(pitch_rad=0.4, yaw_rad=0.2, roll_rad=0.02, k1=0.03):
    camera = PinholeCamera(640, 480, 600.0, 600.0, 319.5, 239.5, (k1, 0.0, 0.0))
    pose = Transform3.from_rpy(
        roll_rad=roll_rad, pitch_rad=pitch_rad, yaw_rad=yaw_rad, translation=np.array((0.03, 0.0, 0.5))
    )
    return GroundView.of(camera, pose)


@given(
    column=st.floats(0, 639),
    row=st.floats(200, 479),
    pitch_rad=st.floats(0.3, 0.9),
    yaw_rad=st.floats(-1.5, 1.5),
    k1=st.floats(-0.05, 0.05),
    height_m=st.floats(0.0, 0.1),
)
def test_a_pixel_on_the_ground_is_seen_where_it_was(column, row, pitch_rad, yaw_rad, k1, height_m):
    seen = view(pitch_rad, yaw_rad, k1=k1)
    x_m, y_m = seen.ground_m(np.array([(column, row)]), height_m=height_m)[0]
    if math.isnan(x_m):
        return
    back = seen.pixels(np.array([(x_m, y_m, height_m)]))[0]
    assert np.hypot(*(back - (column, row))) < 0.05


@given(x_m=st.floats(0.3, 6.0), y_m=st.floats(-2.0, 2.0))
def test_it_projects_as_the_camera_model_does(x_m, y_m):
    seen = view()
    point = seen.robot_from_camera.inverse().apply(np.array([(x_m, y_m, 0.0)]))
    assert np.allclose(
        seen.pixels(np.array([(x_m, y_m, 0.0)])), seen.camera.project(point), atol=1e-9, equal_nan=True
    )


def test_above_the_horizon_there_is_no_ground():
    seen = view(pitch_rad=0.0, roll_rad=0.0, k1=0.0)
    row = seen.horizon_row_px(100.0)
    assert np.isnan(seen.ground_m(np.array([(100.0, row - 2.0)]))).all()
    assert np.isfinite(seen.ground_m(np.array([(100.0, row + 2.0)]))).all()


def test_a_ball_looks_smaller_the_farther_it_is():
    seen = view()
    sizes = [
        seen.ball_radius_px(*seen.pixels(np.array([(away, 0.0, 0.05)]))[0], 0.05) for away in (0.6, 1.2, 2.4)
    ]
    assert sizes[0] > 1.6 * sizes[1] > 2.5 * sizes[2]
