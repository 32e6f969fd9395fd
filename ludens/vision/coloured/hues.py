"""The colours of 2011 by hue: orange of the ball, yellow and sky-blue of the goals; white of the lines.

Hue is the direction of a pixel's chroma in the CbCr plane, strength its length per brightness: a shadow or
the camera's exposure changes neither. 001 kept thresholds for every hall instead.
"""

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled

Pixels = NDArray[np.uint8]
Rows = NDArray[np.int64]

NOTHING, ORANGE, YELLOW, BLUE, WHITE = range(5)
NEUTRAL = 128.0
DARKEST = 24.0
"""Darker pixels have no hue."""
LEAST_STRENGTH = 0.22
LEAST_ORANGE = 0.45
"""Skin and wood have the hue of the ball, but are paler."""
ORANGE_DEG, YELLOW_DEG, BLUE_DEG = (108.0, 149.0), (149.0, 184.0), (-85.0, -15.0)
PALEST = 0.16
"""Strength of white at most."""
BRIGHTER, TOWARDS_WHITE = 1.45, 0.45
"""White is so many times brighter than the field, or lies so far between the field and the brightest."""


@compiled
def label_hues(ycbcr: Pixels, first_rows: Rows, last_rows: Rows, white_from: float) -> Pixels:
    """Return the class of every pixel, in each column between its first and its last row (exclusive)."""
    height, width = ycbcr.shape[0], ycbcr.shape[1]
    labels = np.zeros((height, width), np.uint8)
    tangents = np.tan(np.radians(np.array((ORANGE_DEG[1], YELLOW_DEG[1], BLUE_DEG[0], BLUE_DEG[1]))))
    orange_cosine = np.cos(np.radians(ORANGE_DEG[0]))
    for row in range(height):
        for column in range(width):
            if row < first_rows[column] or row >= last_rows[column]:
                continue
            y = float(ycbcr[row, column, 0])
            if y < DARKEST:
                continue
            blue, red = float(ycbcr[row, column, 1]) - NEUTRAL, float(ycbcr[row, column, 2]) - NEUTRAL
            squared = (blue * blue + red * red) / (y * y)
            if squared < PALEST * PALEST:
                if y >= white_from:
                    labels[row, column] = WHITE
            elif squared < LEAST_STRENGTH * LEAST_STRENGTH:
                continue
            elif blue < 0.0:
                slope = red / blue  # of the direction; smaller in amount nearer to -Cb
                if slope < tangents[0]:
                    if (
                        squared >= LEAST_ORANGE * LEAST_ORANGE
                        and blue <= orange_cosine * np.sqrt(squared) * y
                    ):
                        labels[row, column] = ORANGE
                elif slope < tangents[1]:
                    labels[row, column] = YELLOW
            elif red < 0.0 and blue > 0.0:
                slope = red / blue
                if tangents[2] < slope < tangents[3]:
                    labels[row, column] = BLUE
    return labels


def white_from(field_y: float) -> float:
    """Return how bright white is at least beside a field of some brightness."""
    return min(BRIGHTER * field_y, field_y + TOWARDS_WHITE * (255.0 - field_y))
