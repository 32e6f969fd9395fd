"""Chooses the direction nearest to the wanted one in which a round robot can drive freely.

Obstacles are discs round the robot, already widened by its own radius. The way of the vector field histogram,
with distances instead of bins: for every candidate heading, how far until the first disc?
"""

import math

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

CANDIDATES = 72
NEEDED_M = 0.7  # free way worth a detour; with more, a robot in clutter would turn round and round
HEADINGS_RAD: Array = np.linspace(-math.pi, math.pi, CANDIDATES, endpoint=False)


def free_distances_m(discs: Array, *, farthest_m: float, headings_rad: Array = HEADINGS_RAD) -> Array:
    """How far the robot gets along each heading; discs are rows (x, y, radius) in the robot's frame.

    Inside a disc, headings that lead out of it are free and the others are not.
    """
    if not len(discs):
        return np.full(len(headings_rad), farthest_m)
    units = np.stack([np.cos(headings_rad), np.sin(headings_rad)], axis=1)
    ahead = units @ discs[:, :2].T  # heading × disc
    squared = np.sum(discs[:, :2] ** 2, axis=1)
    aside_squared = np.maximum(squared - ahead**2, 0.0)
    half_chord = np.sqrt(np.maximum(discs[:, 2] ** 2 - aside_squared, 0.0))
    distances = np.where((aside_squared < discs[:, 2] ** 2) & (ahead > 0.0), ahead - half_chord, farthest_m)
    inside = squared < discs[:, 2] ** 2
    # Sliding along the edge of a disc must stay possible: only clearly inward headings are shut.
    inward = ahead > 0.2 * np.sqrt(squared)
    distances = np.where(inside, np.where(inward, 0.0, farthest_m), distances)
    nearest: Array = np.clip(distances, 0.0, farthest_m).min(axis=1)
    return nearest


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
