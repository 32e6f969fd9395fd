"""Points on field lines: bright segments between two edges that are as far apart as a line is wide.

A worn line, or one on coarse turf, has edges of its own: segments between the same two pieces of field that
are all bright enough count as one. The width is measured on the ground and at a right angle to the line,
whose direction follows from the gradient of brightness at both edges; they must point towards each other.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled, compiled_using
from ludens.geometry import FloatArray
from ludens.vision.field import projection
from ludens.vision.field.projection import GroundView, to_ground

Pixels = NDArray[np.uint8]
Table = NDArray[np.int16]

LINE_M = 0.05
SLACK_M = 0.02
SLACK_PX = 1.6
"""How wrong a width may be: a little on the ground, and a little more than a pixel at each edge."""
FARTHEST_M = 6.0
BRIGHTER = 1.12
"""So many times brighter than the field beside it is a line at least."""
BRIGHTER_LEFT = 0.3
"""Of what is left up to white: in a picture exposed for too long, that much brighter is enough."""
PARALLEL = 0.85
"""Cosine of the angle by which the edges' gradients may miss pointing towards each other."""
MOST_POINTS = 4000
STEP_M = 0.01
FLATTEST_RAD = math.radians(88.0)
"""From straight down: flatter rays meet the ground nowhere that matters."""


@dataclass(frozen=True, slots=True, eq=False)
class LinePoints:
    """(points, 2) each: where in the picture, where on the ground, and the line's direction on the ground.

    `precision_m` says how far off on the ground one pixel is there.
    """

    pixels: FloatArray
    ground_m: FloatArray
    direction: FloatArray
    precision_m: FloatArray

    def outside(self, boxes_px: Iterable[tuple[float, float, float, float]]) -> "LinePoints":
        """Return the points that lie in no box of left, upper, right, lower."""
        keep = np.ones(len(self.pixels), np.bool_)
        column, row = self.pixels[:, 0], self.pixels[:, 1]
        for left, upper, right, lower in boxes_px:
            keep &= (column < left) | (column > right) | (row < upper) | (row > lower)
        return LinePoints(
            self.pixels[keep], self.ground_m[keep], self.direction[keep], self.precision_m[keep]
        )

    def tilted(self, view: GroundView, tilt_rad: float) -> "LinePoints":
        """Return where the points would be if the camera looked so much higher."""
        if tilt_rad == 0.0:
            return self
        ground_m = tilted(self.ground_m, view, tilt_rad)
        way = tilted(self.ground_m + STEP_M * self.direction, view, tilt_rad) - ground_m
        longer = np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)[:, np.newaxis]
        return LinePoints(self.pixels, ground_m, way / longer, self.precision_m)


def tilted(ground_m: FloatArray, view: GroundView, tilt_rad: float) -> FloatArray:
    """Return where points on the ground, (points, 2), would be if the camera looked so much higher."""
    camera_m = view.robot_from_camera.translation
    out_m = ground_m - camera_m[:2]
    away_m = np.maximum(np.hypot(out_m[:, 0], out_m[:, 1]), 1e-9)
    angle_rad = np.clip(np.arctan2(away_m, camera_m[2]) + tilt_rad, 0.0, FLATTEST_RAD)
    moved_m: FloatArray = camera_m[:2] + out_m * (camera_m[2] * np.tan(angle_rad) / away_m)[:, np.newaxis]
    return moved_m


def find_line_points(
    ycbcr: Pixels, vertical: Table, horizontal: Table, view: GroundView, *, border: NDArray[np.int64]
) -> LinePoints:
    """Return the points below the border, by both kinds of segments."""
    found = np.concatenate(
        [
            _points(ycbcr, table, view.numbers, border, is_vertical)
            for table, is_vertical in ((vertical, True), (horizontal, False))
        ]
    )
    return LinePoints(found[:, 0:2], found[:, 2:4], found[:, 4:6], found[:, 6])


@compiled_using(projection)
def _points(
    ycbcr: Pixels, table: Table, view: FloatArray, border: NDArray[np.int64], is_vertical: bool
) -> FloatArray:
    found = np.empty((MOST_POINTS, 7))
    count = 0
    width = ycbcr.shape[1]
    for number in range(1, table.shape[0] - 1):
        if count >= MOST_POINTS:
            break
        segment, before = table[number], table[number - 1]
        if segment[3] != 1 or segment[8] or before[0] != segment[0] or not before[8]:
            continue
        darkest, last = segment[5], number
        while last < table.shape[0] - 2 and table[last + 1, 0] == segment[0] and not table[last + 1, 8]:
            last += 1
            darkest = min(darkest, table[last, 5])
        after = table[last + 1]
        if table[last, 4] != -1 or after[0] != segment[0] or not after[8]:
            continue
        beside = float(max(before[5], after[5]))
        if darkest < min(BRIGHTER * beside, beside + BRIGHTER_LEFT * (255.0 - beside)):
            continue
        start, end = segment[1], table[last, 2]
        if is_vertical:
            start_column, start_row, end_column, end_row = segment[0], start, segment[0], end
        else:
            start_column, start_row, end_column, end_row = start, segment[0], end, segment[0]
        column, row = 0.5 * (start_column + end_column), 0.5 * (start_row + end_row)
        if row < border[min(int(column), width - 1)]:
            continue
        across_1, down_1 = _gradient(ycbcr, start_column, start_row)
        across_2, down_2 = _gradient(ycbcr, end_column, end_row)
        size_1, size_2 = np.hypot(across_1, down_1), np.hypot(across_2, down_2)
        if size_1 < 1e-9 or size_2 < 1e-9:
            continue
        if across_1 * across_2 + down_1 * down_2 > -PARALLEL * size_1 * size_2:
            continue
        normal_x, normal_y = across_1 / size_1 - across_2 / size_2, down_1 / size_1 - down_2 / size_2
        size = np.hypot(normal_x, normal_y)
        normal_x, normal_y = normal_x / size, normal_y / size
        x_m, y_m = to_ground(view, column, row, 0.0)
        if np.isnan(x_m) or np.hypot(x_m, y_m) > FARTHEST_M:
            continue
        # Two steps along the line and two across it, on the ground.
        along_x1, along_y1 = to_ground(view, column - 2.0 * normal_y, row + 2.0 * normal_x, 0.0)
        along_x2, along_y2 = to_ground(view, column + 2.0 * normal_y, row - 2.0 * normal_x, 0.0)
        start_x, start_y = to_ground(view, float(start_column), float(start_row), 0.0)
        end_x, end_y = to_ground(view, float(end_column), float(end_row), 0.0)
        if np.isnan(along_x1 + along_x2 + start_x + end_x):
            continue
        way_x, way_y = along_x2 - along_x1, along_y2 - along_y1
        way = np.hypot(way_x, way_y)
        if way < 1e-9:
            continue
        way_x, way_y = way_x / way, way_y / way
        wide_m = abs((end_x - start_x) * way_y - (end_y - start_y) * way_x)
        length_px = abs(end_row - start_row) + abs(end_column - start_column)
        pixel_m = wide_m / max(length_px, 1)
        if abs(wide_m - LINE_M) > SLACK_M + SLACK_PX * pixel_m:
            continue
        point = found[count]
        point[0], point[1], point[2], point[3] = column, row, x_m, y_m
        point[4], point[5], point[6] = way_x, way_y, pixel_m
        count += 1
    return found[:count].copy()


@compiled
def _gradient(ycbcr: Pixels, column: int, row: int) -> tuple[float, float]:
    """Return how brightness grows to the right and downwards, over a square of five pixels."""
    height, width, _ = ycbcr.shape
    column, row = min(max(column, 2), width - 3), min(max(row, 2), height - 3)
    across, down = 0.0, 0.0
    for one in range(-2, 3):
        for other in range(1, 3):
            across += float(ycbcr[row + one, column + other, 0]) - float(ycbcr[row + one, column - other, 0])
            down += float(ycbcr[row + other, column + one, 0]) - float(ycbcr[row - other, column + one, 0])
    return across, down
