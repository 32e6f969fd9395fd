"""What a hand must not touch: the table, the raised plate in its middle, and other pieces."""

import math
from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.motion.handling.hand import surface_points_m

BESIDE_M = 0.006
BESIDE_CORNER_M = 0.004
"""How much farther than it may be a piece is set down from the plate; at its corners along both edges."""


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """Upright boxes on the board: middles (n, 2), half widths (n) and heights (n)."""

    middles_m: FloatArray
    halves_m: FloatArray
    heights_m: FloatArray

    def clearance_m(self, board_from_hand: Transform3, *, opening: float) -> float:
        """Return how far the nearest point of hand and lower arm is from all of them and from the table."""
        points_m, radii_m = surface_points_m(opening)
        placed = points_m @ board_from_hand.rotation.T + board_from_hand.translation
        nearest_m = float((placed[:, 2] - radii_m).min())
        if len(self.middles_m) == 0:
            return nearest_m
        aside = np.abs(placed[:, None, :2] - self.middles_m[None]) - self.halves_m[None, :, None]
        above = placed[:, 2, None] - self.heights_m[None]
        outside = np.maximum(np.dstack((aside, above)), 0.0)
        inside = np.minimum(np.maximum(aside.max(axis=2), above), 0.0)
        distances = np.linalg.norm(outside, axis=2) + inside - radii_m[:, None]
        return min(nearest_m, float(distances.min()))


def surroundings(
    neighbours_m: tuple[tuple[float, float], ...], *, piece_m: float, plate_m: float, plate_height_m: float
) -> Surroundings:
    """Return pieces and plate; a piece may be turned, so it counts as a somewhat larger box."""
    middles = [*neighbours_m] + ([(0.0, 0.0)] if plate_m > 0.0 else [])
    halves = [0.5 * piece_m + 0.0015] * len(neighbours_m) + ([0.5 * plate_m] if plate_m > 0.0 else [])
    heights = [piece_m + 0.001] * len(neighbours_m) + ([plate_height_m] if plate_m > 0.0 else [])
    return Surroundings(np.array(middles).reshape(-1, 2), np.array(halves), np.array(heights))


def beside_plate(place_m: tuple[float, float], *, piece_m: float, plate_m: float) -> tuple[float, float]:
    """Return where to set a piece down that shall stand close to the plate.

    Where pieces stand a millimetre from the plate, a hand that errs by two would set them on its edge.
    """
    if plate_m <= 0.0:
        return place_m
    x_m, y_m = place_m
    least_m = 0.5 * (plate_m + piece_m) + BESIDE_M
    near_x, near_y = abs(x_m) < least_m, abs(y_m) < least_m
    if not (near_x and near_y):
        return place_m
    if min(abs(x_m), abs(y_m)) > 0.5 * plate_m:
        return x_m + math.copysign(BESIDE_CORNER_M, x_m), y_m + math.copysign(BESIDE_CORNER_M, y_m)
    if abs(x_m) > abs(y_m):
        return math.copysign(least_m, x_m), y_m
    return x_m, math.copysign(least_m, y_m)
