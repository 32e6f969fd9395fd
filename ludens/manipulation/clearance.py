"""The hand as it grasps: where an object sits between the fingers, how wide they open, where surfaces are."""

import math
from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.robots.nao.fingers import (
    CLOSED_RAD,
    FINGER_LENGTH_M,
    FINGER_RADIUS_M,
    GRIP_Z_M,
    HALF_GAP_M,
    KNUCKLE_X_M,
    OPEN_RAD,
    UPPER_Y_M,
)

HELD_X_M = KNUCKLE_X_M + FINGER_LENGTH_M
"""Where an object's middle is, along the hand: at the fingers' ends, so that they do not reach the table."""
WIDEST = 0.83
"""How far hands open where nobody stands beside, 0 to 1."""
NARROWEST = 0.56
"""The least opening with which an object is approached: 8 mm to spare on both sides."""

_ALONG = np.array([0.4, 0.7, 1.0])
_PALM_M = np.array([(x, y, z) for x in (0.014, 0.052) for y in (-0.021, 0.021) for z in (-0.014, 0.010)])
_FOREARM_M = np.array(
    [
        (
            -0.030 + x,
            0.030 * math.sqrt(1.0 - (x / 0.042) ** 2) * s,
            0.030 * math.sqrt(1.0 - (x / 0.042) ** 2) * c,
        )
        for x in (-0.02, 0.0, 0.02, 0.034)
        for s, c in ((0, 1), (1, 0), (0, -1), (-1, 0))
    ]
)
"""Points of palm and lower arm in the hand's frame; the lower arm is round."""


def held_in_hand_m(deeper_m: float = 0.0) -> FloatArray:
    """Return where an object's middle is in the hand; with less than nothing, nearer to the finger tips."""
    return np.array([HELD_X_M - deeper_m, 0.0, GRIP_Z_M])


def finger_angle_rad(opening: float) -> float:
    """Return the fingers' angle for an opening from 0 (closed) to 1 (open)."""
    return CLOSED_RAD + (OPEN_RAD - CLOSED_RAD) * opening


def surface_points_m(opening: float) -> tuple[FloatArray, FloatArray]:
    """Return points of hand and lower arm in the hand's frame (n, 3), and each one's radius."""
    angle_rad = finger_angle_rad(opening)
    along_m = FINGER_LENGTH_M * _ALONG
    fingers = [
        np.column_stack(
            (
                KNUCKLE_X_M + along_m * math.cos(angle_rad),
                np.full(len(along_m), y_m),
                GRIP_Z_M + up * (HALF_GAP_M - along_m * math.sin(angle_rad)),
            )
        )
        for y_m, up in ((UPPER_Y_M, 1.0), (-UPPER_Y_M, 1.0), (0.0, -1.0))
    ]
    points_m = np.vstack((*fingers, _PALM_M, _FOREARM_M))
    radii_m = np.zeros(len(points_m))
    radii_m[: 3 * len(along_m)] = FINGER_RADIUS_M
    return points_m, radii_m


BESIDE_M = 0.006
BESIDE_CORNER_M = 0.004
"""How much farther than it may be an object is set down from the plate; at its corners along both edges."""


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
    neighbours_m: tuple[tuple[float, float], ...], *, object_m: float, plate_m: float, plate_height_m: float
) -> Surroundings:
    """Return objects and plate; an object may be turned, so it counts as a somewhat larger box."""
    middles = [*neighbours_m] + ([(0.0, 0.0)] if plate_m > 0.0 else [])
    halves = [0.5 * object_m + 0.0015] * len(neighbours_m) + ([0.5 * plate_m] if plate_m > 0.0 else [])
    heights = [object_m + 0.001] * len(neighbours_m) + ([plate_height_m] if plate_m > 0.0 else [])
    return Surroundings(np.array(middles).reshape(-1, 2), np.array(halves), np.array(heights))


def beside_plate(place_m: tuple[float, float], *, object_m: float, plate_m: float) -> tuple[float, float]:
    """Return where to set an object down that shall stand close to the plate.

    Where objects stand a millimetre from the plate, a hand that errs by two would set them on its edge.
    """
    if plate_m <= 0.0:
        return place_m
    x_m, y_m = place_m
    least_m = 0.5 * (plate_m + object_m) + BESIDE_M
    near_x, near_y = abs(x_m) < least_m, abs(y_m) < least_m
    if not (near_x and near_y):
        return place_m
    if min(abs(x_m), abs(y_m)) > 0.5 * plate_m:
        return x_m + math.copysign(BESIDE_CORNER_M, x_m), y_m + math.copysign(BESIDE_CORNER_M, y_m)
    if abs(x_m) > abs(y_m):
        return math.copysign(least_m, x_m), y_m
    return x_m, math.copysign(least_m, y_m)
