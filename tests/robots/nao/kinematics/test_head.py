import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.geometry import Transform3
from ludens.robots.nao import INDEX, JOINTS, LIMITS
from ludens.robots.nao.kinematics import CameraAngles, Posture, aim_camera, torso_from_head
from ludens.robots.nao.places import CAMERA, CAMERAS, PLACES

YAWS = st.floats(-2.0, 2.0)
PITCHES = st.floats(-0.65, 0.5)
SMALL = st.floats(-0.06, 0.06)


@pytest.mark.parametrize("camera", CAMERAS)
@given(yaw=YAWS, pitch=PITCHES, distance=st.floats(0.1, 8.0), roll=SMALL, nod=SMALL, turn=SMALL)
def test_what_lies_on_a_cameras_axis_is_aimed_at_by_the_same_angles(
    camera: str, yaw: float, pitch: float, distance: float, roll: float, nod: float, turn: float
):
    askew = CameraAngles(roll_rad=roll, pitch_rad=nod, yaw_rad=turn).nominal_from_real()
    head_from_camera = PLACES[camera].link_from_place @ askew
    point = (torso_from_head(yaw, pitch) @ head_from_camera).apply((distance, 0.0, 0.0))
    found = aim_camera(point, head_from_camera)
    assert found.miss_rad < 1e-6
    assert (found.yaw_rad, found.pitch_rad) == pytest.approx((yaw, pitch), abs=1e-6)


@pytest.mark.parametrize("camera", CAMERAS)
def test_the_point_is_in_the_middle_of_the_picture(camera: str):
    point = np.array([0.8, 0.3, -0.2])
    found = aim_camera(point, PLACES[camera].link_from_place)
    position_rad = np.zeros(len(JOINTS))
    position_rad[INDEX["HeadYaw"]], position_rad[INDEX["HeadPitch"]] = found.yaw_rad, found.pitch_rad
    seen = Posture(position_rad).torso_from(camera).inverse().apply(point)
    assert CAMERA.project(seen) == pytest.approx((CAMERA.center_x_px, CAMERA.center_y_px), abs=1e-6)


@given(st.tuples(*[st.floats(-3.0, 3.0)] * 3))
def test_any_point_gives_angles_within_the_limits(point: tuple[float, float, float]):
    for camera in CAMERAS:
        found = aim_camera(np.array(point), PLACES[camera].link_from_place)
        assert LIMITS["HeadYaw"].lowest_rad <= found.yaw_rad <= LIMITS["HeadYaw"].highest_rad
        assert LIMITS["HeadPitch"].lowest_rad <= found.pitch_rad <= LIMITS["HeadPitch"].highest_rad
        assert 0.0 <= found.miss_rad <= math.pi


def test_a_point_out_of_reach_is_missed_by_what_the_limit_leaves():
    straight_behind = np.array([-2.0, 0.1, 0.19])
    found = aim_camera(straight_behind, Transform3.identity())
    assert found.yaw_rad == LIMITS["HeadYaw"].highest_rad
    assert found.miss_rad == pytest.approx(math.atan2(0.1, -2.0) - found.yaw_rad, abs=0.02)


def test_a_point_inside_the_head_is_no_error():
    found = aim_camera(np.array([0.0, 0.0, 0.1265]), PLACES[CAMERAS[0]].link_from_place)
    assert math.isfinite(found.yaw_rad)
    assert math.isfinite(found.pitch_rad)
