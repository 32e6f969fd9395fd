"""How a leaning torso stands over its own shadow on the floor, compiled.

With the upward direction (ux, uy, uz) in the torso's axes, roll r and pitch p follow from  ux = -sin p,
uy = cos p sin r,  uz = cos p cos r;  the rotation is Ry(p) Rx(r).
"""

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray
from ludens.robots.nao.links import ANKLE_HEIGHT_M, LINK_INDEX

_FEET = LINK_INDEX["LFoot"], LINK_INDEX["RFoot"]


def standing(
    rotations: FloatArray, origins_m: FloatArray, up_in_torso: tuple[float, float, float]
) -> tuple[FloatArray, float]:
    """Return robot_from_torso's rotation and the torso's height over the lower of its soles."""
    return _standing(rotations, origins_m, up_in_torso, _FEET, ANKLE_HEIGHT_M)


@compiled
def _standing(
    rotations: FloatArray,
    origins: FloatArray,
    up: tuple[float, float, float],
    feet: tuple[int, int],
    ankle_height: float,
) -> tuple[FloatArray, float]:
    ux, uy, uz = up
    cosine = np.hypot(uy, uz)
    sine_roll, cosine_roll = (uy / cosine, uz / cosine) if cosine > 1e-9 else (0.0, 1.0)
    level = np.empty((3, 3))
    level[0, 0], level[0, 1], level[0, 2] = cosine, -ux * sine_roll, -ux * cosine_roll
    level[1, 0], level[1, 1], level[1, 2] = 0.0, cosine_roll, -sine_roll
    level[2, 0], level[2, 1], level[2, 2] = ux, uy, uz
    lowest = np.inf
    for foot in feet:
        height = 0.0
        for row in range(3):
            height += level[2, row] * (origins[foot, row] - ankle_height * rotations[foot, row, 2])
        lowest = min(lowest, height)
    return level, -lowest
