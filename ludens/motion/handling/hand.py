"""The hand as it grasps: where a piece sits between the fingers, how wide they open, where surfaces are."""

import math

import numpy as np

from ludens.geometry import FloatArray
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
"""Where a piece's middle is, along the hand: at the fingers' ends, so that they do not reach the table."""
WIDEST = 0.83
"""How far hands open where nobody stands beside, 0 to 1."""
NARROWEST = 0.56
"""The least opening with which a piece is approached: 8 mm to spare on both sides."""

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
    """Return where a piece's middle is in the hand; with less than nothing, nearer to the finger tips."""
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
