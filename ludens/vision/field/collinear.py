"""The straight line that most points lie on, in place and direction, by random pairs of them."""

import math

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray
from ludens.vision.field.line_points import LinePoints

Mask = NDArray[np.bool_]

NEAR_M, NEAR_PX = 0.015, 1.5
"""A point is on a line that passes it so closely."""
TURNED = math.cos(math.radians(20.0))
LEAST_BASE_M = 0.08
"""Between two points that give a line."""


def near_line_m(points: LinePoints) -> FloatArray:
    """Return how far from a line each point may be to lie on it."""
    near: FloatArray = NEAR_M + NEAR_PX * points.precision_m
    return near


@compiled
def best_line(
    ground_m: FloatArray,
    direction: FloatArray,
    near_m: FloatArray,
    among: Mask,
    pairs: NDArray[np.int64],
) -> Mask:
    """Return which points lie on the line through a pair that most points lie on, in place and direction."""
    best = np.zeros(3)
    best_score = 0.0
    way_best = np.zeros(2)
    for number in range(pairs.shape[0]):
        one, other = pairs[number, 0], pairs[number, 1]
        way_x, way_y = ground_m[other, 0] - ground_m[one, 0], ground_m[other, 1] - ground_m[one, 1]
        length = np.hypot(way_x, way_y)
        if length < LEAST_BASE_M:
            continue
        way_x, way_y = way_x / length, way_y / length
        if abs(way_x * direction[one, 0] + way_y * direction[one, 1]) < TURNED:
            continue
        if abs(way_x * direction[other, 0] + way_y * direction[other, 1]) < TURNED:
            continue
        away = -way_y * ground_m[one, 0] + way_x * ground_m[one, 1]
        score = 0.0
        for point in range(ground_m.shape[0]):
            if not among[point]:
                continue
            off = abs(-way_y * ground_m[point, 0] + way_x * ground_m[point, 1] - away)
            if off > near_m[point]:
                continue
            if abs(way_x * direction[point, 0] + way_y * direction[point, 1]) > TURNED:
                score += 1.0 - 0.5 * off / near_m[point]
        if score > best_score:
            best_score = score
            best[0], best[1], best[2] = -way_y, way_x, away
            way_best[0], way_best[1] = way_x, way_y
    on_line = np.zeros(ground_m.shape[0], np.bool_)
    if best_score > 0.0:
        for point in range(ground_m.shape[0]):
            if not among[point]:
                continue
            off = abs(best[0] * ground_m[point, 0] + best[1] * ground_m[point, 1] - best[2])
            turned = abs(way_best[0] * direction[point, 0] + way_best[1] * direction[point, 1])
            on_line[point] = off <= near_m[point] and turned > TURNED
    return on_line
