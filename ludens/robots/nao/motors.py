"""Motors of the joints: servo gains, torque over speed, current and heat, for each of the 25 motors.

A motor gives its full effort up to `SPEED_KNEE` of its free-running speed and less and less from there on:
the current is limited long before the stall torque (about three times the effort) is reached. Gains make
full effort at 0.02 rad of error, stiff enough to walk with, and let a joint follow about 20 ms late.
Current and heat have no published constants; ours are chosen by what robots do on the field: walking the
ten minutes of a half, their knees get hot but go on. A knee can then give 2.1 N·m for ever, 0.7 of its
effort, and is hot within two minutes when held against its stop. (With the nominal torque on the maker's page
of the older V3.3, `HEATING_C_PER_S_A2` would be 0.27, and no robot would walk for ten minutes.)
"""

import numpy as np
from numpy.typing import NDArray

from ludens.geometry import FloatArray
from ludens.robots.nao.joints import EFFORT_NM, JOINTS

ERROR_AT_FULL_EFFORT_RAD = 0.02
LAG_S = 0.02
SPEED_KNEE = 0.66


def _fixed(values: FloatArray) -> FloatArray:
    values.setflags(write=False)
    return values


GAIN_NM_PER_RAD = _fixed(EFFORT_NM / ERROR_AT_FULL_EFFORT_RAD)
DAMPING_NMS_PER_RAD = _fixed(GAIN_NM_PER_RAD * LAG_S)
ARMATURE_KGM2 = _fixed(0.0035 * EFFORT_NM)
"""Rotor inertia behind the gear: about 4 g·cm² times 131² for the knee."""
FRICTION_NM = _fixed(0.02 * EFFORT_NM)
PASSIVE_DAMPING_NMS_PER_RAD = _fixed(0.03 * EFFORT_NM)
"""Braking of gear and short-circuited motor when no stiffness is set: a limp robot sinks, it does not fly."""

FULL_CURRENT_A = _fixed(
    np.array([1.6 if joint[1:].startswith(("Hip", "Knee", "Ankle")) else 0.9 for joint in JOINTS])
)
"""At full effort."""
IDLE_CURRENT_A = 0.02

AMBIENT_C = 25.0
START_C = 38.0
"""A robot that has been on for a while."""
HEATING_C_PER_S_A2 = 0.16
COOLING_TIME_S = 300.0

WARM_C, HOT_C, FAR_TOO_HOT_C = 68.0, 76.0, 84.0
"""Status 1, 2 and 3. Between hot and far too hot a motor gives up its stiffness little by little, to none."""


def heat_status(temperature_c: FloatArray) -> NDArray[np.int64]:
    """Return 0 to 3 for each motor."""
    if max(temperature_c.tolist()) < WARM_C:
        return np.zeros(temperature_c.shape, dtype=np.int64)
    status = (temperature_c >= WARM_C).astype(np.int64)
    status += temperature_c >= HOT_C
    status += temperature_c >= FAR_TOO_HOT_C
    return status


def stiffness_left(temperature_c: FloatArray) -> FloatArray:
    """Return the part of its stiffness that each motor can still give, 1 while it is not too hot."""
    left: FloatArray = (FAR_TOO_HOT_C - temperature_c) / (FAR_TOO_HOT_C - HOT_C)
    return np.minimum(np.maximum(left, 0.0), 1.0)


HOT_STATUS = 2
"""Of a servo's heat alarm: from here on the motor cuts its own stiffness."""
