"""The border of the field: one or two lines in the picture above which nothing is looked at.

On every column the uppermost segment that is field, with field below it, gives a point. A line is chosen that
many points lie on and few lie above: what stands on the field covers its border and draws points down, never
up. A second line is taken where it is at a right angle to the first on the ground.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray
from ludens.vision.field.projection import GroundView

LEAST_POINTS = 8
NEAR_PX = 4.0
ABOVE_COSTS = 1.0
"""A point above a line counts against it as much as one on it counts for it."""
RIGHT_ANGLE_RAD = math.radians(25.0)
TRIES = 80
LEAST_FIELD_PX = 8
"""Of field that begin at a point of the border."""
LOOK_BELOW_PX = 40
LEAST_SHARE = 0.6
"""Of field within that stretch below a point."""


@dataclass(frozen=True, slots=True, eq=False)
class FieldBorder:
    """Lines as (lines, 2): row = a + b * column; `rows` is the border in every column of the picture."""

    lines: FloatArray
    rows: NDArray[np.int64]
    points_px: FloatArray


def find_border(
    vertical: NDArray[np.int16],
    view: GroundView,
    *,
    first_rows: NDArray[np.int64],
    random: np.random.Generator,
) -> FieldBorder:
    """Return the border by the vertical segments of a picture; without any the picture ends at its top."""
    points_px = _border_points(vertical)
    width = view.camera.width_px
    lines: list[FloatArray] = []
    if len(points_px) >= LEAST_POINTS:
        pairs = random.integers(0, len(points_px), (2, TRIES, 2))
        on_first = _best_line(points_px, np.ones(len(points_px), np.bool_), pairs[0])
        if on_first.sum() >= LEAST_POINTS:
            lines.append(_fitted(points_px[on_first]))
            rest = ~on_first & (points_px[:, 1] > lines[0][0] + lines[0][1] * points_px[:, 0])
            if rest.sum() >= LEAST_POINTS:
                lines += _second_line(points_px, rest, lines[0], pairs[1], view)
    columns = np.arange(width)
    rows = first_rows.astype(np.float64)
    for intercept, slope in lines:
        rows = np.maximum(rows, intercept + slope * columns)
    limits = np.clip(np.floor(rows), 0, view.camera.height_px).astype(np.int64)
    return FieldBorder(np.array(lines).reshape(-1, 2), limits, points_px)


def _second_line(
    points_px: FloatArray,
    rest: NDArray[np.bool_],
    first: FloatArray,
    pairs: NDArray[np.int64],
    view: GroundView,
) -> list[FloatArray]:
    on_second = _best_line(points_px, rest, pairs)
    if on_second.sum() < LEAST_POINTS:
        return []
    second = _fitted(points_px[on_second])
    return [second] if _is_right_angle(first, second, points_px[on_second][:, 0], view) else []


def _fitted(points_px: FloatArray) -> FloatArray:
    slope, intercept = np.polyfit(points_px[:, 0], points_px[:, 1], 1)
    return np.array((intercept, slope))


def _is_right_angle(first: FloatArray, second: FloatArray, columns: FloatArray, view: GroundView) -> bool:
    """Tell whether two lines of the picture meet at a right angle on the ground."""
    ends = np.array((columns.min(), columns.max() + 8.0))
    directions = []
    for intercept, slope in (first, second):
        pixels = np.column_stack((ends, intercept + slope * ends + 1.0))
        ground_m = view.ground_m(pixels)
        way = ground_m[1] - ground_m[0]
        if not np.isfinite(way).all() or np.hypot(*way) < 1e-6:
            return False
        directions.append(way / np.hypot(*way))
    return abs(float(directions[0] @ directions[1])) < math.sin(RIGHT_ANGLE_RAD)


@compiled
def _border_points(vertical: NDArray[np.int16]) -> FloatArray:
    """Return (columns, 2): the uppermost point of field in each column that has some."""
    points = np.empty((vertical.shape[0], 2))
    count, number = 0, 0
    while number < vertical.shape[0]:
        column, stop = vertical[number, 0], number
        while stop < vertical.shape[0] and vertical[stop, 0] == column:
            stop += 1
        for top in range(number, stop):
            if vertical[top, 8] == 0 or vertical[top, 2] - vertical[top, 1] < LEAST_FIELD_PX:
                continue
            start, reach = vertical[top, 1], vertical[top, 1] + LOOK_BELOW_PX
            field, total = 0, 0
            for below in range(top, stop):
                low, high = vertical[below, 1], min(vertical[below, 2], reach)
                if low >= reach:
                    break
                total += high - low
                if vertical[below, 8]:
                    field += high - low
            if field >= LEAST_SHARE * total:
                points[count, 0], points[count, 1] = column, start
                count += 1
                break
        number = stop
    return points[:count].copy()


@compiled
def _best_line(points: FloatArray, among: NDArray[np.bool_], pairs: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which points lie on the line that has most points on it and few above."""
    best, best_score = np.zeros(2), 0.0
    for number in range(pairs.shape[0]):
        one, other = pairs[number, 0], pairs[number, 1]
        if not (among[one] and among[other]) or abs(points[one, 0] - points[other, 0]) < 8.0:
            continue
        slope = (points[other, 1] - points[one, 1]) / (points[other, 0] - points[one, 0])
        intercept = points[one, 1] - slope * points[one, 0]
        score = 0.0
        for point in range(points.shape[0]):
            below_px = points[point, 1] - (intercept + slope * points[point, 0])
            if abs(below_px) <= NEAR_PX:
                score += among[point]
            elif below_px < 0.0:
                score -= ABOVE_COSTS  # field above it, whatever line that lies on
        if score > best_score:
            best_score = score
            best[0], best[1] = intercept, slope
    on_line = np.zeros(points.shape[0], np.bool_)
    if best_score > 0.0:
        for point in range(points.shape[0]):
            off_px = points[point, 1] - (best[0] + best[1] * points[point, 0])
            on_line[point] = among[point] and abs(off_px) <= NEAR_PX
    return on_line
