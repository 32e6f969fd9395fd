"""How a robot is reached. Simulation, replay and hardware are peers of this one interface.

A driver hands over what arrives, in order of arrival, and takes commands. It owns time: a simulation
advances its world until something arrives, hardware waits for it, a recording reads it.
"""

from dataclasses import dataclass
from typing import Protocol

from ludens.core.contract.capabilities import Capability
from ludens.messages import Message


@dataclass(frozen=True, slots=True)
class Delivery:
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

    In real time `next_delivery` waits in one thread while commands come from others, and `close` lets it
    return; a driver that is not made for that is wrapped in a `PacedDriver`.

    Deliveries come with non-decreasing `time_ns`. The source named `spectator` carries truth for
    onlookers (the 3D scene); no robot has it.
    """

    @property
    def robots(self) -> tuple[RobotDescription, ...]:
        """Who is there. Fixed while the driver is open."""
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
