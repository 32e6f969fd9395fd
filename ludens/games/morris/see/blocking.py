"""Whether something large is between the eye and the board: a hand, an arm, a sleeve.

What it hides would otherwise be taken for what it looks like; a blue sleeve looks like the stripe round the
board, and men under it like empty points. The board is white but for thin lines, the marker and men. So a
large patch on it that is neither white nor a man's is something that does not belong there.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.games.morris.measures import MorrisMeasures
from ludens.games.morris.see.colours import FIRST, OTHER, SECOND
from ludens.games.morris.see.leftovers import SHRINK, box_outline, hulls
from ludens.games.morris.see.sight import Sight
from ludens.geometry import FloatArray

STRIPE_M = 0.016
"""So far within the table's edge the white begins for certain."""
DIM = 0.5
"""Of the board's white: shadows of men are brighter than that."""
COLOURED = 0.16
"""Difference of the channels, of white, from which on something has a colour."""
COARSE = 2
"""Every second small pixel is enough: what is looked for is large."""
AROUND_PX, LINES_PX = 3, 5
"""In coarse pixels: what is as near to a man may be its rim; what is not wider may be a line."""
PLATE_M = 0.006
"""Round the marker's plate nobody can say what is its side."""
LARGE = 1.25
"""Of a man's picture there: what is smaller may be a man of a third colour."""


def is_in_the_way(
    small_rgb: NDArray[np.uint8],
    labels: NDArray[np.uint8],
    sight: Sight,
    *,
    white: FloatArray,
    measures: MorrisMeasures,
) -> bool:
    """Tell whether a picture shows something large over the board.

    Pixels are small, and of their labels those that are none (the robot itself) have been covered.
    """
    coarse = labels[::COARSE, ::COARSE]
    strange = _strange(small_rgb[::COARSE, ::COARSE], coarse, white)
    strange &= _board(labels, sight, measures)[::COARSE, ::COARSE]
    opened = cv2.morphologyEx(strange, cv2.MORPH_OPEN, np.ones((LINES_PX, LINES_PX), np.uint8))
    if not opened.any():
        return False
    count, _, boxes, middles = cv2.connectedComponentsWithStats(opened.astype(np.uint8), connectivity=4)
    for number in range(1, count):
        foot_m = sight.on_plane(middles[number] * (SHRINK * COARSE) + 0.5 * (SHRINK - 1), height_m=0.0)
        if np.isfinite(foot_m).all():
            (hull,) = hulls(sight, np.array([(*foot_m, 0.0)]), edge_m=measures.man_m)
            if boxes[number, cv2.CC_STAT_AREA] * COARSE**2 > LARGE * cv2.contourArea(hull):
                return True
    return False


def _strange(small_rgb: NDArray[np.uint8], labels: NDArray[np.uint8], white: FloatArray) -> NDArray[np.uint8]:
    """Return where a picture is neither white nor near a man."""
    strange = _not_white(small_rgb, (1.0 / np.maximum(white, 8.0)).astype(np.float32))
    men = ((labels == FIRST) | (labels == SECOND)).astype(np.uint8)
    strange[cv2.dilate(men, np.ones((AROUND_PX, AROUND_PX), np.uint8)) > 0] = 0
    strange[labels > OTHER] = 0
    return strange


@compiled
def _not_white(pixels: NDArray[np.uint8], gains: NDArray[np.float32]) -> NDArray[np.uint8]:
    height, width, _ = pixels.shape
    strange = np.empty((height, width), dtype=np.uint8)
    for row in range(height):
        for column in range(width):
            red, green, blue = (
                pixels[row, column, 0] * gains[0],
                pixels[row, column, 1] * gains[1],
                pixels[row, column, 2] * gains[2],
            )
            brightest, darkest = max(red, green, blue), min(red, green, blue)
            strange[row, column] = brightest < DIM or brightest - darkest > COLOURED
    return strange


def _board(labels: NDArray[np.uint8], sight: Sight, measures: MorrisMeasures) -> NDArray[np.uint8]:
    """Return where a picture shows the board within its stripe, without the marker's plate."""
    board = np.zeros(labels.shape, np.uint8)
    half_m = 0.5 * measures.table_width_m - STRIPE_M
    cv2.fillConvexPoly(board, box_outline(sight, half_m, 0.0), (1,))
    plate_m = 0.5 * measures.marker_plate_m + PLATE_M
    cv2.fillConvexPoly(board, box_outline(sight, plate_m, measures.marker_plate_height_m), (0,))
    return board
