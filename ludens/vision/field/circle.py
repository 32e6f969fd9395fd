"""The centre circle, from points on lines, on the ground, where it is round and its radius is known.

Two points and the radius give two middles; the one is taken that has points all along its circle. An arc too
short to tell the middle by is still no straight line: `is_arc` says so of points that were taken for one.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray
from ludens.vision.field.collinear import best_line, near_line_m
from ludens.vision.field.line_points import LinePoints, tilted
from ludens.vision.field.projection import GroundView

Mask = NDArray[np.bool_]

NEAR_M, NEAR_PX = 0.02, 1.9
"""A point is on a circle whose rim passes it so closely."""
MOST_OFF = 0.35
"""Of that distance, over all points on it."""
TRIES = 200
TILTS_RAD = tuple(map(math.radians, (0.0, -1.0, 1.0, -2.0, 2.0)))
LEAST_CHORD_M = 0.15
LEAST_POINTS = 10
POINTS_PER_M, NEAR_CENTER_M = 14.0, 1.0
"""So many more points for each metre that the middle is farther away: far lines at a corner look round."""
LEAST_ARC_RAD = math.radians(55.0)
BINS = 36
LEAST_FILLED = 0.7
"""Of the arc that is seen, so much must have points on it."""
OFF_TANGENT_RAD, OFF_TANGENT_PER_M = math.radians(22.0), math.radians(4.0)
"""How far a point may point away from the tangent: more far away, where a pixel is much ground."""
MEDIAN_OFF = 0.35
"""Of that in the median of all points."""
STEPS = 5
BETTER = 0.6
"""A circle must leave so little of what a straight line through the same points is off."""
LEAST_ON_ARC = 0.9
"""Of the points that looked straight, so many must lie on the arc."""
MORE_POINTS = 1.35
"""An arc that goes on beyond what looked straight has so many more points on it."""
ARC_REACH_M = 0.35
LINE_TRIES = 40
LINES_MORE = 1.15
"""Two lines with so many more points on them than the circle that they touch explain it away."""


@dataclass(frozen=True, slots=True)
class SeenCircle:
    """The centre circle: its middle on the ground, in the robot's frame."""

    center_m: tuple[float, float]
    points: int
    sigma_m: float


def find_circle(
    points: LinePoints, view: GroundView, *, radius_m: float, random: np.random.Generator
) -> tuple[SeenCircle | None, Mask]:
    """Return the circle, if enough of it is seen, and which points lie on it.

    A camera that is a degree off makes an ellipse of it. So where nothing is round, the camera is supposed to
    be tilted a little; the middle is told as the pose that was given shows it.
    """
    count = len(points.ground_m)
    if count >= LEAST_POINTS:
        for tilt_rad in TILTS_RAD:
            pairs = random.integers(0, count, (TRIES, 2))
            shown = points.tilted(view, tilt_rad)
            found, on_circle = _circle(shown, pairs, radius_m)
            if found is not None and not _are_lines(shown, on_circle, random):
                center_m = tilted(np.array([found.center_m]), view, -tilt_rad)[0]
                return replace(found, center_m=(float(center_m[0]), float(center_m[1]))), on_circle
    return None, np.zeros(count, np.bool_)


def _circle(points: LinePoints, pairs: NDArray[np.int64], radius_m: float) -> tuple[SeenCircle | None, Mask]:
    near_m, most_off = _near_m(points), _most_off_tangent(points)
    on_circle = np.zeros(len(near_m), np.bool_)
    center = _fullest_center(points.ground_m, points.direction, near_m, most_off, pairs, radius_m)
    if np.isnan(center[0]):
        return None, on_circle
    for _ in range(STEPS):
        on_circle = _on_circle(points, center, radius_m)
        if on_circle.sum() < LEAST_POINTS:
            return None, on_circle
        center = _step(points, on_circle, center, radius_m)
    if on_circle.sum() < POINTS_PER_M * (float(np.hypot(*center)) - NEAR_CENTER_M):
        return None, on_circle
    off_m = np.hypot(*(points.ground_m[on_circle] - center).T) - radius_m
    if float(np.sqrt(np.mean((off_m / near_m[on_circle]) ** 2))) > MOST_OFF:
        return None, on_circle
    if not _is_round(points, on_circle, center, radius_m):
        return None, on_circle
    sigma_m = float(max(np.sqrt(np.mean(off_m**2)), 0.01))
    return SeenCircle((float(center[0]), float(center[1])), int(on_circle.sum()), sigma_m), on_circle


def is_arc(points: LinePoints, stretch: NDArray[np.int64], *, radius_m: float) -> bool:
    """Tell whether points that look like a straight line are rather an arc of the circle.

    Either they bend as it does, or it has many more points on it than the line.
    """
    ground_m, near_m = points.ground_m[stretch], _near_m(points)[stretch]
    middle = ground_m.mean(axis=0)
    centered = ground_m - middle
    way = np.linalg.eigh(centered.T @ centered)[1][:, 1]
    normal = np.array((-way[1], way[0]))
    straight = float(np.mean((centered @ normal / near_m) ** 2))
    reach_m = float(np.abs(centered @ way).max()) + ARC_REACH_M
    around = np.hypot(*(points.ground_m - middle).T) < reach_m
    for side in (-1.0, 1.0):
        center = middle + side * radius_m * normal
        on_circle = np.zeros(len(points.ground_m), np.bool_)
        on_circle[stretch] = True
        for _ in range(STEPS):
            center = _step(points, on_circle, center, radius_m)
            on_circle = _on_circle(points, center, radius_m) & around
            if on_circle[stretch].mean() < LEAST_ON_ARC:
                break
        else:
            off = (np.hypot(*(ground_m - center).T) - radius_m) / near_m
            bent = float(np.mean(off**2))
            goes_on = on_circle.sum() > MORE_POINTS * len(stretch)
            if bent < BETTER**2 * straight or (goes_on and bent < straight):
                return True
    return False


def _near_m(points: LinePoints) -> FloatArray:
    return NEAR_M + NEAR_PX * points.precision_m


def _most_off_tangent(points: LinePoints) -> FloatArray:
    """Return the sine of the angle by which the direction at each point may be off the tangent."""
    away_m = np.hypot(points.ground_m[:, 0], points.ground_m[:, 1])
    sines: FloatArray = np.sin(np.minimum(OFF_TANGENT_RAD + OFF_TANGENT_PER_M * away_m, 0.25 * math.pi))
    return sines


def _on_circle(points: LinePoints, center: FloatArray, radius_m: float) -> Mask:
    away_m = np.hypot(*(points.ground_m - center).T)
    near = np.abs(away_m - radius_m) < _near_m(points)
    mask: Mask = near & (_off_tangent(points, center) < _most_off_tangent(points))
    return mask


def _off_tangent(points: LinePoints, center: FloatArray) -> FloatArray:
    """Return the sine of the angle by which the direction at each point is off the circle's tangent."""
    out = points.ground_m - center
    away_m = np.maximum(np.hypot(out[:, 0], out[:, 1]), 1e-9)
    sines: FloatArray = np.abs(np.sum(out * points.direction, axis=1)) / away_m
    return sines


def _step(points: LinePoints, on_circle: Mask, center: FloatArray, radius_m: float) -> FloatArray:
    """Return the centre after one step of Gauss and Newton, with near points weighing more."""
    out = points.ground_m[on_circle] - center
    away_m = np.maximum(np.hypot(out[:, 0], out[:, 1]), 1e-9)
    weights = 1.0 / _near_m(points)[on_circle] ** 2
    unit = out / away_m[:, np.newaxis]
    normal = (unit * weights[:, np.newaxis]).T @ unit + 1e-6 * np.eye(2)
    step: FloatArray = center + np.linalg.solve(normal, unit.T @ (weights * (away_m - radius_m)))
    return step


def _is_round(points: LinePoints, on_circle: Mask, center: FloatArray, radius_m: float) -> bool:
    """Tell whether enough of the circle is seen, and no straight line explains it as well."""
    out = points.ground_m[on_circle] - center
    angles = np.sort(np.arctan2(out[:, 1], out[:, 0]))
    gaps = np.diff(np.concatenate((angles, angles[:1] + 2.0 * math.pi)))
    seen_rad = 2.0 * math.pi - float(gaps.max())
    filled = len(np.unique(np.floor(np.mod(angles, 2.0 * math.pi) * BINS / (2.0 * math.pi))))
    if seen_rad < LEAST_ARC_RAD or filled < LEAST_FILLED * seen_rad * BINS / (2.0 * math.pi):
        return False  # too little of it, or parts that do not hang together: two lines at a corner
    if float(np.median((_off_tangent(points, center) / _most_off_tangent(points))[on_circle])) > MEDIAN_OFF:
        return False
    centered = out - out.mean(axis=0)
    least = float(np.linalg.eigvalsh(centered.T @ centered / len(out))[0])
    straight_m = math.sqrt(max(least, 0.0))  # rounding may leave it below zero
    round_m = float(np.sqrt(np.mean((np.hypot(out[:, 0], out[:, 1]) - radius_m) ** 2)))
    return round_m < BETTER * straight_m


def _are_lines(points: LinePoints, on_circle: Mask, random: np.random.Generator) -> bool:
    """Tell whether what looks like a circle are two lines at a corner, which touch it and go on."""
    near_m, left = near_line_m(points), on_circle.copy()
    everything = np.ones(len(left), np.bool_)
    on_lines = np.zeros(len(left), np.bool_)
    for _ in range(2):
        candidates = np.flatnonzero(left)
        if len(candidates) < 2:
            break
        pairs = candidates[random.integers(0, len(candidates), (LINE_TRIES, 2))]
        on_line = best_line(points.ground_m, points.direction, near_m, everything, pairs)
        on_lines |= on_line
        left &= ~on_line
    return bool(on_lines.sum() > LINES_MORE * on_circle.sum())


@compiled
def _fullest_center(
    ground_m: FloatArray,
    direction: FloatArray,
    near_m: FloatArray,
    most_off: FloatArray,
    pairs: NDArray[np.int64],
    radius_m: float,
) -> FloatArray:
    """Return the middle whose circle has points in most directions; NaN where there is none."""
    best, best_score = np.full(2, np.nan), 0.0
    for number in range(pairs.shape[0]):
        one, other = pairs[number, 0], pairs[number, 1]
        way_x, way_y = ground_m[other, 0] - ground_m[one, 0], ground_m[other, 1] - ground_m[one, 1]
        chord = np.hypot(way_x, way_y)
        if not LEAST_CHORD_M < chord < 1.95 * radius_m:
            continue
        height = np.sqrt(radius_m**2 - 0.25 * chord**2)
        for side in (-1.0, 1.0):
            x = ground_m[one, 0] + 0.5 * way_x - side * height * way_y / chord
            y = ground_m[one, 1] + 0.5 * way_y + side * height * way_x / chord
            filled, count = np.zeros(BINS, np.bool_), 0
            for point in range(ground_m.shape[0]):
                out_x, out_y = ground_m[point, 0] - x, ground_m[point, 1] - y
                away = np.sqrt(out_x * out_x + out_y * out_y)
                if abs(away - radius_m) > near_m[point]:
                    continue
                off = abs(out_x * direction[point, 0] + out_y * direction[point, 1])
                if off > most_off[point] * away:
                    continue
                filled[int((np.arctan2(out_y, out_x) / (2.0 * np.pi) + 0.5) * BINS) % BINS] = True
                count += 1
            score = filled.sum() + 0.02 * count
            if count >= LEAST_POINTS and score > best_score:
                best_score = score
                best[0], best[1] = x, y
    return best
