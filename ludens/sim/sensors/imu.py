"""Gyroscope and accelerometer: white noise, and a bias drawn once per run.

A chip of today measures thousands of times a second and hands out the mean since it was last read, so that a
knock between two readings still counts. Let it `look` after every physics step to have it do so; one that
never looks reports the moment at which it is read.
"""

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray
from ludens.messages import ImuReading
from ludens.robots.sensor_noise import ImuNoise
from ludens.sim.random_streams import NormalRows

PARTS = ("gyroscope", "accelerometer")


class ImuSensor:
    """Reads MuJoCo's gyroscope and accelerometer of one robot."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        robot: str,
        noise: ImuNoise,
        random: np.random.Generator,
    ) -> None:
        self._sensed = data.sensordata
        self._places = np.concatenate(
            [int(model.sensor(f"{robot}/{part}").adr[0]) + np.arange(3) for part in PARTS]
        )
        self._sigmas = np.repeat([noise.gyro_sigma_radps, noise.acceleration_sigma_mps2], 3)
        biases = np.repeat([noise.gyro_bias_sigma_radps, noise.acceleration_bias_sigma_mps2], 3)
        self._biases = biases * random.normal(0.0, 1.0, 6)
        self._normal = NormalRows(random, 6)
        self._sum = np.zeros(6)
        self._looks = 0

    def look(self, time_ns: int) -> None:
        """Take the present moment into the mean of the next reading."""
        _add(self._sum, self._sensed, self._places)
        self._looks += 1

    def read(self, time_ns: int) -> ImuReading:
        """Return the mean since the last reading; without a look in between, the present moment."""
        if not self._looks:
            self.look(time_ns)
        wx, wy, wz, ax, ay, az = _mean(
            self._sum, self._looks, self._biases, self._sigmas, self._normal.next()
        )
        self._looks = 0
        return ImuReading(
            time_s=time_ns * 1e-9,
            angular_velocity_radps=(wx, wy, wz),
            linear_acceleration_mps2=(ax, ay, az),
        )


@compiled
def _add(total: FloatArray, sensed: FloatArray, places: NDArray[np.int64]) -> None:
    for part in range(places.shape[0]):
        total[part] += sensed[places[part]]


@compiled
def _mean(
    total: FloatArray, looks: int, biases: FloatArray, sigmas: FloatArray, errors: FloatArray
) -> tuple[float, float, float, float, float, float]:
    """Return the mean of all looks, with bias and noise, and begin anew."""
    read = np.empty(6)
    for part in range(6):
        read[part] = total[part] / looks + biases[part] + sigmas[part] * errors[part]
        total[part] = 0.0
    return read[0], read[1], read[2], read[3], read[4], read[5]
