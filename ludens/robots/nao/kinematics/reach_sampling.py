"""Fills a map of what an arm reaches, by taking millions of postures, compiled.

Postures follow an additive low-discrepancy sequence (Roberts, *The unreasonable effectiveness of quasirandom
sequences*, 2018): as even as a grid, with no two postures alike in any joint, and the same in every run.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled, compiled_using
from ludens.geometry import FloatArray
from ludens.robots.nao.kinematics import five_joints
from ludens.robots.nao.kinematics.five_joints import fill_arm_frames

STEPS = 255
"""Postures are kept in so many steps of each joint's range."""


def golden_steps() -> FloatArray:
    """Return the step of each joint along the sequence: 1/φ, 1/φ² … with φ⁶ = φ + 1."""
    phi = 1.0
    for _ in range(60):
        phi = (1.0 + phi) ** (1.0 / 6.0)
    return np.array([phi ** -(joint + 1) for joint in range(5)])


@compiled_using(five_joints)
def fill(
    postures: int,
    first: int,
    steps: FloatArray,
    limits: tuple[FloatArray, FloatArray],
    chain: tuple[FloatArray, FloatArray, FloatArray],
    bodies: tuple[FloatArray, FloatArray],
    grid: tuple[FloatArray, float],
    directions: FloatArray,
    kept: tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]],
) -> None:
    """Take postures number `first` and on; note the best of each voxel and direction.

    `limits` are lowest and highest joints, `chain` axes (5, 3), offsets (5, 3) and grip (3). `bodies` are
    centres (n, 3) and half sizes (n, 3) of ellipsoids that elbow, wrist and grip may not enter. `grid` is its
    lowest corner and a voxel's size. `kept` are, of each voxel and direction, the best ease, which of its
    eighths were reached (a bit each), and the best posture in steps; and the best ease of each voxel.
    """
    lowest, highest = limits
    axes, offsets, grip = chain
    corner, size = grid
    best, octants, joints_kept, quality = kept
    joints = np.empty(5)
    rotation, turn, turned = np.empty((3, 3)), np.empty((3, 3)), np.empty((3, 3))
    turned_axes, origins, place = np.empty((5, 3)), np.empty((5, 3)), np.empty(3)
    for number in range(first, first + postures):
        for joint in range(5):
            share = (0.5 + steps[joint] * number) % 1.0
            joints[joint] = lowest[joint] + share * (highest[joint] - lowest[joint])
        fill_arm_frames(joints, axes, offsets, grip, rotation, turn, turned, turned_axes, origins, place)
        if _inside(place, bodies) or _inside(origins[3], bodies) or _inside(origins[4], bodies):
            continue
        x2 = int(2.0 * (place[0] - corner[0]) / size)
        y2 = int(2.0 * (place[1] - corner[1]) / size)
        z2 = int(2.0 * (place[2] - corner[2]) / size)
        x, y, z = x2 // 2, y2 // 2, z2 // 2
        nearest, along = 0, -2.0
        for index in range(directions.shape[0]):
            cosine = (
                directions[index, 0] * rotation[0, 0]
                + directions[index, 1] * rotation[1, 0]
                + directions[index, 2] * rotation[2, 0]
            )
            if cosine > along:
                nearest, along = index, cosine
        ease = _ease(turned_axes, origins, place)
        quality[x, y, z] = max(quality[x, y, z], ease)
        octants[x, y, z, nearest] |= np.uint8(1 << ((x2 & 1) + 2 * (y2 & 1) + 4 * (z2 & 1)))
        if ease > best[x, y, z, nearest]:
            best[x, y, z, nearest] = ease
            for joint in range(5):
                share = (joints[joint] - lowest[joint]) / (highest[joint] - lowest[joint])
                joints_kept[x, y, z, nearest, joint] = np.uint8(np.rint(STEPS * share))


@compiled
def _inside(point: FloatArray, bodies: tuple[FloatArray, FloatArray]) -> bool:
    centers, halves = bodies
    for body in range(centers.shape[0]):
        total = 0.0
        for row in range(3):
            total += ((point[row] - centers[body, row]) / halves[body, row]) ** 2
        if total < 1.0:
            return True
    return False


@compiled
def _ease(turned_axes: FloatArray, origins: FloatArray, place: FloatArray) -> float:
    """Return Yoshikawa's manipulability of the grip's place: the root of det(J Jᵀ), in m³/rad³."""
    xx, yy, zz, xy, xz, yz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for joint in range(5):
        x, y, z = place[0] - origins[joint, 0], place[1] - origins[joint, 1], place[2] - origins[joint, 2]
        ax, ay, az = turned_axes[joint, 0], turned_axes[joint, 1], turned_axes[joint, 2]
        jx, jy, jz = ay * z - az * y, az * x - ax * z, ax * y - ay * x
        xx += jx * jx
        yy += jy * jy
        zz += jz * jz
        xy += jx * jy
        xz += jx * jz
        yz += jy * jz
    determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz)
    ease: float = np.sqrt(max(determinant, 0.0))
    return ease
