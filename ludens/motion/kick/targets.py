"""The target of a kick for the body at one moment: ten numbers that a course leads from knot to knot.

In the frame of the stance sole, for a kick with the left foot: the ankle's place over that of a sole on the
floor (x, y, z), the foot's roll and pitch, the centre of mass (x, y), how far the torso leans over the stance
foot and is turned on it, and how far the arms are spread (0 to 1).
"""

from collections.abc import Iterable

import numpy as np

from ludens.geometry import FloatArray
from ludens.motion.kick.parameters import KickParameters

Point = tuple[float, float]

PLACE = slice(0, 2)
FOOT = slice(0, 3)
HEIGHT, ROLL, PITCH = 2, 3, 4
MASS = slice(5, 7)
LEAN, TURN, SPREAD = 7, 8, 9


def standing_target(parameters: KickParameters, *, landing: Point | None = None) -> FloatArray:
    """Return both feet on the floor, side by side unless the foot has landed elsewhere, the mass between."""
    beside = (0.0, parameters.feet_apart_m)
    x_m, y_m = beside if landing is None else landing
    mass = parameters.stand_ahead_m + 0.5 * x_m, 0.5 * y_m
    return np.array([x_m, y_m, 0.0, 0.0, 0.0, *mass, 0.0, 0.0, 0.0])


def one_legged_target(
    parameters: KickParameters,
    foot_m: Iterable[float],
    *,
    roll_rad: float = 0.0,
    pitch_rad: float = 0.0,
    lean_rad: float,
    turn_rad: float = 0.0,
    carried_m: Point = (0.0, 0.0),
) -> FloatArray:
    """Return the mass above the stance foot, carried along from its usual place, and the other foot there."""
    mass = parameters.mass_ahead_m + carried_m[0], parameters.mass_inside_m + carried_m[1]
    return np.array([*foot_m, roll_rad, pitch_rad, *mass, lean_rad, turn_rad, 1.0])
