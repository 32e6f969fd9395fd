"""Where a ball may be: grey patches on the green that are as large as a ball on the ground would be there.

Black and white alike are grey, whatever the turf's green is: chroma is measured along the way from the turf's
to grey. Sums over boxes come from an integral image, so that a place costs the same however large a ball is.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled, compiled_using
from ludens.geometry import FloatArray
from ludens.vision.field import colour as field_colour
from ludens.vision.field import projection
from ludens.vision.field.colour import NEUTRAL, FieldColour, is_field
from ludens.vision.field.projection import GroundView, to_ground

Pixels = NDArray[np.uint8]
Limits = NDArray[np.int64]

INNER, OUTER = 0.65, 1.5
"""Half the edges of both boxes, in radii of the ball."""
LEAST_RATING = 0.28
"""Of the difference between grey and the field: so much more grey inside than around."""
LEAST_CONTRAST = 3.0
"""Of chroma between grey and the field."""
LEAST_RADIUS_PX = 2.5
MOST_PLACES = 6000
MOST_CANDIDATES = 12
"""White robots offer several discs each, and all of them are greyer than a ball with dark patches."""
APART = 1.2
"""Of the radius: nearer candidates are one."""
MOST_FIELD = 0.5
"""Of the pixels of a candidate that may be field."""
STANDS = 0.7
"""Of the radius: so far below its middle a ball must stand on turf, below the border."""
SETTLE_STEPS = 3


@dataclass(frozen=True, slots=True)
class BallCandidate:
    """A disc in the picture that may be a ball; `rating` is how grey it is against its surroundings."""

    column_px: float
    row_px: float
    radius_px: float
    rating: float


def find_candidates(
    ycbcr: Pixels,
    view: GroundView,
    colour: FieldColour,
    *,
    radius_m: float,
    first_rows: Limits,
    last_rows: Limits,
) -> tuple[BallCandidate, ...]:
    """Return the most promising places below the border, the best first."""
    blue, red = NEUTRAL - colour.cb, NEUTRAL - colour.cr
    contrast = math.hypot(blue, red)
    if contrast < LEAST_CONTRAST:
        return ()
    greyness = cv2.addWeighted(
        ycbcr[..., 1], blue / contrast, ycbcr[..., 2], red / contrast, 0.0, dtype=cv2.CV_32F
    )
    sums = cv2.integral(greyness, sdepth=cv2.CV_64F)
    rated = _rate(np.asarray(sums), view.numbers, radius_m, first_rows, last_rows, LEAST_RATING * contrast)
    settled: list[BallCandidate] = []
    for column, row, radius, rating in rated[np.argsort(-rated[:, 3])].tolist():
        if any(_is_same(other, column, row) for other in settled):
            continue
        column, row, radius, field = _settle(
            ycbcr, view.numbers, colour.numbers, column, row, radius, radius_m, last_rows
        )
        if row + STANDS * radius < first_rows[min(max(int(column), 0), len(first_rows) - 1)]:
            continue
        if field > MOST_FIELD or any(_is_same(other, column, row) for other in settled):
            continue
        settled.append(BallCandidate(column, row, radius, rating / contrast))
        if len(settled) == MOST_CANDIDATES:
            break
    return tuple(settled)


def _is_same(other: BallCandidate, column_px: float, row_px: float) -> bool:
    off_px = np.hypot(other.column_px - column_px, other.row_px - row_px)
    return bool(off_px < APART * other.radius_px)


@compiled
def _box_mean(sums: FloatArray, column: float, row: float, half: float) -> tuple[float, float]:
    """Return sum and number of the pixels in a box, as far as it is in the picture."""
    height, width = sums.shape[0] - 1, sums.shape[1] - 1
    left, right = max(int(column - half + 0.5), 0), min(int(column + half + 0.5), width)
    top, bottom = max(int(row - half + 0.5), 0), min(int(row + half + 0.5), height)
    if right <= left or bottom <= top:
        return 0.0, 0.0
    total = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    return total, float((right - left) * (bottom - top))


@compiled_using(projection)
def _rate(
    sums: FloatArray, view: FloatArray, radius_m: float, first_rows: Limits, last_rows: Limits, least: float
) -> FloatArray:
    """Return (places, 4): column, row, radius and rating of every place that is grey enough."""
    height, width = sums.shape[0] - 1, sums.shape[1] - 1
    found = np.empty((MOST_PLACES, 4))
    count = 0
    row = 0.0
    while row < height and count < MOST_PLACES:
        x_m, y_m = to_ground(view, 0.5 * width, row, radius_m)
        if np.isnan(x_m):
            row += 2.0
            continue
        away_m = np.sqrt((x_m - view[9]) ** 2 + (y_m - view[10]) ** 2 + (radius_m - view[11]) ** 2)
        radius = view[12] * radius_m / away_m
        if radius < LEAST_RADIUS_PX:
            row += 1.0
            continue
        step = max(0.5 * radius, 1.5)
        column = 0.0
        while column < width and count < MOST_PLACES:
            place = min(int(column), width - 1)
            if first_rows[place] - radius <= row < last_rows[place]:
                inside, pixels_in = _box_mean(sums, column, row, INNER * radius)
                around, pixels_out = _box_mean(sums, column, row, OUTER * radius)
                if pixels_in > 0.0 and pixels_out > pixels_in:
                    rating = inside / pixels_in - (around - inside) / (pixels_out - pixels_in)
                    if rating > least:
                        found[count, 0], found[count, 1] = column, row
                        found[count, 2], found[count, 3] = radius, rating
                        count += 1
            column += step
        row += step
    return found[:count].copy()


@compiled_using(projection, field_colour)
def _settle(
    ycbcr: Pixels,
    view: FloatArray,
    colour: FloatArray,
    column: float,
    row: float,
    radius: float,
    radius_m: float,
    last_rows: Limits,
) -> tuple[float, float, float, float]:
    """Move a disc to the middle of what is no field round it; return it, and how much of it is field."""
    height, width, _ = ycbcr.shape
    field = 1.0
    for _ in range(SETTLE_STEPS):
        reach = 1.25 * radius
        stride = max(int(radius / 6.0), 1)
        sum_x, sum_y, total, inside, inside_field = 0.0, 0.0, 0, 0, 0
        top, bottom = max(int(row - reach), 0), min(int(row + reach) + 1, height)
        left, right = max(int(column - reach), 0), min(int(column + reach) + 1, width)
        for y in range(top, bottom, stride):
            for x in range(left, right, stride):
                squared = (x - column) ** 2 + (y - row) ** 2
                if squared > reach * reach or y >= last_rows[x]:
                    continue
                is_turf = is_field(
                    colour, float(ycbcr[y, x, 0]), float(ycbcr[y, x, 1]), float(ycbcr[y, x, 2])
                )
                if squared < 0.8 * radius * radius:
                    inside += 1
                    inside_field += is_turf
                if not is_turf:
                    sum_x += x
                    sum_y += y
                    total += 1
        if total == 0 or inside == 0:
            return column, row, radius, 1.0
        field = inside_field / inside
        column, row = sum_x / total, sum_y / total
        x_m, y_m = to_ground(view, column, row, radius_m)
        if np.isnan(x_m):
            return column, row, radius, 1.0
        away_m = np.sqrt((x_m - view[9]) ** 2 + (y_m - view[10]) ** 2 + (radius_m - view[11]) ** 2)
        radius = view[12] * radius_m / away_m
    return column, row, radius, field
