"""A simulated NAO: motors and sensors joined into the sources `body`, `top/camera` and `bottom/camera`."""

import numpy as np

from ludens.core.contract.capabilities import (
    BATTERY,
    CAMERA,
    FOOT_PRESSURE,
    IMU,
    LEDS,
    SERVOS,
    SONAR,
    TORSO_ANGLES,
    TOUCH,
)
from ludens.core.contract.driver import RobotDescription, Source
from ludens.core.errors import LudensError, did_you_mean
from ludens.geometry import FloatArray
from ludens.messages import JointCommand, LedCommand, Message
from ludens.robots.nao.joints import INDEX, JOINTS
from ludens.robots.nao.lights import LIGHTS
from ludens.robots.nao.noise import NaoNoise
from ludens.robots.nao.touch import TOUCHES
from ludens.sim.nao.body_sensors import Battery, JointSensor, LeanFilter, PressureSensor, TouchSensor
from ludens.sim.nao.motor_group import MotorGroup
from ludens.sim.nao.sonar import NaoSonar
from ludens.sim.random_streams import RandomStreams
from ludens.sim.sensors.camera import CameraSensor
from ludens.sim.sensors.imu import ImuSensor
from ludens.sim.world import Physics, SimulatedSource

BODY_PERIOD_NS = 12_000_000
"""One cycle of the low-level link."""
BATTERY_PERIOD_NS = 996_000_000
"""About a second, in whole cycles."""


class BodySource:
    """Everything the chest board reports, 83 times a second; sonars and battery when they have news."""

    def __init__(
        self,
        *,
        joints: JointSensor,
        imu: ImuSensor,
        pressure: PressureSensor,
        touch: TouchSensor,
        sonar: NaoSonar,
        battery: Battery,
        noise: NaoNoise,
    ) -> None:
        self._joints, self._imu, self._pressure, self._touch = joints, imu, pressure, touch
        self._sonar, self._battery = sonar, battery
        self._lean = LeanFilter(period_s=BODY_PERIOD_NS * 1e-9)
        self._sonar_period_ns = round(1e9 / noise.sonar.rate_hz)
        self._sonar_due_ns = self._battery_due_ns = 0
        self._latency_ns = round(noise.joints.latency_s * 1e9)
        self.period_ns = BODY_PERIOD_NS
        capabilities = (SERVOS, IMU, TORSO_ANGLES, FOOT_PRESSURE, TOUCH, SONAR, BATTERY)
        self.description = Source("body", BODY_PERIOD_NS * 1e-9, capabilities)

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """Read all that have something new."""
        imu = self._imu.read(time_ns)
        readings: tuple[Message, ...] = (
            self._joints.read(time_ns),
            imu,
            self._lean.read(imu),
            self._pressure.read(time_ns),
            self._touch.read(time_ns),
        )
        if time_ns >= self._sonar_due_ns:
            self._sonar_due_ns += self._sonar_period_ns
            readings += (self._sonar.read(time_ns),)
        if time_ns >= self._battery_due_ns:
            self._battery_due_ns += BATTERY_PERIOD_NS
            readings += (self._battery.read(time_ns),)
        return readings

    def latency_ns(self) -> int:
        """What the noise file says."""
        return self._latency_ns


class CameraSource:
    """One of the two cameras; its name is `top/camera` or `bottom/camera`."""

    def __init__(self, name: str, camera: CameraSensor, *, rate_hz: float) -> None:
        self._camera = camera
        self.period_ns = round(1e9 / rate_hz)
        self.description = Source(name, self.period_ns * 1e-9, (CAMERA,))

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """Take a picture, which may be lost."""
        image = self._camera.take(time_ns)
        return () if image is None else (image,)

    def latency_ns(self) -> int:
        """What the noise file says."""
        return self._camera.latency_ns()


class SimulatedNao:
    """One robot of the model built by `ludens.sim.parts.nao`, driven with others in a group.

    `body_name` is its name in the model, which is never empty; `name` is its name in the run. `cameras` are
    its pictures by source; without any it is blind. It starts with its joints as they stand in the model and
    holds them with `stiffness`.
    """

    def __init__(
        self,
        physics: Physics,
        *,
        motors: MotorGroup,
        name: str,
        body_name: str,
        start_rad: FloatArray,
        stiffness: float,
        noise: NaoNoise,
        streams: RandomStreams,
        cameras: dict[str, CameraSensor],
    ) -> None:
        model, data = physics.model, physics.data

        def stream(part: str) -> np.random.Generator:
            return streams.stream(f"{body_name}/{part}")

        self.motors = motors.add(body_name, start_rad=start_rad, stiffness=stiffness, random=stream("motors"))
        imu = ImuSensor(model, data, robot=body_name, noise=noise.imu, random=stream("imu"))
        physics.after_step.append(imu.look)
        self._touch = TouchSensor(model, data, robot=body_name)
        self.light_colours: dict[str, tuple[float, float, float]] = {}
        joints = JointSensor(self.motors, noise=noise.joints, random=stream("joints"))
        self.joint_offsets_rad = joints.offsets_rad  # reading minus truth; for scoring only
        body = BodySource(
            joints=joints,
            imu=imu,
            pressure=PressureSensor(
                model, data, robot=body_name, noise=noise.pressure, random=stream("pressure")
            ),
            touch=self._touch,
            sonar=NaoSonar(model, data, robot=body_name, noise=noise.sonar, random=stream("sonar")),
            battery=Battery(self.motors, period_s=BATTERY_PERIOD_NS * 1e-9),
            noise=noise,
        )
        eyes = (
            CameraSource(source, camera, rate_hz=noise.camera.rate_hz) for source, camera in cameras.items()
        )
        self.sources: tuple[SimulatedSource, ...] = (body, *eyes)
        self.description = RobotDescription(
            name, "nao", tuple(source.description for source in self.sources), (LEDS,)
        )
        self._commanded_rad = self.motors.target_rad + self.joint_offsets_rad
        self._commanded_stiffness = np.full(len(JOINTS), stiffness)

    def command(self, command: Message, *, time_ns: int) -> None:
        """Move joints within their limits, or light lights. Joints that are not named keep what they had."""
        match command:
            case JointCommand():
                self._move(command, time_ns=time_ns)
            case LedCommand():
                unknown = next((light for light in command.colours if light not in LIGHTS), None)
                if unknown is not None:
                    raise LudensError(f"A NAO has no light '{unknown}'; {did_you_mean(unknown, LIGHTS)}")
                self.light_colours |= command.colours
            case _:
                raise LudensError(f"A NAO takes JointCommand and LedCommand, not {type(command).__name__}.")

    def make_safe(self, *, time_ns: int) -> None:
        """Hold the joints where they are being led."""
        self.motors.hold(time_ns=time_ns)
        self._commanded_rad = self.motors.target_rad + self.joint_offsets_rad

    def press(self, touch: str, *, down: bool = True) -> None:
        """Press or let go a button or bumper, as a person's finger does."""
        if touch not in TOUCHES:
            raise LudensError(f"A NAO has no '{touch}' to press; {did_you_mean(touch, TOUCHES)}")
        if down:
            self._touch.pressed_by_hand.add(touch)
        else:
            self._touch.pressed_by_hand.discard(touch)

    def _move(self, command: JointCommand, *, time_ns: int) -> None:
        if not len(command.names) == len(command.positions_rad) == len(command.stiffnesses):
            raise LudensError(
                f"A JointCommand has as many positions and stiffnesses as names; got {len(command.names)} "
                f"names, {len(command.positions_rad)} positions and {len(command.stiffnesses)} stiffnesses."
            )
        if command.names == JOINTS:
            position_rad, stiffness = np.array(command.positions_rad), np.array(command.stiffnesses)
        else:
            unknown = next((joint for joint in command.names if joint not in INDEX), None)
            if unknown is not None:
                raise LudensError(f"A NAO has no joint '{unknown}'; {did_you_mean(unknown, JOINTS)}")
            places = [INDEX[joint] for joint in command.names]
            position_rad, stiffness = self._commanded_rad.copy(), self._commanded_stiffness.copy()
            position_rad[places], stiffness[places] = command.positions_rad, command.stiffnesses
        self._commanded_rad, self._commanded_stiffness = position_rad, stiffness
        # A servo goes by its own encoder: what it takes for the wanted position is off by the encoder's.
        self.motors.command(position_rad - self.joint_offsets_rad, stiffness, time_ns=time_ns)
