"""Chooses the direction nearest to the wanted one in which a round robot can drive freely.

Obstacles are discs round the robot, already widened by its own radius. The way of the vector field histogram,
with distances instead of bins: for every candidate heading, how far until the first disc?
"""

import math

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled

Array = NDArray[np.float64]

CANDIDATES = 72
INWARD = 0.2  # cosine of the angle to a disc's middle from which a heading leads into it
LOYALTY = 0.25  # cost of a radian off the previous heading; one off the wanted heading costs 1
SHORTNESS_PER_M = 4.0  # cost of a metre that is needed and not free
NEEDED_M = 0.7  # free way worth a detour; with more, a robot in clutter would turn round and round
HEADINGS_RAD: Array = np.linspace(-math.pi, math.pi, CANDIDATES, endpoint=False)


def free_distances_m(discs: Array, *, farthest_m: float, headings_rad: Array = HEADINGS_RAD) -> Array:
    """How far the robot gets along each heading; discs are rows (x, y, radius) in the robot's frame.

    Inside a disc, headings that lead out of it are free and the others are not.
    """
    return _free_distances(discs, farthest_m, headings_rad)


@compiled
def _free_distances(discs: Array, farthest: float, headings: Array) -> Array:
    free = np.full(headings.size, farthest)
    for heading in range(headings.size):
        cosine, sine = np.cos(headings[heading]), np.sin(headings[heading])
        for disc in range(discs.shape[0]):
            x, y, radius = discs[disc, 0], discs[disc, 1], discs[disc, 2]
            ahead = cosine * x + sine * y
            if ahead <= 0.0:
                continue
            squared = x * x + y * y
            half_chord_squared = radius * radius - (squared - ahead * ahead)
            if squared < radius * radius:
                # Sliding along the edge of a disc must stay possible: only clearly inward headings are shut.
                if ahead > INWARD * np.sqrt(squared):
                    free[heading] = 0.0
            elif half_chord_squared > 0.0:
                free[heading] = min(free[heading], max(ahead - np.sqrt(half_chord_squared), 0.0))
    return free


def clear_heading_rad(
    discs: Array, *, wanted_rad: float, distance_m: float, previous_rad: float | None
) -> float:
    """The heading to take towards a point `distance_m` away in the wanted direction.

    A little loyalty to the previous heading keeps the robot from wavering between two ways round.
    """
    needed_m = min(distance_m, NEEDED_M)
    candidates_rad = np.append(HEADINGS_RAD, wanted_rad)  # 5° apart, and the wanted one exactly
    free_m = free_distances_m(discs, farthest_m=3.0, headings_rad=candidates_rad)
    loyal_rad, loyalty = (0.0, 0.0) if previous_rad is None else (previous_rad, LOYALTY)
    cheapest = _cheapest(candidates_rad, free_m, wanted_rad, loyal_rad, loyalty, needed_m)
    return float(candidates_rad[cheapest])


@compiled
def _cheapest(
    candidates: Array, free: Array, wanted: float, loyal: float, loyalty: float, needed: float
) -> int:
    best, least_cost = 0, np.inf
    for index in range(candidates.size):
        cost = abs(_ring(candidates[index] - wanted)) + loyalty * abs(_ring(candidates[index] - loyal))
        cost += SHORTNESS_PER_M * max(needed - free[index], 0.0)
        if cost < least_cost:
            best, least_cost = index, cost
    return best


@compiled
def _ring(angle: float) -> float:
    return (angle + math.pi) % (2.0 * math.pi) - math.pi
