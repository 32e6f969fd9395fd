"""A recording as a robot: any setup can run on it, again and again."""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock

from msgspec import structs

from ludens.core.contract.driver import Delivery, RobotDescription
from ludens.core.errors import LudensError, did_you_mean
from ludens.core.recording import Recording
from ludens.core.runtime.clock import nanoseconds, seconds
from ludens.messages import Message


@dataclass(frozen=True, slots=True)
class IgnoredCommand:
    """A command to a recorded robot, which cannot carry it out."""

    time_ns: int  # of the latest delivery
    robot: str
    command: Message


class ReplayDriver:
    """Hands over what was delivered, in the same order, with the times of the recorded run.

    With `loop` it starts again at the end, and its clock goes on: later rounds are moved in time as a whole.
    The recording belongs to the caller and stays open.
    """

    def __init__(self, recording: Recording, *, loop: bool = False) -> None:
        self.commands: list[IgnoredCommand] = []  # of this round
        self._recording = recording
        self._loop = loop
        self._deliveries: Iterator[Delivery] | None = recording.deliveries()
        self._position_ns = recording.start_ns
        self._shift_ns = 0
        self._lock = Lock()

    @property
    def robots(self) -> tuple[RobotDescription, ...]:
        """The recorded robots."""
        return self._recording.robots

    @property
    def position_s(self) -> float:
        """Where in the recording the latest delivery was."""
        return seconds(self._position_ns)

    @property
    def duration_s(self) -> float:
        """How long the recording is."""
        return self._recording.duration_s

    def seek(self, time_s: float) -> None:
        """Go on with the first delivery at or after a moment of the recorded run.

        Time may go back by this, which no module expects: start a new run after going back.
        """
        with self._lock:
            if self._deliveries is not None:
                self._deliveries = self._recording.deliveries(from_s=time_s)
                self._position_ns = min(
                    max(nanoseconds(time_s), self._recording.start_ns), self._recording.end_ns
                )
                self._shift_ns = 0
                self.commands.clear()

    def next_delivery(self) -> Delivery | None:
        """The next recorded delivery; None at the end, or after closing."""
        with self._lock:
            if self._deliveries is None:
                return None
            delivery = next(self._deliveries, None)
            if delivery is None and self._loop:
                delivery = self._restart()
            if delivery is None:
                return None
            self._position_ns = delivery.time_ns
            return _moved(delivery, self._shift_ns) if self._shift_ns else delivery

    def command(self, robot: str, command: Message) -> None:
        """Keep the command; what happened then cannot be changed."""
        self._check(robot, command)
        self.commands.append(IgnoredCommand(self._position_ns + self._shift_ns, robot, command))

    def make_safe(self, robot: str) -> None:
        """Nothing moves."""

    def close(self) -> None:
        """Deliver nothing more."""
        with self._lock:
            self._deliveries = None

    def _check(self, robot: str, command: Message) -> None:
        """Refuse what a real robot would refuse."""
        by_name = {description.name: description for description in self.robots}
        if robot not in by_name:
            raise LudensError(
                f"There is no robot called '{robot}' in {self._recording.path}; "
                f"{did_you_mean(robot, by_name)}"
            )
        accepted = by_name[robot].accepts()
        if type(command) not in accepted:
            raise LudensError(
                f"The robot '{robot}' does not take a {type(command).__name__}; it takes "
                f"{', '.join(kind.__name__ for kind in accepted)}."
            )

    def _restart(self) -> Delivery | None:
        periods_s = [source.period_s for robot in self.robots for source in robot.sources]
        pause_ns = nanoseconds(min(periods_s, default=0.0))
        self._shift_ns += self._recording.end_ns - self._recording.start_ns + pause_ns
        self.commands.clear()
        self._deliveries = self._recording.deliveries()
        return next(self._deliveries, None)


def _moved(delivery: Delivery, shift_ns: int) -> Delivery:
    shift_s = seconds(shift_ns)
    messages = tuple(
        structs.replace(message, time_s=message.time_s + shift_s) for message in delivery.messages
    )
    return structs.replace(delivery, time_ns=delivery.time_ns + shift_ns, messages=messages)
