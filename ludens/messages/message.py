"""The base of everything modules tell each other."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A value that was true at one moment.

    `time_s` is that moment on the run's clock: the capture of a camera image, not its arrival.
    A type that is large and can be computed again from others says `recorded = False`.
    """

    recorded: ClassVar[bool] = True

    time_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TruthMessage(Message):
    """Carries what only the simulator knows. A setup may read it only if its name says `truth`."""
