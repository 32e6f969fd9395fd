"""Where the links of the arm are when its axes stand at given angles.

Frame i follows axis i by the Denavit–Hartenberg table: base_from_i = base_from_(i−1) · Rz(q) · Tz(d) · Rx(α).
"""

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray, Transform3
from ludens.robots.iiwa.dimensions import OFFSETS_M, TWISTS_RAD


def base_from_flange(joints_rad: FloatArray) -> Transform3:
    """Return where the flange stands."""
    matrix = link_frames(joints_rad)[-1]
    return Transform3(matrix[:3, :3], matrix[:3, 3])


def link_frames(joints_rad: FloatArray) -> FloatArray:
    """Return base_from_i for i = 0 (the base) to 7 (the flange) as matrices (8, 4, 4)."""
    return _frames(np.asarray(joints_rad, dtype=np.float64), TWISTS_RAD, OFFSETS_M)


def jacobian(joints_rad: FloatArray) -> FloatArray:
    """Return (6, 7): speed of the flange's origin (m/s), then its turn (rad/s), per rad/s of each axis."""
    return _jacobian(_frames(np.asarray(joints_rad, dtype=np.float64), TWISTS_RAD, OFFSETS_M))


@compiled
def _frames(joints: FloatArray, twists: FloatArray, offsets: FloatArray) -> FloatArray:
    frames = np.zeros((8, 4, 4))
    for row in range(4):
        frames[0, row, row] = 1.0
    for axis in range(7):
        s, c = np.sin(joints[axis]), np.cos(joints[axis])
        sa, ca = np.sin(twists[axis]), np.cos(twists[axis])
        before, after = frames[axis], frames[axis + 1]
        for row in range(3):
            x, y, z = before[row, 0], before[row, 1], before[row, 2]
            turned = -s * x + c * y
            after[row, 0] = c * x + s * y
            after[row, 1] = ca * turned + sa * z
            after[row, 2] = -sa * turned + ca * z
            after[row, 3] = before[row, 3] + offsets[axis] * z
        after[3, 3] = 1.0
    return frames


@compiled
def _jacobian(frames: FloatArray) -> FloatArray:
    result = np.zeros((6, 7))
    tip = frames[7, :3, 3]
    for axis in range(7):
        turns = frames[axis, :3, 2]
        x, y, z = tip[0] - frames[axis, 0, 3], tip[1] - frames[axis, 1, 3], tip[2] - frames[axis, 2, 3]
        result[0, axis] = turns[1] * z - turns[2] * y
        result[1, axis] = turns[2] * x - turns[0] * z
        result[2, axis] = turns[0] * y - turns[1] * x
        for row in range(3):
            result[3 + row, axis] = turns[row]
    return result
