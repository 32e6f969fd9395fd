"""The air between robots: what one says reaches the others late, or not at all.

A robot knows only itself. What a team mate or the referee says is delivered under the sender's name: a module
of alpha that asks for `Annotated[TeamMessage | None, under("beta")]` gets what alpha heard of beta.
"""

import heapq
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from threading import Lock

import numpy as np

from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import Delivery, Driver, InterposingDriver, RobotDescription, Source
from ludens.core.contract.setup import WHOLE_GAME
from ludens.core.runtime.clock import nanoseconds
from ludens.drivers.inbox import SELDOM_S
from ludens.messages import Message

Kinds = tuple[type[Message], ...]


class RadioDriver(InterposingDriver):
    """Carries messages between the robots of another driver, and from the game as a whole to all of them.

    `said` are the messages that robots say, `announced` those of the game, such as a referee's calls. Each
    arrives after `delay_s`; the share `loss` of them does not. `hears(sender, receiver)` keeps teams apart.
    """

    def __init__(
        self,
        driver: Driver,
        *,
        random: np.random.Generator,
        said: Kinds = (),
        announced: Kinds = (),
        delay_s: float = 0.05,
        loss: float = 0.05,
        hears: Callable[[str, str], bool] | None = None,
    ) -> None:
        super().__init__(driver)
        self._random = random
        self._delay_ns = nanoseconds(delay_s)
        self._loss = loss
        names = [robot.name for robot in driver.robots]
        self._kinds = dict.fromkeys(names, said) | {WHOLE_GAME: announced}
        self._receivers: dict[str, list[str]] = {WHOLE_GAME: names if announced else []}
        for sender in names if said else ():
            others = (name for name in names if name != sender)
            self._receivers[sender] = [name for name in others if hears is None or hears(sender, name)]
        self.robots = tuple(
            replace(
                robot,
                sources=(*robot.sources, *self._heard_by(robot.name)),
                actuators=(*robot.actuators, *_speaking(said)),
            )
            for robot in driver.robots
        )
        if announced:
            self.robots += (RobotDescription(WHOLE_GAME, WHOLE_GAME, (), _speaking(announced)),)
        self._now_ns = 0
        self._numbers = count()
        self._in_the_air: list[tuple[int, int, str, str, Message]] = []  # due, number, receiver, sender
        self._lock = Lock()

    def _due_before(self, delivery: Delivery) -> Delivery | None:
        with self._lock:
            if not self._in_the_air or self._in_the_air[0][0] > delivery.time_ns:
                self._now_ns = delivery.time_ns
                return None
            due_ns, _, receiver, sender, message = heapq.heappop(self._in_the_air)
            self._now_ns = max(self._now_ns, due_ns)
            return Delivery(self._now_ns, receiver, _source(sender), (message,))

    def command(self, robot: str, command: Message) -> None:
        """Send a message to all who hear the robot, or pass a command on."""
        if not isinstance(command, self._kinds[robot]):
            self.driver.command(robot, command)
            return
        with self._lock:
            for receiver in self._receivers[robot]:
                if self._random.random() >= self._loss:
                    due_ns = self._now_ns + self._delay_ns
                    heapq.heappush(self._in_the_air, (due_ns, next(self._numbers), receiver, robot, command))

    def make_safe(self, robot: str) -> None:
        """Bring the robot to rest; the game has no body."""
        if robot != WHOLE_GAME:
            self.driver.make_safe(robot)

    def _heard_by(self, robot: str) -> Iterator[Source]:
        for sender, receivers in self._receivers.items():
            if robot in receivers:
                radio = Capability("radio", delivers=self._kinds[sender])
                yield Source(_source(sender), SELDOM_S, (radio,))


def _source(sender: str) -> str:
    return f"{sender}/radio"


def _speaking(kinds: Kinds) -> tuple[Capability, ...]:
    return (Capability("radio", accepts=kinds),) if kinds else ()
