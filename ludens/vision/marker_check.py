"""Markers that were there a moment ago: are they still, and where exactly?

Most markers of a scene rest from picture to picture. To find one anew means thresholds, outlines and
guesses; to check one means to follow its edges from where they were, and to read its cells, each of which is
known to be black or white.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled, compiled_using
from ludens.geometry import FloatArray
from ludens.vision import marker_corners
from ludens.vision.marker_corners import light_at, sharpened

MOST_MOVED_PX = 3.0
"""A corner that seems to have moved farther is looked for anew."""
LEAST_CONTRAST = 16.0
"""Between the darkest white cell and the brightest black one, of 255, with room for grain."""
ASIDE = 0.2
"""How far from its middle each cell is looked at, four times, in cells."""


class MarkerCheck:
    """Checks markers of one dictionary."""

    def __init__(self, dictionary: cv2.aruco.Dictionary) -> None:
        inner = int(dictionary.markerSize)
        count = inner + 2  # the black border is a cell wide
        self._white = np.zeros((len(dictionary.bytesList), count, count), dtype=bool)
        for number, code in enumerate(dictionary.bytesList):
            self._white[number, 1:-1, 1:-1] = cv2.aruco.Dictionary.getBitsFromByteList(code[None], inner)

    def still_there(
        self, grey: NDArray[np.uint8], numbers: Sequence[int], quads_px: FloatArray
    ) -> tuple[NDArray[np.bool_], FloatArray]:
        """Return which markers are where they were, or nearly so, and all corners (n, 4, 2) as seen now."""
        if len(numbers) == 0:
            return np.zeros(0, dtype=bool), quads_px
        with np.errstate(invalid="ignore", divide="ignore"):
            now_px = sharpened(grey, quads_px)
        moved_px = np.abs(now_px - quads_px).max(axis=(1, 2))
        stayed = np.isfinite(moved_px) & (moved_px < MOST_MOVED_PX)
        numbers_there = np.asarray(numbers)[stayed]
        there = stayed.copy()
        there[stayed] = _reads(grey, self._white[numbers_there], now_px[stayed])
        return there, now_px


@compiled
def _within(quad_px: FloatArray, across: float, down: float) -> tuple[float, float]:
    """Return a point of a marker: seen nearly from above it stays a parallelogram, within parts of a cell."""
    upper_left, upper_right = (1.0 - across) * (1.0 - down), across * (1.0 - down)
    lower_right, lower_left = across * down, (1.0 - across) * down
    x = upper_left * quad_px[0, 0] + upper_right * quad_px[1, 0]
    y = upper_left * quad_px[0, 1] + upper_right * quad_px[1, 1]
    return (
        x + lower_right * quad_px[2, 0] + lower_left * quad_px[3, 0],
        y + lower_right * quad_px[2, 1] + lower_left * quad_px[3, 1],
    )


@compiled_using(marker_corners)
def _reads(grey: NDArray[np.uint8], white: NDArray[np.bool_], quads_px: FloatArray) -> NDArray[np.bool_]:
    """Return which quads show the cells that they should: every white one brighter than every black one."""
    reads = np.zeros(len(quads_px), dtype=np.bool_)
    cells = white.shape[1]
    for number in range(len(quads_px)):
        darkest_white, brightest_black = np.inf, -np.inf
        for row in range(cells):
            for column in range(cells):
                light = 0.0
                for aside in (-ASIDE, ASIDE):
                    for below in (-ASIDE, ASIDE):
                        x, y = _within(
                            quads_px[number], (column + 0.5 + aside) / cells, (row + 0.5 + below) / cells
                        )
                        light += 0.25 * light_at(grey, x, y)
                if white[number, row, column]:
                    darkest_white = min(darkest_white, light)
                else:
                    brightest_black = max(brightest_black, light)
        reads[number] = darkest_white > brightest_black + LEAST_CONTRAST
    return reads
