"""Scan lines: the picture taken apart along some columns and rows, at the edges of brightness and colour.

Columns lie a fixed number of pixels apart, rows a fixed distance on the ground. A segment reaches from one
edge to the next; it has the colour that is the median of some of its pixels, and is field or is not.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled_using
from ludens.geometry import FloatArray
from ludens.vision.field import colour as field_colour
from ludens.vision.field.colour import FieldColour, is_field
from ludens.vision.field.projection import GroundView

Pixels = NDArray[np.uint8]
Rows = NDArray[np.int64]

COLUMN_STEP_PX = 4
ROW_STEP_M = 0.10
NEAREST_M, FARTHEST_M = 0.15, 4.5
LEAST_ROW_STEP_PX = 3
MOST_SEGMENTS = 20_000
MEDIAN_OF = 7
LEAST_EDGE = 7.0
EDGE_SHARE = 0.20
"""Of the field's brightness: so much brighter or darker over two pixels is an edge."""
EDGE_LEFT = 0.35
"""Of what is left up to white: in a picture exposed for too long, less is an edge."""

LEAST_TINT = 11.0
"""Change of Cb and Cr together over four pixels that parts two colours of the same brightness."""
NEAR_EDGE_PX = 8
"""So near to an edge of brightness, colour belongs to it."""

POSITION, START, END, START_EDGE, END_EDGE, Y, CB, CR, IS_FIELD = range(9)
"""Columns of a table of segments: where its scan line is, from which pixel to which (exclusive), the edges at
both ends (1 brighter, -1 darker, 0 another colour as bright, or the scan line's end), colour, and whether it
is field."""


@dataclass(frozen=True, slots=True, eq=False)
class Segments:
    """What the scan lines of one picture show. Both tables are (segments, 9), sorted along the scan lines."""

    vertical: NDArray[np.int16]
    horizontal: NDArray[np.int16]
    columns: Rows  # of the vertical scan lines
    rows: Rows  # of the horizontal ones


def scan(
    ycbcr: Pixels, view: GroundView, colour: FieldColour, *, first_rows: Rows, last_rows: Rows
) -> Segments:
    """Take a picture apart; of each column only rows from its first to its last (exclusive) count."""
    columns = np.arange(COLUMN_STEP_PX // 2, ycbcr.shape[1], COLUMN_STEP_PX)
    rows = _ground_rows(view, ycbcr.shape[0])
    least_edge = max(LEAST_EDGE, min(EDGE_SHARE * colour.y, EDGE_LEFT * (255.0 - colour.y)))
    vertical = _scan_columns(ycbcr, columns, first_rows, last_rows, colour.numbers, least_edge)
    horizontal = _scan_rows(ycbcr, rows, first_rows, last_rows, colour.numbers, least_edge)
    return Segments(vertical, horizontal, columns, rows)


def _ground_rows(view: GroundView, height_px: int) -> Rows:
    """Return rows whose middles lie a fixed distance apart on the ground, near ones first."""
    ahead = view.robot_from_camera.rotation[:, 0]
    across = np.hypot(ahead[0], ahead[1])
    if across < 1e-3:
        return np.arange(0, height_px, 16)
    away_m = np.arange(NEAREST_M, FARTHEST_M, ROW_STEP_M)
    points_m = np.column_stack(
        (
            view.numbers[9] + away_m * ahead[0] / across,
            view.numbers[10] + away_m * ahead[1] / across,
            np.zeros_like(away_m),
        )
    )
    rows_px = view.pixels(points_m)[:, 1]
    rows: list[int] = []
    for row_px in rows_px[np.isfinite(rows_px)].tolist():
        row = round(row_px)
        if 2 <= row < height_px - 2 and (not rows or rows[-1] - row >= LEAST_ROW_STEP_PX):
            rows.append(row)
    return np.array(rows, dtype=np.int64)


@compiled_using(field_colour)
def _scan_columns(
    ycbcr: Pixels, columns: Rows, first_rows: Rows, last_rows: Rows, colour: FloatArray, least_edge: float
) -> NDArray[np.int16]:
    table = np.empty((MOST_SEGMENTS, 9), np.int16)
    count = 0
    for column in columns:
        first, last = first_rows[column], min(last_rows[column], ycbcr.shape[0])
        count = _scan_line(ycbcr[:, column, :], column, first, last, colour, least_edge, table, count)
    return table[:count].copy()


@compiled_using(field_colour)
def _scan_rows(
    ycbcr: Pixels, rows: Rows, first_rows: Rows, last_rows: Rows, colour: FloatArray, least_edge: float
) -> NDArray[np.int16]:
    table = np.empty((MOST_SEGMENTS, 9), np.int16)
    count = 0
    width = ycbcr.shape[1]
    for row in rows:
        column = 0
        while column < width:
            while column < width and not first_rows[column] <= row < last_rows[column]:
                column += 1
            start = column
            while column < width and first_rows[column] <= row < last_rows[column]:
                column += 1
            if column - start > 4:
                count = _scan_line(ycbcr[row], row, start, column, colour, least_edge, table, count)
    return table[:count].copy()


@compiled_using(field_colour)
def _scan_line(
    pixels: Pixels,
    position: int,
    first: int,
    last: int,
    colour: FloatArray,
    least_edge: float,
    table: NDArray[np.int16],
    count: int,
) -> int:
    """Add the segments of one scan line to the table; return how many there are then."""
    start, start_edge = first, 0
    peak, peak_at = 0.0, -1
    tint, tint_at = 0.0, -1  # the strongest change of colour since brightness last changed
    for place in range(first + 1, last - 1):
        step = float(pixels[place + 1, 0]) - float(pixels[place - 1, 0])
        if peak_at >= 0 and (abs(step) < least_edge or step * peak < 0.0):
            count = _add(pixels, position, start, peak_at, start_edge, peak, colour, table, count)
            start, start_edge = peak_at, 1 if peak > 0.0 else -1
            peak_at, tint_at = -1, -1
        if abs(step) >= least_edge and (peak_at < 0 or abs(step) > abs(peak)):
            peak, peak_at = step, place
        if peak_at >= 0 or place < start + NEAR_EDGE_PX or place >= last - 2:
            continue
        changed = abs(float(pixels[place + 2, 1]) - float(pixels[place - 2, 1])) + abs(
            float(pixels[place + 2, 2]) - float(pixels[place - 2, 2])
        )
        if tint_at >= 0 and (changed < LEAST_TINT or place > tint_at + NEAR_EDGE_PX):
            if _turf_ends(pixels, tint_at, first, last, colour):
                count = _add(pixels, position, start, tint_at, start_edge, 0.0, colour, table, count)
                start, start_edge = tint_at, 0
            tint_at = -1
        elif changed >= LEAST_TINT and (tint_at < 0 or changed > tint):
            tint, tint_at = changed, place
    if peak_at >= 0:
        count = _add(pixels, position, start, peak_at, start_edge, peak, colour, table, count)
        start, start_edge = peak_at, 1 if peak > 0.0 else -1
    return _add(pixels, position, start, last, start_edge, 0.0, colour, table, count)


@compiled_using(field_colour)
def _turf_ends(pixels: Pixels, place: int, first: int, last: int, colour: FloatArray) -> bool:
    """Tell whether there is field on one side of a place and none on the other."""
    before, after = max(place - 3, first), min(place + 3, last - 1)
    is_before = is_field(colour, float(pixels[before, 0]), float(pixels[before, 1]), float(pixels[before, 2]))
    is_after = is_field(colour, float(pixels[after, 0]), float(pixels[after, 1]), float(pixels[after, 2]))
    return is_before != is_after


@compiled_using(field_colour)
def _add(
    pixels: Pixels,
    position: int,
    start: int,
    end: int,
    start_edge: int,
    end_step: float,
    colour: FloatArray,
    table: NDArray[np.int16],
    count: int,
) -> int:
    if count >= table.shape[0] or end <= start:
        return count
    samples = np.empty((MEDIAN_OF, 3), np.int64)
    inner = max(end - start - 2, 1)
    taken = min(inner, MEDIAN_OF)
    first = start + (end - start - inner + 1) // 2
    for number in range(taken):
        place = min(first + number * inner // taken, end - 1)
        for channel in range(3):
            samples[number, channel] = pixels[place, channel]
    row = table[count]
    row[0], row[1], row[2], row[3] = position, start, end, start_edge
    row[4] = 1 if end_step > 0.0 else (-1 if end_step < 0.0 else 0)
    for channel in range(3):
        for one in range(1, taken):  # few numbers: insertion is the fastest sort
            value, other = samples[one, channel], one - 1
            while other >= 0 and samples[other, channel] > value:
                samples[other + 1, channel] = samples[other, channel]
                other -= 1
            samples[other + 1, channel] = value
        row[5 + channel] = samples[taken // 2, channel]
    row[8] = 1 if is_field(colour, float(row[5]), float(row[6]), float(row[7])) else 0
    return count + 1
