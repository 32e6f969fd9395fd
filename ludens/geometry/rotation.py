"""Rotations in space and the ways to write them down.

The working form is the 3x3 matrix `a_from_b`, whose columns are b's axes seen in a. Quaternions are (w, x, y,
z) with length one; q and -q are the same rotation, and what we return has w >= 0. Roll, pitch and yaw turn
about the fixed x, y and z axes in that order: R = Rz(yaw) Ry(pitch) Rx(roll). Every function treats one
rotation, with scalar arithmetic where that is faster than numpy's overhead on three numbers.
"""

import math

import numpy as np
import numpy.typing as npt

from ludens.geometry.arrays import FloatArray
from ludens.geometry.errors import GeometryError

_SHORTEST_NORM = 1e-12
_GIMBAL_LOCK_COSINE = 1e-9
_NEARLY_PARALLEL_COSINE = 0.9999995


def _unit(values: npt.ArrayLike, *, length: int, name: str) -> list[float]:
    numbers = np.asarray(values, dtype=np.float64)
    if numbers.shape != (length,):
        raise GeometryError(f"A {name} has {length} numbers; got an array of shape {numbers.shape}.")
    parts: list[float] = numbers.tolist()
    norm = math.sqrt(math.fsum(part * part for part in parts))
    if not _SHORTEST_NORM < norm < math.inf:
        raise GeometryError(f"A {name} needs a finite length above zero; got {parts}.")
    return [part / norm for part in parts]


def is_rotation(matrix: FloatArray, *, tolerance: float = 1e-6) -> bool:
    """Tell whether a matrix is a proper rotation: orthonormal, right-handed, 3x3."""
    if matrix.shape != (3, 3):
        return False
    orthonormal = bool(np.allclose(matrix @ matrix.T, np.eye(3), rtol=0.0, atol=tolerance))
    return orthonormal and float(np.linalg.det(matrix)) > 0.0


def matrix_from_quaternion(quaternion: npt.ArrayLike) -> FloatArray:
    """Return the rotation matrix of (w, x, y, z); the length is normalised first."""
    w, x, y, z = _unit(quaternion, length=4, name="quaternion")
    return np.array(
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]
    )


def quaternion_from_matrix(matrix: FloatArray) -> FloatArray:
    """Return (w, x, y, z) with w >= 0.

    Each of the four squared components follows from the diagonal; the largest is taken by square root and the
    others from it by division, which stays accurate for every rotation (Shepperd's method).
    """
    (a, b, c), (d, e, f), (g, h, i) = matrix.tolist()
    squares = (1.0 + a + e + i, 1.0 + a - e - i, 1.0 - a + e - i, 1.0 - a - e + i)
    largest = squares.index(max(squares))
    if largest == 0:
        parts = (squares[0], h - f, c - g, d - b)
    elif largest == 1:
        parts = (h - f, squares[1], d + b, c + g)
    elif largest == 2:
        parts = (c - g, d + b, squares[2], h + f)
    else:
        parts = (d - b, c + g, h + f, squares[3])
    w, x, y, z = _unit(parts, length=4, name="quaternion")
    return np.array([w, x, y, z]) if w >= 0.0 else np.array([-w, -x, -y, -z])


def multiply_quaternions(a_from_b: npt.ArrayLike, b_from_c: npt.ArrayLike) -> FloatArray:
    """Return a_from_c: the Hamilton product, in the order of the matrices' product."""
    aw, ax, ay, az = np.asarray(a_from_b, dtype=np.float64).tolist()
    bw, bx, by, bz = np.asarray(b_from_c, dtype=np.float64).tolist()
    return np.array(
        [
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        ]
    )


def matrix_from_axis_angle(axis: npt.ArrayLike, angle_rad: float) -> FloatArray:
    """Return the right-handed turn by `angle_rad` about `axis`, which may have any length (Rodrigues)."""
    x, y, z = _unit(axis, length=3, name="rotation axis")
    sine, cosine = math.sin(angle_rad), math.cos(angle_rad)
    rest = 1.0 - cosine
    return np.array(
        [
            [cosine + rest * x * x, rest * x * y - sine * z, rest * x * z + sine * y],
            [rest * x * y + sine * z, cosine + rest * y * y, rest * y * z - sine * x],
            [rest * x * z - sine * y, rest * y * z + sine * x, cosine + rest * z * z],
        ]
    )


def axis_angle_from_matrix(matrix: FloatArray) -> tuple[FloatArray, float]:
    """Return the unit axis and the angle in [0, pi]; without a turn the axis is x, by choice."""
    w, x, y, z = quaternion_from_matrix(matrix).tolist()
    sine = math.sqrt(x * x + y * y + z * z)
    if sine < _SHORTEST_NORM:
        return np.array([1.0, 0.0, 0.0]), 0.0
    return np.array([x, y, z]) / sine, 2.0 * math.atan2(sine, w)


def matrix_from_rpy(roll_rad: float, pitch_rad: float, yaw_rad: float) -> FloatArray:
    """Return Rz(yaw) Ry(pitch) Rx(roll)."""
    sr, cr = math.sin(roll_rad), math.cos(roll_rad)
    sp, cp = math.sin(pitch_rad), math.cos(pitch_rad)
    sy, cy = math.sin(yaw_rad), math.cos(yaw_rad)
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


def rpy_from_matrix(matrix: FloatArray) -> tuple[float, float, float]:
    """Return (roll, pitch, yaw) with pitch in [-pi/2, pi/2].

    Looking straight up or down, roll and yaw turn about the same axis and only their sum counts: roll is then
    zero.
    """
    (a, b, _), (d, e, _), (g, h, i) = matrix.tolist()
    cosine = math.hypot(a, d)
    pitch_rad = math.atan2(-g, cosine)
    if cosine < _GIMBAL_LOCK_COSINE:
        return 0.0, pitch_rad, math.atan2(-b, e)
    return math.atan2(h, i), pitch_rad, math.atan2(d, a)


def slerp(start: npt.ArrayLike, end: npt.ArrayLike, fraction: float) -> FloatArray:
    """Return the quaternion at `fraction` of the shortest turn from `start` (0) to `end` (1)."""
    first = np.array(_unit(start, length=4, name="quaternion"))
    last = np.array(_unit(end, length=4, name="quaternion"))
    cosine = float(first @ last)
    if cosine < 0.0:
        last, cosine = -last, -cosine
    if cosine > _NEARLY_PARALLEL_COSINE:
        # The sine below would divide by almost zero; over so small an angle the chord is the arc.
        blended = (1.0 - fraction) * first + fraction * last
    else:
        angle = math.acos(cosine)
        blended = math.sin((1.0 - fraction) * angle) * first + math.sin(fraction * angle) * last
    blended /= math.sqrt(float(blended @ blended))
    return blended if blended[0] >= 0.0 else -blended
