"""Field lines from points on lines, by random samples, on the ground.

There a line is straight whatever the lens does. The centre circle is looked for before; what is on no circle
may be on a line.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.geometry import FloatArray
from ludens.vision.field.circle import is_arc
from ludens.vision.field.collinear import best_line, near_line_m
from ludens.vision.field.line_points import LinePoints
from ludens.vision.field.scan import COLUMN_STEP_PX

MOST_LINES = 6
TRIES = 120
LEAST_POINTS = 5
LEAST_LENGTH_M = 0.25
LEAST_FILLED = 0.3
"""Of the columns that a line crosses, so many must have a point on it."""
GAP_M = 0.45
GAP_PER_M = 0.12
"""Points that lie farther apart than this, and the more the farther away, belong to two lines."""


@dataclass(frozen=True, slots=True)
class SeenLine:
    """A stretch of a line on the ground, in the robot's frame, and in the picture."""

    start_m: tuple[float, float]
    end_m: tuple[float, float]
    start_px: tuple[float, float]
    end_px: tuple[float, float]
    points: int
    sigma_m: float  # of the line's distance from where it was measured

    @property
    def length_m(self) -> float:
        """Between both ends."""
        return math.hypot(self.end_m[0] - self.start_m[0], self.end_m[1] - self.start_m[1])

    @property
    def direction(self) -> tuple[float, float]:
        """From start to end, of length one."""
        length_m = max(self.length_m, 1e-9)
        return (self.end_m[0] - self.start_m[0]) / length_m, (self.end_m[1] - self.start_m[1]) / length_m


def find_lines(
    points: LinePoints, usable: NDArray[np.bool_], *, circle_radius_m: float, random: np.random.Generator
) -> tuple[SeenLine, ...]:
    """Return the straight lines through usable points, those with most points first; arcs are none."""
    left = usable.copy()
    lines: list[SeenLine] = []
    if left.sum() < LEAST_POINTS:
        return ()
    near_m = near_line_m(points)
    for _ in range(2 * MOST_LINES):
        candidates = np.flatnonzero(left)
        if len(candidates) < LEAST_POINTS or len(lines) >= MOST_LINES:
            break
        pairs = candidates[random.integers(0, len(candidates), (TRIES, 2))]
        on_line = best_line(points.ground_m, points.direction, near_m, left, pairs)
        if on_line.sum() < LEAST_POINTS:
            break
        for stretch in _stretches(points, np.flatnonzero(on_line)):
            if len(stretch) >= LEAST_POINTS:
                line = _fitted(points, stretch, near_m)
                if _is_whole(line) and not is_arc(points, stretch, radius_m=circle_radius_m):
                    lines.append(line)
        left &= ~on_line
    lines.sort(key=lambda line: -line.points)
    return tuple(lines[:MOST_LINES])


def _is_whole(line: SeenLine) -> bool:
    """Tell whether a line is long enough, and has points all along it."""
    columns = abs(line.end_px[0] - line.start_px[0]) / COLUMN_STEP_PX
    return line.length_m >= LEAST_LENGTH_M and line.points >= LEAST_FILLED * columns


def _stretches(points: LinePoints, on_line: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Return the points in order along the line, parted where a gap is too wide."""
    ground_m = points.ground_m[on_line]
    centered = ground_m - ground_m.mean(axis=0)
    way = np.linalg.eigh(centered.T @ centered)[1][:, 1]
    along_m = centered @ way
    order = np.argsort(along_m)
    away_m = np.hypot(ground_m[order, 0], ground_m[order, 1])
    gaps = np.flatnonzero(np.diff(along_m[order]) > GAP_M + GAP_PER_M * away_m[:-1])
    return np.split(on_line[order], gaps + 1)


def _fitted(points: LinePoints, stretch: NDArray[np.int64], near_m: FloatArray) -> SeenLine:
    """Return the line of least squares, near points weighing more, from its first point to its last."""
    ground_m, weights = points.ground_m[stretch], 1.0 / near_m[stretch] ** 2
    middle = (weights @ ground_m) / weights.sum()
    centered = ground_m - middle
    way = np.linalg.eigh((centered * weights[:, np.newaxis]).T @ centered)[1][:, 1]
    along_m = centered @ way
    off_m = centered @ np.array((-way[1], way[0]))
    start, end = middle + along_m.min() * way, middle + along_m.max() * way
    first, last = stretch[int(along_m.argmin())], stretch[int(along_m.argmax())]
    sigma_m = math.sqrt(float(weights @ off_m**2 / weights.sum()))
    return SeenLine(
        start_m=(float(start[0]), float(start[1])),
        end_m=(float(end[0]), float(end[1])),
        start_px=(float(points.pixels[first, 0]), float(points.pixels[first, 1])),
        end_px=(float(points.pixels[last, 0]), float(points.pixels[last, 1])),
        points=len(stretch),
        sigma_m=max(sigma_m, 0.005),
    )
