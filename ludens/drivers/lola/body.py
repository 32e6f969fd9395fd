"""The robot behind the server: its interface, any driver of a NAO as one, and a simulated one."""

from pathlib import Path
from typing import Protocol

from ludens.core.contract.driver import Driver, RobotDescription
from ludens.core.errors import LudensError
from ludens.core.runtime.clock import seconds
from ludens.drivers.lola.layout import PERIOD_NS, ActuatorFrame, LolaError, Numbers, SensorFrame
from ludens.drivers.lola.sensing import frame_of, led_command
from ludens.drivers.simulation import SimulationDriver
from ludens.messages import JointCommand, JointReadings, LedCommand, Message
from ludens.robots.nao import JOINTS
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions


class LolaBody(Protocol):
    """A NAO that stands behind the server, in steps of 12 ms of its own time."""

    def sensors(self) -> SensorFrame:
        """Its present sensor values."""
        ...

    def apply(self, command: ActuatorFrame) -> None:
        """Do what an actuator map says, until the next one; numbers in it are finite."""
        ...

    def make_safe(self) -> None:
        """Come to rest: no commands come any more."""
        ...

    def advance(self) -> None:
        """Let 12 ms pass."""
        ...

    def close(self) -> None:
        """Let go of what it holds."""
        ...


class DriverBody:
    """A NAO of any driver: a simulation, a recording, even another LoLA.

    Its clock is the one of the source that delivers `JointReadings`; what comes from slower sources is sent
    again until something newer comes, as the real robot does.
    """

    def __init__(self, driver: Driver, *, robot: str | None = None) -> None:
        self._driver = driver
        self._robot = _chosen(driver, robot)
        self._latest: dict[type[Message], Message] = {}
        self._position_rad: Numbers | None = None
        self._stiffness: Numbers | None = None
        self.time_ns = 0  # of the driver, at the latest reading of the joints
        self.advance()

    def sensors(self) -> SensorFrame:
        """The latest of everything."""
        return frame_of(self._latest.values())

    def apply(self, command: ActuatorFrame) -> None:
        """Pass joints and lights on; a map with only one half of what joints need is completed."""
        if command.position_rad is not None or command.stiffness is not None:
            self._move(command)
        if command.lights and LedCommand in self._robot.accepts():
            self._driver.command(self._robot.name, led_command(command.lights, time_s=seconds(self.time_ns)))

    def make_safe(self) -> None:
        """Let the driver decide what is safe."""
        self._driver.make_safe(self._robot.name)

    def advance(self) -> None:
        """Take deliveries until the joints have been read again."""
        while (delivery := self._driver.next_delivery()) is not None:
            if delivery.robot != self._robot.name:
                continue
            self._latest.update((type(message), message) for message in delivery.messages)
            if any(isinstance(message, JointReadings) for message in delivery.messages):
                self.time_ns = delivery.time_ns
                return
        raise LolaError("The robot behind the server delivers nothing more.")

    def close(self) -> None:
        """Close the driver."""
        self._driver.close()

    def _move(self, command: ActuatorFrame) -> None:
        if command.position_rad is not None:
            self._position_rad = command.position_rad
        if command.stiffness is not None:
            self._stiffness = command.stiffness
        now = self.sensors()  # what was never commanded stays as it is
        position_rad = now.position_rad if self._position_rad is None else self._position_rad
        stiffness = now.stiffness if self._stiffness is None else self._stiffness
        joints = JointCommand(
            time_s=seconds(self.time_ns),
            names=JOINTS,
            positions_rad=tuple(position_rad.tolist()),
            stiffnesses=tuple(stiffness.clip(0.0, 1.0).tolist()),
        )
        self._driver.command(self._robot.name, joints)


def _chosen(driver: Driver, name: str | None) -> RobotDescription:
    naos = [robot for robot in driver.robots if robot.model == "nao" and name in (None, robot.name)]
    if len(naos) != 1:
        known = ", ".join(f"'{robot.name}' ({robot.model})" for robot in driver.robots)
        raise LudensError(f"The server stands in front of one NAO; here are: {known or 'none'}. Name one.")
    period_s = min(
        (source.period_s for source in naos[0].sources if JointReadings in source.delivers()), default=None
    )
    if period_s != seconds(PERIOD_NS):
        raise LudensError(f"A NAO reads its joints every 12 ms; this one has a period of {period_s} s.")
    return naos[0]


def simulated_body(*, seed: int = 0, noise: str | Path = "default") -> DriverBody:
    """A NAO that stands, stiff, until it is commanded otherwise."""
    return DriverBody(SimulationDriver(NaoWorld(NaoWorldOptions(noise=noise), seed=seed)))
