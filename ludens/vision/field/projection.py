"""Between pixels and the ground, compiled: thousands of points of one picture at once.

The ground is the plane z = 0 of the robot's frame. Everything about one picture that projection needs is
packed into one row of numbers (`GroundView.numbers`), which compiled functions take apart.
"""

import math
from dataclasses import dataclass

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray, PinholeCamera, Transform3

LENS_STEPS = 6
"""Substitutions that undo a lens: its distortion is small, so few are enough for a hundredth of a pixel."""
LEAST_DESCENT = 1e-6
"""Rays flatter than this (metres down a metre) never come down."""


@dataclass(frozen=True, slots=True, eq=False)
class GroundView:
    """A camera over the ground."""

    camera: PinholeCamera
    robot_from_camera: Transform3
    numbers: FloatArray

    @classmethod
    def of(cls, camera: PinholeCamera, robot_from_camera: Transform3) -> "GroundView":
        """Pack a camera and its pose."""
        lens = (
            camera.focal_x_px,
            camera.focal_y_px,
            camera.center_x_px,
            camera.center_y_px,
            *camera.radial_distortion,
        )
        numbers = np.concatenate(
            (robot_from_camera.rotation.reshape(-1), robot_from_camera.translation, np.array(lens))
        )
        return cls(camera, robot_from_camera, np.ascontiguousarray(numbers))

    @property
    def height_m(self) -> float:
        """Of the camera over the ground."""
        return float(self.numbers[11])

    def ground_m(self, pixels: FloatArray, *, height_m: float = 0.0) -> FloatArray:
        """Return (points, 2) on the plane at a height for pixels (points, 2); NaN above the horizon."""
        return _to_ground_all(self.numbers, np.ascontiguousarray(pixels, dtype=np.float64), height_m)

    def pixels(self, points_m: FloatArray) -> FloatArray:
        """Return column and row (points, 2) of points (points, 3) in the robot's frame; NaN behind it."""
        return _to_pixel_all(self.numbers, np.ascontiguousarray(points_m, dtype=np.float64))

    def horizon_row_px(self, column_px: float) -> float:
        """Return the row of the horizon in a column, by the camera without its lens' distortion."""
        forward, left, up = self.robot_from_camera.rotation[2]
        slope = -(column_px - self.camera.center_x_px) / self.camera.focal_x_px
        if abs(up) < 1e-9:
            return -math.inf if forward < 0.0 else math.inf
        rise = -(forward + left * slope) / up
        return self.camera.center_y_px - self.camera.focal_y_px * float(rise)

    def ball_radius_px(self, column_px: float, row_px: float, radius_m: float) -> float:
        """Return how large a ball on the ground looks whose middle is seen there; NaN above the horizon."""
        return float(_ball_radius_px(self.numbers, column_px, row_px, radius_m))


@compiled
def to_ground(view: FloatArray, column_px: float, row_px: float, height_m: float) -> tuple[float, float]:
    """Return where the ray of a pixel meets the plane at a height: x and y in the robot's frame, or NaN."""
    across, down = (column_px - view[14]) / view[12], (row_px - view[15]) / view[13]
    a, b = across, down
    if view[16] != 0.0 or view[17] != 0.0 or view[18] != 0.0:
        for _ in range(LENS_STEPS):
            squared = a * a + b * b
            factor = 1.0 + squared * (view[16] + squared * (view[17] + squared * view[18]))
            a, b = across / factor, down / factor
    x = view[0] - view[1] * a - view[2] * b
    y = view[3] - view[4] * a - view[5] * b
    z = view[6] - view[7] * a - view[8] * b
    if z > -LEAST_DESCENT:
        return np.nan, np.nan
    way = (height_m - view[11]) / z
    if way <= 0.0:
        return np.nan, np.nan
    return view[9] + way * x, view[10] + way * y


@compiled
def to_pixel(view: FloatArray, x_m: float, y_m: float, z_m: float) -> tuple[float, float]:
    """Return column and row of a point of the robot's frame; NaN behind the camera."""
    dx, dy, dz = x_m - view[9], y_m - view[10], z_m - view[11]
    ahead = view[0] * dx + view[3] * dy + view[6] * dz
    left = view[1] * dx + view[4] * dy + view[7] * dz
    up = view[2] * dx + view[5] * dy + view[8] * dz
    if ahead <= 1e-6:
        return np.nan, np.nan
    a, b = -left / ahead, -up / ahead
    squared = a * a + b * b
    factor = 1.0 + squared * (view[16] + squared * (view[17] + squared * view[18]))
    return view[14] + view[12] * factor * a, view[15] + view[13] * factor * b


@compiled
def _to_ground_all(view: FloatArray, pixels: FloatArray, height_m: float) -> FloatArray:
    points = np.empty((pixels.shape[0], 2))
    for number in range(pixels.shape[0]):
        points[number, 0], points[number, 1] = to_ground(view, pixels[number, 0], pixels[number, 1], height_m)
    return points


@compiled
def _to_pixel_all(view: FloatArray, points_m: FloatArray) -> FloatArray:
    pixels = np.empty((points_m.shape[0], 2))
    for number in range(points_m.shape[0]):
        pixels[number, 0], pixels[number, 1] = to_pixel(
            view, points_m[number, 0], points_m[number, 1], points_m[number, 2]
        )
    return pixels


@compiled
def _ball_radius_px(view: FloatArray, column_px: float, row_px: float, radius_m: float) -> float:
    x_m, y_m = to_ground(view, column_px, row_px, radius_m)
    if np.isnan(x_m):
        return np.nan
    away_m = np.sqrt((x_m - view[9]) ** 2 + (y_m - view[10]) ** 2 + (radius_m - view[11]) ** 2)
    return float(view[12] * radius_m / away_m)
