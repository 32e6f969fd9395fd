"""From a place of the flange to the seven axes, in closed form.

The closed form itself, and what its elbow angle ψ is, is told in `closed_form.py`. Three signs tell the eight
ways apart to reach a place with one ψ.
"""

import math
from dataclasses import dataclass
from itertools import product

import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.robots.iiwa.dimensions import (
    FOREARM_M,
    HIGHEST_RAD,
    SHOULDER_HEIGHT_M,
    UPPER_ARM_M,
    WRIST_TO_FLANGE_M,
    room_to_limits,
)
from ludens.robots.iiwa.kinematics.closed_form import (
    elbow_angle_of,
    roomiest_joints,
    solve_place,
    solve_places,
)

_LENGTHS = (SHOULDER_HEIGHT_M, UPPER_ARM_M, FOREARM_M, WRIST_TO_FLANGE_M)
ELBOW_ANGLES_RAD: FloatArray = np.radians(np.arange(-180.0, 180.0, 5.0))
"""Elbow angles that are tried where the best is looked for."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One of the eight ways to reach a place: the signs of q2, q4 and q6, each 1 or -1."""

    shoulder: int = 1
    elbow: int = 1
    wrist: int = 1


BRANCHES = tuple(Branch(*signs) for signs in product((1, -1), repeat=3))


@dataclass(frozen=True, slots=True, eq=False)
class ArmPosture:
    """Axes that reach a place, with the elbow angle and branch they came from."""

    joints_rad: FloatArray
    elbow_rad: float
    branch: Branch

    @property
    def room(self) -> float:
        """Share of its range that the axis nearest to its limit has left; negative beyond a limit."""
        return room_to_limits(self.joints_rad)


def solve(base_from_flange: Transform3, *, elbow_rad: float, branch: Branch) -> ArmPosture | None:
    """Return the posture with this elbow angle and branch, be it within limits or not; None out of reach."""
    signs = branch.shoulder, branch.elbow, branch.wrist
    joints_rad, reached = solve_place(
        base_from_flange.rotation, base_from_flange.translation, elbow_rad, signs, _LENGTHS
    )
    return ArmPosture(joints_rad, elbow_rad, branch) if reached else None


def solve_way(
    rotations: FloatArray,
    translations: FloatArray,
    *,
    elbows_rad: FloatArray,
    branch: Branch,
    start_rad: FloatArray,
) -> tuple[FloatArray, int]:
    """Return the postures (n, 7) that lead the flange along places (n), each next to the one before.

    Where the upper arm passes upright, q2 changes its sign. The second value is how many places are in reach
    one after the other; postures beyond that mean nothing.
    """
    signs = branch.shoulder, branch.elbow, branch.wrist
    return solve_places(rotations, translations, elbows_rad, signs, start_rad, _LENGTHS)


def roomiest(base_from_flange: Transform3, *, branches: tuple[Branch, ...] = BRANCHES) -> ArmPosture | None:
    """Return the posture that stays farthest from the limits of its axes; None where none is within them."""
    best, best_room = None, 0.0
    for branch in branches:
        signs = branch.shoulder, branch.elbow, branch.wrist
        joints_rad, elbow_rad, room = roomiest_joints(
            base_from_flange.rotation,
            base_from_flange.translation,
            ELBOW_ANGLES_RAD,
            signs,
            _LENGTHS,
            HIGHEST_RAD,
        )
        if room > best_room:
            best, best_room = ArmPosture(joints_rad, elbow_rad, branch), room
    return best


def branch_of(joints_rad: FloatArray) -> Branch:
    """Return the branch that a posture belongs to; an axis at zero counts as positive."""
    return Branch(*(1 if joints_rad[axis] >= 0.0 else -1 for axis in (1, 3, 5)))


def elbow_angle(joints_rad: FloatArray) -> float:
    """Return the elbow angle ψ of a posture, −π to π."""
    return elbow_angle_of(np.asarray(joints_rad, dtype=np.float64), _LENGTHS)


def nearest_turn(angle_rad: float, present_rad: float) -> float:
    """Return the angle, by whole turns, that lies nearest to the present one."""
    return angle_rad + 2.0 * math.pi * round((present_rad - angle_rad) / (2.0 * math.pi))
