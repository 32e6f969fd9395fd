"""From joint positions to the places of all links: compiled loops over the table of links.

Rotations and origins are in the torso's frame; row i belongs to link i of `LINKS`.
"""

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray
from ludens.robots.nao.joints import INDEX
from ludens.robots.nao.links import LINK_INDEX, LINKS

PARENTS = np.array([LINK_INDEX.get(link.parent, -1) for link in LINKS])
JOINT_OF_LINK = np.array([INDEX.get(link.joint, -1) for link in LINKS])
AXES = np.array([link.axis for link in LINKS])
OFFSETS_M = np.array([link.offset_m for link in LINKS])
MASSES_KG = np.array([link.mass_kg for link in LINKS])
CENTERS_M = np.array([link.center_m for link in LINKS])


def link_frames(position_rad: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return rotations (links, 3, 3) and origins (links, 3) of every link in the torso's frame."""
    return _link_frames(position_rad, PARENTS, JOINT_OF_LINK, AXES, OFFSETS_M)


def center_of_mass(rotations: FloatArray, origins_m: FloatArray) -> FloatArray:
    """Return the centre of mass of the whole body in the torso's frame."""
    return _center_of_mass(rotations, origins_m, MASSES_KG, CENTERS_M)


def center_of_mass_of(position_rad: FloatArray) -> FloatArray:
    """Return the centre of mass for these joints: quick, where nothing else of the posture is asked."""
    return _center_of_mass_of(position_rad, (PARENTS, JOINT_OF_LINK, AXES, OFFSETS_M), (MASSES_KG, CENTERS_M))


def point_jacobian(
    rotations: FloatArray, origins_m: FloatArray, *, link: int, point_in_torso_m: FloatArray
) -> FloatArray:
    """Return how a point of a link moves and turns per joint: (6, 25), metres and radians per radian.

    The first three rows are the point's speed, the last three the link's turning rate, in the torso's frame.
    """
    return _point_jacobian(rotations, origins_m, PARENTS, JOINT_OF_LINK, AXES, link, point_in_torso_m)


@compiled
def _link_frames(
    position_rad: FloatArray,
    parents: FloatArray,
    joints: FloatArray,
    axes: FloatArray,
    offsets: FloatArray,
) -> tuple[FloatArray, FloatArray]:
    count = parents.shape[0]
    rotations = np.zeros((count, 3, 3))
    origins = np.zeros((count, 3))
    turn = np.empty((3, 3))
    for link in range(count):
        parent = parents[link]
        if parent < 0:
            for row in range(3):
                rotations[link, row, row] = 1.0
                origins[link, row] = offsets[link, row]
            continue
        angle = position_rad[joints[link]]
        x, y, z = axes[link, 0], axes[link, 1], axes[link, 2]
        sine, cosine = np.sin(angle), np.cos(angle)
        rest = 1.0 - cosine
        turn[0, 0], turn[0, 1], turn[0, 2] = (
            cosine + rest * x * x,
            rest * x * y - sine * z,
            rest * x * z + sine * y,
        )
        turn[1, 0], turn[1, 1], turn[1, 2] = (
            rest * x * y + sine * z,
            cosine + rest * y * y,
            rest * y * z - sine * x,
        )
        turn[2, 0], turn[2, 1], turn[2, 2] = (
            rest * x * z - sine * y,
            rest * y * z + sine * x,
            cosine + rest * z * z,
        )
        for row in range(3):
            origin = origins[parent, row]
            for inner in range(3):
                origin += rotations[parent, row, inner] * offsets[link, inner]
            origins[link, row] = origin
            for column in range(3):
                total = 0.0
                for inner in range(3):
                    total += rotations[parent, row, inner] * turn[inner, column]
                rotations[link, row, column] = total
    return rotations, origins


@compiled
def _center_of_mass(
    rotations: FloatArray, origins: FloatArray, masses: FloatArray, centers: FloatArray
) -> FloatArray:
    total, mass = np.zeros(3), 0.0
    for link in range(masses.shape[0]):
        mass += masses[link]
        for row in range(3):
            place = origins[link, row]
            for inner in range(3):
                place += rotations[link, row, inner] * centers[link, inner]
            total[row] += masses[link] * place
    for row in range(3):
        total[row] /= mass
    return total


@compiled
def _center_of_mass_of(
    position_rad: FloatArray,
    chains: tuple[FloatArray, FloatArray, FloatArray, FloatArray],
    weights: tuple[FloatArray, FloatArray],
) -> FloatArray:
    parents, joints, axes, offsets = chains
    masses, centers = weights
    rotations, origins = _link_frames(position_rad, parents, joints, axes, offsets)
    return _center_of_mass(rotations, origins, masses, centers)


@compiled
def _point_jacobian(
    rotations: FloatArray,
    origins: FloatArray,
    parents: FloatArray,
    joints: FloatArray,
    axes: FloatArray,
    link: int,
    point: FloatArray,
) -> FloatArray:
    jacobian = np.zeros((6, 25))
    axis, arm = np.empty(3), np.empty(3)
    while parents[link] >= 0:
        for row in range(3):
            axis[row] = 0.0
            for inner in range(3):
                axis[row] += rotations[link, row, inner] * axes[link, inner]
            arm[row] = point[row] - origins[link, row]
        joint = joints[link]
        jacobian[0, joint] += axis[1] * arm[2] - axis[2] * arm[1]
        jacobian[1, joint] += axis[2] * arm[0] - axis[0] * arm[2]
        jacobian[2, joint] += axis[0] * arm[1] - axis[1] * arm[0]
        for row in range(3):
            jacobian[3 + row, joint] += axis[row]
        link = parents[link]
    return jacobian
