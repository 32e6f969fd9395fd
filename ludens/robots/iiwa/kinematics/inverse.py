"""From a place of the flange to the seven axes, in closed form.

By its table the arm turns as  Rz(q1) Ry(q2) Rz(q3) · Ry(−q4) · Rz(q5) Ry(q6) Rz(q7):  a ball joint at the
shoulder, a hinge at the elbow, a ball joint at the wrist. The flange fixes the wrist's centre, so the
triangle of upper arm and forearm is known, and with it q4. What is free is the *elbow angle* ψ by which that
triangle is turned about the line from shoulder to wrist; ψ = 0 is the posture with q3 = 0. For each ψ the two
ball joints follow from their rotations. Three signs tell the eight ways to do it apart: of q2, q4 and q6.
"""

import math
from dataclasses import dataclass
from itertools import product

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray, Transform3
from ludens.robots.iiwa.axes import HIGHEST_RAD, room_to_limits
from ludens.robots.iiwa.links import FOREARM_M, SHOULDER_HEIGHT_M, UPPER_ARM_M, WRIST_TO_FLANGE_M

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
class Posture:
    """Axes that reach a place, with the elbow angle and branch they came from."""

    joints_rad: FloatArray
    elbow_rad: float
    branch: Branch

    @property
    def room(self) -> float:
        """Share of its range that the axis nearest to its limit has left; negative beyond a limit."""
        return room_to_limits(self.joints_rad)


def solve(base_from_flange: Transform3, *, elbow_rad: float, branch: Branch) -> Posture | None:
    """Return the posture with this elbow angle and branch, be it within limits or not; None out of reach."""
    signs = branch.shoulder, branch.elbow, branch.wrist
    joints_rad, reached = _solve(
        base_from_flange.rotation, base_from_flange.translation, elbow_rad, signs, _LENGTHS
    )
    return Posture(joints_rad, elbow_rad, branch) if reached else None


def roomiest(base_from_flange: Transform3, *, branches: tuple[Branch, ...] = BRANCHES) -> Posture | None:
    """Return the posture that stays farthest from the limits of its axes; None where none is within them."""
    best, best_room = None, 0.0
    for branch in branches:
        signs = branch.shoulder, branch.elbow, branch.wrist
        joints_rad, elbow_rad, room = _roomiest(
            base_from_flange.rotation,
            base_from_flange.translation,
            ELBOW_ANGLES_RAD,
            signs,
            _LENGTHS,
            HIGHEST_RAD,
        )
        if room > best_room:
            best, best_room = Posture(joints_rad, elbow_rad, branch), room
    return best


def branch_of(joints_rad: FloatArray) -> Branch:
    """Return the branch that a posture belongs to; an axis at zero counts as positive."""
    return Branch(*(1 if joints_rad[axis] >= 0.0 else -1 for axis in (1, 3, 5)))


def elbow_angle(joints_rad: FloatArray) -> float:
    """Return the elbow angle ψ of a posture, −π to π."""
    return _elbow_angle(np.asarray(joints_rad, dtype=np.float64), _LENGTHS)


def nearest_turn(angle_rad: float, present_rad: float) -> float:
    """Return the angle, by whole turns, that lies nearest to the present one."""
    return angle_rad + 2.0 * math.pi * round((present_rad - angle_rad) / (2.0 * math.pi))


@compiled
def _turn_about_z(angle: float) -> FloatArray:
    s, c = np.sin(angle), np.cos(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


@compiled
def _turn_about_y(angle: float) -> FloatArray:
    s, c = np.sin(angle), np.cos(angle)
    return np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])


@compiled
def _product(left: FloatArray, right: FloatArray) -> FloatArray:
    """Return left · right of two 3 × 3 matrices; for such small ones loops are faster than a library."""
    result = np.empty((3, 3))
    for row in range(3):
        for column in range(3):
            result[row, column] = (
                left[row, 0] * right[0, column]
                + left[row, 1] * right[1, column]
                + left[row, 2] * right[2, column]
            )
    return result


@compiled
def _ball_joint(rotation: FloatArray, sign: int) -> tuple[float, float, float]:
    """Return a, b, c of  rotation = Rz(a) Ry(b) Rz(c)  with b of the given sign.

    Where b is zero only a + c is known: then all of it is c.
    """
    across = np.hypot(rotation[0, 2], rotation[1, 2])
    if across < 1e-9:
        upwards = 1.0 if rotation[2, 2] > 0.0 else -1.0
        return 0.0, 0.0 if upwards > 0.0 else sign * np.pi, np.arctan2(rotation[1, 0], rotation[1, 1])
    b = sign * np.arctan2(across, rotation[2, 2])
    a = np.arctan2(sign * rotation[1, 2], sign * rotation[0, 2])
    return a, b, np.arctan2(sign * rotation[2, 1], -sign * rotation[2, 0])


@compiled
def _upright(
    to_wrist: FloatArray, elbow: float, lengths: tuple[float, float, float, float]
) -> tuple[float, float]:
    """Return q1 and q2 of the posture with q3 = 0 whose wrist, `to_wrist` from the shoulder, is reached."""
    _, upper, fore, _ = lengths
    leaning = np.arctan2(-fore * np.sin(elbow), upper + fore * np.cos(elbow))
    aside = np.hypot(to_wrist[0], to_wrist[1])
    heading = np.arctan2(to_wrist[1], to_wrist[0]) if aside > 1e-9 else 0.0
    return heading, np.arctan2(aside, to_wrist[2]) - leaning


@compiled
def _solve(
    rotation: FloatArray,
    translation: FloatArray,
    elbow_angle: float,
    signs: tuple[int, int, int],
    lengths: tuple[float, float, float, float],
) -> tuple[FloatArray, bool]:
    base, upper, fore, hand = lengths
    joints = np.zeros(7)
    to_wrist = translation - hand * rotation[:, 2]
    to_wrist[2] -= base
    distance = np.sqrt((to_wrist**2).sum())
    cosine = (distance**2 - upper**2 - fore**2) / (2.0 * upper * fore)
    if not -1.0 <= cosine <= 1.0 or distance < 1e-6:
        return joints, False
    elbow = signs[1] * np.arccos(cosine)
    heading, nod = _upright(to_wrist, elbow, lengths)
    x, y, z = to_wrist / distance
    s, c = np.sin(elbow_angle), np.cos(elbow_angle)
    r = 1.0 - c
    about_line = np.array(
        [
            [c + r * x * x, r * x * y - s * z, r * x * z + s * y],
            [r * x * y + s * z, c + r * y * y, r * y * z - s * x],
            [r * x * z - s * y, r * y * z + s * x, c + r * z * z],
        ]
    )
    shoulder = _product(about_line, _product(_turn_about_z(heading), _turn_about_y(nod)))
    joints[0], joints[1], joints[2] = _ball_joint(shoulder, signs[0])
    joints[3] = elbow
    wrist = _product(_product(shoulder, _turn_about_y(-elbow)).T, rotation)
    joints[4], joints[5], joints[6] = _ball_joint(wrist, signs[2])
    return joints, True


@compiled
def _roomiest(
    rotation: FloatArray,
    translation: FloatArray,
    elbow_angles: FloatArray,
    signs: tuple[int, int, int],
    lengths: tuple[float, float, float, float],
    highest: FloatArray,
) -> tuple[FloatArray, float, float]:
    """Return the best joints over all elbow angles, their angle and their room (at most 0 where none is)."""
    best, best_angle, best_room = np.zeros(7), 0.0, 0.0
    for angle in elbow_angles:
        joints, reached = _solve(rotation, translation, angle, signs, lengths)
        if not reached:
            break
        room = 1.0
        for axis in range(7):
            room = min(room, 1.0 - abs(joints[axis]) / highest[axis])
        if room > best_room:
            best, best_angle, best_room = joints, angle, room
    return best, best_angle, best_room


@compiled
def _elbow_angle(joints: FloatArray, lengths: tuple[float, float, float, float]) -> float:
    """Compare the shoulder as it is with the shoulder that reaches the same wrist with q3 = 0."""
    _, upper, fore, _ = lengths
    shoulder = _product(
        _turn_about_z(joints[0]), _product(_turn_about_y(joints[1]), _turn_about_z(joints[2]))
    )
    bent = np.array([-fore * np.sin(joints[3]), 0.0, upper + fore * np.cos(joints[3])])
    to_wrist = shoulder @ bent
    distance = np.sqrt((to_wrist**2).sum())
    if distance < 1e-6:
        return 0.0
    heading, nod = _upright(to_wrist, joints[3], lengths)
    turn = _product(shoulder, _product(_turn_about_z(heading), _turn_about_y(nod)).T)
    x, y, z = to_wrist / distance
    sine = 0.5 * (
        x * (turn[2, 1] - turn[1, 2]) + y * (turn[0, 2] - turn[2, 0]) + z * (turn[1, 0] - turn[0, 1])
    )
    cosine = 0.5 * (turn[0, 0] + turn[1, 1] + turn[2, 2] - 1.0)
    return float(np.arctan2(sine, cosine))
