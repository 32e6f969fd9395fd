"""Where field lines meet, by Hough's lines through the edges of all that is white (001, §4.6.10).

Every field line has two edges, so around a crossing up to four pairs meet; they are merged into one point.
"""

import itertools
import math

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.geometry import FloatArray
from ludens.vision.coloured.hues import WHITE

LEAST_RAD = math.radians(15.0)
"""Between two lines in the picture that cross."""
LEAST_VOTES, LEAST_PX, GAP_PX = 28, 26.0, 8.0
BEYOND_PX = 14.0
"""A line may end so far before a crossing: corners are round, lines broken."""
MERGED_PX = 16.0
MOST_LINES = 40


def hough_lines(labels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return (lines, 4): both ends in the picture, the longest first."""
    white = np.equal(labels, WHITE).astype(np.uint8)
    edges = cv2.morphologyEx(white, cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8))
    found = cv2.HoughLinesP(
        edges, 1.0, math.pi / 180.0, LEAST_VOTES, minLineLength=LEAST_PX, maxLineGap=GAP_PX
    )
    if found is None:
        return np.zeros((0, 4))
    lines = np.asarray(found, np.float64).reshape(-1, 4)
    lengths = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
    return np.asarray(lines[np.argsort(-lengths, kind="stable")][:MOST_LINES])


def crossings_of(lines_px: FloatArray) -> FloatArray:
    """Return (points, 2) in the picture where two lines meet at more than 15 degrees, near ones as one."""
    merged: list[tuple[float, float, int]] = []
    for one, other in itertools.combinations(lines_px.tolist(), 2):
        at_px = _meeting(one, other)
        if at_px is None:
            continue
        for number, (x, y, count) in enumerate(merged):
            if math.dist((x, y), at_px) < MERGED_PX:
                share = 1.0 / (count + 1)
                merged[number] = x + share * (at_px[0] - x), y + share * (at_px[1] - y), count + 1
                break
        else:
            merged.append((*at_px, 1))
    return np.array([(x, y) for x, y, _ in merged]).reshape(-1, 2)


def _meeting(one: list[float], other: list[float]) -> tuple[float, float] | None:
    """Return where two lines cross, if they do so on both, or a little beyond their ends."""
    x1, y1, x2, y2 = one
    x3, y3, x4, y4 = other
    ax, ay, bx, by = x2 - x1, y2 - y1, x4 - x3, y4 - y3
    a, b = math.hypot(ax, ay), math.hypot(bx, by)
    cross = ax * by - ay * bx
    if abs(cross) < math.sin(LEAST_RAD) * a * b:
        return None
    along = ((x3 - x1) * by - (y3 - y1) * bx) / cross
    over = ((x3 - x1) * ay - (y3 - y1) * ax) / cross
    if not (-BEYOND_PX / a <= along <= 1.0 + BEYOND_PX / a):
        return None
    if not (-BEYOND_PX / b <= over <= 1.0 + BEYOND_PX / b):
        return None
    return x1 + along * ax, y1 + along * ay
