"""From a target to the 25 joints, for a kick with the left foot."""

import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.geometry.rotation import matrix_from_rpy
from ludens.motion.kick.parameters import KickParameters
from ludens.motion.kick.targets import FOOT, LEAN, MASS, PITCH, ROLL, SPREAD, standing_target
from ludens.robots.nao.joints import INDEX
from ludens.robots.nao.kinematics import LEGS, Posture, solve_legs
from ludens.robots.nao.links import ANKLE_HEIGHT_M
from ludens.robots.nao.stance import stance

ROUNDS_TO_SETTLE = 20

_SIDES = ((1.0, "L"), (-1.0, "R"))
_STANCE_RAD = stance()


def joints_for(
    target: FloatArray, last_rad: FloatArray, parameters: KickParameters
) -> tuple[FloatArray, bool]:
    """Return `last_rad` with arms and legs that fulfil a target, and whether the legs reach it.

    The centre of mass depends on the joints that are sought; those of the last cycle are near enough.
    """
    position_rad = last_rad.copy()
    _hold_arms(position_rad, target, parameters)
    rotation = matrix_from_rpy(float(target[LEAN]), 0.0, 0.0)
    center = rotation @ Posture(position_rad).center_of_mass_in_torso_m
    place = np.array([*(target[MASS] - center[:2]), parameters.stand_height_m])
    torso_from_stance = Transform3(rotation, place).inverse()
    turned = matrix_from_rpy(float(target[ROLL]), float(target[PITCH]), 0.0)
    sole = target[FOOT] + ANKLE_HEIGHT_M * (np.array([0.0, 0.0, 1.0]) - turned[:, 2])
    torso_from_foot = torso_from_stance @ Transform3(turned, sole)
    # The stance foot's heading counts: the other one is in the air.
    solution = solve_legs(torso_from_foot, torso_from_stance, right_share=1.0)
    position_rad[LEGS] = solution.position_rad
    return position_rad, solution.reached


def _hold_arms(position_rad: FloatArray, target: FloatArray, parameters: KickParameters) -> None:
    """Spread the arms, and swing them against the kicking foot."""
    swing_rad = parameters.arm_swing_radpm * target[0]
    spread_rad = parameters.arm_spread_rad * target[SPREAD]
    for sign, side in _SIDES:
        pitch, roll = INDEX[f"{side}ShoulderPitch"], INDEX[f"{side}ShoulderRoll"]
        position_rad[pitch] = _STANCE_RAD[pitch] + sign * swing_rad
        position_rad[roll] = _STANCE_RAD[roll] + sign * spread_rad


def standing(parameters: KickParameters) -> FloatArray:
    """Return the joints of the stand from which a kick begins and in which it ends."""
    position_rad = np.array(stance(height_m=parameters.stand_height_m))
    for _ in range(ROUNDS_TO_SETTLE):  # the torso's place depends on the centre of mass, which depends on it
        position_rad, _ = joints_for(standing_target(parameters), position_rad, parameters)
    return position_rad
