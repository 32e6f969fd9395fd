import math

import numpy as np
import pytest

from ludens.robots.pioneer import BODY, CAMERA, ROBOT_FROM_CAMERA


def test_the_picture_is_the_papers():
    assert (CAMERA.width_px, CAMERA.height_px) == (320, 240)
    assert 2.0 * CAMERA.bearing_rad(-0.5) == pytest.approx(math.radians(36.0))


def test_the_floor_is_seen_from_0_91_m_on_and_the_own_bumper_is_not():
    bottom = ROBOT_FROM_CAMERA.rotate(CAMERA.ray((159.5, 239.5)))
    height_m = ROBOT_FROM_CAMERA.translation[2]
    assert height_m * bottom[0] / -bottom[2] == pytest.approx(0.91, abs=0.01)
    plate_corner = np.array([BODY.front_x_m, 0.0, BODY.plate_top_z_m])
    assert not CAMERA.sees(CAMERA.project(ROBOT_FROM_CAMERA.inverse() @ plate_corner))
