"""The simulation as a driver: lets the world run until something arrives, and hands that over.

Faults are laid over it with `ludens.drivers.faults.FaultyDriver`.

Time is exact: whole nanoseconds, no sums of fractions. What is due at the same moment comes in a fixed
order: first all measurements are taken, then deliveries are handed over, robot by robot, source by source,
spectators last.
"""

import heapq
import itertools
import threading
from dataclasses import dataclass
from typing import NamedTuple

from ludens.core.contract.driver import Delivery, RobotDescription
from ludens.core.errors import LudensError, did_you_mean
from ludens.messages import Message
from ludens.sim.world import SimulatedRobot, SimulatedSource, World

SPECTATOR_PERIOD_NS = 100_000_000


class _Event(NamedTuple):
    """Something due at a time; the fields up to the number, which is unique, decide what comes first."""

    time_ns: int
    is_delivery: bool
    order: int
    number: int
    stream: "_Stream | None"
    messages: tuple[Message, ...]


@dataclass(slots=True)
class _Stream:
    """A source of a robot in the queue, and when it last arrived: measurements never overtake each other."""

    robot: str
    source: SimulatedSource
    order: int
    arrived_ns: int = 0


class SimulationDriver:
    """A world with its robots, reached as if they were real."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._robots = {robot.description.name: robot for robot in world.robots}
        self._accepted = {name: robot.description.accepts() for name, robot in self._robots.items()}
        self._time_ns = 0
        self._open = True
        self._running = (
            threading.Lock()
        )  # a run may be ended from another thread than the one that waits here
        streams = [(robot.description.name, source) for robot in world.robots for source in robot.sources]
        self._onlookers = len(streams)
        self._numbers = itertools.count()
        self._events: list[_Event] = []
        for order, (robot, source) in enumerate(streams):
            self._queue(0, order=order, stream=_Stream(robot, source, order))
        self._queue(0, order=self._onlookers, messages=(world.scene(0), world.scene_poses(0)))

    @property
    def world(self) -> World:
        """The simulated world, for referees, spectators and simulated pushes; never for a robot's module."""
        return self._world

    @property
    def robots(self) -> tuple[RobotDescription, ...]:
        """The simulated robots."""
        return tuple(robot.description for robot in self._robots.values())

    def next_delivery(self) -> Delivery | None:
        """Run the world until something arrives; None after `close`."""
        with self._running:
            while self._open:
                event = heapq.heappop(self._events)
                self._time_ns = event.time_ns
                self._world.advance_to(event.time_ns)
                if event.stream is None:
                    return self._for_onlookers(event)
                if event.is_delivery:
                    source = event.stream.source.description.name
                    return Delivery(event.time_ns, event.stream.robot, source, event.messages)
                self._capture(event.stream)
        return None

    def command(self, robot: str, command: Message) -> None:
        """Tell a robot what to do from now on."""
        told = self._robot(robot)
        accepted = self._accepted[robot]
        if type(command) not in accepted:
            raise LudensError(
                f"The robot '{robot}' does not take a {type(command).__name__}; it takes "
                f"{', '.join(kind.__name__ for kind in accepted)}."
            )
        told.command(command, time_ns=self._time_ns)

    def make_safe(self, robot: str) -> None:
        """Bring the robot to rest."""
        self._robot(robot).make_safe(time_ns=self._time_ns)

    def close(self) -> None:
        """End the simulation and give back what it holds."""
        for robot in self._robots:
            self.make_safe(robot)
        self._open = False
        with self._running:
            self._world.close()

    def _robot(self, name: str) -> SimulatedRobot:
        if name not in self._robots:
            raise LudensError(f"There is no robot called '{name}' here; {did_you_mean(name, self._robots)}")
        return self._robots[name]

    def _capture(self, stream: _Stream) -> None:
        """Take a measurement now, and queue its arrival and the next one."""
        now_ns, source = self._time_ns, stream.source
        messages = source.capture(now_ns)
        if messages:
            stream.arrived_ns = max(stream.arrived_ns, now_ns + source.latency_ns())
            self._queue(stream.arrived_ns, order=stream.order, stream=stream, messages=messages)
        self._queue(now_ns + source.period_ns, order=stream.order, stream=stream)

    def _for_onlookers(self, event: _Event) -> Delivery:
        """Hand over the scene, and queue the next look at it."""
        messages = event.messages or (self._world.scene_poses(event.time_ns),)
        self._queue(event.time_ns + SPECTATOR_PERIOD_NS, order=self._onlookers)
        return Delivery(event.time_ns, "", "spectator", messages)

    def _queue(
        self,
        time_ns: int,
        *,
        order: int,
        stream: _Stream | None = None,
        messages: tuple[Message, ...] = (),
    ) -> None:
        """Queue a measurement to take or (with messages, or for spectators) a delivery."""
        is_delivery = stream is None or bool(messages)
        heapq.heappush(
            self._events, _Event(time_ns, is_delivery, order, next(self._numbers), stream, messages)
        )
