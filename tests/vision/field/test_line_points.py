"""A line with wear of its own is one line; dark patches between bright ones are none."""

import math

import cv2
import numpy as np

from ludens.geometry import Transform3
from ludens.messages import CameraImage, CameraPose
from ludens.robots.nao.places import CAMERA
from ludens.vision.field.line_points import find_line_points
from ludens.vision.field.scanner import FieldScanner, view_of

TURF = (45, 110, 60)
POSE = CameraPose(
    camera=CAMERA,
    head_from_camera=Transform3.identity(),
    robot_from_camera=Transform3.from_rpy(
        roll_rad=0.0, pitch_rad=math.radians(28.0), yaw_rad=0.0, translation=np.array((0.0, 0.0, 0.5))
    ),
)


def points_across(tones):
    """Points on a line across the view, 1 m away, painted in stripes of these tones along its length."""
    pixels = np.full((CAMERA.height_px, CAMERA.width_px, 3), TURF, np.uint8)
    scanner = FieldScanner(random=np.random.default_rng(1))
    view = view_of(scanner.scan(CameraImage(time_s=0.0, pixels_rgb=pixels, jpeg=b""), POSE))
    edges_m = np.linspace(0.975, 1.025, len(tones) + 1)
    for near_m, far_m, tone in zip(edges_m[:-1], edges_m[1:], tones, strict=True):
        corners = [(near_m, -2.0, 0.0), (near_m, 2.0, 0.0), (far_m, 2.0, 0.0), (far_m, -2.0, 0.0)]
        outline = np.rint(view.pixels(np.array(corners))).astype(np.int32)
        cv2.fillPoly(pixels, [outline], (tone, tone, tone))
    scanned = scanner.scan(CameraImage(time_s=0.0, pixels_rgb=pixels, jpeg=b""), POSE)
    found = find_line_points(
        scanned.ycbcr, scanned.vertical, scanned.horizontal, view_of(scanned), border=scanned.border_rows
    )
    return found.ground_m


def test_a_worn_line_is_found_where_a_whole_one_is():
    whole, worn = points_across([220] * 3), points_across([230, 150, 230])
    assert len(worn) > 0.9 * len(whole) > 100
    assert abs(float(np.median(worn[:, 0])) - 1.0) < 0.005


def test_bright_stripes_with_something_dark_between_are_no_line():
    assert len(points_across([230, 30, 230])) == 0
