"""A simulated iiwa: axes, magnet and torque sensors as the source `body`, a camera on a stand as `camera`."""

import numpy as np

from ludens.core.contract.capabilities import CAMERA, JOINTS, MAGNET
from ludens.core.contract.driver import RobotDescription, Source
from ludens.core.errors import LudensError, did_you_mean
from ludens.geometry import FloatArray
from ludens.messages import JointCommand, JointStates, MagnetCommand, Message
from ludens.robots.iiwa.dimensions import AXES
from ludens.robots.iiwa.noise import ArmJointNoise, IiwaNoise
from ludens.sim.iiwa.servos import ArmServos, Magnet
from ludens.sim.random_streams import RandomStreams
from ludens.sim.sensors.camera import CameraSensor
from ludens.sim.world import Physics, SimulatedSource

BODY_PERIOD_NS = 10_000_000


class ArmSource:
    """What the axes report, a hundred times a second."""

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
        """What the noise file says."""
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
        """What the noise file says."""
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
