"""The pinhole camera: from points to pixels and back.

**The camera frame is a robot frame**: x forward along the optical axis, y left, z up. No second, optical
frame (z forward) exists in this code base. In the image, columns grow to the right (against y) and rows grow
downwards (against z); whole numbers are the centres of pixels, so the image reaches from -0.5 to width - 0.5.
For a point (x, y, z) in front of the camera, with a = -y / x, b = -z / x and r2 = a*a + b*b:

    d = 1 + k1 r2 + k2 r2^2 + k3 r2^3      column = center_x + focal_x d a      row = center_y + focal_y d b

The polynomial d of a barrel lens turns back at some radius, beyond which it describes no lens: both ways give
NaN there.
"""

import math
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from ludens.geometry.arrays import FloatArray
from ludens.geometry.errors import GeometryError

_NEWTON_STEPS = 12
_SOLVED_SLOPE = 1e-9


@dataclass(frozen=True, slots=True)
class PinholeCamera:
    """Intrinsic parameters of a camera; where it stands is a transform's business."""

    width_px: int
    height_px: int
    focal_x_px: float
    focal_y_px: float
    center_x_px: float
    center_y_px: float
    radial_distortion: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """k1, k2, k3 of the formula above; barrel lenses have a negative k1."""

    def __post_init__(self) -> None:
        """Refuse a camera that could not take a picture."""
        if self.width_px < 1 or self.height_px < 1 or not (self.focal_x_px > 0.0 and self.focal_y_px > 0.0):
            raise GeometryError(
                "A camera needs a picture of at least 1x1 pixels and focal lengths above zero; "
                f"got {self.width_px}x{self.height_px} px, {self.focal_x_px} and {self.focal_y_px} px."
            )

    @classmethod
    def from_horizontal_field_of_view(
        cls,
        field_of_view_rad: float,
        *,
        width_px: int,
        height_px: int,
        radial_distortion: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ) -> Self:
        """Return a camera with square pixels and a centred axis that sees this angle from edge to edge."""
        if not 0.0 < field_of_view_rad < math.pi:
            raise GeometryError(
                f"A pinhole's field of view lies between 0 and pi rad; got {field_of_view_rad} rad."
            )
        focal_px = 0.5 * width_px / math.tan(0.5 * field_of_view_rad)
        return cls(
            width_px,
            height_px,
            focal_px,
            focal_px,
            0.5 * (width_px - 1),
            0.5 * (height_px - 1),
            radial_distortion,
        )

    def project(self, points_in_camera: npt.ArrayLike) -> FloatArray:
        """Return (column, row) of shape (..., 2) for points (..., 3).

        Points not in front of the camera give NaN. A projection may fall outside the picture: `sees` tells.
        """
        points = np.asarray(points_in_camera, dtype=np.float64)
        depth = np.where(points[..., 0] > 0.0, points[..., 0], np.nan)
        slopes = -points[..., 1:] / depth[..., np.newaxis]
        if any(self.radial_distortion):
            k1, k2, k3 = self.radial_distortion
            squared = np.sum(slopes * slopes, axis=-1, keepdims=True)
            factor = 1.0 + squared * (k1 + squared * (k2 + squared * k3))
            slopes = slopes * np.where(self._growth(squared) > 0.0, factor, np.nan)
        pixels: FloatArray = slopes * (self.focal_x_px, self.focal_y_px) + (
            self.center_x_px,
            self.center_y_px,
        )
        return pixels

    def ray(self, pixels: npt.ArrayLike) -> FloatArray:
        """Return unit directions (..., 3) in the camera frame for (column, row) of shape (..., 2)."""
        slopes = self._slopes(np.asarray(pixels, dtype=np.float64))
        rays = np.concatenate([np.ones_like(slopes[..., :1]), -slopes], axis=-1)
        rays /= np.linalg.norm(rays, axis=-1, keepdims=True)
        return rays

    def bearing_rad(self, column_px: float) -> float:
        """Return the angle to the left of the optical axis at which a column lies, on the middle row."""
        slope = (column_px - self.center_x_px) / self.focal_x_px
        if any(self.radial_distortion):
            slope = float(self._slopes(np.array([column_px, self.center_y_px]))[0])
        return math.atan(-slope)

    def sees(self, pixels: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Tell which (column, row) of shape (..., 2) lie inside the picture; NaN does not."""
        places = np.asarray(pixels, dtype=np.float64)
        columns, rows = places[..., 0], places[..., 1]
        inside: npt.NDArray[np.bool_] = (
            (columns >= -0.5)
            & (columns < self.width_px - 0.5)
            & (rows >= -0.5)
            & (rows < self.height_px - 0.5)
        )
        return inside

    def _slopes(self, pixels: FloatArray) -> FloatArray:
        """Return (a, b) of the module's formula: the pixel's place without the lens."""
        slopes: FloatArray = (pixels - (self.center_x_px, self.center_y_px)) / (
            self.focal_x_px,
            self.focal_y_px,
        )
        if not any(self.radial_distortion):
            return slopes
        # Solve r d(r) = R for the undistorted radius r by Newton's method, starting from the distorted one.
        k1, k2, k3 = self.radial_distortion
        distorted = np.linalg.norm(slopes, axis=-1, keepdims=True)
        radius = distorted
        with np.errstate(all="ignore"):  # where there is no solution, the steps run away and end as NaN below
            for _ in range(_NEWTON_STEPS):
                squared = radius * radius
                excess = radius * (1.0 + squared * (k1 + squared * (k2 + squared * k3))) - distorted
                growth = self._growth(squared)
                radius = radius - excess / growth
        solved = (np.abs(excess) < _SOLVED_SLOPE) & (growth > 0.0)
        center = distorted == 0.0
        return slopes * np.where(
            center, 1.0, np.where(solved, radius, np.nan) / np.where(center, 1.0, distorted)
        )

    def _growth(self, squared: FloatArray) -> FloatArray:
        """Return how fast the distorted radius grows with the undistorted one, by the latter's square."""
        k1, k2, k3 = self.radial_distortion
        return 1.0 + squared * (3.0 * k1 + squared * (5.0 * k2 + squared * 7.0 * k3))
