"""The joints of a kick with the left foot: legs for a target, and balance on the stance leg.

Ankle and hip of the stance leg work against the turning that is felt. As in walking, a body that tips forward
turns about y with a positive rate, and a larger ankle pitch presses the toes down. The hip helps by turning
the torso back. Against rates alone a body on a soft carpet tips over slowly, so on one leg the ankle also
works against the way by which the capture point is off. For a kick with the left foot: the right one stands.
"""

import math

import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.geometry.rotation import matrix_from_rpy
from ludens.messages import TorsoOrientation
from ludens.motion.kick.parameters import KickParameters
from ludens.motion.kick.targets import (
    FOOT,
    LEAN,
    MASS,
    PITCH,
    ROLL,
    SPREAD,
    TURN,
    Point,
    standing_target,
)
from ludens.robots.nao.joints import INDEX
from ludens.robots.nao.kinematics import LEGS, Posture, solve_legs
from ludens.robots.nao.kinematics.stance import stance
from ludens.robots.nao.links import ANKLE_HEIGHT_M

SMOOTHING = 0.5
"""Share of a new reading in the smoothed rate, at 83 readings a second."""
MOST_RAD = 0.15
"""Largest correction by the rates, and as much again by the lean: beyond, the foot would leave the floor."""
MASS_HEIGHT_M = 0.26
RATE_HZ = math.sqrt(9.81 / MASS_HEIGHT_M)
"""ω of the pendulum: the capture point is the mass's place plus its speed over ω."""

_ANKLE = [INDEX["RAnkleRoll"], INDEX["RAnklePitch"]]
_HIP = [INDEX["RHipRoll"], INDEX["RHipPitch"]]


class KickBalance:
    """Smooths the turning rates and corrects the stance leg."""

    def __init__(self) -> None:
        self._roll_radps = 0.0
        self._pitch_radps = 0.0

    def feel(self, roll_radps: float, pitch_radps: float) -> None:
        """Take in a reading of the gyroscope."""
        self._roll_radps += SMOOTHING * (roll_radps - self._roll_radps)
        self._pitch_radps += SMOOTHING * (pitch_radps - self._pitch_radps)

    def correct(
        self, position_rad: FloatArray, parameters: KickParameters, *, tips_m: Point = (0.0, 0.0)
    ) -> None:
        """Turn ankle and hip in `position_rad`; on one leg the capture point is off by `tips_m`."""
        roll_rad = _limited(parameters.roll_gyro_gain_s * self._roll_radps)
        pitch_rad = _limited(parameters.pitch_gyro_gain_s * self._pitch_radps)
        ahead_rad, aside_rad = (way_m / MASS_HEIGHT_M for way_m in tips_m)
        position_rad[_ANKLE] += roll_rad, pitch_rad
        position_rad[_ANKLE] += (
            _limited(-parameters.roll_tip_gain * aside_rad),
            _limited(parameters.pitch_tip_gain * ahead_rad),
        )
        position_rad[_HIP] += parameters.hip_gyro_share * roll_rad, parameters.hip_gyro_share * pitch_rad


def _limited(angle_rad: float) -> float:
    return max(-MOST_RAD, min(MOST_RAD, angle_rad))


def capture_error(orientation: TorsoOrientation, *, lean_rad: float, mirror: float) -> Point:
    """Return how far the capture point is from where a body that leans as planned would have it.

    A body that tips as a whole about its foot by an angle carries its mass aside by height times angle.
    `mirror` is -1 for a kick with the right foot, which is reckoned as one with the left.
    """
    w, x, y, z = orientation.quaternion
    up_x, up_y = 2.0 * (x * z - w * y), 2.0 * (y * z + w * x)
    roll_radps, pitch_radps, _ = orientation.rates_radps
    return (
        MASS_HEIGHT_M * (pitch_radps / RATE_HZ - up_x),
        -MASS_HEIGHT_M * (mirror * (roll_radps / RATE_HZ + up_y) - lean_rad),
    )


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
    rotation = matrix_from_rpy(float(target[LEAN]), 0.0, float(target[TURN]))
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
