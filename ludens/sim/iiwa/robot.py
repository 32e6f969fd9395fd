"""A simulated iiwa: axes, magnet and torque sensors as the source `body`, a camera on a stand as `camera`."""

from collections import deque

import mujoco
import numpy as np

from ludens.core.contract.capabilities import CAMERA, JOINTS, MAGNET
from ludens.core.contract.driver import RobotDescription, Source
from ludens.core.errors import LudensError, did_you_mean
from ludens.geometry import FloatArray
from ludens.messages import JointCommand, JointStates, MagnetCommand, Message
from ludens.robots.iiwa.dimensions import AXES, SPEED_RADPS, within_limits
from ludens.robots.iiwa.noise import ArmJointNoise, IiwaNoise, MagnetNoise
from ludens.sim.iiwa.far_pull import FarPull
from ludens.sim.random_streams import RandomStreams
from ludens.sim.sensors.camera import CameraSensor
from ludens.sim.world import Physics, SimulatedSource

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
        """Torques of the servos, without the weight of the arm itself."""
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


BODY_PERIOD_NS = 10_000_000


class ArmSource:
    """Readings of the axes, a hundred times a second."""

    def __init__(self, servos: ArmServos, *, noise: ArmJointNoise, random: np.random.Generator) -> None:
        self._servos, self._noise, self._random = servos, noise, random
        self._offset_rad = random.normal(0.0, 1.0, len(AXES)) * noise.offset_sigma_rad
        self._torque_bias_nm = random.normal(0.0, 1.0, len(AXES)) * noise.torque_bias_sigma_nm
        self.period_ns = BODY_PERIOD_NS
        self.description = Source("body", BODY_PERIOD_NS * 1e-9, (JOINTS,))

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """Read every axis."""
        jitter_rad, jitter_nm = self._random.normal(0.0, 1.0, (2, len(AXES)))
        position_rad = (
            self._servos.position_rad + self._offset_rad + self._noise.position_sigma_rad * jitter_rad
        )
        torque_nm = self._servos.torque_nm + self._torque_bias_nm + self._noise.torque_sigma_nm * jitter_nm
        return (
            JointStates(
                time_s=time_ns * 1e-9,
                names=AXES,
                positions_rad=tuple(position_rad.tolist()),
                velocities_radps=tuple(self._servos.speed_radps.tolist()),
                torques_nm=tuple(torque_nm.tolist()),
            ),
        )

    def latency_ns(self) -> int:
        """The latency of the noise file."""
        return round(self._noise.latency_s * 1e9)

    @property
    def offset_rad(self) -> FloatArray:
        """Reading minus truth: commands are shifted by it too, since the axes believe their encoders."""
        return self._offset_rad


class TableCameraSource:
    """The camera on its stand."""

    def __init__(self, camera: CameraSensor, *, rate_hz: float) -> None:
        self._camera = camera
        self.period_ns = round(1e9 / rate_hz)
        self.description = Source("camera", self.period_ns * 1e-9, (CAMERA,))

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """Take a picture, which may be lost."""
        image = self._camera.take(time_ns)
        return () if image is None else (image,)

    def latency_ns(self) -> int:
        """The latency of the noise file."""
        return self._camera.latency_ns()


class SimulatedIiwa:
    """One arm of the model built by `ludens.sim.parts.iiwa`; without a camera it is blind."""

    def __init__(
        self,
        physics: Physics,
        *,
        name: str,
        body_name: str,
        start_rad: FloatArray,
        noise: IiwaNoise,
        streams: RandomStreams,
        camera: CameraSensor | None,
    ) -> None:
        model, data = physics.model, physics.data
        self.servos = ArmServos(
            model,
            data,
            robot=body_name,
            start_rad=start_rad,
            latency_ns=round(noise.joints.latency_s * 1e9),
        )
        physics.before_step.append(self.servos.step)
        self.magnet = Magnet(
            model, data, robot=body_name, noise=noise.magnet, random=streams.stream(f"{body_name}/magnet")
        )
        if noise.magnet.reach_m > 0.0:
            pull = FarPull(model, data, robot=body_name, reach_m=noise.magnet.reach_m)
            physics.before_step.append(pull.step)
        self._body = ArmSource(self.servos, noise=noise.joints, random=streams.stream(f"{body_name}/joints"))
        eyes = () if camera is None else (TableCameraSource(camera, rate_hz=noise.camera.rate_hz),)
        self.sources: tuple[SimulatedSource, ...] = (self._body, *eyes)
        self.description = RobotDescription(
            name, "iiwa", tuple(source.description for source in self.sources), (MAGNET,)
        )

    def command(self, command: Message, *, time_ns: int) -> None:
        """Move axes within their limits, or switch the magnet. The arm is stiff whatever a command says."""
        match command:
            case JointCommand():
                self._move(command, time_ns=time_ns)
            case MagnetCommand():
                self.magnet.switch(command.on)
            case _:
                raise LudensError(
                    f"An iiwa takes JointCommand and MagnetCommand, not {type(command).__name__}."
                )

    def make_safe(self, *, time_ns: int) -> None:
        """Hold the axes where they are led. The magnet keeps what it holds: dropping it is not safer."""
        self.servos.hold()

    def _move(self, command: JointCommand, *, time_ns: int) -> None:
        if len(command.names) != len(command.positions_rad):
            raise LudensError(
                f"A JointCommand has as many positions as names; got {len(command.names)} names and "
                f"{len(command.positions_rad)} positions."
            )
        unknown = next((axis for axis in command.names if axis not in AXES), None)
        if unknown is not None:
            raise LudensError(f"An iiwa has no axis '{unknown}'; {did_you_mean(unknown, AXES)}")
        position_rad = self.servos.target_rad + self._body.offset_rad
        position_rad[[AXES.index(axis) for axis in command.names]] = command.positions_rad
        self.servos.command(position_rad - self._body.offset_rad, time_ns=time_ns)
