"""From where in a straight picture each pixel of a real one gets its light: the lens, and rows read in turn.

A real lens bends by Brown's formula and does not sit before the middle of its sensor. With x and y the slopes
of a ray to the right and down, and r2 = x*x + y*y, it arrives at

    x (1 + k1 r2 + k2 r2^2) + 2 p1 x y + p2 (r2 + 2 x x)
    y (1 + k1 r2 + k2 r2^2) + p1 (r2 + 2 y y) + 2 p2 x y

A rolling shutter reads one row after the other while the camera turns on. The moment of the picture is that
of its middle row. What the camera's own way through the room does meanwhile is left out: it needs to know how
far away everything is.
"""

import math
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray, PinholeCamera

Maps: TypeAlias = tuple[NDArray[np.int16], NDArray[np.uint16]]
"""Where each pixel lies in the straight picture, in OpenCV's fixed point."""
LEAST_ROLLED_PX = 0.3
"""Rows that are moved by less are not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LensTerms:
    """How a lens bends, and how far to the right and down of the picture's middle its axis meets it."""

    radial: tuple[float, float] = (0.0, 0.0)  # k1, k2
    tangential: tuple[float, float] = (0.0, 0.0)  # p1, p2
    off_center_px: tuple[float, float] = (0.0, 0.0)

    @property
    def is_straight(self) -> bool:
        """Whether it changes nothing."""
        return not any((*self.radial, *self.tangential, *self.off_center_px))


def calibrated(camera: PinholeCamera, lens: LensTerms) -> PinholeCamera:
    """Return the model that is nearest to a camera with this lens; tangential terms have no place there."""
    right_px, down_px = lens.off_center_px
    return replace(
        camera,
        center_x_px=camera.center_x_px + right_px,
        center_y_px=camera.center_y_px + down_px,
        radial_distortion=(*lens.radial, 0.0),
    )


def rays_seen(camera: PinholeCamera, lens: LensTerms, pixels: FloatArray) -> FloatArray:
    """Return the unit rays (..., 3) in the camera's frame from which pixels (..., 2) get their light."""
    right, down = _straight_slopes(camera, lens, pixels[..., 0], pixels[..., 1])
    rays = np.stack([np.ones_like(right), -right, -down], axis=-1)
    rays /= np.linalg.norm(rays, axis=-1, keepdims=True)
    return rays


class Bending:
    """What a lens and a shutter that needs `readout_s` from the first row to the last do to places."""

    def __init__(self, camera: PinholeCamera, lens: LensTerms, *, readout_s: float) -> None:
        self._camera, self._readout_s = camera, readout_s
        columns_px, rows_px = np.meshgrid(np.arange(camera.width_px), np.arange(camera.height_px))
        self._slopes = _straight_slopes(camera, lens, columns_px, rows_px)
        self.maps: Maps | None = None if lens.is_straight else self._in_fixed_point(*self._slopes)

    def most_px(self) -> int:
        """How far the lens moves anything at most."""
        if self.maps is None:
            return 0
        height, width, _ = self.maps[0].shape
        straight = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1)
        return int(np.abs(self.maps[0] - straight).max()) + 2

    def while_turning(self, *, nod_radps: float, turn_radps: float, roll_radps: float) -> Maps | None:
        """Return the maps of a camera that nods up, turns left and rolls to its left.

        They are those of a camera at rest where no row is moved visibly.
        """
        fastest_radps = math.hypot(nod_radps, turn_radps, roll_radps)
        if 0.5 * self._readout_s * fastest_radps * self._camera.focal_x_px < LEAST_ROLLED_PX:
            return self.maps
        return self._in_fixed_point(
            *_rolled(*self._slopes, (nod_radps, -turn_radps, -roll_radps), self._readout_s)
        )

    def _in_fixed_point(self, slopes_x: NDArray[np.float64], slopes_y: NDArray[np.float64]) -> Maps:
        camera = self._camera
        columns_px = (slopes_x * camera.focal_x_px + camera.center_x_px).astype(np.float32)
        rows_px = (slopes_y * camera.focal_y_px + camera.center_y_px).astype(np.float32)
        return cast(Maps, cv2.convertMaps(columns_px, rows_px, cv2.CV_16SC2))


def _straight_slopes(
    camera: PinholeCamera, lens: LensTerms, columns_px: NDArray[Any], rows_px: NDArray[Any]
) -> tuple[FloatArray, FloatArray]:
    """Return the slopes of the rays that these pixels see, to the right and down."""
    right_px, down_px = lens.off_center_px
    bent_x = (columns_px - camera.center_x_px - right_px) / camera.focal_x_px
    bent_y = (rows_px - camera.center_y_px - down_px) / camera.focal_y_px
    (k1, k2), (p1, p2) = lens.radial, lens.tangential
    x, y = bent_x, bent_y
    for _ in range(5):  # solve the formula above for x and y by repeated substitution
        squared = x**2 + y**2
        factor = 1.0 + squared * (k1 + squared * k2)
        aside_x = 2.0 * p1 * x * y + p2 * (squared + 2.0 * x**2)
        aside_y = p1 * (squared + 2.0 * y**2) + 2.0 * p2 * x * y
        x, y = (bent_x - aside_x) / factor, (bent_y - aside_y) / factor
    return x, y


@compiled
def _rolled(
    slopes_x: NDArray[np.float64],
    slopes_y: NDArray[np.float64],
    turns_radps: tuple[float, float, float],
    readout_s: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the slopes at which pixels look at the moment of the middle row, each read in its row's time.

    The camera turns about its axes to the right, down and forward. A ray d of a row that is read dt later is
    d + dt (turns × d) in the camera as it was.
    """
    height, width = slopes_x.shape
    rolled_x, rolled_y = np.empty((height, width)), np.empty((height, width))
    about_x, about_y, about_z = turns_radps
    for row in range(height):
        later_s = readout_s * ((row + 0.5) / height - 0.5)
        nods, turns, rolls = later_s * about_x, later_s * about_y, later_s * about_z
        for column in range(width):
            x, y = slopes_x[row, column], slopes_y[row, column]
            ahead = 1.0 + nods * y - turns * x
            rolled_x[row, column] = (x + turns - rolls * y) / ahead
            rolled_y[row, column] = (y + rolls * x - nods) / ahead
    return rolled_x, rolled_y
