"""Arms by damped least squares: five joints that bring the grip to a point, and point it where wanted.

An arm has five joints, as many as a point and a direction need. What is out of reach ends where the weighted
error is least; `error_m` and `error_rad` tell.
"""

from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray
from ludens.robots.nao.joints import HIGHEST_RAD, INDEX, LOWEST_RAD
from ludens.robots.nao.kinematics.least_squares import solve_chain
from ludens.robots.nao.links import LINK_INDEX, LINKS
from ludens.robots.nao.places import PLACES

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
