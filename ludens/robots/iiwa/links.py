"""The links of the iiwa 7 R800: lengths from the maker, masses as published for simulation (lbr-stack).

The arm is shoulder, elbow and wrist, each a ball joint made of axes that meet in one point. Standing straight
up, all seven angles are zero and the flange looks upwards.
"""

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

for _table in (TWISTS_RAD, OFFSETS_M, MASSES_KG):
    _table.setflags(write=False)
