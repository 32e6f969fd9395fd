"""Controls in a person's hand, for the robots of any driver.

What the person wants is delivered like a sensor's reading, twenty times a second. So it is recorded, replayed
and shown as everything else, modules stay pure, and the robot may be simulated or real.
"""

from collections import deque
from dataclasses import replace
from threading import Lock
from typing import Any

from msgspec import structs

from ludens.core.contract.capabilities import REMOTE
from ludens.core.contract.driver import Delivery, Driver, DriverWrapper, Source, behind
from ludens.core.contract.setup import WHOLE_GAME
from ludens.core.errors import LudensError, did_you_mean
from ludens.core.runtime.clock import nanoseconds, seconds
from ludens.messages import RemoteCommand

PERIOD_NS = 50_000_000
SOURCE = Source("remote", seconds(PERIOD_NS), (REMOTE,))


def remote_behind(driver: Driver) -> "RemoteDriver":
    """The controls of a driver's robots."""
    remote = behind(driver, RemoteDriver)
    if remote is None:
        raise LudensError("These robots have no controls: their game was not started by `ludens play`.")
    return remote


class RemoteDriver(DriverWrapper):
    """Adds the source `remote` to every robot of another driver.

    Commands may come from any thread. They travel with the driver's own time: a driver that delivers nothing
    delivers no commands either.
    """

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver)
        self.robots = tuple(
            robot if robot.name == WHOLE_GAME else replace(robot, sources=(*robot.sources, SOURCE))
            for robot in driver.robots
        )
        self._commands = {
            robot.name: RemoteCommand(time_s=0.0) for robot in driver.robots if robot.name != WHOLE_GAME
        }
        self._speed_ends_ns = dict.fromkeys(self._commands, 0)
        self._lock = Lock()
        self._coming: deque[Delivery] = deque()
        self._due_ns: int | None = None
        self._now_ns = 0

    def commanded(self, robot: str) -> RemoteCommand:
        """The newest command to a robot."""
        with self._lock:
            return self._commands[self._known(robot)]

    def tell(self, robot: str, command: RemoteCommand) -> None:
        """Want this from now on, but for the speed, which is left as it is."""
        with self._lock:
            now = self._commands[self._known(robot)]
            self._commands[robot] = structs.replace(
                command,
                forward_mps=now.forward_mps,
                left_mps=now.left_mps,
                turn_radps=now.turn_radps,
            )

    def ask(self, robot: str, **changes: Any) -> None:
        """Ask for a motion, once; what is not named stays as it was."""
        now = self.commanded(robot)
        self.tell(robot, structs.replace(now, asked=now.asked + 1, **changes))

    def drive(
        self, robot: str, *, forward_mps: float, left_mps: float, turn_radps: float, lasts_s: float
    ) -> None:
        """Want a speed, for this time unless it is renewed: a lost browser must not walk a robot away."""
        with self._lock:
            self._commands[robot] = structs.replace(
                self._commands[self._known(robot)],
                forward_mps=forward_mps,
                left_mps=left_mps,
                turn_radps=turn_radps,
            )
            self._speed_ends_ns[robot] = self._now_ns + nanoseconds(lasts_s)

    def next_delivery(self) -> Delivery | None:
        """The driver's next delivery; before it, commands that are due."""
        if not self._coming:
            delivery = self.driver.next_delivery()
            if delivery is None:
                return None
            with self._lock:
                self._now_ns = delivery.time_ns
                self._coming.extend(self._due(delivery.time_ns))
            self._coming.append(delivery)
        return self._coming.popleft()

    def close(self) -> None:
        """Close the driver."""
        self.driver.close()
        self._coming.clear()

    def _due(self, now_ns: int) -> list[Delivery]:
        if self._due_ns is None:
            self._due_ns = now_ns
        if now_ns < self._due_ns:
            return []
        # Where the driver was silent for long, commands of the meantime are of no use any more.
        due_ns = self._due_ns + (now_ns - self._due_ns) // PERIOD_NS * PERIOD_NS
        self._due_ns = due_ns + PERIOD_NS
        return [Delivery(due_ns, robot, SOURCE.name, (self._at(robot, due_ns),)) for robot in self._commands]

    def _at(self, robot: str, time_ns: int) -> RemoteCommand:
        if time_ns >= self._speed_ends_ns[robot]:
            self._commands[robot] = structs.replace(
                self._commands[robot], forward_mps=0.0, left_mps=0.0, turn_radps=0.0
            )
        self._commands[robot] = structs.replace(self._commands[robot], time_s=seconds(time_ns))
        return self._commands[robot]

    def _known(self, robot: str) -> str:
        if robot not in self._commands:
            raise LudensError(
                f"There is no robot called '{robot}' here; {did_you_mean(robot, self._commands)}"
            )
        return robot
