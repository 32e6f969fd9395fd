"""Where the field begins in every column of a picture, seen from above: what is farther up is cut away (001).

Each column goes for itself, so no straight border is needed; what stands on the field cuts its own columns
down to its foot. Some pixels more are left, in which feet of goal posts stay visible.
"""

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled_using
from ludens.geometry import FloatArray
from ludens.vision.field import colour as field_colour
from ludens.vision.field.colour import FieldColour, is_field

Pixels = NDArray[np.uint8]
Rows = NDArray[np.int64]

LEFT_PX = 8
"""Of what stands on the field, above its foot."""
RUN_PX, RUN_FIELD = 8, 6
"""So many of the next pixels must be field: far turf is noisy, and a green shirt has more behind it."""


def cut_rows(ycbcr: Pixels, colour: FieldColour, *, first_rows: Rows, last_rows: Rows) -> Rows:
    """Return the first row of every column that is looked at; the picture's height where no field is."""
    return _cut_rows(ycbcr, colour.numbers, first_rows, last_rows)


@compiled_using(field_colour)
def _cut_rows(ycbcr: Pixels, colour: FloatArray, first_rows: Rows, last_rows: Rows) -> Rows:
    height, width = ycbcr.shape[0], ycbcr.shape[1]
    rows = np.full(width, height, np.int64)
    for column in range(width):
        last = min(last_rows[column], height)
        row = first_rows[column]
        found, count = 0, 0  # of the last pixels that were looked at, as bits; how many are field
        while row < last:
            pixel = ycbcr[row, column]
            is_here = is_field(colour, float(pixel[0]), float(pixel[1]), float(pixel[2]))
            count += (1 if is_here else 0) - (found >> (RUN_PX - 1) & 1)
            found = (found << 1 | (1 if is_here else 0)) & ((1 << RUN_PX) - 1)
            if count >= RUN_FIELD:
                rows[column] = max(row - RUN_PX + 1 - LEFT_PX, first_rows[column])
                break
            row += 1
    return rows
