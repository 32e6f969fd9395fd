"""Keeping upright: the stance ankle works against the turning that the gyroscope feels.

A body that tips forward turns about y with a positive rate; pressing the toes down (a larger ankle pitch)
moves the floor's force forward and stops it. Roll likewise. The rates are smoothed a little first, because
each landing shakes the torso.
"""

from ludens.geometry import FloatArray
from ludens.messages import TorsoOrientation
from ludens.motion.walk.parameters import WalkParameters
from ludens.motion.walk.pendulum import Point, natural_rate_hz
from ludens.robots.nao.joints import INDEX

SMOOTHING = 0.5
"""Share of a new reading in the smoothed rate, at 83 readings a second."""
MOST_RAD = 0.15
"""Of the correction: beyond, the foot would leave the floor instead of pressing on it."""

_ANKLES = {
    True: (INDEX["LAnkleRoll"], INDEX["LAnklePitch"]),
    False: (INDEX["RAnkleRoll"], INDEX["RAnklePitch"]),
}


class Balance:
    """Smooths the turning rates and corrects the ankle that carries the weight."""

    def __init__(self) -> None:
        self._roll_radps = 0.0
        self._pitch_radps = 0.0

    def feel(self, roll_radps: float, pitch_radps: float) -> None:
        """Take in a reading of the gyroscope."""
        self._roll_radps += SMOOTHING * (roll_radps - self._roll_radps)
        self._pitch_radps += SMOOTHING * (pitch_radps - self._pitch_radps)

    def correct(self, position_rad: FloatArray, parameters: WalkParameters, *, left_is_stance: bool) -> None:
        """Turn the stance ankle in `position_rad`."""
        roll, pitch = _ANKLES[left_is_stance]
        position_rad[roll] += _limited(parameters.roll_gyro_gain_s * self._roll_radps)
        position_rad[pitch] += _limited(parameters.pitch_gyro_gain_s * self._pitch_radps)


def _limited(angle_rad: float) -> float:
    return max(-MOST_RAD, min(MOST_RAD, angle_rad))


def capture_error(orientation: TorsoOrientation, parameters: WalkParameters) -> Point:
    """Return how far the capture point is from where an upright body would have it.

    A body that tips as a whole about its foot by an angle carries its mass aside by height times angle.
    """
    w, x, y, z = orientation.quaternion
    up_x, up_y = 2.0 * (x * z - w * y), 2.0 * (y * z + w * x)
    roll_radps, pitch_radps, _ = orientation.rates_radps
    height_m, rate_hz = parameters.com_height_m, natural_rate_hz(parameters.com_height_m)
    return (
        height_m * (pitch_radps / rate_hz - up_x - parameters.lean_rad),
        -height_m * (roll_radps / rate_hz + up_y),
    )
