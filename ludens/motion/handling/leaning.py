"""The body at work: it leans over the table, its mass over the soles' middle, its legs nearly straight."""

from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.motion.handling.feet import Feet
from ludens.robots.nao.joints import INDEX
from ludens.robots.nao.kinematics import Posture

UPRIGHT_AHEAD_M = 0.02
AHEAD_M_PER_RAD = 0.09
"""Where the mass is before the ankles, upright and leaning: soles reach from -5 to 11 cm."""
HIGHEST_M = 0.325
LOWEST_M = 0.27
STEP_M = 0.005
LEAST_KNEE_RAD = 0.25
"""Straighter, the knee would be near its end and the body's height left to chance."""
ROUNDS = 12
_KNEES = [INDEX["LKneePitch"], INDEX["RKneePitch"]]


@dataclass(frozen=True, slots=True, eq=False)
class Leaning:
    """A torso over the feet and the joints that bring it there; arms are as they were given."""

    lean_rad: float
    stance_from_torso: Transform3
    position_rad: FloatArray


def lean_over(
    feet: Feet, position_rad: FloatArray, *, lean_rad: float, height_m: float = HIGHEST_M
) -> Leaning | None:
    """Return the highest posture up to `height_m` with this lean and the given arms, if there is one."""
    for height in np.arange(height_m, LOWEST_M, -STEP_M).tolist():
        found = _balanced(feet, position_rad, lean_rad, height)
        if found is not None:
            return found
    return None


def _balanced(feet: Feet, position_rad: FloatArray, lean_rad: float, height_m: float) -> Leaning | None:
    rotation = Transform3.from_rpy(pitch_rad=lean_rad).rotation
    goal_m = np.array([UPRIGHT_AHEAD_M + AHEAD_M_PER_RAD * lean_rad, 0.0])
    place_m, joints_rad, reached = np.array([0.0, 0.0, height_m]), position_rad, False
    for _ in range(ROUNDS):  # the torso's place depends on the centre of mass, which depends on it
        torso = Transform3(rotation, place_m)
        joints_rad, reached = feet.with_legs(joints_rad, torso)
        miss_m = goal_m - torso.apply(Posture(joints_rad).center_of_mass_in_torso_m)[:2]
        if float(np.abs(miss_m).max()) < 2e-4:
            break
        place_m = place_m + np.array([*miss_m, 0.0])
    if not reached or float(joints_rad[_KNEES].min()) < LEAST_KNEE_RAD:
        return None
    return Leaning(lean_rad, Transform3(rotation, place_m), joints_rad)
