"""The penalty mark: a small white cross with turf all round, looked at from above.

Every bright segment that is no longer than the mark may be a part of it. The ground round it is sampled on a
grid, as if seen from straight above: what is bright in its middle must be as large as the mark, and round
about there must be nothing but field.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled_using
from ludens.geometry import FloatArray
from ludens.vision.field import colour as field_colour
from ludens.vision.field import projection
from ludens.vision.field.colour import FieldColour, is_field
from ludens.vision.field.projection import GroundView, to_pixel

Pixels = NDArray[np.uint8]
Table = NDArray[np.int16]
Point = tuple[float, float]

FARTHEST_M = 3.2
LONGEST = 1.7
"""Of the mark's size that a segment through it may be long."""
GRID, REACH = 23, 1.9
"""Samples along each side of the grid, which reaches so many half sizes of the mark from its middle."""
INNER, OUTER = 1.35, 1.9
"""In half sizes: where the ring of field round the mark begins and ends."""
LEAST_FIELD, LEAST_IN_VIEW = 0.9, 0.7
"""Of the ring that must be field, and that must be in the picture."""
SHARP_M, LESS_PER_M = 1.5, 0.1
"""Farther away less of the ring need be field, by so much a metre: colours blur more than light does."""
AREA = 0.75
"""Of a square that a cross of strokes half as wide as it is long covers."""
AREAS = (0.45, 1.7)
"""How much smaller or larger than it should be a mark may look."""
CONTRAST = 1.18
"""So many times brighter than the field is a mark at least."""
CONTRAST_LEFT = 0.4
"""Of what is left up to white: in a picture exposed for too long, that much brighter is enough."""
CENTERINGS = 3
OFF_CENTER = 0.35
"""In half sizes: so far from the middle of the grid the mark may end up."""
APART = 0.8
"""Of the mark's size: nearer candidates are one."""


@dataclass(frozen=True, slots=True)
class SeenMark:
    """A penalty mark on the ground, in the robot's frame, and in the picture."""

    at_m: Point
    at_px: Point


def find_mark(
    ycbcr: Pixels,
    vertical: Table,
    horizontal: Table,
    view: GroundView,
    colour: FieldColour,
    *,
    size_m: float,
    border: NDArray[np.int64],
    avoid_px: Sequence[tuple[float, float, float]] = (),
) -> SeenMark | None:
    """Return the penalty mark that looks most like one; none where a ball is."""
    places_px = np.concatenate(
        [
            _bright(table, border, is_vertical)
            for table, is_vertical in ((vertical, True), (horizontal, False))
        ]
    )
    ends_m = view.ground_m(places_px[:, 2:4]) - view.ground_m(places_px[:, 4:6])
    middles_m = view.ground_m(places_px[:, 0:2])
    with np.errstate(invalid="ignore"):
        short = np.hypot(ends_m[:, 0], ends_m[:, 1]) < LONGEST * size_m
        near = np.hypot(middles_m[:, 0], middles_m[:, 1]) < FARTHEST_M
    best: tuple[float, SeenMark] | None = None
    tried: list[FloatArray] = []
    for middle_m in middles_m[short & near]:
        if any(math.dist(middle_m, other) < APART * size_m for other in tried):
            continue
        tried.append(middle_m)
        found = _judged(ycbcr, view.numbers, colour.numbers, middle_m, 0.5 * size_m)
        if np.isnan(found[0]):
            continue
        x_m, y_m, area = found.tolist()
        column, row = view.pixels(np.array([(x_m, y_m, 0.0)]))[0].tolist()
        if any(math.hypot(column - x, row - y) < 1.3 * radius for x, y, radius in avoid_px):
            continue
        misfit = abs(math.log(area))
        if best is None or misfit < best[0]:
            best = misfit, SeenMark((x_m, y_m), (column, row))
    return None if best is None else best[1]


def _bright(table: Table, border: NDArray[np.int64], is_vertical: bool) -> FloatArray:
    """Return (segments, 6): middle, start and end pixel of every bright segment below the border."""
    bright = table[(table[:, 3] == 1) & (table[:, 4] == -1) & (table[:, 8] == 0)].astype(np.float64)
    line, start, end = bright[:, 0], bright[:, 1], bright[:, 2]
    along = (0.5 * (start + end), start, end)
    columns = [line] * 3 if is_vertical else along
    rows = along if is_vertical else [line] * 3
    places = np.column_stack([part for pair in zip(columns, rows, strict=True) for part in pair])
    below = rows[0] >= border[columns[0].astype(np.int64)]
    found: FloatArray = places[below]
    return found


@compiled_using(field_colour, projection)
def _judged(
    ycbcr: Pixels, view: FloatArray, colour: FloatArray, middle_m: FloatArray, half_m: float
) -> FloatArray:
    """Return x and y of the mark near a place and its area relative to a mark's; NaN where none is."""
    none = np.full(3, np.nan)
    x_m, y_m = middle_m[0], middle_m[1]
    height, width, _ = ycbcr.shape
    light = np.empty((GRID, GRID))
    step_m = 2.0 * REACH * half_m / (GRID - 1)
    least_field = LEAST_FIELD - LESS_PER_M * max(np.hypot(x_m, y_m) - SHARP_M, 0.0)
    area = 0.0
    for number in range(CENTERINGS):
        is_last = number == CENTERINGS - 1
        ring, ring_seen, ring_field, ring_light, brightest = 0, 0, 0, 0.0, 0.0
        for i in range(GRID):
            for j in range(GRID):
                off_x, off_y = (i - GRID // 2) * step_m, (j - GRID // 2) * step_m
                light[i, j] = np.nan
                column, row = to_pixel(view, x_m + off_x, y_m + off_y, 0.0)
                away = np.hypot(off_x, off_y) / half_m
                ring += INNER < away < OUTER
                if np.isnan(column):
                    continue
                near_column, near_row = int(column + 0.5), int(row + 0.5)
                if not (0 <= near_column < width and 0 <= near_row < height and column > 0.0 and row > 0.0):
                    continue
                y = float(ycbcr[near_row, near_column, 0])
                light[i, j] = y
                if away < 1.0:
                    brightest = max(brightest, y)
                elif INNER < away < OUTER:
                    ring_seen += 1
                    ring_light += y
                    ring_field += is_field(
                        colour,
                        y,
                        float(ycbcr[near_row, near_column, 1]),
                        float(ycbcr[near_row, near_column, 2]),
                    )
        if ring_seen < LEAST_IN_VIEW * ring:
            return none
        ring_light /= ring_seen
        least_light = min(CONTRAST * ring_light, ring_light + CONTRAST_LEFT * (255.0 - ring_light))
        if brightest < least_light or (is_last and ring_field < least_field * ring_seen):
            return none
        least = 0.5 * (brightest + ring_light)
        sum_x, sum_y, bright, beyond = 0.0, 0.0, 0, 0
        for i in range(GRID):
            for j in range(GRID):
                off_x, off_y = (i - GRID // 2) * step_m, (j - GRID // 2) * step_m
                if light[i, j] > least:
                    if np.hypot(off_x, off_y) < INNER * half_m:
                        sum_x += off_x
                        sum_y += off_y
                        bright += 1
                    else:
                        beyond += 1
        if bright == 0:
            return none
        sum_x, sum_y = sum_x / bright, sum_y / bright
        area = bright * step_m**2 / (AREA * 4.0 * half_m**2)
        if is_last and (np.hypot(sum_x, sum_y) > OFF_CENTER * half_m or beyond > 0.1 * bright):
            return none
        x_m, y_m = x_m + sum_x, y_m + sum_y
    if not AREAS[0] < area < AREAS[1]:
        return none
    return np.array((x_m, y_m, area))
