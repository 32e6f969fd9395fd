"""Shared by all solvers for an arm of five joints, compiled: its frames, and a small linear system.

Written out in loops, which compile ten times faster than matrix products and than assignments of slices.
"""

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray


@compiled
def fill_arm_frames(
    joints: FloatArray,
    axes: FloatArray,
    offsets: FloatArray,
    grip: FloatArray,
    rotation: FloatArray,
    turn: FloatArray,
    turned: FloatArray,
    turned_axes: FloatArray,
    origins: FloatArray,
    place: FloatArray,
) -> None:
    """Fill in the hand's rotation, the joints' axes and origins and the grip's place, seen from the torso.

    `turn` and `turned` are room to work in: a caller that asks millions of times makes it once.
    """
    for row in range(3):
        place[row] = 0.0
        for column in range(3):
            rotation[row, column] = 1.0 if row == column else 0.0
    for link in range(5):
        x, y, z = axes[link, 0], axes[link, 1], axes[link, 2]
        s, c = np.sin(joints[link]), np.cos(joints[link])
        r = 1.0 - c
        turn[0, 0], turn[0, 1], turn[0, 2] = c + r * x * x, r * x * y - s * z, r * x * z + s * y
        turn[1, 0], turn[1, 1], turn[1, 2] = r * x * y + s * z, c + r * y * y, r * y * z - s * x
        turn[2, 0], turn[2, 1], turn[2, 2] = r * x * z - s * y, r * y * z + s * x, c + r * z * z
        for row in range(3):
            turned_axes[link, row] = 0.0
            for inner in range(3):
                place[row] += rotation[row, inner] * offsets[link, inner]
                turned_axes[link, row] += rotation[row, inner] * axes[link, inner]
            origins[link, row] = place[row]
            for column in range(3):
                turned[row, column] = 0.0
                for inner in range(3):
                    turned[row, column] += rotation[row, inner] * turn[inner, column]
        for row in range(3):
            for column in range(3):
                rotation[row, column] = turned[row, column]
    for row in range(3):
        for inner in range(3):
            place[row] += rotation[row, inner] * grip[inner]


@compiled
def arm_frames(
    joints: FloatArray, axes: FloatArray, offsets: FloatArray, grip: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return axes (5, 3) and origins (5, 3) of the joints, the grip's place and the hand's rotation."""
    turned_axes, origins, place = np.empty((5, 3)), np.empty((5, 3)), np.empty(3)
    rotation, turn, turned = np.empty((3, 3)), np.empty((3, 3)), np.empty((3, 3))
    fill_arm_frames(joints, axes, offsets, grip, rotation, turn, turned, turned_axes, origins, place)
    return turned_axes, origins, place, rotation


@compiled
def solve_symmetric(matrix: FloatArray, right: FloatArray) -> FloatArray:
    """Return x of  matrix x = right  for a positive definite matrix (Gauss; it needs no pivoting there)."""
    size = right.shape[0]
    for column in range(size):
        for row in range(column + 1, size):
            factor = matrix[row, column] / matrix[column, column]
            right[row] -= factor * right[column]
            for inner in range(column, size):
                matrix[row, inner] -= factor * matrix[column, inner]
    for row in range(size - 1, -1, -1):
        for inner in range(row + 1, size):
            right[row] -= matrix[row, inner] * right[inner]
        right[row] /= matrix[row, row]
    return right
