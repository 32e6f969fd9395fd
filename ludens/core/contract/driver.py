"""How a robot is reached. Simulation, replay and hardware are peers of this one interface.

A driver hands over what arrives, in order of arrival, and takes commands. It owns time: a simulation
advances its world until something arrives, hardware waits for it, a recording reads it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from msgspec import Struct

from ludens.core.contract.capabilities import Capability
from ludens.messages import Message


class Delivery(Struct, frozen=True):
    """What one source of one robot hands over at one moment.

    `time_ns` is the arrival on the run's clock; each message's own `time_s` is when it was true.
    """

    time_ns: int
    robot: str  # "" where there is only one
    source: str  # "body", "camera" …
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A stream of deliveries: what it carries and how often, which a watchdog compares with what comes.

    A robot with two of a kind names them with a prefix, `top/camera` and `bottom/camera`: what they deliver
    is then found under `top` and `bottom`.
    """

    name: str
    period_s: float
    capabilities: tuple[Capability, ...]

    def delivers(self) -> tuple[type[Message], ...]:
        """Every message type that can come with this source."""
        return tuple(kind for capability in self.capabilities for kind in capability.delivers)


@dataclass(frozen=True, slots=True)
class RobotDescription:
    """A robot as a run sees it: its name in this run, its model, its sources and what it takes."""

    name: str  # "" where there is only one; otherwise the prefix of all its messages
    model: str  # "pioneer", "nao" …
    sources: tuple[Source, ...]
    actuators: tuple[Capability, ...] = ()

    def capabilities(self) -> tuple[Capability, ...]:
        """Everything it senses and does."""
        sensed = tuple(capability for source in self.sources for capability in source.capabilities)
        return sensed + self.actuators

    def accepts(self) -> tuple[type[Message], ...]:
        """Every command type it takes."""
        return tuple(kind for capability in self.capabilities() for kind in capability.accepts)


class Driver(Protocol):
    """One or more robots in one world, real, simulated or recorded.

    A live one (see `is_live`) is read by one thread while commands come from others, and `close` lets a
    waiting `next_delivery` return.

    Deliveries come with non-decreasing `time_ns`. The source named `spectator` carries truth for
    spectators (the 3D scene); no robot has it.
    """

    @property
    def robots(self) -> tuple[RobotDescription, ...]:
        """The robots that it reaches. Fixed while the driver is open."""
        ...

    def next_delivery(self) -> Delivery | None:
        """Wait for what arrives next; None when nothing will come any more."""
        ...

    def command(self, robot: str, command: Message) -> None:
        """Carry out a command that was checked finite. The driver clips it to the robot's limits."""
        ...

    def make_safe(self, robot: str) -> None:
        """Bring the robot to rest (wheels stopped, joints held). May be called at any time, often."""
        ...

    def close(self) -> None:
        """Make every robot safe and let go of devices. May be called twice."""
        ...


DriverT = TypeVar("DriverT")


def is_live(driver: Driver) -> bool:
    """Whether the driver's world goes on by itself, as a real robot's does: its run needs threads."""
    return bool(getattr(driver, "is_live", False))


def behind(driver: object, kind: type[DriverT]) -> DriverT | None:
    """The driver of a kind among a driver and those that it wraps."""
    while driver is not None and not isinstance(driver, kind):
        driver = getattr(driver, "driver", None)
    return driver


class DriverWrapper:
    """A driver that passes everything on to another one: the base of those that add or change something.

    `sources` and `actuators` are added to those of every robot.
    """

    def __init__(
        self, driver: Driver, *, sources: Sequence[Source] = (), actuators: Sequence[Capability] = ()
    ) -> None:
        self.driver = driver
        self.is_live = is_live(driver)
        self.robots: tuple[RobotDescription, ...] = tuple(
            replace(robot, sources=(*robot.sources, *sources), actuators=(*robot.actuators, *actuators))
            for robot in driver.robots
        )

    def next_delivery(self) -> Delivery | None:
        """Wait for what arrives next; None when nothing will come any more."""
        return self.driver.next_delivery()

    def command(self, robot: str, command: Message) -> None:
        """Pass a command on."""
        self.driver.command(robot, command)

    def make_safe(self, robot: str) -> None:
        """Bring the robot to rest."""
        self.driver.make_safe(robot)

    def close(self) -> None:
        """Close the wrapped driver."""
        self.driver.close()


class InterposingDriver(DriverWrapper):
    """A wrapper with deliveries of its own, each of which comes before one of the wrapped driver's."""

    _held: Delivery | None = None  # the wrapped driver's, while others go before it

    def next_delivery(self) -> Delivery | None:
        """The wrapped driver's next delivery; before it, what is due by then."""
        delivery = self._held if self._held is not None else self.driver.next_delivery()
        self._held = None
        if delivery is None:
            return None
        earlier = self._due_before(delivery)
        if earlier is None:
            return delivery
        self._held = delivery
        return earlier

    def _due_before(self, delivery: Delivery) -> Delivery | None:
        """The next of its own deliveries that comes before this one, if any; asked until there is none."""
        raise NotImplementedError
