"""Links and axes of the KUKA LBR iiwa 7 R800, in the order A1 to A7 from the base on.

The arm is shoulder, elbow and wrist, each a ball joint made of axes that meet in one point. Standing straight
up, all seven angles are zero and the flange looks upwards. Lengths, ranges, speeds and torques are the
maker's, masses as published for simulation (lbr-stack). The maker publishes neither accelerations nor jerks:
ours are figures at which users run the arm smoothly, far below what its torques would allow.
"""

import math

import numpy as np

from ludens.geometry import FloatArray

SHOULDER_HEIGHT_M = 0.340
"""From the base to the point where A1 and A2 meet."""
UPPER_ARM_M = 0.400
FOREARM_M = 0.400
WRIST_TO_FLANGE_M = 0.126
TWISTS_RAD: FloatArray = np.radians([-90.0, 90.0, 90.0, -90.0, -90.0, 90.0, 0.0])
"""Denavit–Hartenberg α of each axis."""
OFFSETS_M: FloatArray = np.array(
    [SHOULDER_HEIGHT_M, 0.0, UPPER_ARM_M, 0.0, FOREARM_M, 0.0, WRIST_TO_FLANGE_M]
)
"""Denavit–Hartenberg d of each axis; every a is zero."""
MASSES_KG: FloatArray = np.array([3.394, 4.032, 3.394, 4.032, 1.529, 2.404, 0.259])
AXES = ("A1", "A2", "A3", "A4", "A5", "A6", "A7")
"""Names as the maker writes them; every array of seven follows them."""
HIGHEST_RAD: FloatArray = np.radians([170.0, 120.0, 170.0, 120.0, 170.0, 120.0, 175.0])
"""How far each axis turns to either side."""
SPEED_RADPS: FloatArray = np.radians([98.0, 98.0, 100.0, 130.0, 140.0, 180.0, 180.0])
TORQUE_NM: FloatArray = np.array([176.0, 176.0, 110.0, 110.0, 110.0, 40.0, 40.0])
ACCELERATION_RADPS2: FloatArray = np.radians([300.0, 300.0, 400.0, 400.0, 500.0, 700.0, 700.0])
JERK_RADPS3: FloatArray = 10.0 * ACCELERATION_RADPS2


for _table in (TWISTS_RAD, OFFSETS_M, MASSES_KG):
    _table.setflags(write=False)


for _limits in (HIGHEST_RAD, SPEED_RADPS, TORQUE_NM, ACCELERATION_RADPS2, JERK_RADPS3):
    _limits.setflags(write=False)


def room_to_limits(joints_rad: FloatArray) -> float:
    """Return how much of its range the axis nearest to its limit has left: 1 in the middle, 0 at the end.

    Negative beyond a limit. `joints_rad` has the seven axes last; of several postures the worst counts.
    """
    return float((1.0 - np.abs(joints_rad) / HIGHEST_RAD).min())


def within_limits(joints_rad: FloatArray) -> FloatArray:
    """Return the posture with every axis brought into its range."""
    inside: FloatArray = np.clip(joints_rad, -HIGHEST_RAD, HIGHEST_RAD)
    return inside


def is_finite_posture(joints_rad: FloatArray) -> bool:
    """Tell whether these are seven finite angles."""
    return joints_rad.shape == (len(AXES),) and all(map(math.isfinite, joints_rad.tolist()))
