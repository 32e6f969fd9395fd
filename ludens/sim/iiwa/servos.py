"""The arm's axes and its magnet, as they obey commands."""

from collections import deque

import mujoco
import numpy as np

from ludens.geometry import FloatArray
from ludens.robots.iiwa.dimensions import AXES, SPEED_RADPS, within_limits
from ludens.robots.iiwa.noise import MagnetNoise

COMMAND_PERIOD_S = 0.01
"""Commands are expected so often: each is led to over that time."""
JUMP = 1.5
"""Commands that ask for more than so many times the fastest speed are leaps."""
LEAST_PULL, MOST_PULL = 0.2, 1.8


class ArmServos:
    """Leads every axis towards its target no faster than it can turn; the controller lags behind that."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        robot: str,
        start_rad: FloatArray,
        latency_ns: int,
    ) -> None:
        self._data = data
        self._servos = np.array([model.actuator(f"{robot}/{axis}").id for axis in AXES])
        self._places = np.array([model.joint(f"{robot}/{axis}").qposadr[0] for axis in AXES])
        self._speeds = np.array([model.joint(f"{robot}/{axis}").dofadr[0] for axis in AXES])
        self._step_s = float(model.opt.timestep)
        gains, dampings = model.actuator_gainprm[self._servos, 0], -model.actuator_biasprm[self._servos, 2]
        self._lag_s = dampings / gains
        self._latency_ns = latency_ns
        self._pending: deque[tuple[int, FloatArray]] = deque()
        self._target_rad = within_limits(start_rad)
        self._reference_rad = self._target_rad.copy()
        self._rate_radps = np.zeros(len(AXES))
        self._lead_s = self._lag_s
        self._rests = False  # led nowhere, and the servos know it

    def command(self, position_rad: FloatArray, *, time_ns: int) -> None:
        """Go there as soon as the command is taken over, as far as limits allow."""
        self._pending.append((time_ns + self._latency_ns, within_limits(position_rad)))

    def hold(self) -> None:
        """Stop where the axes are led now."""
        self._pending.clear()
        self._target_rad = self._reference_rad.copy()
        self._rests = False

    def step(self, time_ns: int) -> None:
        """Set the servos for the physics step that starts at `time_ns`."""
        if self._rests and not self._pending:
            return
        while self._pending and self._pending[0][0] <= time_ns:
            _, self._target_rad = self._pending.popleft()
            wanted_radps = (self._target_rad - self._reference_rad) / COMMAND_PERIOD_S
            self._rate_radps = np.clip(wanted_radps, -SPEED_RADPS, SPEED_RADPS)
            self._lead_s = np.where(np.abs(wanted_radps) > JUMP * SPEED_RADPS, 0.0, self._lag_s)
        way_rad = self._target_rad - self._reference_rad
        most_rad = np.abs(self._rate_radps) * self._step_s
        moved_rad = np.clip(way_rad, -most_rad, most_rad)
        self._reference_rad = self._reference_rad + moved_rad
        self._rests = not moved_rad.any()
        # The speed is known beforehand, so its lag can be taken off, as the arm's own controller does; not
        # for a leap, which would overshoot.
        self._data.ctrl[self._servos] = self._reference_rad + self._lead_s * moved_rad / self._step_s

    @property
    def target_rad(self) -> FloatArray:
        """Where the axes shall go."""
        return self._target_rad

    @property
    def position_rad(self) -> FloatArray:
        """Where the axes are, exactly."""
        position: FloatArray = self._data.qpos[self._places]
        return position

    @property
    def speed_radps(self) -> FloatArray:
        """How fast they turn, exactly."""
        speed: FloatArray = self._data.qvel[self._speeds]
        return speed

    @property
    def torque_nm(self) -> FloatArray:
        """What the servos give; the weight of the arm itself is not in it."""
        torque: FloatArray = self._data.actuator_force[self._servos]
        return torque


class Magnet:
    """The electromagnet. Every time it is switched on it holds a little differently, and now and then not."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        robot: str,
        noise: MagnetNoise,
        random: np.random.Generator,
    ) -> None:
        self._data = data
        self._actuator = int(model.actuator(f"{robot}/magnet").id)
        self._noise, self._random = noise, random
        self._strength = 0.0
        self.is_on = False
        self.is_dead = False
        """Set by whoever lets the magnet fail for good."""

    def switch(self, on: bool) -> None:
        """Switch it; switching on what is on changes nothing."""
        if on and not self.is_on:
            fails = self._random.random() < self._noise.fails_probability
            pull = 1.0 + self._noise.pull_sigma * float(self._random.normal())
            self._strength = 0.0 if fails else min(max(pull, LEAST_PULL), MOST_PULL)
        self.is_on = on
        self._data.ctrl[self._actuator] = self._strength if on and not self.is_dead else 0.0
