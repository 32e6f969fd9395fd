"""Exact corners of markers: black edges are followed in the picture, and straight lines laid through them.

A corner itself is blurred and may touch other things; an edge has many pixels, of which some may be wrong.

Most markers of a scene rest from picture to picture. To find one anew means thresholds, outlines and guesses;
to check one means to follow its edges from where they were, and to read its cells, each of which is known to
be black or white.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray

SAMPLES = 12
"""Places along an edge at which it is looked for: how many."""
ALONG = np.linspace(0.12, 0.88, SAMPLES)
"""Their shares of the way from one corner to the next."""
REACH_PX = 4.0
STEP_PX = 0.5
STEPS = 16
"""From `REACH_PX` inside the edge to as far outside."""
NEAR_STEPS = 2
LEAST_RISE = 8.0
"""Of brightness, of 255: what is flatter is no edge."""
NEARLY = 0.5
OUTLIER_PX = 1.0
ROUNDS = 2


def sharpened(grey: NDArray[np.uint8], quads_px: FloatArray) -> FloatArray:
    """Return corners (n, 4, 2), clockwise, moved to where the edges of black squares on white really meet."""
    if len(quads_px) == 0:
        return quads_px
    return _sharpened(grey, np.ascontiguousarray(quads_px, dtype=np.float64), ALONG, ALONG - 0.5)


@compiled
def light_at(grey: NDArray[np.uint8], column: float, row: float) -> float:
    """Return the brightness between four pixels; outside of the picture that of its rim."""
    height, width = grey.shape
    column, row = min(max(column, 0.0), width - 1.001), min(max(row, 0.0), height - 1.001)
    left, top = int(column), int(row)
    across, down = column - left, row - top
    upper = (1.0 - across) * grey[top, left] + across * grey[top, left + 1]
    lower = (1.0 - across) * grey[top + 1, left] + across * grey[top + 1, left + 1]
    return float((1.0 - down) * upper + down * lower)


@compiled
def _edge_offset(grey: NDArray[np.uint8], column: float, row: float, out_x: float, out_y: float) -> float:
    """Return how far outwards of a point the black ends; NaN where it does not.

    That is where it brightens first, nearly as much as anywhere: beyond the thin margin may be another edge.
    """
    rises = np.empty(STEPS)
    before = light_at(grey, column - REACH_PX * out_x, row - REACH_PX * out_y)
    for step in range(STEPS):
        away = -REACH_PX + STEP_PX * (step + 1)
        light = light_at(grey, column + away * out_x, row + away * out_y)
        rises[step] = max(light - before, 0.0)
        before = light
    highest = 0.0
    for step in range(STEPS):
        highest = max(highest, rises[step])
    steepest = 0
    while rises[steepest] < NEARLY * highest:
        steepest += 1
    while steepest + 1 < STEPS and rises[steepest + 1] > rises[steepest]:
        steepest += 1
    total, weighed = 0.0, 0.0
    for step in range(max(0, steepest - NEAR_STEPS), min(STEPS, steepest + NEAR_STEPS + 1)):
        total += rises[step]
        weighed += rises[step] * (-REACH_PX + STEP_PX * (step + 0.5))
    return weighed / total if total > LEAST_RISE else np.nan


@compiled
def _fitted(offsets: FloatArray, along: FloatArray) -> tuple[float, float]:
    """Return an edge's offset in its middle and slope along it; what is far from a first fit is left out."""
    taken = np.isfinite(offsets)
    level, slope = 0.0, 0.0
    for _ in range(ROUNDS):  # in loops, which compile in a tenth of the time of sums over arrays
        count, total_along, total = 0.0, 0.0, 0.0
        for sample in range(SAMPLES):
            if taken[sample]:
                count += 1.0
                total_along += along[sample]
                total += offsets[sample]
        count = max(count, 1e-9)
        mean_along = total_along / count
        shared, spread = 0.0, 0.0
        for sample in range(SAMPLES):
            if taken[sample]:
                centred = along[sample] - mean_along
                shared += centred * offsets[sample]
                spread += centred**2
        slope = shared / max(spread, 1e-9)
        level = total / count - slope * mean_along
        for sample in range(SAMPLES):
            taken[sample] &= abs(offsets[sample] - level - slope * along[sample]) < OUTLIER_PX
    return level, slope


@compiled
def _sharpened(
    grey: NDArray[np.uint8], quads_px: FloatArray, along: FloatArray, from_middle: FloatArray
) -> FloatArray:
    offsets = np.empty(SAMPLES)
    points, ways = np.empty((4, 2)), np.empty((4, 2))
    corners_px = np.empty_like(quads_px)
    for number in range(len(quads_px)):
        quad = quads_px[number]
        for side in range(4):
            start_x, start_y = quad[side, 0], quad[side, 1]
            way_x, way_y = quad[(side + 1) % 4, 0] - start_x, quad[(side + 1) % 4, 1] - start_y
            length = np.hypot(way_x, way_y)
            out_x, out_y = way_y / length, -way_x / length
            for sample in range(SAMPLES):
                column, row = start_x + along[sample] * way_x, start_y + along[sample] * way_y
                offsets[sample] = _edge_offset(grey, column, row, out_x, out_y)
            level, slope = _fitted(offsets, from_middle)
            points[side, 0] = start_x + 0.5 * way_x + level * out_x
            points[side, 1] = start_y + 0.5 * way_y + level * out_y
            ways[side, 0], ways[side, 1] = way_x + slope * out_x, way_y + slope * out_y
        for side in range(4):  # each corner is where a side meets the one before it
            before = (side + 3) % 4
            gap_x, gap_y = points[side, 0] - points[before, 0], points[side, 1] - points[before, 1]
            cross = ways[before, 0] * ways[side, 1] - ways[before, 1] * ways[side, 0]
            share = (gap_x * ways[side, 1] - gap_y * ways[side, 0]) / cross
            corners_px[number, side, 0] = points[before, 0] + share * ways[before, 0]
            corners_px[number, side, 1] = points[before, 1] + share * ways[before, 1]
    return corners_px


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


@compiled
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
