"""Circles in the picture: the smallest round a region, and the one of which an outline shows a part.

A ball's distance follows from its apparent radius, also where the picture's border or another thing hides a
part of it. Such an outline is an arc of the ball and a foreign line. Least squares over both would give
neither, so we first search for the circle that most points agree on, then fit that circle to the points that
do.

The search is exhaustive over triples of a few points spread over the outline, so the same outline always
gives the same circle. Points beyond a circle speak against it, points within do not: something in front takes
away from a disc and never adds.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from ludens.core.compiled import compiled
from ludens.vision.outline import Points, row_ends
from ludens.vision.regions import Regions

_ROUNDING_PX = 1e-3


@dataclass(frozen=True, slots=True)
class ImageCircle:
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


def enclosing_circle(regions: Regions, index: int) -> ImageCircle:
    """Return the smallest circle around the pixel centres of a region."""
    centres = row_ends(regions, index).astype(np.float32)
    (column_px, row_px), radius_px = cv2.minEnclosingCircle(centres)
    return ImageCircle(column_px, row_px, radius_px)


def roundness(regions: Regions, index: int) -> float:
    """Return the share of its enclosing circle's pixels that a region fills: 1 for a disc, 0.64 for a square.

    Only the part of the circle inside the picture counts, so that a ball cut by one border stays round.
    """
    height_px, width_px = regions.labels.shape
    area_px = enclosing_circle(regions, index).visible_area_px(width_px=width_px, height_px=height_px)
    return float(regions.pixel_count[index]) / area_px


_CORNERS = 15
"""Points whose triples are tried: 455 circles."""
_JUDGES = 60
"""Points by which each of them is judged."""
_LARGEST_RADIUS = 3.0
"""In extents of the outline: a flatter arc tells no radius."""
_FEWEST_POINTS = 6
_ROUNDING = 1e-9
"""By which a sum of scores may be off."""
_REFINEMENTS = 10
_SETTLED_PX = 1e-3
_SMALLEST_DETERMINANT = 1e-9
"""Of the normal equations of a fit, per point: below it the points lie on a line or on one spot."""


@dataclass(frozen=True, slots=True)
class CircleFit:
    """A fitted circle and how far to trust it."""

    circle: ImageCircle
    radius_deviation_px: float
    """Standard deviation of the radius, from the scatter of the points and the arc they cover.
    A shift of the whole outline, as blur or shading cause it, is not in it."""
    support: float
    """Share of the outline that lies on the circle, 0 to 1."""


def fit_circle(points: Points, *, tolerance_px: float = 1.0) -> CircleFit | None:
    """Return the circle that most of an outline lies on within the tolerance, or None where there is none.

    Leave out the points on the picture's border first (`outline.inside_picture`): they are known not to lie
    on it.
    """
    if len(points) < _FEWEST_POINTS:
        return None
    extent_px = float(np.max(np.ptp(points, axis=0)))
    largest_px = _LARGEST_RADIUS * extent_px
    around = _in_order(points)
    column, row, radius = _search(
        _spread(around, _CORNERS), _spread(around, _JUDGES), tolerance_px, largest_px
    )
    if radius == 0.0:
        return None
    column, row, radius, deviation, support = _refine(points, column, row, radius, tolerance_px, largest_px)
    if radius == 0.0:
        return None
    return CircleFit(ImageCircle(column, row, radius), radius_deviation_px=deviation, support=support)


def _in_order(points: Points) -> Points:
    """Return the points in their order along the outline, as seen from its middle."""
    middle = 0.5 * (np.min(points, axis=0) + np.max(points, axis=0))
    offsets = points - middle
    return points[np.argsort(np.arctan2(offsets[:, 1], offsets[:, 0]), kind="stable")]


def _spread(points: Points, count: int) -> Points:
    """Return at most `count` points, evenly taken."""
    chosen = min(count, len(points))
    return points[np.arange(chosen) * len(points) // chosen]


@compiled
def _refine(
    points: Points, column: float, row: float, radius: float, tolerance: float, largest_radius: float
) -> tuple[float, float, float, float, float]:
    """Fit by Gauss and Newton to the points within the tolerance, chosen anew before each step.

    Returns column, row, radius, the radius' standard deviation and the share of points within the tolerance;
    radius 0 where the points do not hold a circle.
    """
    nothing = (0.0, 0.0, 0.0, 0.0, 0.0)
    deviation, support = 0.0, 0.0
    for _ in range(_REFINEMENTS):
        # Normal equations for (column, row, radius): the slope of an error is (-across, -down, -1).
        aa, ad, dd, a, d, ae, de, e, ee = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        near = 0
        for index in range(points.shape[0]):
            dx, dy = points[index, 0] - column, points[index, 1] - row
            distance = np.sqrt(dx * dx + dy * dy)
            error = distance - radius
            if abs(error) > tolerance or distance == 0.0:
                continue
            across, down = dx / distance, dy / distance
            aa += across * across
            ad += across * down
            dd += down * down
            a += across
            d += down
            ae += across * error
            de += down * error
            e += error
            ee += error * error
            near += 1
        if near < _FEWEST_POINTS:
            return nothing
        # The inverse of [[aa, ad, a], [ad, dd, d], [a, d, near]] by cofactors.
        determinant = aa * (dd * near - d * d) - ad * (ad * near - a * d) + a * (ad * d - dd * a)
        if determinant < _SMALLEST_DETERMINANT * near**3:
            return nothing
        cross = (a * d - ad * near) / determinant
        column_radius = (ad * d - a * dd) / determinant
        row_radius = (ad * a - aa * d) / determinant
        radius_radius = (aa * dd - ad * ad) / determinant
        column_step = (dd * near - d * d) / determinant * ae + cross * de + column_radius * e
        row_step = cross * ae + (aa * near - a * a) / determinant * de + row_radius * e
        radius_step = column_radius * ae + row_radius * de + radius_radius * e
        column, row, radius = column + column_step, row + row_step, radius + radius_step
        if not 0.0 < radius <= largest_radius:
            return nothing
        deviation = np.sqrt(radius_radius * ee / (near - 3))
        support = near / points.shape[0]
        if max(abs(column_step), abs(row_step), abs(radius_step)) < _SETTLED_PX:
            break
    return column, row, radius, deviation, support


@compiled
def _search(
    corners: Points, judges: Points, tolerance: float, largest_radius: float
) -> tuple[float, float, float]:
    """Return column, row and radius of the circle that the judges like best; radius 0 for none."""
    best = (0.0, 0.0, 0.0)
    best_score = 0.0
    count = corners.shape[0]
    for first in range(count - 2):
        x, y = corners[first]
        for second in range(first + 1, count - 1):
            ax, ay = corners[second, 0] - x, corners[second, 1] - y
            for third in range(second + 1, count):
                bx, by = corners[third, 0] - x, corners[third, 1] - y
                # The centre lies at (dx, dy) from the first corner: as far from it as from the other two.
                cross = 2.0 * (ax * by - ay * bx)
                if abs(cross) < 1e-9:
                    continue
                a_squared, b_squared = ax * ax + ay * ay, bx * bx + by * by
                dx = (by * a_squared - ay * b_squared) / cross
                dy = (ax * b_squared - bx * a_squared) / cross
                radius = np.sqrt(dx * dx + dy * dy)
                if radius > largest_radius:
                    continue
                score = _score(judges, x + dx, y + dy, radius, tolerance, best_score)
                if score > best_score:
                    best_score = score
                    best = (x + dx, y + dy, radius)
    return best


@compiled
def _score(
    judges: Points, column: float, row: float, radius: float, tolerance: float, best_score: float
) -> float:
    """Return the agreement: up to 1 for each judge on the circle, 0 for those well within, -1 beyond.

    Where the best score is out of reach even with the full agreement of all judges left, they are not asked.
    """
    score = 0.0
    per_pixel = 0.5 / radius
    spare = judges.shape[0] - best_score + _ROUNDING
    for index in range(judges.shape[0]):
        dx, dy = judges[index, 0] - column, judges[index, 1] - row
        # Near the circle, distance - radius is (distance^2 - radius^2) / (2 radius), without a square root.
        error = (dx * dx + dy * dy - radius * radius) * per_pixel
        if error > tolerance:
            score -= 1.0
        elif error >= -tolerance:
            score += 1.0 - (error / tolerance) ** 2
        if index + 1 - score > spare:
            break
    return score
