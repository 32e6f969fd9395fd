"""Calibrates a camera by the lines of a field: how it is turned in the head, and its focal length.

Many pictures of a robot that stands still and looks round show points on lines. Projected to the ground, they
must lie on the lines of the map. The angles, the focal length and the robot's pose that make them do so best
are found together by least squares; which line a point belongs to is asked anew in every round.

The camera's yaw and the robot's heading cannot be told apart by a robot that stands: what is known of both
beforehand decides.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ludens.geometry import FloatArray, PinholeCamera, Pose2, Transform3
from ludens.geometry.soccer_field import SoccerField
from ludens.vision.calibration.least_squares import minimise
from ludens.vision.field.projection import GroundView

ROUNDS = 4
OUTLIER_PX = 4.0
FARTHEST_M = 5.0
ANGLE_SIGMA_RAD, YAW_SIGMA_RAD, FOCAL_SIGMA = 0.03, 0.02, 0.015
"""What is known of a camera before: its yaw better than the rest, or heading and yaw would trade places."""
PLACE_SIGMA_M, HEADING_SIGMA_RAD = 0.2, 0.1
PRIOR_SHARE = 0.05
"""Of all points that what is known before counts as much as: points of one line are wrong together."""


@dataclass(frozen=True, slots=True, eq=False)
class LinePicture:
    """Points on lines in one picture, (points, 2) of column and row, and where the camera was taken to be."""

    pixels: FloatArray
    robot_from_camera: Transform3


@dataclass(frozen=True, slots=True)
class LineCalibration:
    """How a camera is turned against what was assumed, its focal length, and how well the map fits."""

    roll_rad: float
    pitch_rad: float
    yaw_rad: float
    focal_px: float
    field_from_robot: Pose2
    before_px: float  # median misfit of points, and after
    after_px: float
    points: int

    def turn(self) -> Transform3:
        """Return assumed_from_real of the camera."""
        return Transform3.from_rpy(roll_rad=self.roll_rad, pitch_rad=self.pitch_rad, yaw_rad=self.yaw_rad)


def calibrate_by_lines(
    pictures: Sequence[LinePicture], camera: PinholeCamera, *, start: Pose2, pitch: SoccerField
) -> LineCalibration:
    """Return the calibration that lays all points on the lines of the map."""
    x = np.array((0.0, 0.0, 0.0, 0.0, start.x_m, start.y_m, start.yaw_rad))
    begin = x.copy()
    scale = np.array((0.01, 0.01, 0.01, 0.01, 0.1, 0.1, 0.05))
    sigma = np.array(
        (
            ANGLE_SIGMA_RAD,
            ANGLE_SIGMA_RAD,
            YAW_SIGMA_RAD,
            FOCAL_SIGMA,
            PLACE_SIGMA_M,
            PLACE_SIGMA_M,
            HEADING_SIGMA_RAD,
        )
    )
    count = sum(len(picture.pixels) for picture in pictures)
    weight = math.sqrt(PRIOR_SHARE * count)
    before_px = float(np.median(np.abs(_misfits_px(x, pictures, camera, pitch)))) if count else math.nan

    def residuals(numbers: FloatArray) -> FloatArray:
        off_px = _misfits_px(numbers, pictures, camera, pitch)
        robust = np.sign(off_px) * OUTLIER_PX * np.sqrt(np.log1p((off_px / OUTLIER_PX) ** 2))
        return np.concatenate((robust, weight * (numbers - begin) / sigma))

    for _ in range(ROUNDS):
        x = minimise(residuals, x, scale=scale).x
    after_px = float(np.median(np.abs(_misfits_px(x, pictures, camera, pitch)))) if count else math.nan
    return LineCalibration(
        roll_rad=float(x[0]),
        pitch_rad=float(x[1]),
        yaw_rad=float(x[2]),
        focal_px=camera.focal_x_px * math.exp(float(x[3])),
        field_from_robot=Pose2(float(x[4]), float(x[5]), float(x[6])),
        before_px=before_px,
        after_px=after_px,
        points=count,
    )


def _misfits_px(
    numbers: FloatArray, pictures: Sequence[LinePicture], camera: PinholeCamera, pitch: SoccerField
) -> FloatArray:
    """Return for every point how many pixels it is off the nearest line of the map."""
    roll, pitch_rad, yaw, focal, x_m, y_m, heading = numbers.tolist()
    factor = math.exp(focal)
    seen_by = replace(camera, focal_x_px=camera.focal_x_px * factor, focal_y_px=camera.focal_y_px * factor)
    turn = Transform3.from_rpy(roll_rad=roll, pitch_rad=pitch_rad, yaw_rad=yaw)
    cosine, sine = math.cos(heading), math.sin(heading)
    misfits = []
    for picture in pictures:
        view = GroundView.of(seen_by, picture.robot_from_camera @ turn)
        ground_m = view.ground_m(picture.pixels)
        away_m = np.hypot(ground_m[:, 0], ground_m[:, 1])
        on_field = np.column_stack(
            (
                x_m + cosine * ground_m[:, 0] - sine * ground_m[:, 1],
                y_m + sine * ground_m[:, 0] + cosine * ground_m[:, 1],
            )
        )
        per_px_m = (away_m**2 + view.height_m**2) / view.height_m / seen_by.focal_y_px
        off_px = distances_m(on_field, pitch) / np.maximum(per_px_m, 1e-4)
        lost = ~(away_m < FARTHEST_M)  # beyond, or above the horizon
        misfits.append(np.where(lost, 3.0 * OUTLIER_PX, np.minimum(off_px, 10.0 * OUTLIER_PX)))
    return np.concatenate(misfits) if misfits else np.zeros(0)


def distances_m(points_m: FloatArray, pitch: SoccerField) -> FloatArray:
    """Return how far points of the field, (points, 2), are from the nearest line or circle."""
    starts, ends = pitch.lines_m[:, :2], pitch.lines_m[:, 2:]
    ways = ends - starts
    lengths = np.hypot(ways[:, 0], ways[:, 1])
    units = ways / lengths[:, np.newaxis]
    gaps = points_m[:, np.newaxis, :] - starts[np.newaxis]
    along = np.clip(np.sum(gaps * units, axis=2), 0.0, lengths)
    nearest = gaps - along[..., np.newaxis] * units
    to_lines = np.sqrt(np.sum(nearest**2, axis=2)).min(axis=1)
    to_circle = np.abs(np.hypot(points_m[:, 0], points_m[:, 1]) - pitch.circle_radius_m)
    nearer: FloatArray = np.minimum(to_lines, to_circle)
    return nearer
