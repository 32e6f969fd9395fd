"""Circles in the picture: the smallest round a region, and how much of it the region fills."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from ludens.vision.outline import Points, row_ends
from ludens.vision.regions import Regions

_ROUNDING_PX = 1e-3


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle; whole numbers are pixel centres."""

    column_px: float
    row_px: float
    radius_px: float

    def distances_px(self, points: Points) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """Return how far points (count, 2) lie outside the circle (inside: negative)."""
        distances = np.hypot(points[:, 0] - self.column_px, points[:, 1] - self.row_px)
        return distances - self.radius_px

    def visible_area_px(self, *, width_px: int, height_px: int) -> int:
        """Return the number of pixels of a picture whose centres lie in the circle or on it."""
        left = max(0, math.ceil(self.column_px - self.radius_px))
        right = min(width_px - 1, math.floor(self.column_px + self.radius_px))
        top = max(0, math.ceil(self.row_px - self.radius_px))
        bottom = min(height_px - 1, math.floor(self.row_px + self.radius_px))
        columns = np.arange(left, right + 1) - self.column_px
        rows = np.arange(top, bottom + 1) - self.row_px
        squares = columns * columns + (rows * rows)[:, np.newaxis]
        return int(np.count_nonzero(squares <= (self.radius_px + _ROUNDING_PX) ** 2))


def enclosing_circle(regions: Regions, index: int) -> Circle:
    """Return the smallest circle around the pixel centres of a region."""
    centres = row_ends(regions, index).astype(np.float32)
    (column_px, row_px), radius_px = cv2.minEnclosingCircle(centres)
    return Circle(column_px, row_px, radius_px)


def roundness(regions: Regions, index: int) -> float:
    """Return the share of its enclosing circle's pixels that a region fills: 1 for a disc, 0.64 for a square.

    Only the part of the circle inside the picture counts, so that a ball cut by one border stays round.
    """
    height_px, width_px = regions.labels.shape
    area_px = enclosing_circle(regions, index).visible_area_px(width_px=width_px, height_px=height_px)
    return float(regions.pixel_count[index]) / area_px
