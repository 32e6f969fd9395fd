"""Where a lost ball may be: the probability of every cell of the field, and when it was last looked at.

The field is cut into 18 × 12 cells of half a metre. Rows count along y, columns along x; in bytes, cells are
bits, row by row.
"""

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled, compiled_using, read_only
from ludens.estimation import outline
from ludens.estimation.outline import contains
from ludens.games.soccer.know.team_data import CELL_BYTES
from ludens.geometry import FloatArray, Pose2
from ludens.geometry.soccer_field import FIELD_2019

Point = tuple[float, float]
Mask = NDArray[np.bool_]

COLUMNS, ROWS = 18, 12
CELL_M = 0.5
LEFT_M, LOW_M = -FIELD_2019.half_length_m, -FIELD_2019.half_width_m
AREAS_M: tuple[tuple[Point, ...], ...] = (
    ((0.0, 0.0),),
    ((-2.2, 0.0), (2.2, 0.0)),
    ((-2.8, 0.0), (1.4, 1.5), (1.4, -1.5)),
    ((-2.2, 1.5), (-2.2, -1.5), (2.2, 1.5), (2.2, -1.5)),
    ((-3.5, 0.0), (-1.0, 1.6), (-1.0, -1.6), (2.6, 1.5), (2.6, -1.5)),
    ((-3.5, 0.0), (-1.6, 1.6), (-1.6, -1.6), (1.0, 0.0), (3.1, 1.5), (3.1, -1.5)),
)
"""Middles of the areas that so many explorers share: each area is all that lies nearest to its middle."""


class SearchGrid:
    """The map of one robot."""

    def __init__(self, time_s: float) -> None:
        self.probability: FloatArray = np.full((ROWS, COLUMNS), 1.0 / (ROWS * COLUMNS))
        self.seen_s: FloatArray = np.full((ROWS, COLUMNS), time_s)  # by anybody
        self._mask: Mask = np.zeros((ROWS, COLUMNS), np.bool_)

    def forget(self, time_s: float) -> None:
        """Begin again: the ball may be anywhere."""
        self.probability[:] = 1.0 / self.probability.size
        self.seen_s[:] = time_s

    def believe(self, places_m: Sequence[Point], share: float) -> None:
        """Move a share of the probability to these places, in equal parts."""
        self.probability *= 1.0 - share
        for place_m in places_m:
            self.probability[cell_of(place_m)] += share / len(places_m)

    def look(self, outline_m: FloatArray, field_from_robot: Pose2, time_s: float, kept: float) -> Mask:
        """Take in that no ball is seen in an outline, given in a robot's frame; return the cells."""
        at = field_from_robot
        self._mask[:] = False
        _mark_outline(self._mask, read_only(outline_m), at.x_m, at.y_m, at.yaw_rad)
        _look(self.probability, self.seen_s, self._mask, time_s, kept)
        return self._mask

    def look_at_cells(self, cells: bytes, time_s: float, kept: float) -> None:
        """The same with cells as bits; bytes of another length say nothing."""
        if len(cells) == CELL_BYTES:
            bits = np.unpackbits(np.frombuffer(cells, np.uint8)).reshape(ROWS, COLUMNS)
            _look(self.probability, self.seen_s, bits.view(np.bool_), time_s, kept)

    def give_up(self, cell: int, time_s: float, kept: float) -> None:
        """The same with one cell by its number."""
        self._mask[:] = False
        self._mask.flat[cell] = True
        _look(self.probability, self.seen_s, self._mask, time_s, kept)

    def spread(self, middle: float) -> None:
        """Let the ball move on, by a kernel of ones round a `middle` that is large; no cell loses."""
        _spread(self.probability, middle)

    def best_cell(
        self,
        field_from_robot: Pose2,
        area: Mask,
        time_s: float,
        weights: FloatArray,
        kept_cell: int = -1,
    ) -> int:
        """Return the cell of an area that is cheapest to explore: (time to it + 2) / value.

        `weights` are those of `_cheapest`. The cell that a robot has been sent to is kept unless another one
        is clearly cheaper.
        """
        at = field_from_robot
        numbers = np.array((at.x_m, at.y_m, at.yaw_rad, time_s))
        return _cheapest(self.probability, self.seen_s, area, numbers, weights, kept_cell)


def cell_of(place_m: Point) -> tuple[int, int]:
    """Return row and column of the cell of a place, or of the nearest one."""
    row, column = math.floor((place_m[1] - LOW_M) / CELL_M), math.floor((place_m[0] - LEFT_M) / CELL_M)
    return min(max(row, 0), ROWS - 1), min(max(column, 0), COLUMNS - 1)


def cell_number(place_m: Point) -> int:
    """Return the number of the cell of a place, row by row."""
    row, column = cell_of(place_m)
    return row * COLUMNS + column


def middle_of(cell: int) -> Point:
    """Return the middle of a cell by its number, row by row."""
    row, column = divmod(cell, COLUMNS)
    return LEFT_M + (column + 0.5) * CELL_M, LOW_M + (row + 0.5) * CELL_M


@cache
def areas(explorers: int) -> tuple[Mask, ...]:
    """Return the cells of each area that so many explorers share, read-only."""
    middles = np.array(AREAS_M[min(explorers, len(AREAS_M)) - 1])
    cells = np.array([middle_of(cell) for cell in range(ROWS * COLUMNS)])
    nearest = np.argmin(np.linalg.norm(cells[:, None] - middles[None], axis=2), axis=1)
    masks = tuple((nearest == number).reshape(ROWS, COLUMNS) for number in range(len(middles)))
    for mask in masks:
        mask.setflags(write=False)
    return masks


def bits_of(cells: Mask) -> bytes:
    """Return cells as bytes."""
    return np.packbits(cells).tobytes()


@compiled_using(outline)
def _mark_outline(mask: Mask, outline_m: FloatArray, x_m: float, y_m: float, yaw_rad: float) -> None:
    """Mark cells whose middle lies in an outline of the robot's frame."""
    cosine, sine = math.cos(yaw_rad), math.sin(yaw_rad)
    for row in range(mask.shape[0]):
        for column in range(mask.shape[1]):
            dx = LEFT_M + (column + 0.5) * CELL_M - x_m
            dy = LOW_M + (row + 0.5) * CELL_M - y_m
            if contains(outline_m, cosine * dx + sine * dy, cosine * dy - sine * dx):
                mask[row, column] = True


@compiled
def _look(probability: FloatArray, seen_s: FloatArray, mask: Mask, time_s: float, kept: float) -> None:
    """Make cells in view less likely, and all others as much more."""
    total = 0.0
    for row in range(mask.shape[0]):
        for column in range(mask.shape[1]):
            if mask[row, column]:
                probability[row, column] *= kept
                seen_s[row, column] = max(seen_s[row, column], time_s)
            total += probability[row, column]
    probability /= max(total, 1e-300)


@compiled
def _spread(probability: FloatArray, middle: float) -> None:
    rows, columns = probability.shape
    before = probability.copy()
    for row in range(rows):
        for column in range(columns):
            total = (middle - 1.0) * before[row, column]
            for other_row in range(max(row - 1, 0), min(row + 2, rows)):
                for other_column in range(max(column - 1, 0), min(column + 2, columns)):
                    total += before[other_row, other_column]
            probability[row, column] = max(before[row, column], total / (middle + 8.0))
    probability /= np.sum(probability)


@compiled
def _cheapest(
    probability: FloatArray,
    seen_s: FloatArray,
    area: Mask,
    robot: FloatArray,
    weights: FloatArray,
    kept_cell: int,
) -> int:
    """Return the cheapest cell of an area for a robot at x, y, yaw and a time.

    Weights: of the probability, the most that age counts in s, the distance from which a cell is looked at,
    speed, speed of turning, share of its cost at which the kept cell competes.
    """
    x_m, y_m, yaw_rad, time_s = robot[0], robot[1], robot[2], robot[3]
    best, least = -1, np.inf
    columns = probability.shape[1]
    for row in range(probability.shape[0]):
        for column in range(columns):
            if not area[row, column]:
                continue
            dx = LEFT_M + (column + 0.5) * CELL_M - x_m
            dy = LOW_M + (row + 0.5) * CELL_M - y_m
            turn_rad = abs((math.atan2(dy, dx) - yaw_rad + math.pi) % (2.0 * math.pi) - math.pi)
            way_m = max(math.hypot(dx, dy) - weights[2], 0.0)
            after_s = way_m / weights[3] + turn_rad / weights[4]
            age_s = min(max(time_s - seen_s[row, column], 0.0), weights[1])
            value = probability[row, column] * weights[0] + age_s
            cost = (after_s + 2.0) / max(value, 1e-9)
            if row * columns + column == kept_cell:
                cost *= weights[5]
            if cost < least:
                best, least = row * columns + column, cost
    return best
