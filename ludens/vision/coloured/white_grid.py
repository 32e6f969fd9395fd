"""White points on field lines: the picture in cells of three by three pixels (001, §4.6.11).

A cell with a white pixel is a point of a line if the white in its row or in its column of cells is no longer
than a line is wide there; robots, shoes and nets are mostly larger. On the ground points are thinned, so that
near lines do not outvote far ones.
"""

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled_using
from ludens.geometry import FloatArray
from ludens.vision.coloured.hues import WHITE
from ludens.vision.field import projection
from ludens.vision.field.projection import GroundView, to_ground

Pixels = NDArray[np.uint8]

CELL_PX = 3
WIDER = 1.7
"""Than a line is expected to be: white within that is still one."""
FARTHEST_M = 3.5
THINNED_M = 0.10
MOST_POINTS = 4000


def find_white_points(labels: Pixels, view: GroundView, *, line_m: float) -> tuple[FloatArray, FloatArray]:
    """Return (points, 2) on the ground, and the middles (points, 2) of all their cells in the picture."""
    cells = _white_cells(labels)
    pixels, points_m = _line_cells(cells, view.numbers, line_m)
    return _thinned(points_m), pixels


def _thinned(points_m: FloatArray) -> FloatArray:
    """Return the mean of the points in every square of the ground."""
    if not len(points_m):
        return points_m
    squares = np.floor(points_m / THINNED_M).astype(np.int64)
    _, which = np.unique(squares, axis=0, return_inverse=True)
    counts = np.bincount(which)
    return np.column_stack([np.bincount(which, points_m[:, axis]) / counts for axis in (0, 1)])


@compiled_using(projection)
def _white_cells(labels: Pixels) -> NDArray[np.bool_]:
    height, width = labels.shape[0] // CELL_PX, labels.shape[1] // CELL_PX
    cells = np.zeros((height, width), np.bool_)
    for row in range(height * CELL_PX):
        for column in range(width * CELL_PX):
            if labels[row, column] == WHITE:
                cells[row // CELL_PX, column // CELL_PX] = True
    return cells


@compiled_using(projection)
def _line_cells(cells: NDArray[np.bool_], view: FloatArray, line_m: float) -> tuple[FloatArray, FloatArray]:
    height, width = cells.shape
    across, down = np.zeros((height, width), np.int64), np.zeros((height, width), np.int64)
    for row in range(height):  # lengths of white runs along rows
        column = 0
        while column < width:
            end = column
            while end < width and cells[row, end]:
                end += 1
            across[row, column:end] = end - column
            column = end + 1
    for column in range(width):  # and along columns
        row = 0
        while row < height:
            end = row
            while end < height and cells[end, column]:
                end += 1
            down[row:end, column] = end - row
            row = end + 1
    pixels, points = np.empty((MOST_POINTS, 2)), np.empty((MOST_POINTS, 2))
    count = 0
    for row in range(height):
        for column in range(width):
            if not cells[row, column] or count >= MOST_POINTS:
                continue
            at_x, at_y = CELL_PX * (column + 0.5) - 0.5, CELL_PX * (row + 0.5) - 0.5
            x_m, y_m = to_ground(view, at_x, at_y, 0.0)
            away_m = np.hypot(x_m - view[9], y_m - view[10])
            if not away_m < FARTHEST_M:
                continue
            ray_m = np.hypot(away_m, view[11])
            wide = line_m / ray_m * view[12] / CELL_PX
            high = wide * view[11] / ray_m
            if across[row, column] <= WIDER * wide + 2.0 or down[row, column] <= WIDER * high + 2.0:
                pixels[count, 0], pixels[count, 1] = at_x, at_y
                points[count, 0], points[count, 1] = x_m, y_m
                count += 1
    return pixels[:count].copy(), points[:count].copy()
