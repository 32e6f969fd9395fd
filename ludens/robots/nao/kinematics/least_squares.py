"""Damped least squares for a chain of five joints, compiled.

Each step solves  (Jᵀ J + λ² I) Δq = Jᵀ e  for the joints that are free; a joint at its limit that would be
pushed further is held for that step.
"""

import numpy as np

from ludens.core.compiled import compiled, compiled_using
from ludens.geometry import FloatArray
from ludens.robots.nao.kinematics import five_joints
from ludens.robots.nao.kinematics.five_joints import arm_frames, solve_symmetric


@compiled
def _cross(a: FloatArray, b: FloatArray) -> tuple[float, float, float]:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@compiled
def _dot(a: FloatArray, b: FloatArray) -> float:
    total = 0.0
    for index in range(a.shape[0]):
        total += a[index] * b[index]
    return total


@compiled
def _linearised(
    error: FloatArray, pointing: FloatArray, weight: float, frames: tuple[FloatArray, ...], target: FloatArray
) -> FloatArray:
    """Fill in the error (6) and return the Jacobian (6, 5): metres, then weighted turns of the heading."""
    turned_axes, origins, place, rotation = frames
    heading = rotation[:, 0]
    away = _dot(heading, pointing) < 0.0
    across = _cross(heading, pointing)
    size = np.sqrt(across[0] ** 2 + across[1] ** 2 + across[2] ** 2)
    jacobian = np.zeros((6, 5))
    for row in range(3):
        error[row] = target[row] - place[row]
        # Turned away by more than a right angle, the push back keeps its full size.
        error[3 + row] = weight * across[row] / (max(size, 1e-3) if away else 1.0)
    for joint in range(5):
        moved = _cross(turned_axes[joint], place - origins[joint])
        along = _dot(turned_axes[joint], heading)
        for row in range(3):
            jacobian[row, joint] = moved[row]
            # Only the part of a turn that moves the heading counts: rolling about it is free.
            jacobian[3 + row, joint] = weight * (turned_axes[joint, row] - along * heading[row])
    return jacobian


@compiled_using(five_joints)
def solve_chain(
    target: FloatArray,
    pointing: FloatArray,
    weight: float,
    start: FloatArray,
    lowest: FloatArray,
    highest: FloatArray,
    axes: FloatArray,
    offsets: FloatArray,
    grip: FloatArray,
    settings: tuple[int, float, float, float, float],
) -> tuple[FloatArray, float, float]:
    """Return joints, the distance (m) and the angle (rad) that is left.

    `settings` are: most steps, damping λ (m), error below which λ fades (m), longest step of a joint (rad),
    error that is good enough (m). `weight` is metres per radian of the heading; 0 leaves the heading free.
    """
    most_steps, damping, calm_below, longest_step, done = settings
    joints = start.copy()
    error, normal, gradient = np.zeros(6), np.zeros((5, 5)), np.zeros(5)
    for _ in range(most_steps):
        jacobian = _linearised(error, pointing, weight, arm_frames(joints, axes, offsets, grip), target)
        size = np.sqrt(_dot(error, error))
        if size < done:
            break
        for joint in range(5):
            gradient[joint] = _dot(jacobian[:, joint], error)
            for other in range(5):
                normal[joint, other] = _dot(jacobian[:, joint], jacobian[:, other])
            normal[joint, joint] += damping**2 * min(1.0, size / calm_below) + 1e-9
        for joint in range(5):
            at_low, at_high = joints[joint] <= lowest[joint], joints[joint] >= highest[joint]
            if (at_low and gradient[joint] < 0.0) or (at_high and gradient[joint] > 0.0):
                for other in range(5):
                    normal[joint, other] = normal[other, joint] = 0.0
                normal[joint, joint] = 1.0
                gradient[joint] = 0.0
        step = solve_symmetric(normal, gradient)
        longest = 0.0
        for joint in range(5):
            longest = max(longest, abs(step[joint]))
        if longest < 1e-9:
            break
        scale = min(1.0, longest_step / longest)
        for joint in range(5):
            joints[joint] = min(max(joints[joint] + scale * step[joint], lowest[joint]), highest[joint])
    _, _, place, rotation = arm_frames(joints, axes, offsets, grip)
    heading = rotation[:, 0]
    left = target - place
    across = _cross(heading, pointing)
    sine = np.sqrt(across[0] ** 2 + across[1] ** 2 + across[2] ** 2)
    error_rad = np.arctan2(sine, _dot(heading, pointing)) if weight > 0.0 else 0.0
    return joints, np.sqrt(_dot(left, left)), error_rad
