"""The wheel controller inside a Pioneer: from commands to wheel speeds, at every physics step.

It limits speed and acceleration of the robot as a whole, lags a little, has a dead band, is slightly
miscalibrated, and stops on its own when no command came for a while.
"""

import mujoco
import numpy as np

from ludens.robots.pioneer import BODY, LIMITS, wheel_speeds
from ludens.robots.pioneer.noise import MotorNoise


class WheelController:
    """Drives the two wheel servos of one robot."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        robot: str,
        noise: MotorNoise,
        random: np.random.Generator,
    ) -> None:
        self._controls = data.ctrl
        self._left = int(model.actuator(f"{robot}/left wheel").id)
        self._right = int(model.actuator(f"{robot}/right wheel").id)
        self._step_s = float(model.opt.timestep)
        self._deadband_radps = noise.deadband_mps / BODY.wheel_radius_m
        self._left_gain, self._right_gain = (1.0 + random.normal(0.0, 1.0, 2) * noise.gain_sigma).tolist()
        self._blend = self._step_s / (noise.time_constant_s + self._step_s)
        self._wanted = (0.0, 0.0)
        self._commanded_at_ns = 0
        self._forward_mps = 0.0
        self._turn_radps = 0.0

    def command(self, forward_mps: float, turn_radps: float, *, time_ns: int) -> None:
        """Want these speeds from now on, as far as the limits allow."""
        self._wanted = (
            _clip(forward_mps, LIMITS.forward_mps),
            _clip(turn_radps, LIMITS.turn_radps),
        )
        self._commanded_at_ns = time_ns

    def step(self, time_ns: int) -> None:
        """Set the wheels' wanted speeds for the physics step that starts at `time_ns`."""
        forward, turn = self._wanted
        if time_ns - self._commanded_at_ns > LIMITS.watchdog_s * 1e9:
            forward, turn = 0.0, 0.0
        self._forward_mps += _clip(forward - self._forward_mps, LIMITS.forward_mps2 * self._step_s)
        self._turn_radps += _clip(turn - self._turn_radps, LIMITS.turn_radps2 * self._step_s)
        wheels = wheel_speeds(self._forward_mps, self._turn_radps, body=BODY)
        self._turn(self._left, wheels.left_radps * self._left_gain)
        self._turn(self._right, wheels.right_radps * self._right_gain)

    def _turn(self, wheel: int, speed_radps: float) -> None:
        if abs(speed_radps) < self._deadband_radps:
            speed_radps = 0.0
        present_radps: float = self._controls.item(wheel)
        self._controls[wheel] = present_radps + self._blend * (speed_radps - present_radps)


def _clip(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))
