"""The body at work: on both feet it leans over the table, its mass over the soles, its legs nearly straight.

The `stance` frame lies on the floor midway between the soles' ankles, x along the mean of both soles.
"""

from dataclasses import dataclass

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray, Transform3
from ludens.robots.nao.joints import INDEX
from ludens.robots.nao.kinematics import LEGS, Posture, solve_legs


@dataclass(frozen=True, slots=True, eq=False)
class Feet:
    """Where both soles are in the stance frame."""

    stance_from_left_sole: Transform3
    stance_from_right_sole: Transform3

    def with_legs(self, position_rad: FloatArray, stance_from_torso: Transform3) -> tuple[FloatArray, bool]:
        """Return joints with legs that bring the torso there, and whether they reach."""
        torso_from_stance = stance_from_torso.inverse()
        solution = solve_legs(
            torso_from_stance @ self.stance_from_left_sole, torso_from_stance @ self.stance_from_right_sole
        )
        bent_rad = position_rad.copy()
        bent_rad[LEGS] = solution.position_rad
        return bent_rad, solution.reached


def torso_from_stance(posture: Posture) -> Transform3:
    """Return the stance frame as the joints say; the floor is the mean of both soles."""
    left, right = posture.torso_from_left_sole, posture.torso_from_right_sole
    middle = 0.5 * (left.translation + right.translation)
    return Transform3.of_fresh(_level(left.rotation + right.rotation), middle)


def feet_of(posture: Posture) -> Feet:
    """Return how the feet stand, flat on one floor: what the joints say beyond that is their error."""
    stance_from_torso = torso_from_stance(posture).inverse()
    return Feet(
        _flat(stance_from_torso @ posture.torso_from_left_sole),
        _flat(stance_from_torso @ posture.torso_from_right_sole),
    )


def _flat(sole: Transform3) -> Transform3:
    _, _, yaw_rad = sole.rpy()
    x_m, y_m, _ = sole.translation.tolist()
    return Transform3.from_rpy(yaw_rad=yaw_rad, translation=(x_m, y_m, 0.0))


@compiled
def _level(axes: FloatArray) -> FloatArray:
    """Return the rotation whose z is along the third column, and whose x is nearest to the first."""
    rotation = np.empty((3, 3))
    length = np.sqrt(axes[0, 2] ** 2 + axes[1, 2] ** 2 + axes[2, 2] ** 2)
    along = 0.0
    for row in range(3):
        rotation[row, 2] = axes[row, 2] / length
        along += axes[row, 0] * rotation[row, 2]
    length = 0.0
    for row in range(3):
        rotation[row, 0] = axes[row, 0] - along * rotation[row, 2]
        length += rotation[row, 0] ** 2
    for row in range(3):
        rotation[row, 0] /= np.sqrt(length)
    for row in range(3):
        after, last = (row + 1) % 3, (row + 2) % 3
        rotation[row, 1] = rotation[after, 2] * rotation[last, 0] - rotation[last, 2] * rotation[after, 0]
    return rotation


UPRIGHT_AHEAD_M = 0.02
AHEAD_M_PER_RAD = 0.09
"""Where the mass is before the ankles, upright and leaning: soles reach from -5 to 11 cm."""
HIGHEST_M = 0.325
LOWEST_M = 0.27
STEP_M = 0.005
LEAST_KNEE_RAD = 0.25
"""Straighter, the knee would be near its end and the body's height left to chance."""
ROUNDS = 12
_KNEES = [INDEX["LKneePitch"], INDEX["RKneePitch"]]


@dataclass(frozen=True, slots=True, eq=False)
class Leaning:
    """A torso over the feet and the joints that bring it there; arms are as they were given."""

    lean_rad: float
    stance_from_torso: Transform3
    position_rad: FloatArray


def lean_over(
    feet: Feet, position_rad: FloatArray, *, lean_rad: float, height_m: float = HIGHEST_M
) -> Leaning | None:
    """Return the highest posture up to `height_m` with this lean and the given arms, if there is one."""
    for height in np.arange(height_m, LOWEST_M, -STEP_M).tolist():
        found = _balanced(feet, position_rad, lean_rad, height)
        if found is not None:
            return found
    return None


def _balanced(feet: Feet, position_rad: FloatArray, lean_rad: float, height_m: float) -> Leaning | None:
    rotation = Transform3.from_rpy(pitch_rad=lean_rad).rotation
    goal_m = np.array([UPRIGHT_AHEAD_M + AHEAD_M_PER_RAD * lean_rad, 0.0])
    place_m, joints_rad, reached = np.array([0.0, 0.0, height_m]), position_rad, False
    for _ in range(ROUNDS):  # the torso's place depends on the centre of mass, which depends on it
        torso = Transform3(rotation, place_m)
        joints_rad, reached = feet.with_legs(joints_rad, torso)
        miss_m = goal_m - torso.apply(Posture(joints_rad).center_of_mass_in_torso_m)[:2]
        if float(np.abs(miss_m).max()) < 2e-4:
            break
        place_m = place_m + np.array([*miss_m, 0.0])
    if not reached or float(joints_rad[_KNEES].min()) < LEAST_KNEE_RAD:
        return None
    return Leaning(lean_rad, Transform3(rotation, place_m), joints_rad)
