"""Odometry from wheel encoders: counted in whole ticks, with wrong beliefs about the wheels, and slip.

Physical slip of the tyres comes from the contact; `slip_sigma` adds what a hard, even simulated floor lacks.
"""

import math

import mujoco
import numpy as np

from ludens.geometry import Pose2, wrap
from ludens.messages import Odometry
from ludens.robots.pioneer import BODY
from ludens.robots.pioneer.noise import OdometryNoise


class OdometrySensor:
    """Integrates the wheels' turns from where the robot was switched on."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        robot: str,
        noise: OdometryNoise,
        random: np.random.Generator,
    ) -> None:
        self._data = data
        self._noise = noise
        self._random = random
        self._left, self._right = (
            int(model.joint(f"{robot}/{side} wheel").qposadr[0]) for side in ("left", "right")
        )
        radii_m = BODY.wheel_radius_m * (1.0 + random.normal(0.0, 1.0, 2) * noise.wheel_radius_sigma)
        self._left_radius_m, self._right_radius_m = radii_m.tolist()
        self._track_m = BODY.track_m * (1.0 + float(random.normal()) * noise.track_sigma)
        self._turns = self._counted_turns()
        self._pose = Pose2.identity()
        self._time_ns = 0

    def read(self, time_ns: int) -> Odometry:
        """Return pose and speed since the last reading."""
        turns = self._counted_turns()
        left_m = (turns[0] - self._turns[0]) * self._left_radius_m
        right_m = (turns[1] - self._turns[1]) * self._right_radius_m
        self._turns = turns
        if self._noise.slip_sigma > 0.0:
            left_slip, right_slip = self._random.normal(0.0, 1.0, 2).tolist()
            left_m += self._noise.slip_sigma * math.sqrt(abs(left_m)) * left_slip
            right_m += self._noise.slip_sigma * math.sqrt(abs(right_m)) * right_slip
        forward_m, turn_rad = 0.5 * (left_m + right_m), (right_m - left_m) / self._track_m
        middle_rad = self._pose.yaw_rad + 0.5 * turn_rad
        self._pose = Pose2(
            self._pose.x_m + forward_m * math.cos(middle_rad),
            self._pose.y_m + forward_m * math.sin(middle_rad),
            wrap(self._pose.yaw_rad + turn_rad),
        )
        elapsed_s = (time_ns - self._time_ns) * 1e-9
        self._time_ns = time_ns
        return Odometry(
            time_s=time_ns * 1e-9,
            odometry_from_robot=self._pose,
            forward_mps=forward_m / elapsed_s if elapsed_s > 0.0 else 0.0,
            turn_radps=turn_rad / elapsed_s if elapsed_s > 0.0 else 0.0,
        )

    def _counted_turns(self) -> tuple[float, float]:
        """Return the left and right wheel's angles in radians, as far as the encoders resolve them."""
        positions, ticks = self._data.qpos, self._noise.ticks_per_turn
        left_rad, right_rad = positions.item(self._left), positions.item(self._right)
        if ticks == 0.0:
            return left_rad, right_rad
        a_tick_rad = 2.0 * math.pi / ticks
        ticks_per_rad = ticks / (2.0 * math.pi)
        return (
            math.floor(left_rad * ticks_per_rad) * a_tick_rad,
            math.floor(right_rad * ticks_per_rad) * a_tick_rad,
        )
