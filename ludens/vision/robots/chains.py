"""Chains: along a scan column, what is no field from somewhere down to the turf it stands on (004, §4.12).

Robots are the only things on the field with many edges across the scan columns, from the feet upwards. A
chain is told by where it ends, how high it reaches if it stands there upright, and by its edges.
"""

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled_using
from ludens.geometry import FloatArray
from ludens.vision.field import projection, scan
from ludens.vision.field.projection import to_ground, to_pixel
from ludens.vision.field.scan import COLUMN_STEP_PX, IS_FIELD, POSITION, START
from ludens.vision.field.scan import END as END_OF

Rows = NDArray[np.int64]
Counts = NDArray[np.int32]

LINE, TOP, BOTTOM, X, Y, AWAY, PX_PER_M, HEIGHT, IS_CUT, GOES_ON = range(10)
"""Columns of a table of chains: number of the scan column, first and last row, where it ends on the ground in
the robot's frame, how far that is, how many pixels a metre across is there, how high the chain reaches in m,
whether its end is not in the picture, and whether it goes on above the picture."""
MOST_CHAINS = 2000
GAP_M = 0.05
"""Turf that shines through a body: shorter pieces of it do not end a chain."""
MEASURED_AT_M = 0.3
"""Height above the ground by which pixels are turned into metres."""
CUT_PX = 4


@compiled_using(scan)
def sums_along_columns(vertical: NDArray[np.int16], lines: int, height: int) -> tuple[Counts, Counts]:
    """Return (scan columns, rows + 1) twice: pixels that are no field, and edges, above every row."""
    bodies = np.zeros((lines, height + 1), np.int32)
    edges = np.zeros((lines, height + 1), np.int32)
    before, was_field = -1, True
    for number in range(vertical.shape[0]):
        line = vertical[number, POSITION] // COLUMN_STEP_PX
        is_field = vertical[number, IS_FIELD] == 1
        if line == before and not (is_field and was_field):
            edges[line, vertical[number, START] + 1] += 1
        if not is_field:
            bodies[line, vertical[number, START] + 1 : vertical[number, END_OF] + 1] = 1
        before, was_field = line, is_field
    for line in range(lines):
        for row in range(height):
            bodies[line, row + 1] += bodies[line, row]
            edges[line, row + 1] += edges[line, row]
    return bodies, edges


@compiled_using(scan, projection)
def find_chains(
    vertical: NDArray[np.int16], border_rows: Rows, last_rows: Rows, view: FloatArray, farthest_m: float
) -> FloatArray:
    """Return all chains that end on the field, no farther away than so many metres."""
    chains = np.empty((MOST_CHAINS, 10))
    count, number = 0, 0
    while number < vertical.shape[0] and count < MOST_CHAINS:
        if vertical[number, IS_FIELD] == 1:
            number += 1
            continue
        column = vertical[number, POSITION]
        top, bottom = float(vertical[number, START]), float(vertical[number, END_OF])
        number += 1
        while number < vertical.shape[0] and vertical[number, POSITION] == column:
            if vertical[number, IS_FIELD] == 0:
                bottom = float(vertical[number, END_OF])
            elif number + 1 >= vertical.shape[0] or vertical[number + 1, POSITION] != column:
                break
            else:
                gap_px = vertical[number, END_OF] - vertical[number, START]
                if gap_px > GAP_M * pixels_per_m(view, float(column), float(vertical[number, END_OF])):
                    break
            number += 1
        if bottom <= border_rows[column] + 1:
            continue
        x_m, y_m = to_ground(view, float(column), bottom, 0.0)
        away_m = np.hypot(x_m, y_m)
        if not away_m <= farthest_m:
            continue
        _, higher_row = to_pixel(view, x_m, y_m, MEASURED_AT_M)
        row = chains[count]
        row[LINE], row[TOP], row[BOTTOM] = column // COLUMN_STEP_PX, top, bottom
        row[X], row[Y], row[AWAY] = x_m, y_m, away_m
        row[PX_PER_M] = pixels_per_m(view, float(column), bottom)
        row[HEIGHT] = MEASURED_AT_M * (bottom - top) / max(bottom - higher_row, 1.0)
        row[IS_CUT] = 1.0 if bottom > last_rows[column] - CUT_PX else 0.0
        row[GOES_ON] = 1.0 if top < CUT_PX else 0.0
        count += 1
    return chains[:count].copy()


@compiled_using(projection)
def pixels_per_m(view: FloatArray, column: float, row: float) -> float:
    """Return how many pixels a metre across is at the place of the ground that a pixel shows."""
    x_m, y_m = to_ground(view, column, row, 0.0)
    if np.isnan(x_m):
        return 1.0
    ahead_m = view[0] * (x_m - view[9]) + view[3] * (y_m - view[10]) - view[6] * view[11]
    return float(view[12] / max(ahead_m, 0.1))
