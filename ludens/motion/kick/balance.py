"""Keeping upright on one leg: ankle and hip of the stance leg work against the turning that is felt.

As in walking, a body that tips forward turns about y with a positive rate, and a larger ankle pitch presses
the toes down. The hip helps by turning the torso back. For a kick with the left foot: the right one stands.
"""

import math

from ludens.geometry import FloatArray
from ludens.messages import TorsoOrientation
from ludens.motion.kick.parameters import KickParameters
from ludens.motion.kick.targets import Point
from ludens.robots.nao.joints import INDEX

SMOOTHING = 0.5
"""Share of a new reading in the smoothed rate, at 83 readings a second."""
MOST_RAD = 0.15
"""Of the correction: beyond, the foot would leave the floor instead of pressing on it."""
MASS_HEIGHT_M = 0.26
RATE_HZ = math.sqrt(9.81 / MASS_HEIGHT_M)
"""ω of the pendulum: the capture point is the mass's place plus its speed over ω."""

_ANKLE = [INDEX["RAnkleRoll"], INDEX["RAnklePitch"]]
_HIP = [INDEX["RHipRoll"], INDEX["RHipPitch"]]


class Balance:
    """Smooths the turning rates and corrects the stance leg."""

    def __init__(self) -> None:
        self._roll_radps = 0.0
        self._pitch_radps = 0.0

    def feel(self, roll_radps: float, pitch_radps: float) -> None:
        """Take in a reading of the gyroscope."""
        self._roll_radps += SMOOTHING * (roll_radps - self._roll_radps)
        self._pitch_radps += SMOOTHING * (pitch_radps - self._pitch_radps)

    def correct(self, position_rad: FloatArray, parameters: KickParameters) -> None:
        """Turn ankle and hip in `position_rad`."""
        roll_rad = _limited(parameters.roll_gyro_gain_s * self._roll_radps)
        pitch_rad = _limited(parameters.pitch_gyro_gain_s * self._pitch_radps)
        position_rad[_ANKLE] += roll_rad, pitch_rad
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
