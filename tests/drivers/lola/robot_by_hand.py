"""The robot's end of the link, moved by hand: a test sends bytes, and looks at what the client answered."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludens.core.contract.driver import Delivery
from ludens.drivers.lola.client import LolaDriver
from tests.drivers.lola.independent import pack, sensor_map, unpack
from tests.drivers.lola.puppet import socket_path


@dataclass
class HastyClock:
    """Eight milliseconds pass whenever somebody looks: silence is noticed without waiting for it."""

    time_ns: int = 0

    def now_ns(self) -> int:
        self.time_ns += 8_000_000
        return self.time_ns


@dataclass
class StoppedClock:
    """Stands where it is put."""

    time_ns: int = 0

    def now_ns(self) -> int:
        return self.time_ns


@dataclass
class RobotByHand:
    """A driver, and the socket that it takes for a robot."""

    driver: LolaDriver
    socket: socket.socket
    unread: bytes = b""
    answers: list[dict[str, Any]] = field(default_factory=list)

    def deliver(self, **changes: Any) -> Delivery:
        """Send a sensor map and let the driver read it."""
        self.socket.sendall(pack(sensor_map(**changes)))
        delivery = self.driver.next_delivery()
        assert delivery is not None
        return delivery

    def answer(self) -> dict[str, Any]:
        """The only map that the driver has answered since the last look."""
        answers = self.all_answers()
        assert len(answers) == 1, f"{len(answers)} answers"
        return answers[0]

    def all_answers(self) -> list[dict[str, Any]]:
        """Every map that the driver has answered since the last look."""
        try:
            while piece := self.socket.recv(65536, socket.MSG_DONTWAIT):
                self.unread += piece
        except (BlockingIOError, ConnectionError):
            pass
        answers = []
        while self.unread:
            values, end = unpack(self.unread)
            self.unread = self.unread[end:]
            answers.append(values)
        return answers


@contextmanager
def robot_by_hand(clock: Any = None, **options: Any) -> Iterator[RobotByHand]:
    """A connected pair, which is closed at the end."""
    with socket_path() as path, socket.socket(socket.AF_UNIX) as listening:
        robot = connected(listening, path, clock, **options)
        try:
            yield robot
        finally:
            robot.socket.close()
            robot.driver.close()


def connected(listening: socket.socket, path: Path, clock: Any, **options: Any) -> RobotByHand:
    listening.bind(str(path))
    listening.listen(1)
    driver = LolaDriver(path, clock=StoppedClock() if clock is None else clock, **options)
    accepted, _ = listening.accept()
    return RobotByHand(driver, accepted)
