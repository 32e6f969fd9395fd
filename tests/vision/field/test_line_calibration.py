import math

import numpy as np
import pytest

from ludens.geometry import Pose2, Transform3
from ludens.geometry.soccer_field import FIELD_2019
from ludens.robots.nao.places import CAMERA, HEAD_FROM_CAMERA
from ludens.vision.field.line_calibration import AssumedEye, LinePicture, calibrate_by_lines
from ludens.vision.field.projection import GroundView

ASSUMED = (AssumedEye(HEAD_FROM_CAMERA["top"], CAMERA), AssumedEye(HEAD_FROM_CAMERA["bottom"], CAMERA))
TORSO_M = 0.31
HEADS_RAD = [(float(yaw), pitch) for yaw in np.linspace(-1.0, 1.0, 8) for pitch in (-0.1, 0.1, 0.4)]
PUT, STANDS = Pose2(-0.8, 0.0, 0.0), Pose2(-0.75, 0.05, 0.03)


def points_of_lines():
    points = [
        (x1 + (x2 - x1) * t, y1 + (y2 - y1) * t)
        for x1, y1, x2, y2 in FIELD_2019.lines_m
        for t in np.linspace(0.0, 1.0, 60)
    ]
    points += [(0.75 * math.cos(t), 0.75 * math.sin(t)) for t in np.linspace(0.0, 2.0 * math.pi, 100)]
    return np.array([(*STANDS.inverse().apply(*point), 0.0) for point in points])


def pictures_of(turns_rad, *, lean_rad=(0.0, 0.0), outliers=0.0):
    """Points on lines as turned cameras see them, in the head of a torso that leans, unknown to all."""
    random = np.random.default_rng(0)
    roll_rad, pitch_rad = lean_rad
    lean = Transform3.from_rpy(roll_rad=roll_rad, pitch_rad=pitch_rad, yaw_rad=0.0)
    torso = Transform3(np.eye(3), np.array((0.0, 0.0, TORSO_M)))
    ground = points_of_lines()
    near = ground[np.hypot(ground[:, 0], ground[:, 1]) < 3.5]
    found = []
    for eye, (assumed, turn_rad) in enumerate(zip(ASSUMED, turns_rad, strict=True)):
        turn = Transform3.from_rpy(**dict(zip(("roll_rad", "pitch_rad", "yaw_rad"), turn_rad, strict=True)))
        for yaw, pitch in HEADS_RAD:
            head = Transform3.from_rpy(
                roll_rad=0.0, pitch_rad=pitch, yaw_rad=yaw, translation=np.array((0.0, 0.0, 0.13))
            )
            camera = torso @ lean @ head @ assumed.head_from_camera @ turn
            pixels = GroundView.of(CAMERA, camera).pixels(near)
            inside = pixels[np.isfinite(pixels).all(axis=1) & CAMERA.sees(pixels)]
            if len(inside) > 5:
                inside = inside + random.normal(0.0, 0.4, inside.shape)
                wild = random.random(len(inside)) < outliers
                inside[wild] = random.uniform((0.0, 200.0), (640.0, 480.0), (int(wild.sum()), 2))
                found.append(LinePicture(eye, random.permutation(inside)[:60], head, TORSO_M))
    return found


def off_deg(fit, turns_rad):
    found = [(eye.roll_rad, eye.pitch_rad, eye.yaw_rad) for eye in fit.eyes]
    return np.degrees(np.abs(np.array(found) - np.array(turns_rad))).max()


@pytest.mark.parametrize(
    "turns",
    [((0.0, 0.03, 0.0), (0.03, 0.0, -0.02)), ((-0.03, -0.08, 0.03), (0.04, 0.06, 0.03))],
)
def test_all_angles_of_both_cameras_are_found_though_the_torso_leans(turns):
    fit = calibrate_by_lines(
        pictures_of(turns, lean_rad=(0.02, -0.03), outliers=0.1), ASSUMED, start=PUT, pitch=FIELD_2019
    )
    assert off_deg(fit, turns) < 0.3
    assert np.degrees(np.abs(np.array(fit.lean_rad) - (0.02, -0.03))).max() < 0.3
    assert fit.misfit_px < 1.0
    assert fit.field_from_robot.distance_m(STANDS) < 0.03
    assert np.degrees(max(fit.sigma_rad)) < 0.3


def test_a_head_that_looks_one_way_only_does_not_tell_and_says_so():
    pictures = [picture for picture in pictures_of(((0.0, 0.03, 0.0),) * 2) if picture.eye == 0][:3]
    fit = calibrate_by_lines(pictures, ASSUMED, start=PUT, pitch=FIELD_2019)
    assert min(fit.sigma_rad) > math.radians(0.5)


def test_without_any_point_nothing_is_changed():
    fit = calibrate_by_lines([], ASSUMED, start=Pose2.identity(), pitch=FIELD_2019)
    assert off_deg(fit, ((0.0, 0.0, 0.0),) * 2) == 0.0
    assert (fit.points, fit.eyes[0].focal_px) == (0, CAMERA.focal_x_px)
