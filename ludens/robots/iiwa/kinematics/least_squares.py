"""From a place of the flange to the seven axes by damped least squares: for what the closed form cannot say.

It starts from a posture, stays near it, keeps within limits and, where the place is out of reach, comes as
near as it can. Each step solves  (J Jᵀ + λ² I) y = e,  Δq = Jᵀ y.
"""

import math

import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.robots.iiwa.dimensions import HIGHEST_RAD, within_limits
from ludens.robots.iiwa.kinematics.forward import jacobian, link_frames

MOST_STEPS = 200
DAMPING = 0.02
"""λ: metres, and radians, that a step gives up near a singular posture."""
LONGEST_STEP_RAD = 0.2
GOOD_ENOUGH = 1e-7


def approach(base_from_flange: Transform3, *, start_rad: FloatArray) -> tuple[FloatArray, float, float]:
    """Return the axes, and the distance (m) and the angle (rad) that are left to the wanted place."""
    joints_rad = within_limits(np.array(start_rad, dtype=np.float64))
    error = np.zeros(6)
    for _ in range(MOST_STEPS):
        frame = link_frames(joints_rad)[-1]
        error = _error(frame, base_from_flange.rotation, base_from_flange.translation)
        if np.abs(error).max() < GOOD_ENOUGH:
            break
        step = _step(jacobian(joints_rad), error, joints_rad, HIGHEST_RAD, DAMPING)
        longest = float(np.abs(step).max())
        if longest < 1e-10:
            break
        joints_rad = within_limits(joints_rad + step * min(1.0, LONGEST_STEP_RAD / longest))
    return joints_rad, float(np.linalg.norm(error[:3])), float(np.linalg.norm(error[3:]))


def _error(frame: FloatArray, rotation: FloatArray, translation: FloatArray) -> FloatArray:
    """Return the way that is left (m) and the turn that is left (rad, as a vector in the base's axes)."""
    error = np.zeros(6)
    turn = rotation @ frame[:3, :3].T
    axis = 0.5 * np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
    sine = math.sqrt(axis @ axis)
    angle = math.atan2(sine, 0.5 * (turn[0, 0] + turn[1, 1] + turn[2, 2] - 1.0))
    error[:3] = translation - frame[:3, 3]
    if sine > 1e-12:
        error[3:] = axis * (angle / sine)
    elif angle > 1.0:  # turned by half a turn, about no particular axis: any will do
        error[3] = angle
    return error


def _step(
    moves: FloatArray, error: FloatArray, joints: FloatArray, highest: FloatArray, damping: float
) -> FloatArray:
    """Return one damped step; an axis at its limit that would be pushed further takes no part in it."""
    free = np.ones(7)
    step = np.zeros(7)
    size = math.sqrt(error @ error)
    for _ in range(7):
        active = moves * free
        damped = active @ active.T
        damped[np.diag_indices(6)] += damping**2 * min(1.0, size) + 1e-12
        step = active.T @ np.linalg.solve(damped, error)
        blocked = (free > 0.0) & (np.abs(joints) >= highest) & (step * joints > 0.0)
        if not blocked.any():
            break
        free[blocked] = 0.0
    return step
