"""Where the head of a standing NAO is over its left sole, and how the body's weight loads the soles."""

from ludens.geometry import Transform3
from ludens.robots.nao.kinematics.posture import Posture


def head_over_sole(posture: Posture) -> tuple[Transform3, tuple[float, float]]:
    """Return left_sole_from_head, and how far the weight is left and ahead of the middle between the soles.

    Soles give way under the weight: they tip to the side about x, and forward about y.
    """
    left, right = posture.torso_from_left_sole, posture.torso_from_right_sole
    middle_m = 0.5 * (left.translation + right.translation)
    ahead_m, left_m, _ = (posture.center_of_mass_in_torso_m - middle_m).tolist()
    return left.inverse() @ posture.torso_from_link("Head"), (left_m, ahead_m)
