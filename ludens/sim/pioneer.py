"""A simulated Pioneer: wheel controller and sensors, joined into the sources `body` and `camera`."""

from ludens.core.contract.capabilities import BASE_VELOCITY, CAMERA, DEPTH_CAMERA, IMU, ODOMETRY, SONAR
from ludens.core.contract.driver import RobotDescription, Source
from ludens.core.errors import LudensError
from ludens.messages import BaseVelocityCommand, Message
from ludens.robots.pioneer.noise import PioneerNoise
from ludens.sim.drive import WheelController
from ludens.sim.random_streams import RandomStreams
from ludens.sim.rendering import Renderer
from ludens.sim.sensors.camera import CameraSensor, MountedCamera
from ludens.sim.sensors.imu import ImuSensor
from ludens.sim.sensors.odometry import OdometrySensor
from ludens.sim.sensors.sonar import SonarSensor
from ludens.sim.world import Physics, SimulatedSource

BODY_PERIOD_NS = 20_000_000


class PioneerBodySource:
    """Wheels, inertial sensors and, when they have fired, sonars: 50 times a second, at once."""

    def __init__(
        self, *, odometry: OdometrySensor, imu: ImuSensor, sonar: SonarSensor, sonar_rate_hz: float
    ) -> None:
        self._odometry, self._imu, self._sonar = odometry, imu, sonar
        self._sonar_period_ns = round(1e9 / sonar_rate_hz)
        self._sonar_due_ns = 0
        self.period_ns = BODY_PERIOD_NS
        self.description = Source("body", BODY_PERIOD_NS * 1e-9, (ODOMETRY, IMU, SONAR))

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """Read all that have something new."""
        readings: tuple[Message, ...] = (self._odometry.read(time_ns), self._imu.read(time_ns))
        if time_ns >= self._sonar_due_ns:
            self._sonar_due_ns += self._sonar_period_ns
            readings += (self._sonar.read(time_ns),)
        return readings

    def latency_ns(self) -> int:
        """The serial line's few milliseconds are neglected."""
        return 0


class PioneerCameraSource:
    """The webcam: slower, and late."""

    def __init__(self, camera: CameraSensor, *, rate_hz: float, depth: bool) -> None:
        self._camera = camera
        self._depth = depth
        self.period_ns = round(1e9 / rate_hz)
        capabilities = (CAMERA, DEPTH_CAMERA) if depth else (CAMERA,)
        self.description = Source("camera", self.period_ns * 1e-9, capabilities)

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """Take a picture, which may be lost."""
        image = self._camera.take(time_ns)
        if image is None:
            return ()
        return (image, self._camera.measure_depth(time_ns)) if self._depth else (image,)

    def latency_ns(self) -> int:
        """Exposure, USB, decoding: what the noise file says."""
        return self._camera.latency_ns()


class SimulatedPioneer:
    """One robot of the model built by `ludens.sim.parts.pioneer`.

    `body_name` is its name in the model, which is never empty; `name` is its name in the run.
    """

    def __init__(
        self,
        physics: Physics,
        *,
        name: str,
        body_name: str,
        group: int,
        noise: PioneerNoise,
        streams: RandomStreams,
        mounted: MountedCamera,
        renderer: Renderer | None,
        depth: bool,
    ) -> None:
        model, data = physics.model, physics.data

        self.wheels = WheelController(
            model, data, robot=body_name, noise=noise.motors, random=streams.stream(f"{body_name}/motors")
        )
        physics.before_step.append(self.wheels.step)
        sources: list[SimulatedSource] = [
            PioneerBodySource(
                odometry=OdometrySensor(
                    model,
                    data,
                    robot=body_name,
                    noise=noise.odometry,
                    random=streams.stream(f"{body_name}/odometry"),
                ),
                imu=ImuSensor(
                    model, data, robot=body_name, noise=noise.imu, random=streams.stream(f"{body_name}/imu")
                ),
                sonar=SonarSensor(
                    model,
                    data,
                    robot=body_name,
                    group=group,
                    noise=noise.sonar,
                    random=streams.stream(f"{body_name}/sonar"),
                ),
                sonar_rate_hz=noise.sonar.rate_hz,
            )
        ]
        if renderer is not None:
            camera = CameraSensor(
                model,
                data,
                robot=body_name,
                group=group,
                mounted=mounted,
                renderer=renderer,
                noise=noise.camera,
                random=streams.stream(f"{body_name}/camera"),
            )
            sources.append(PioneerCameraSource(camera, rate_hz=noise.camera.rate_hz, depth=depth))
        self.sources = tuple(sources)
        self.description = RobotDescription(
            name, "pioneer", tuple(source.description for source in sources), (BASE_VELOCITY,)
        )

    def command(self, command: Message, *, time_ns: int) -> None:
        """Drive as told, within the limits."""
        if not isinstance(command, BaseVelocityCommand):
            raise LudensError(
                f"A Pioneer takes BaseVelocityCommand, not {type(command).__name__}; it only has wheels."
            )
        self.wheels.command(command.forward_mps, command.turn_radps, time_ns=time_ns)

    def make_safe(self, *, time_ns: int) -> None:
        """Brake."""
        self.wheels.command(0.0, 0.0, time_ns=time_ns)
