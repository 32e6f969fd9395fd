import math

import numpy as np
import pytest

from ludens.geometry import PinholeCamera, Pose2, Transform3
from ludens.geometry.soccer_field import FIELD_2019
from ludens.vision.field.line_calibration import LinePicture, calibrate_by_lines
from ludens.vision.field.projection import GroundView

CAMERA = PinholeCamera(640, 480, 600.0, 600.0, 319.5, 239.5)


def pictures_of(pose, *, roll_rad, pitch_rad, seed=0):
    """Points on lines as a camera sees them that is turned in the head by angles nobody knows."""
    random = np.random.default_rng(seed)
    turn = Transform3.from_rpy(roll_rad=roll_rad, pitch_rad=pitch_rad, yaw_rad=0.0)
    points = []
    for x1, y1, x2, y2 in FIELD_2019.lines_m:
        for t in np.linspace(0.0, 1.0, 80):
            points.append((x1 + (x2 - x1) * t, y1 + (y2 - y1) * t))
    for angle in np.linspace(0.0, 2.0 * math.pi, 120):
        points.append((0.75 * math.cos(angle), 0.75 * math.sin(angle)))
    on_ground = np.array([(*pose.inverse().apply(*point), 0.0) for point in points])
    near = on_ground[np.hypot(on_ground[:, 0], on_ground[:, 1]) < 3.5]
    found = []
    for yaw in np.linspace(-1.0, 1.0, 9):
        assumed = Transform3.from_rpy(
            roll_rad=0.0, pitch_rad=0.3, yaw_rad=float(yaw), translation=np.array((0.03, 0.0, 0.5))
        )
        pixels = GroundView.of(CAMERA, assumed @ turn).pixels(near)
        inside = pixels[np.isfinite(pixels).all(axis=1) & CAMERA.sees(pixels)]
        if len(inside) > 5:
            found.append(LinePicture(inside + random.normal(0.0, 0.4, inside.shape), assumed))
    return found


@pytest.mark.parametrize(("roll", "pitch"), [(0.0, 0.03), (0.02, -0.03), (-0.03, 0.02)])
def test_roll_and_pitch_are_found_within_half_a_degree(roll, pitch):
    pose = Pose2(-0.8, 0.1, 0.02)
    fit = calibrate_by_lines(
        pictures_of(pose, roll_rad=roll, pitch_rad=pitch),
        CAMERA,
        start=Pose2(-0.8, 0.0, 0.0),
        pitch=FIELD_2019,
    )
    assert abs(fit.roll_rad - roll) < math.radians(0.5)
    assert abs(fit.pitch_rad - pitch) < math.radians(0.5)
    assert fit.after_px < 0.6 * fit.before_px
    assert math.hypot(fit.field_from_robot.x_m - pose.x_m, fit.field_from_robot.y_m - pose.y_m) < 0.05


def test_without_any_point_nothing_is_changed():
    fit = calibrate_by_lines([], CAMERA, start=Pose2.identity(), pitch=FIELD_2019)
    assert (fit.roll_rad, fit.pitch_rad, fit.yaw_rad, fit.points) == (0.0, 0.0, 0.0, 0)
