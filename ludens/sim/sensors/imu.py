"""Gyroscope and accelerometer: white noise, and a bias drawn once per run."""

import mujoco
import numpy as np

from ludens.messages import ImuReading
from ludens.robots.sensor_noise import ImuNoise


class ImuSensor:
    """Reads MuJoCo's gyroscope and accelerometer of one robot."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        robot: str,
        noise: ImuNoise,
        chance: np.random.Generator,
    ) -> None:
        self._data = data
        self._chance = chance
        self._gyroscope = _slice(model, f"{robot}/gyroscope")
        self._accelerometer = _slice(model, f"{robot}/accelerometer")
        self._sigmas = np.repeat([noise.gyro_sigma_radps, noise.acceleration_sigma_mps2], 3)
        biases = np.repeat([noise.gyro_bias_sigma_radps, noise.acceleration_bias_sigma_mps2], 3)
        self._biases = biases * chance.normal(0.0, 1.0, 6)

    def read(self, time_ns: int) -> ImuReading:
        """Return what the device says at this moment."""
        truth = np.concatenate(
            (self._data.sensordata[self._gyroscope], self._data.sensordata[self._accelerometer])
        )
        wx, wy, wz, ax, ay, az = (
            truth + self._biases + self._sigmas * self._chance.normal(0.0, 1.0, 6)
        ).tolist()
        return ImuReading(
            time_s=time_ns * 1e-9,
            angular_velocity_radps=(wx, wy, wz),
            linear_acceleration_mps2=(ax, ay, az),
        )


def _slice(model: mujoco.MjModel, name: str) -> slice:
    start = int(model.sensor(name).adr[0])
    return slice(start, start + 3)
