"""A body without physics for the server, a server in a thread, and places for sockets."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from time import sleep

import numpy as np

from ludens.core.runtime.clock import RealClock
from ludens.drivers.lola.body import LolaBody
from ludens.drivers.lola.layout import PERIOD_NS, ActuatorFrame, SensorFrame
from ludens.drivers.lola.server import LolaServer

PATIENCE_S = 20.0


@dataclass
class Puppet:
    """Stiff joints are at once where they are told to be. Sonar left counts the periods."""

    position_rad: np.ndarray = field(default_factory=lambda: np.zeros(25))
    stiffness: np.ndarray = field(default_factory=lambda: np.zeros(25))
    applied: list[ActuatorFrame] = field(default_factory=list)
    periods: int = 0
    made_safe: int = 0
    closed: bool = False
    dies_after: int | None = None

    def sensors(self) -> SensorFrame:
        return SensorFrame(
            accelerometer_mps2=np.array([0.0, 0.0, -9.3]),
            angles_rad=np.zeros(2),
            battery=np.array([1.0, 0.0, -0.5, 30.0]),
            current_a=np.zeros(25),
            foot_pressure_kg=np.full(8, 0.67),
            gyroscope_radps=np.zeros(3),
            position_rad=self.position_rad,
            robot_config=("P0000000000000000001", "6.0.0", "P0000000000000000002", "6.0.0"),
            sonar_m=np.array([self.periods, 0.5]),
            status=np.zeros(25, dtype=np.int64),
            stiffness=self.stiffness,
            temperature_c=np.full(25, 38.0),
            touch=np.zeros(14),
        )

    def apply(self, command: ActuatorFrame) -> None:
        self.applied.append(command)
        if command.stiffness is not None:
            self.stiffness = command.stiffness
        if command.position_rad is not None:
            self.position_rad = np.where(self.stiffness > 0, command.position_rad, self.position_rad)

    def make_safe(self) -> None:
        self.made_safe += 1

    def advance(self) -> None:
        self.periods += 1
        if self.periods == self.dies_after:
            raise RuntimeError("a leg came off")

    def close(self) -> None:
        self.closed = True


@dataclass(frozen=True)
class BodyClock:
    """The time of a puppet: what happens in lockstep happens the same way every time."""

    body: Puppet

    def now_ns(self) -> int:
        return self.body.periods * PERIOD_NS


@contextmanager
def socket_path() -> Iterator[Path]:
    """A short path: sockets have room for about a hundred characters."""
    with tempfile.TemporaryDirectory(prefix="lola") as folder:
        yield Path(folder) / "robocup"


@contextmanager
def serving(body: LolaBody, path: Path, *, lockstep: bool = False) -> Iterator[LolaServer]:
    """A server at work in a thread of its own."""
    server = LolaServer(body, path, clock=RealClock(), lockstep=lockstep)
    stop = Event()
    thread = Thread(target=server.serve, kwargs={"stop": stop})
    thread.start()
    try:
        yield server
    finally:
        stop.set()
        thread.join(PATIENCE_S)
    assert not thread.is_alive()


def wait_for(condition: Callable[[], bool]) -> None:
    """Give another thread time to do something."""
    for _ in range(int(PATIENCE_S / 0.005)):
        if condition():
            return
        sleep(0.005)
    raise AssertionError("it never happened")
