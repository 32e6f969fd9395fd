"""Cameras over the floor: height, horizon, calibration angles."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.geometry import Plane, Transform3
from ludens.robots.nao import INDEX
from ludens.robots.nao.kinematics import (
    LEGS,
    CameraAngles,
    CameraCalibration,
    Posture,
    ground_from_camera,
    ground_from_torso,
    horizon,
    solve_legs,
    torso_from_camera,
)
from ludens.robots.nao.places import BOTTOM_CAMERA, CAMERA, TOP_CAMERA

SOLES = (Transform3.from_translation(0, 0.05, -0.30), Transform3.from_translation(0, -0.05, -0.30))


def standing(**joints: float) -> Posture:
    position_rad = np.zeros(25)
    position_rad[LEGS] = solve_legs(*SOLES).position_rad
    for name, value in joints.items():
        position_rad[INDEX[name]] = value
    return Posture(position_rad)


def test_standing_upright_the_torso_is_as_high_as_the_legs():
    ground = ground_from_torso(standing())
    np.testing.assert_allclose(ground.translation, (0, 0, 0.30), atol=1e-9)
    np.testing.assert_allclose(ground.rotation, np.eye(3), atol=1e-9)


def test_a_camera_that_looks_level_has_its_horizon_in_the_middle():
    level = standing(HeadPitch=-math.radians(1.2))
    line = horizon(ground_from_camera(level, TOP_CAMERA), CAMERA)
    assert line is not None
    assert line.left_row_px == pytest.approx(CAMERA.center_y_px, abs=1e-6)
    assert line.right_row_px == pytest.approx(CAMERA.center_y_px, abs=1e-6)


def test_looking_down_lifts_the_horizon_and_the_bottom_camera_sees_none():
    line = horizon(ground_from_camera(standing(HeadPitch=0.2), TOP_CAMERA), CAMERA)
    assert line is not None
    assert line.left_row_px < CAMERA.center_y_px - 100.0
    bottom = horizon(ground_from_camera(standing(), BOTTOM_CAMERA), CAMERA)
    assert bottom is not None
    assert bottom.left_row_px < 0.0


def test_no_horizon_straight_down():
    assert horizon(Transform3.from_rpy(pitch_rad=math.pi / 2), CAMERA) is None


@settings(max_examples=30)
@given(st.floats(-0.3, 0.3), st.floats(-0.3, 0.3), st.floats(-1.5, 1.5), st.floats(-0.5, 0.5))
def test_the_floor_lies_below_the_horizon(roll_rad, pitch_rad, head_yaw_rad, head_pitch_rad):
    posture = standing(HeadYaw=head_yaw_rad, HeadPitch=head_pitch_rad)
    ground = ground_from_camera(posture, TOP_CAMERA, lean_rad=(roll_rad, pitch_rad))
    line = horizon(ground, CAMERA)
    assert line is not None
    far = ground.translation + 1e6 * ground.rotation[:, 0] * (1, 1, 0)
    far[2] = 0.0
    column, row = CAMERA.project(ground.inverse().apply(far))
    share = column / (CAMERA.width_px - 1)
    assert row == pytest.approx(line.left_row_px + share * (line.right_row_px - line.left_row_px), abs=0.01)


def test_lean_from_the_inertial_sensors_counts():
    leaning = ground_from_torso(standing(), lean_rad=(0.0, 0.1))
    assert leaning.rotation[2, 0] == pytest.approx(-math.sin(0.1))
    assert ground_from_torso(standing(), lean_rad=(0.1, 0.0)).rotation[2, 1] == pytest.approx(math.sin(0.1))


def test_a_lifted_foot_does_not_lift_the_floor():
    position_rad = np.zeros(25)
    position_rad[LEGS] = solve_legs(SOLES[0], Transform3.from_translation(0.02, -0.05, -0.27)).position_rad
    ground = ground_from_torso(Posture(position_rad))
    assert ground.translation[2] == pytest.approx(0.30)
    assert ground.translation[0] == pytest.approx(-0.01)


def test_calibration_angles_turn_only_their_camera():
    posture = standing()
    tilted = CameraCalibration(bottom=CameraAngles(pitch_rad=0.05))
    same = torso_from_camera(posture, TOP_CAMERA, calibration=tilted)
    assert same.is_close(posture.torso_from(TOP_CAMERA))
    turned = torso_from_camera(posture, BOTTOM_CAMERA, calibration=tilted)
    assert turned.rpy()[1] == pytest.approx(math.radians(39.7) + 0.05)


def test_the_level_top_camera_sees_no_ground_nearer_than_about_a_metre():
    ground = ground_from_camera(standing(), TOP_CAMERA)
    ray = ground.rotate(CAMERA.ray(np.array([CAMERA.center_x_px, CAMERA.height_px - 0.5])))
    hit = Plane.horizontal().intersect_ray(ground.translation, ray)
    assert hit is not None
    assert 1.0 < hit[0] < 1.25
