"""How a leaning torso and its parts stand over the torso's own shadow on the floor, compiled.

With the upward direction (ux, uy, uz) in the torso's axes, roll r and pitch p follow from  ux = -sin p,
uy = cos p sin r,  uz = cos p cos r;  the rotation is Ry(p) Rx(r).
"""

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray
from ludens.robots.nao.links import ANKLE_HEIGHT_M, LINK_INDEX

Up = tuple[float, float, float]
"""The direction that points up, in the torso's axes."""
Mounts = tuple[FloatArray, FloatArray]
"""Rotations (count, 3, 3) and places (count, 3) of several things in one frame."""

_FEET = LINK_INDEX["LFoot"], LINK_INDEX["RFoot"]


def standing(rotations: FloatArray, origins_m: FloatArray, up_in_torso: Up) -> tuple[FloatArray, float]:
    """Return robot_from_torso's rotation and the torso's height over the lower of its soles."""
    return _standing(rotations, origins_m, up_in_torso, _FEET, ANKLE_HEIGHT_M)


def sole_shadows(
    rotations: FloatArray, origins_m: FloatArray, up_in_torso: Up
) -> tuple[float, float, float, float, float, float]:
    """Return x, y and yaw of the left sole, then of the right one."""
    return _sole_shadows(rotations, origins_m, up_in_torso, _FEET, ANKLE_HEIGHT_M)


def point_shadow(
    rotations: FloatArray,
    origins_m: FloatArray,
    up_in_torso: Up,
    link: int,
    point_in_link_m: tuple[float, float, float],
) -> tuple[float, float]:
    """Return x and y of a point of a link."""
    return _point_shadow(rotations[link], origins_m[link], up_in_torso, point_in_link_m)


def mount_shadows(
    rotations: FloatArray, origins_m: FloatArray, up_in_torso: Up, link: int, mounts: Mounts
) -> Mounts:
    """Return where things fixed to a link are."""
    return _mount_shadows(rotations, origins_m, up_in_torso, link, mounts, _FEET, ANKLE_HEIGHT_M)


def over_soles(rotations: FloatArray, origins_m: FloatArray) -> tuple[float, float, float]:
    """Return x, y and yaw of the torso in the frame midway between its soles, as level as both are."""
    return _over_soles(rotations, origins_m, _FEET, ANKLE_HEIGHT_M)


@compiled
def _level(up: Up) -> FloatArray:
    """Return the rotation robot_from_torso."""
    ux, uy, uz = up
    cosine = np.hypot(uy, uz)
    sine_roll, cosine_roll = (uy / cosine, uz / cosine) if cosine > 1e-9 else (0.0, 1.0)
    level = np.empty((3, 3))
    level[0, 0], level[0, 1], level[0, 2] = cosine, -ux * sine_roll, -ux * cosine_roll
    level[1, 0], level[1, 1], level[1, 2] = 0.0, cosine_roll, -sine_roll
    level[2, 0], level[2, 1], level[2, 2] = ux, uy, uz
    return level


@compiled
def _standing(
    rotations: FloatArray,
    origins: FloatArray,
    up: Up,
    feet: tuple[int, int],
    ankle_height: float,
) -> tuple[FloatArray, float]:
    level = _level(up)
    lowest = np.inf
    for foot in feet:
        height = 0.0
        for row in range(3):
            height += level[2, row] * (origins[foot, row] - ankle_height * rotations[foot, row, 2])
        lowest = min(lowest, height)
    return level, -lowest


@compiled
def _sole_shadows(
    rotations: FloatArray,
    origins: FloatArray,
    up: Up,
    feet: tuple[int, int],
    ankle_height: float,
) -> tuple[float, float, float, float, float, float]:
    level = _level(up)
    shadows = np.zeros((2, 3))
    for side in range(2):
        foot = feet[side]
        ahead = np.zeros(2)  # the sole's x axis on the floor
        for inner in range(3):
            place = origins[foot, inner] - ankle_height * rotations[foot, inner, 2]
            for row in range(2):
                shadows[side, row] += level[row, inner] * place
                ahead[row] += level[row, inner] * rotations[foot, inner, 0]
        shadows[side, 2] = np.arctan2(ahead[1], ahead[0])
    left, right = shadows[0], shadows[1]
    return left[0], left[1], left[2], right[0], right[1], right[2]


@compiled
def _over_soles(
    rotations: FloatArray, origins: FloatArray, feet: tuple[int, int], ankle_height: float
) -> tuple[float, float, float]:
    """Seen from the torso, the frame has the axes ahead, left and up, and its origin at the middle."""
    up, ahead, left, middle = np.zeros(3), np.zeros(3), np.empty(3), np.zeros(3)
    for foot in feet:
        for row in range(3):
            up[row] += rotations[foot, row, 2]
            ahead[row] += rotations[foot, row, 0]
            middle[row] += 0.5 * (origins[foot, row] - ankle_height * rotations[foot, row, 2])
    up /= np.sqrt((up * up).sum())
    ahead -= (ahead * up).sum() * up
    ahead /= np.sqrt((ahead * ahead).sum())
    for row in range(3):
        after, last = (row + 1) % 3, (row + 2) % 3
        left[row] = up[after] * ahead[last] - up[last] * ahead[after]
    return -(ahead * middle).sum(), -(left * middle).sum(), np.arctan2(left[0], ahead[0])


@compiled
def _point_shadow(rotation: FloatArray, origin: FloatArray, up: Up, point: Up) -> tuple[float, float]:
    level = _level(up)
    x, y = 0.0, 0.0
    for row in range(3):
        place = origin[row]
        for inner in range(3):
            place += rotation[row, inner] * point[inner]
        x += level[0, row] * place
        y += level[1, row] * place
    return x, y


@compiled
def _mount_shadows(
    rotations: FloatArray,
    origins: FloatArray,
    up: Up,
    link: int,
    mounts: Mounts,
    feet: tuple[int, int],
    ankle_height: float,
) -> Mounts:
    level, height = _standing(rotations, origins, up, feet, ankle_height)
    turn, shift = np.zeros((3, 3)), np.zeros(3)
    shift[2] = height
    for row in range(3):
        for inner in range(3):
            shift[row] += level[row, inner] * origins[link, inner]
            for column in range(3):
                turn[row, column] += level[row, inner] * rotations[link, inner, column]
    turns, places = mounts
    turned, placed = np.zeros_like(turns), np.zeros_like(places)
    for mount in range(turns.shape[0]):
        for row in range(3):
            placed[mount, row] = shift[row]
            for inner in range(3):
                placed[mount, row] += turn[row, inner] * places[mount, inner]
                for column in range(3):
                    turned[mount, row, column] += turn[row, inner] * turns[mount, inner, column]
    return turned, placed
