"""The two clocks, and the only file that reads the wall clock.

In simulated time the driver's deliveries move the clock; in real time the computer does.
"""

import time
from threading import Event
from typing import Protocol

NANOSECONDS = 1_000_000_000


def seconds(time_ns: int) -> float:
    """Nanoseconds as seconds."""
    return time_ns / NANOSECONDS


def nanoseconds(time_s: float) -> int:
    """Seconds as whole nanoseconds."""
    return round(time_s * NANOSECONDS)


class Clock(Protocol):
    """Says what time it is in a run, counted from its start."""

    def now_ns(self) -> int:
        """Nanoseconds since the start of the run."""
        ...


class SimulatedClock:
    """Stands still until it is set: a run on it gives the same bytes every time."""

    def __init__(self) -> None:
        self._now_ns = 0

    def now_ns(self) -> int:
        """Nanoseconds since the start of the run."""
        return self._now_ns

    def advance_to(self, time_ns: int) -> None:
        """Move forward; never back."""
        self._now_ns = max(self._now_ns, time_ns)


class RealClock:
    """The computer's monotonic clock, from zero at its making."""

    def __init__(self) -> None:
        self._start_ns = time.monotonic_ns()

    def now_ns(self) -> int:
        """Nanoseconds since the clock was made."""
        return time.monotonic_ns() - self._start_ns

    def sleep_until(self, time_ns: int, *, unless: Event | None = None) -> None:
        """Wait until a moment, or until something happens; returns at once when it is past."""
        remaining_ns = time_ns - self.now_ns()
        if remaining_ns <= 0:
            return
        if unless is None:
            time.sleep(seconds(remaining_ns))
        else:
            unless.wait(seconds(remaining_ns))
