"""From targets of mass and feet to the 25 joints."""

import math

import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.geometry.rotation import matrix_from_rpy
from ludens.motion.walk.gait import BodyTargets
from ludens.motion.walk.levelling import NOTHING
from ludens.motion.walk.parameters import WalkParameters
from ludens.robots.nao.kinematics import LEGS, Posture, solve_legs


def torso_over(
    targets: BodyTargets, center_of_mass_in_torso_m: FloatArray, parameters: WalkParameters
) -> Transform3:
    """Return stance_from_torso: heading between both feet, and the centre of mass above its target."""
    rotation = matrix_from_rpy(0.0, parameters.lean_rad, 0.5 * targets.swing.yaw_rad)
    center = rotation @ center_of_mass_in_torso_m
    place = np.array(
        [targets.mass_m[0] - center[0], targets.mass_m[1] - center[1], parameters.stand_height_m]
    )
    return Transform3(rotation, place)


def left_foot_ahead_m(targets: BodyTargets) -> float:
    """Return how far the left foot is before the right one, along the torso's heading."""
    swing = targets.swing
    heading_rad = 0.5 * swing.yaw_rad
    ahead_m = math.cos(heading_rad) * swing.x_m + math.sin(heading_rad) * swing.y_m
    return -ahead_m if targets.left_is_stance else ahead_m


def joints_for(
    targets: BodyTargets,
    last_rad: FloatArray,
    parameters: WalkParameters,
    *,
    corrections: tuple[Transform3, Transform3] = (NOTHING, NOTHING),
) -> FloatArray:
    """Return `last_rad` with the legs that bring mass and feet to their targets.

    The centre of mass depends on the joints that are sought; those of the last cycle are near enough.
    `corrections` are put before torso_from_sole of the left and the right foot.
    """
    center = Posture(last_rad).center_of_mass_in_torso_m
    torso_from_stance = torso_over(targets, center, parameters).inverse()
    torso_from_swing = torso_from_stance @ targets.swing.to_transform3(height_m=targets.swing_height_m)
    if targets.stance_height_m > 0.0:
        torso_from_stance = torso_from_stance @ Transform3.from_translation(0.0, 0.0, targets.stance_height_m)
    soles = (torso_from_stance, torso_from_swing)
    left, right = soles if targets.left_is_stance else soles[::-1]
    left = left if corrections[0] is NOTHING else corrections[0] @ left
    right = right if corrections[1] is NOTHING else corrections[1] @ right
    position_rad = last_rad.copy()
    position_rad[LEGS] = solve_legs(left, right).position_rad
    return position_rad
