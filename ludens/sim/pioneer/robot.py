"""A simulated Pioneer: wheel controller and sensors, joined into the sources `body` and `camera`."""

import mujoco
import numpy as np

from ludens.core.contract.capabilities import BASE_VELOCITY, CAMERA, DEPTH_CAMERA, IMU, ODOMETRY, SONAR
from ludens.core.contract.driver import RobotDescription, Source
from ludens.core.errors import LudensError
from ludens.messages import BaseVelocityCommand, Message
from ludens.robots.pioneer import BODY, LIMITS, wheel_speeds
from ludens.robots.pioneer.noise import MotorNoise, PioneerNoise
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
