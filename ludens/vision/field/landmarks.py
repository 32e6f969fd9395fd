"""Landmarks made of lines: crossings, the penalty mark, the circle with the line through it.

A crossing of two lines at a right angle is an L where both end there, a T where one does, an X where both go
on. An end at the edge of the picture is none: where it matters, such a crossing is left out.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled_using
from ludens.geometry import FloatArray
from ludens.geometry.soccer_field import CrossingKind
from ludens.vision.field import colour as field_colour
from ludens.vision.field.colour import FieldColour, is_field
from ludens.vision.field.lines import SeenCircle, SeenLine
from ludens.vision.field.projection import GroundView

Pixels = NDArray[np.uint8]
Point = tuple[float, float]

RIGHT_ANGLE = math.sin(math.radians(14.0))
BEYOND_M = 0.18
"""A line that goes on beyond a crossing by more than this passes through it; one by less ends there."""
REACH_M = 0.35
"""An end that is farther than this from the crossing has nothing to do with it."""
EDGE_PX = 14
THROUGH_CIRCLE_M = 0.18
SPOT_FARTHEST_M = 3.2
SPOT_SIZES = (0.45, 1.9)
"""How much smaller or larger than it should be a penalty mark may look."""
ROUND_SPOT = 12


@dataclass(frozen=True, slots=True)
class SeenCrossing:
    """A crossing on the ground, in the robot's frame; `yaw_rad` is where its stem or corner points to.

    For a T it is the direction in which the stem leaves the bar, for an L the middle between both arms; for
    an X, one of its lines.
    """

    kind: CrossingKind
    at_m: Point
    yaw_rad: float


@dataclass(frozen=True, slots=True)
class SeenSpot:
    """A penalty mark on the ground, in the robot's frame, and in the picture."""

    at_m: Point
    at_px: Point


def find_crossings(
    lines: Sequence[SeenLine], circle: SeenCircle | None, view: GroundView, *, circle_radius_m: float
) -> tuple[SeenCrossing, ...]:
    """Return the crossings of all pairs of lines that are at a right angle to each other."""
    found = []
    for first, second in combinations(lines, 2):
        crossing = _crossing(first, second, view)
        if crossing is None:
            continue
        if circle is not None and math.dist(crossing.at_m, circle.center_m) < circle_radius_m + 0.3:
            continue  # arcs of the circle that look straight
        found.append(crossing)
    return tuple(found)


def _crossing(first: SeenLine, second: SeenLine, view: GroundView) -> SeenCrossing | None:
    one, other = first.direction, second.direction
    sine = one[0] * other[1] - one[1] * other[0]
    if abs(one[0] * other[0] + one[1] * other[1]) > RIGHT_ANGLE:
        return None
    gap = (second.start_m[0] - first.start_m[0], second.start_m[1] - first.start_m[1])
    along = (gap[0] * other[1] - gap[1] * other[0]) / sine
    at_m = (first.start_m[0] + along * one[0], first.start_m[1] + along * one[1])
    arms = [_arms(line, at_m, view) for line in (first, second)]
    if any(arm is None for arm in arms):
        return None
    (first_through, first_way), (second_through, second_way) = arms  # type: ignore[misc]
    if first_through and second_through:
        return SeenCrossing("X", at_m, math.atan2(one[1], one[0]))
    if first_through != second_through:
        stem = second_way if first_through else first_way
        return SeenCrossing("T", at_m, math.atan2(stem[1], stem[0]))
    corner = (first_way[0] + second_way[0], first_way[1] + second_way[1])
    return SeenCrossing("L", at_m, math.atan2(corner[1], corner[0]))


def _arms(line: SeenLine, at_m: Point, view: GroundView) -> tuple[bool, Point] | None:
    """Return whether a line goes on at a crossing, and the way along its longer arm; None if nobody knows."""
    way = line.direction
    start = (line.start_m[0] - at_m[0]) * way[0] + (line.start_m[1] - at_m[1]) * way[1]
    end = (line.end_m[0] - at_m[0]) * way[0] + (line.end_m[1] - at_m[1]) * way[1]
    longer = way if end > -start else (-way[0], -way[1])
    shorter_m = max(min(end, -start), -math.inf)
    if shorter_m > BEYOND_M:
        return True, longer
    away_m = math.hypot(*at_m)
    if shorter_m < -(REACH_M + 0.05 * away_m):
        return None  # the line ends before it gets here
    beyond_m = (at_m[0] - longer[0] * (BEYOND_M + 0.12), at_m[1] - longer[1] * (BEYOND_M + 0.12), 0.0)
    column, row = view.pixels(np.array([beyond_m]))[0]
    inside_x = EDGE_PX < column < view.camera.width_px - EDGE_PX
    if not (inside_x and EDGE_PX < row < view.camera.height_px - EDGE_PX):
        return None  # where it would go on, nothing is seen
    return False, longer


def middle_line(circle: SeenCircle, lines: Sequence[SeenLine]) -> float | None:
    """Return the direction of the line through the circle's middle, if one is seen."""
    best: tuple[float, float] | None = None
    for line in lines:
        way = line.direction
        gap = (circle.center_m[0] - line.start_m[0], circle.center_m[1] - line.start_m[1])
        off_m = abs(way[0] * gap[1] - way[1] * gap[0])
        if off_m < THROUGH_CIRCLE_M and (best is None or line.length_m > best[0]):
            best = line.length_m, math.atan2(way[1], way[0])
    return None if best is None else best[1]


def find_spot(
    ycbcr: Pixels,
    horizontal: NDArray[np.int16],
    view: GroundView,
    colour: FieldColour,
    *,
    size_m: float,
    border: NDArray[np.int64],
    avoid_px: Sequence[tuple[float, float, float]] = (),
) -> SeenSpot | None:
    """Return the penalty mark: a white patch of its size with field all round; not where a ball is."""
    best: tuple[float, SeenSpot] | None = None
    for segment in horizontal[(horizontal[:, 3] == 1) & (horizontal[:, 4] == -1) & (horizontal[:, 8] == 0)]:
        row, start, end = int(segment[0]), int(segment[1]), int(segment[2])
        column = 0.5 * (start + end)
        if row < border[int(column)]:
            continue
        seen = _patch(ycbcr, round(column), row, int(segment[5]), colour)
        if seen is None:
            continue
        middle_px, wide_px, high_px = seen
        ground_m = view.ground_m(np.array([middle_px]))[0]
        away_m = float(np.hypot(*ground_m))
        if not away_m < SPOT_FARTHEST_M:
            continue
        expected = _expected_px(view, ground_m, size_m)
        if expected is None:
            continue
        wide, high = wide_px / expected[0], high_px / expected[1]
        if not (SPOT_SIZES[0] < wide < SPOT_SIZES[1] and SPOT_SIZES[0] < high < SPOT_SIZES[1]):
            continue
        if any(math.hypot(middle_px[0] - x, middle_px[1] - y) < 1.3 * radius for x, y, radius in avoid_px):
            continue
        if not _field_around(ycbcr, middle_px, expected, colour.numbers):
            continue
        misfit = abs(math.log(wide)) + abs(math.log(high))
        if best is None or misfit < best[0]:
            best = misfit, SeenSpot((float(ground_m[0]), float(ground_m[1])), middle_px)
    return None if best is None else best[1]


def _expected_px(view: GroundView, ground_m: FloatArray, size_m: float) -> tuple[float, float] | None:
    """Return how wide and how high a mark on the ground looks there."""
    x_m, y_m = ground_m
    away_m = max(float(np.hypot(x_m, y_m)), 1e-6)
    ahead = np.array((x_m, y_m)) / away_m * 0.5 * size_m
    aside = np.array((-ahead[1], ahead[0]))
    points = np.array(
        [(x_m + dx, y_m + dy, 0.0) for dx, dy in (ahead, -ahead, aside, -aside)], dtype=np.float64
    )
    far, near, left, right = view.pixels(points)
    if not np.isfinite((far, near, left, right)).all():
        return None
    return float(np.hypot(*(left - right))), max(float(np.hypot(*(far - near))), 1.5)


def _patch(
    ycbcr: Pixels, column: int, row: int, bright: int, colour: FieldColour
) -> tuple[Point, float, float] | None:
    """Return middle, width and height of the bright patch round a pixel, by its extent along both axes."""
    half = 0.5 * (bright + colour.y)
    bounds = _extent(ycbcr, column, row, half)
    left, right, top, bottom = bounds
    if right - left > 120 or bottom - top > 120:
        return None
    return (0.5 * (left + right), 0.5 * (top + bottom)), right - left + 1.0, bottom - top + 1.0


@compiled_using(field_colour)
def _extent(ycbcr: Pixels, column: int, row: int, least: float) -> tuple[int, int, int, int]:
    """Return the first and last column and row of the bright patch through a pixel, measured twice."""
    height, width, _ = ycbcr.shape
    left = right = column
    top = bottom = row
    for _ in range(2):
        middle_row, middle_column = (top + bottom) // 2, (left + right) // 2
        top = bottom = middle_row
        while top > 0 and ycbcr[top - 1, middle_column, 0] > least:
            top -= 1
        while bottom < height - 1 and ycbcr[bottom + 1, middle_column, 0] > least:
            bottom += 1
        left = right = middle_column
        middle_row = (top + bottom) // 2
        while left > 0 and ycbcr[middle_row, left - 1, 0] > least:
            left -= 1
        while right < width - 1 and ycbcr[middle_row, right + 1, 0] > least:
            right += 1
    return left, right, top, bottom


def _field_around(ycbcr: Pixels, middle_px: Point, size_px: tuple[float, float], colour: FloatArray) -> bool:
    """Tell whether all points on an ellipse round the mark are field."""
    angles = np.arange(ROUND_SPOT) * (2.0 * math.pi / ROUND_SPOT)
    columns = np.rint(middle_px[0] + (0.95 * size_px[0] + 2.0) * np.cos(angles)).astype(np.int64)
    rows = np.rint(middle_px[1] + (0.95 * size_px[1] + 2.0) * np.sin(angles)).astype(np.int64)
    height, width, _ = ycbcr.shape
    if columns.min() < 1 or rows.min() < 1 or columns.max() >= width - 1 or rows.max() >= height - 1:
        return False
    squares = [
        ycbcr[row - 1 : row + 2, column - 1 : column + 2].reshape(-1, 3).mean(axis=0)
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
    ]
    return sum(is_field(colour, *square.tolist()) for square in squares) >= ROUND_SPOT - 1
