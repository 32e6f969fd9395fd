"""A real NAO V6, or a simulated one behind our server, as a driver: reached through LoLA's socket."""

import socket
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock

import numpy as np

from ludens.core.contract.capabilities import (
    BATTERY,
    FOOT_PRESSURE,
    IMU,
    LEDS,
    SERVOS,
    SONAR,
    TORSO_ANGLES,
    TOUCH,
)
from ludens.core.contract.driver import Delivery, RobotDescription, Source
from ludens.core.errors import LudensError
from ludens.core.runtime.clock import Clock, RealClock, nanoseconds, seconds
from ludens.drivers.lola.connection import Connection, connect
from ludens.drivers.lola.exchange import Exchange
from ludens.drivers.lola.layout import DEFAULT_SOCKET, PERIOD_NS, LolaError, Numbers
from ludens.drivers.lola.sensing import messages_of, sonar_of
from ludens.messages import JointCommand, LedCommand, Message

BODY = Source("body", seconds(PERIOD_NS), (SERVOS, IMU, TORSO_ANGLES, FOOT_PRESSURE, TOUCH, BATTERY, SONAR))


class LolaDriver:
    """A NAO at the other end of a socket.

    `patience_s` is how long it may send nothing that can be used before that is an error. When the driver is
    closed, a stiff robot is let go of over `release_s`: it sinks, and does not drop.
    """

    is_live = True

    def __init__(
        self,
        path: Path = DEFAULT_SOCKET,
        *,
        name: str = "",
        clock: Clock | None = None,
        patience_s: float = 1.0,
        release_s: float = 1.0,
    ) -> None:
        self.robots = (RobotDescription(name, "nao", (BODY,), (LEDS,)),)
        clock = clock if clock is not None else RealClock()
        self._patience_ns = nanoseconds(patience_s)
        self._release_frames = round(nanoseconds(release_s) / PERIOD_NS)
        self._closing = Event()
        self._reading = Lock()  # held by whoever reads the socket
        self._exchange = Exchange(Connection(connect(path), clock=clock, peer="LoLA"), clock=clock)
        self._sonar_news = SonarNews()
        self._wake, self._waker = socket.socketpair()

    def next_delivery(self) -> Delivery | None:
        """Wait for the next sensor map. A link that breaks lets go of the robot and raises `LolaError`."""
        with self._reading:
            if self._closing.is_set():
                return None
            try:
                frame = self._exchange.read(patience_ns=self._patience_ns, unless=self._wake)
            except LolaError:
                self._exchange.give_up()
                raise
            if frame is None:
                return None
            arrived_ns = self._exchange.arrived_ns
            messages = messages_of(frame, time_s=seconds(arrived_ns))
            if self._sonar_news.is_new(frame.sonar_m, time_ns=arrived_ns):
                messages += (sonar_of(frame, time_s=seconds(arrived_ns)),)
            return Delivery(arrived_ns, self.robots[0].name, BODY.name, messages)

    def command(self, robot: str, command: Message) -> None:
        """Command joints (kept inside limits and speeds) or lights."""
        self._check(robot)
        if isinstance(command, JointCommand):
            self._exchange.command_joints(command)
        elif isinstance(command, LedCommand):
            self._exchange.command_lights(command)
        else:
            accepted = ", ".join(kind.__name__ for kind in self.robots[0].accepts())
            raise LudensError(
                f"The robot '{robot}' does not take a {type(command).__name__}; it takes {accepted}."
            )

    def make_safe(self, robot: str) -> None:
        """Hold the joints where they are, as stiff as they are: what is limp stays limp."""
        self._check(robot)
        self._exchange.hold()

    def close(self) -> None:
        """Let go of the robot, slowly when it is stiff, then of the socket."""
        first = not self._closing.is_set()
        self._closing.set()
        with suppress(OSError):
            self._waker.send(b"!")  # whoever waits for a map returns
        with self._reading:
            if first:
                with suppress(LolaError):  # a robot that has gone needs no care
                    self._exchange.release(self._release_frames)
                self._exchange.give_up()
            self._wake.close()
            self._waker.close()

    def _check(self, robot: str) -> None:
        if robot != self.robots[0].name:
            raise LudensError(
                f"There is no robot called '{robot}' here; there is one, called '{self.robots[0].name}'."
            )


FIRE_EVERY_NS = 100_000_000  # the maker's period


class SonarNews:
    """A range is new when it differs, or when the sonars must have fired again meanwhile."""

    def __init__(self) -> None:
        self._ranges_m: Numbers | None = None
        self._told_ns = 0

    def is_new(self, ranges_m: Numbers, *, time_ns: int) -> bool:
        """Whether these ranges, of a map that came at `time_ns`, are worth a message."""
        fired_again = time_ns - self._told_ns > FIRE_EVERY_NS - PERIOD_NS // 2  # the nearest map counts
        if self._ranges_m is not None and not fired_again and np.array_equal(ranges_m, self._ranges_m):
            return False
        self._ranges_m, self._told_ns = ranges_m, time_ns
        return True
