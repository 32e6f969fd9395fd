"""Arms by damped least squares: five joints that bring the grip to a point, and point it where wanted.

An arm has five joints, as many as a point and a direction need. What is out of reach ends where the weighted
error is least; `error_m` and `error_rad` tell.

Each step solves  (Jᵀ J + λ² I) Δq = Jᵀ e  for the joints that are free; a joint at its limit that would be
pushed further is held for that step.
"""

from dataclasses import dataclass

import numpy as np

from ludens.core.compiled import compiled, compiled_using
from ludens.geometry import FloatArray
from ludens.robots.nao.joints import HIGHEST_RAD, INDEX, LOWEST_RAD
from ludens.robots.nao.kinematics import five_joints
from ludens.robots.nao.kinematics.five_joints import arm_frames, solve_symmetric
from ludens.robots.nao.links import LINK_INDEX, LINKS
from ludens.robots.nao.places import PLACES


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


LEFT_ARM = slice(INDEX["LShoulderPitch"], INDEX["LWristYaw"] + 1)
RIGHT_ARM = slice(INDEX["RShoulderPitch"], INDEX["RWristYaw"] + 1)
"""The five joints of an arm among the 25: shoulder pitch and roll, elbow yaw and roll, wrist yaw."""

MOST_STEPS = 200
DAMPING_M = 0.01
"""λ: how much a joint's way costs against the grip's error. Larger is calmer and slower."""
METRES_PER_RADIAN = 0.05
"""A direction that is wrong by a radian weighs as much as a grip that is 5 cm off."""
LONGEST_STEP_RAD = 0.3
CALM_BELOW_M = 0.05
"""From here on the damping fades with the error, so that the last steps are quick."""
DONE_M = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class ArmSolution:
    """Joints of one arm, in the order of `LEFT_ARM` or `RIGHT_ARM`, all within their limits."""

    position_rad: FloatArray
    error_m: float
    error_rad: float  # between the wanted direction and the hand's; 0 where none was wanted


def solve_arm(
    grip_in_torso_m: FloatArray,
    *,
    left: bool,
    pointing_in_torso: FloatArray | None = None,
    start_rad: FloatArray | None = None,
) -> ArmSolution:
    """Return joints that bring the grip there, the hand (its x axis) along `pointing_in_torso` if given.

    `start_rad` (5) is where the search begins: the arm's present joints give a nearby solution. Without it
    the search begins in several postures and the best end counts.
    """
    if start_rad is None:
        tries = [
            _solved(grip_in_torso_m, pointing_in_torso, np.array(start), _CHAINS[left])
            for start in _STARTS[left]
        ]
        return min(tries, key=lambda found: found.error_m + METRES_PER_RADIAN * found.error_rad)
    return _solved(grip_in_torso_m, pointing_in_torso, start_rad, _CHAINS[left])


def _solved(
    grip_in_torso_m: FloatArray, pointing_in_torso: FloatArray | None, start_rad: FloatArray, chain: "_Chain"
) -> ArmSolution:
    lowest, highest = LOWEST_RAD[chain.joints], HIGHEST_RAD[chain.joints]
    start = np.clip(start_rad, lowest, highest)
    weight = 0.0 if pointing_in_torso is None else METRES_PER_RADIAN
    wanted = np.zeros(3) if pointing_in_torso is None else np.asarray(pointing_in_torso, dtype=np.float64)
    length = float(np.linalg.norm(wanted))
    if length > 0.0:
        wanted = wanted / length
    joints, error_m, error_rad = solve_chain(
        np.array(grip_in_torso_m, dtype=np.float64),  # a copy: one kind of array, compiled for once
        wanted,
        weight,
        start,
        lowest,
        highest,
        chain.axes,
        chain.offsets_m,
        chain.grip_m,
        (MOST_STEPS, DAMPING_M, CALM_BELOW_M, LONGEST_STEP_RAD, DONE_M),
    )
    return ArmSolution(joints, error_m, error_rad)


@dataclass(frozen=True, slots=True, eq=False)
class _Chain:
    """One arm as compiled code takes it: axes and offsets of its five links, and the grip in the hand."""

    joints: slice
    axes: FloatArray
    offsets_m: FloatArray
    grip_m: FloatArray


def _chain(side: str, joints: slice) -> _Chain:
    first = LINK_INDEX[f"{side}Shoulder"]
    links = LINKS[first : first + 5]
    return _Chain(
        joints,
        np.array([link.axis for link in links]),
        np.array([link.offset_m for link in links]),
        PLACES[f"{side}Grip"].link_from_place.translation,
    )


_CHAINS = {True: _chain("L", LEFT_ARM), False: _chain("R", RIGHT_ARM)}

_LEFT_STARTS = (
    (0.5, 0.4, 0.0, -0.8, 0.0),
    (0.5, 0.4, -1.3, -0.8, 0.0),
    (0.5, 0.4, 1.3, -0.8, 0.0),
    (1.5, 0.2, -1.6, -0.4, 0.0),
    (-1.0, 0.4, 0.0, -0.8, 0.0),
)
_SIGNS = (1.0, -1.0, -1.0, -1.0, -1.0)  # of the right arm's joints in a mirror
_STARTS = {
    True: _LEFT_STARTS,
    False: tuple(
        tuple(sign * angle for sign, angle in zip(_SIGNS, start, strict=True)) for start in _LEFT_STARTS
    ),
}
