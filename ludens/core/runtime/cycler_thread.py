"""A cycler that runs in real time: it works in a thread of its own and keeps one job waiting."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Condition

from ludens.core.contract.observer import Keyed
from ludens.core.runtime.cycle_source import REMEMBERED_MESSAGES
from ludens.core.runtime.cycler import Cycler

Job = tuple[int, Sequence[Keyed]]  # time_ns of the cycle, what was delivered for it


@dataclass(frozen=True, slots=True)
class Overruns:
    """How a cycler keeps up: cycles it ran, jobs that found it busy, and cycles that were left out for it."""

    cycler: str
    cycles: int
    late: int
    dropped: int


class CyclerThread:
    """Takes jobs from one thread and works them off in another.

    While the cycler is busy the next job waits. A newer one takes its place: an old image helps nobody. What
    came with the dropped one still reaches modules that ask for all values, not only for the newest.
    """

    def __init__(self, cycler: Cycler, work: Callable[[Cycler, int, Sequence[Keyed]], None]) -> None:
        self.cycler = cycler
        self._work = work
        self._changed = Condition()
        self._waiting: Job | None = None
        self._busy = False
        self._open = True
        self._cycles = self._late = self._dropped = 0

    def offer(self, time_ns: int, delivered: Sequence[Keyed]) -> bool:
        """Give it a job; False when the cycler could not begin with it at once."""
        with self._changed:
            in_time = not self._busy and self._waiting is None
            self._late += not in_time
            if self._waiting is not None:
                self._dropped += 1
                kept = [pair for pair in self._waiting[1] if self.cycler.remembers(pair[0])]
                delivered = [*kept[-REMEMBERED_MESSAGES:], *delivered]
            self._waiting = (time_ns, delivered)
            self._changed.notify_all()
            return in_time

    def work(self) -> None:
        """Work off jobs until it is closed and the last one is done. One thread calls this."""
        while (job := self._next()) is not None:
            try:
                self._work(self.cycler, *job)
            finally:
                with self._changed:
                    self._busy = False
                    self._cycles += 1
                    self._changed.notify_all()

    def wait_until_idle(self, timeout_s: float) -> bool:
        """Wait until the jobs taken so far are done; False when the time is over first."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._busy and self._waiting is None, timeout_s)

    def close(self) -> None:
        """Take no more jobs; the one that waits is still done."""
        with self._changed:
            self._open = False
            self._changed.notify_all()

    def overruns(self) -> Overruns:
        """How it keeps up."""
        with self._changed:
            return Overruns(self.cycler.plan.path, self._cycles, self._late, self._dropped)

    def _next(self) -> Job | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting is not None or not self._open)
            job, self._waiting = self._waiting, None
            self._busy = job is not None
            return job
