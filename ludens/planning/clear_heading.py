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
            x, y, radius = discs[disc]
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
    cost = np.abs(_ring(candidates_rad - wanted_rad))
    if previous_rad is not None:
        cost = cost + 0.25 * np.abs(_ring(candidates_rad - previous_rad))
    cost = cost + 4.0 * np.maximum(needed_m - free_m, 0.0)
    return float(candidates_rad[np.argmin(cost)])


def _ring(angles_rad: Array) -> Array:
    wrapped: Array = (angles_rad + math.pi) % (2.0 * math.pi) - math.pi
    return wrapped
