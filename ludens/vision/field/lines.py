"""Field lines and the centre circle, from points on lines: by vote and by random samples, on the ground.

On the ground a line is straight whatever the lens does, and a circle is round. The circle is looked for
first: every point votes for the two centres it may belong to, at a right angle to its direction. What is on
no circle may be on a line.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray
from ludens.vision.field.line_points import LinePoints

MOST_LINES = 6
TRIES = 120
LEAST_POINTS = 5
LEAST_LENGTH_M = 0.25
GAP_M = 0.45
GAP_PER_M = 0.12
"""Points that lie farther apart than this, and the more the farther away, belong to two lines."""
NEAR_M, NEAR_PX = 0.015, 1.5
"""A point is on a line that passes it so closely."""
TURNED = math.cos(math.radians(20.0))
LEAST_ON_CIRCLE = 10
LEAST_ARC_RAD = math.radians(55.0)
BIN_RAD, LEAST_FILLED = math.radians(10.0), 0.7
"""Of the arc that is seen, so much must have points on it."""
MOST_TURNED_RAD = math.radians(8.0)
"""How far, in the median, points may point away from the circle's tangent."""
VOTE_M = 0.12
CIRCLE_STEPS = 5
CIRCLE_BETTER = 0.6
"""A circle must leave so little of what a straight line through the same points is off."""


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


@dataclass(frozen=True, slots=True)
class SeenCircle:
    """The centre circle: its middle on the ground, in the robot's frame."""

    center_m: tuple[float, float]
    points: int
    sigma_m: float


def find_circle(points: LinePoints, *, radius_m: float) -> tuple[SeenCircle | None, NDArray[np.bool_]]:
    """Return the circle, if enough of it is seen, and which points lie on it."""
    nothing = np.zeros(len(points.ground_m), np.bool_)
    if len(points.ground_m) < LEAST_ON_CIRCLE:
        return None, nothing
    voted = _most_voted_center(points.ground_m, points.direction, radius_m)
    if np.isnan(voted[0]):
        return None, nothing
    center = voted.copy()
    on_circle = nothing
    for _ in range(CIRCLE_STEPS):
        on_circle = _on_circle(points, center, radius_m)
        if on_circle.sum() < LEAST_ON_CIRCLE:
            return None, nothing
        center = _circle_step(points, on_circle, center, radius_m)
    if np.hypot(*(center - voted)) > 3.0 * VOTE_M or not _is_round(points, on_circle, center, radius_m):
        return None, nothing
    off_m = np.hypot(*(points.ground_m[on_circle] - center).T) - radius_m
    sigma_m = float(max(np.sqrt(np.mean(off_m**2)), 0.01))
    return SeenCircle((float(center[0]), float(center[1])), int(on_circle.sum()), sigma_m), on_circle


def _on_circle(points: LinePoints, center: FloatArray, radius_m: float) -> NDArray[np.bool_]:
    out = points.ground_m - center
    away_m = np.maximum(np.hypot(out[:, 0], out[:, 1]), 1e-9)
    near = np.abs(away_m - radius_m) < 1.3 * (NEAR_M + NEAR_PX * points.precision_m)
    mask: NDArray[np.bool_] = near & (_radial(points, center) < math.sin(math.radians(25.0)))
    return mask


def _radial(points: LinePoints, center: FloatArray) -> FloatArray:
    """Return the sine of the angle by which the direction at each point is off the circle's tangent."""
    out = points.ground_m - center
    away_m = np.maximum(np.hypot(out[:, 0], out[:, 1]), 1e-9)
    sines: FloatArray = np.abs(np.sum(out * points.direction, axis=1)) / away_m
    return sines


def _circle_step(
    points: LinePoints, on_circle: NDArray[np.bool_], center: FloatArray, radius_m: float
) -> FloatArray:
    """Return the centre after one step of Gauss and Newton, with near points weighing more."""
    out = points.ground_m[on_circle] - center
    away_m = np.maximum(np.hypot(out[:, 0], out[:, 1]), 1e-9)
    weights = 1.0 / (NEAR_M + NEAR_PX * points.precision_m[on_circle]) ** 2
    unit = out / away_m[:, np.newaxis]
    normal = (unit * weights[:, np.newaxis]).T @ unit + 1e-6 * np.eye(2)
    step: FloatArray = center + np.linalg.solve(normal, unit.T @ (weights * (away_m - radius_m)))
    return step


def _is_round(points: LinePoints, on_circle: NDArray[np.bool_], center: FloatArray, radius_m: float) -> bool:
    """Tell whether enough of the circle is seen, and no straight line explains it as well."""
    out = points.ground_m[on_circle] - center
    angles = np.sort(np.arctan2(out[:, 1], out[:, 0]))
    gaps = np.diff(np.concatenate((angles, angles[:1] + 2.0 * math.pi)))
    seen_rad = 2.0 * math.pi - float(gaps.max())
    bins = np.unique(np.floor(np.mod(angles, 2.0 * math.pi) / BIN_RAD))
    if seen_rad < LEAST_ARC_RAD or len(bins) < LEAST_FILLED * seen_rad / BIN_RAD:
        return False  # too little of it, or parts that do not hang together: two lines at a corner
    if float(np.median(_radial(points, center)[on_circle])) > math.sin(MOST_TURNED_RAD):
        return False
    centered = out - out.mean(axis=0)
    least = float(np.linalg.eigvalsh(centered.T @ centered / len(out))[0])
    straight_m = math.sqrt(max(least, 0.0))  # rounding may leave it below zero
    round_m = float(np.sqrt(np.mean((np.hypot(out[:, 0], out[:, 1]) - radius_m) ** 2)))
    return round_m < CIRCLE_BETTER * straight_m


def find_lines(
    points: LinePoints, usable: NDArray[np.bool_], *, random: np.random.Generator
) -> tuple[SeenLine, ...]:
    """Return the straight lines through usable points, those with most points first."""
    left = usable.copy()
    lines: list[SeenLine] = []
    if left.sum() < LEAST_POINTS:
        return ()
    near_m = NEAR_M + NEAR_PX * points.precision_m
    for _ in range(2 * MOST_LINES):
        candidates = np.flatnonzero(left)
        if len(candidates) < LEAST_POINTS or len(lines) >= MOST_LINES:
            break
        pairs = candidates[random.integers(0, len(candidates), (TRIES, 2))]
        on_line = _best_line(points.ground_m, points.direction, near_m, left, pairs)
        if on_line.sum() < LEAST_POINTS:
            break
        for stretch in _stretches(points, np.flatnonzero(on_line)):
            if len(stretch) >= LEAST_POINTS:
                line = _fitted(points, stretch, near_m)
                if line.length_m >= LEAST_LENGTH_M:
                    lines.append(line)
        left &= ~on_line
    lines.sort(key=lambda line: -line.points)
    return tuple(lines[:MOST_LINES])


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


@compiled
def _best_line(
    ground_m: FloatArray,
    direction: FloatArray,
    near_m: FloatArray,
    left: NDArray[np.bool_],
    pairs: NDArray[np.int64],
) -> NDArray[np.bool_]:
    """Return which points lie on the line through a pair that most points lie on, in place and direction."""
    best = np.zeros(3)
    best_score = 0.0
    way_best = np.zeros(2)
    for number in range(pairs.shape[0]):
        one, other = pairs[number, 0], pairs[number, 1]
        way_x, way_y = ground_m[other, 0] - ground_m[one, 0], ground_m[other, 1] - ground_m[one, 1]
        length = np.hypot(way_x, way_y)
        if length < 0.08:
            continue
        way_x, way_y = way_x / length, way_y / length
        if abs(way_x * direction[one, 0] + way_y * direction[one, 1]) < TURNED:
            continue
        if abs(way_x * direction[other, 0] + way_y * direction[other, 1]) < TURNED:
            continue
        away = -way_y * ground_m[one, 0] + way_x * ground_m[one, 1]
        score = 0.0
        for point in range(ground_m.shape[0]):
            if not left[point]:
                continue
            off = abs(-way_y * ground_m[point, 0] + way_x * ground_m[point, 1] - away)
            if off > near_m[point]:
                continue
            if abs(way_x * direction[point, 0] + way_y * direction[point, 1]) > TURNED:
                score += 1.0 - 0.5 * off / near_m[point]
        if score > best_score:
            best_score = score
            best[0], best[1], best[2] = -way_y, way_x, away
            way_best[0], way_best[1] = way_x, way_y
    on_line = np.zeros(ground_m.shape[0], np.bool_)
    if best_score > 0.0:
        for point in range(ground_m.shape[0]):
            if not left[point]:
                continue
            off = abs(best[0] * ground_m[point, 0] + best[1] * ground_m[point, 1] - best[2])
            turned = abs(way_best[0] * direction[point, 0] + way_best[1] * direction[point, 1])
            on_line[point] = off <= near_m[point] and turned > TURNED
    return on_line


@compiled
def _most_voted_center(ground_m: FloatArray, direction: FloatArray, radius_m: float) -> FloatArray:
    """Return the centre with most votes near it, averaged over them; NaN where there are too few."""
    count = ground_m.shape[0]
    votes = np.empty((2 * count, 2))
    for point in range(count):
        for side in range(2):
            sign = 1.0 if side else -1.0
            votes[2 * point + side, 0] = ground_m[point, 0] - sign * radius_m * direction[point, 1]
            votes[2 * point + side, 1] = ground_m[point, 1] + sign * radius_m * direction[point, 0]
    best, most = np.full(2, np.nan), LEAST_ON_CIRCLE - 1
    stride = max(count // 150, 1)
    for one in range(0, 2 * count, stride):
        near, sum_x, sum_y = 0, 0.0, 0.0
        for other in range(2 * count):
            off_x, off_y = votes[other, 0] - votes[one, 0], votes[other, 1] - votes[one, 1]
            if off_x * off_x + off_y * off_y < VOTE_M * VOTE_M:
                near += 1
                sum_x += votes[other, 0]
                sum_y += votes[other, 1]
        if near > most:
            most = near
            best[0], best[1] = sum_x / near, sum_y / near
    return best
