"""How a NAO stands ready: knees bent, arms at its sides, hands closed."""

import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.robots.nao.joints import INDEX, JOINTS
from ludens.robots.nao.kinematics import LEGS, solve_legs
from ludens.robots.nao.links import HIP_OFFSET_Y_M

STANCE_HEIGHT_M = 0.305
"""Of the torso above the soles: straight knees would give 0.333."""
ANKLES_BEHIND_M = 0.012
"""How far the ankles stand behind the torso's origin: the centre of mass is then near the soles' middle."""

_ARMS_RAD = {
    "ShoulderPitch": 1.45,
    "ShoulderRoll": 0.15,
    "ElbowYaw": -1.2,
    "ElbowRoll": -0.45,
    "WristYaw": 0.0,
}


def stance(*, height_m: float = STANCE_HEIGHT_M) -> FloatArray:
    """Return the 25 joint positions of a robot that stands ready, its torso upright at this height."""
    position_rad = np.zeros(len(JOINTS))
    for name, angle in _ARMS_RAD.items():
        position_rad[INDEX[f"L{name}"]] = angle
        position_rad[INDEX[f"R{name}"]] = angle if name.endswith("Pitch") else -angle
    soles = (
        Transform3.from_translation(-ANKLES_BEHIND_M, side * HIP_OFFSET_Y_M, -height_m)
        for side in (1.0, -1.0)
    )
    position_rad[LEGS] = solve_legs(*soles).position_rad
    return position_rad
