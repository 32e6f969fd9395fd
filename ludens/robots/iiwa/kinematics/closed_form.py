"""The closed form of the inverse kinematics, compiled.

By its table the arm turns as  Rz(q1) Ry(q2) Rz(q3) · Ry(−q4) · Rz(q5) Ry(q6) Rz(q7):  a ball joint at the
shoulder, a hinge at the elbow, a ball joint at the wrist. The flange fixes the wrist's centre, so the
triangle of upper arm and forearm is known, and with it q4. What is free is the *elbow angle* ψ by which that
triangle is turned about the line from shoulder to wrist; ψ = 0 is the posture with q3 = 0. For each ψ the two
ball joints follow from their rotations. Three signs tell the eight ways to do it apart: of q2, q4 and q6.
"""

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray

_SMALL_STEP_RAD = 0.1
"""From place to place of a way: so near a posture is surely the next one."""


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
def solve_place(
    rotation: FloatArray,
    translation: FloatArray,
    elbow_angle: float,
    signs: tuple[int, int, int],
    lengths: tuple[float, float, float, float],
) -> tuple[FloatArray, bool]:
    """Return the seven axes for one place of the flange, and whether it is in reach."""
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
def solve_places(
    rotations: FloatArray,
    translations: FloatArray,
    elbow_angles: FloatArray,
    signs: tuple[int, int, int],
    start: FloatArray,
    lengths: tuple[float, float, float, float],
) -> tuple[FloatArray, int]:
    """Return axes for places one after the other, each next to those before; and how many are in reach."""
    way = np.empty((len(translations), 7))
    present = start
    for place in range(len(translations)):
        nearest = np.inf
        for shoulder in (signs[0], -signs[0]):
            joints, reached = solve_place(
                rotations[place],
                translations[place],
                elbow_angles[place],
                (shoulder, signs[1], signs[2]),
                lengths,
            )
            if not reached:
                return way, place
            away = 0.0
            for axis in range(7):  # one by one: all at once would take a second longer to compile
                joints[axis] += 2.0 * np.pi * np.round((present[axis] - joints[axis]) / (2.0 * np.pi))
                away = max(away, abs(joints[axis] - present[axis]))
            if away < nearest:
                nearest = away
                for axis in range(7):
                    way[place, axis] = joints[axis]
            if away < _SMALL_STEP_RAD:
                break
        present = way[place]
    return way, len(translations)


@compiled
def roomiest_joints(
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
        joints, reached = solve_place(rotation, translation, angle, signs, lengths)
        if not reached:
            break
        room = 1.0
        for axis in range(7):
            room = min(room, 1.0 - abs(joints[axis]) / highest[axis])
        if room > best_room:
            best, best_angle, best_room = joints, angle, room
    return best, best_angle, best_room


@compiled
def elbow_angle_of(joints: FloatArray, lengths: tuple[float, float, float, float]) -> float:
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
