"""A body on both feet: where its torso is over them, and legs that bring it elsewhere while soles stay.

The `stance` frame lies on the floor midway between the soles' ankles, x along the mean of both soles.
"""

from dataclasses import dataclass

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray, Transform3
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
