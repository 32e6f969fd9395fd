"""A run in real time: the driver is read in one thread, and every cycler works in its own.

Slow perception never delays fast control; modules cannot tell. The price is that two runs are not equal:
which message arrives in which cycle is decided by the computer.
"""

import logging
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Condition, Thread, current_thread
from types import TracebackType

from ludens.core.contract.debug import Debug
from ludens.core.contract.observer import Keyed
from ludens.core.errors import LudensError, in_words
from ludens.core.runtime.clock import Clock, RealClock, seconds
from ludens.core.runtime.cycle_source import REMEMBERED_MESSAGES
from ludens.core.runtime.cycler import Cycler
from ludens.core.runtime.run import Run
from ludens.core.runtime.watchdog import SHORTEST_SILENCE_S, SILENT_PERIODS
from ludens.messages import Fault

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


CHECK_PERIOD_S = 0.2  # how often it is checked whether the driver still delivers, or the user wants to leave
JOIN_TIMEOUT_S = 3.0  # for a thread to end, and for cycles to be completed before a pause

logger = logging.getLogger("ludens.realtime")


class RealTimeRunner:
    """Runs a run on threads: `with RealTimeRunner(run) as runner: runner.wait()`.

    A thread that dies is reported and ends the run, because nobody knows what it left undone; `failure` is
    what it died of.
    """

    def __init__(self, run: Run, *, clock: Clock | None = None) -> None:
        self.failure: Exception | None = None
        self._run = run
        self._clock = clock if clock is not None else RealClock()
        self._heard_ns: int | None = None
        self._paused = False
        self._single_step: str | None = None  # the source whose next delivery is worked on during a pause
        self._cyclers = {cycler.plan.path: CyclerThread(cycler, run.cycle) for cycler in run.cyclers}
        self._debug = {path: Debug(run.hub, path, thread.cycler) for path, thread in self._cyclers.items()}
        periods_s = [source.period_s for robot in run.driver.robots for source in robot.sources]
        self._longest_silence_s = max(SILENT_PERIODS * min(periods_s, default=0.0), SHORTEST_SILENCE_S)
        self._workers = [self._thread(path, thread.work) for path, thread in self._cyclers.items()]
        self._threads = [
            *self._workers,
            self._thread("driver", self._read),
            self._thread("watchdog", self._watch),
        ]

    def __enter__(self) -> "RealTimeRunner":
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop("It was left." if error is None else f"It was broken off: {in_words(error)}")

    def start(self) -> "RealTimeRunner":
        """Begin. When this is broken off half way, the run is stopped."""
        try:
            for path in self._cyclers:
                self._show(path)
            for thread in self._threads:
                thread.start()
        except BaseException as error:
            self.stop(f"It was broken off: {in_words(error)}")
            raise
        return self

    def wait(self) -> None:
        """Wait until the run is over. Ctrl-C gets through."""
        while not self._run.ended.wait(CHECK_PERIOD_S):
            pass

    def pause(self) -> None:
        """Complete the cycles that have begun, make the robots safe, and begin none until `resume`.

        A real world does not stand still: what its sensors deliver is still observed and recorded.
        """
        if self._paused:
            return
        self._paused = True
        for thread in self._cyclers.values():
            thread.wait_until_idle(JOIN_TIMEOUT_S)
        for robot in self._run.driver.robots:
            self._run.driver.make_safe(robot.name)

    def halt(self) -> None:
        """Make the robots safe at once, without waiting for cycles that have begun, and pause."""
        self._paused = True
        self._run.halt()

    def resume(self) -> None:
        """Go on after a pause."""
        self._paused = False

    def step(self, source: str) -> None:
        """During a pause: work on the next delivery of a source, and pause again."""
        self._single_step = source

    def stop(self, reason: str = "It was stopped.") -> None:
        """End the run and every thread. May be called twice."""
        try:
            self._run.stop(reason)
        finally:
            self._close_cyclers()
            for thread in self._threads:
                if thread.is_alive() and thread is not current_thread():
                    thread.join(JOIN_TIMEOUT_S)
                if thread.is_alive():
                    logger.warning(
                        "%s did not end within %.0f s and is left behind.", thread.name, JOIN_TIMEOUT_S
                    )

    def overruns(self) -> tuple[Overruns, ...]:
        """How every cycler keeps up, in the order of the setup."""
        return tuple(thread.overruns() for thread in self._cyclers.values())

    def _read(self) -> None:
        scheduler = self._run.scheduler
        while (delivery := self._run.driver.next_delivery()) is not None and not self._run.is_over:
            self._heard_ns = self._clock.now_ns()
            works = not self._paused or delivery.source == self._single_step
            if works:
                self._single_step = None
            for cycler, due_ns in scheduler.due(delivery.time_ns):
                self._offer(cycler, due_ns, (), works)
            keyed = self._run.admit(delivery)
            for cycler in scheduler.driven_by(delivery):
                self._offer(cycler, delivery.time_ns, keyed, works)
        self._close_cyclers()
        for thread in self._workers:  # what was delivered is worked off, even at the end of a script
            thread.join()
        self._run.stop("The driver has nothing more to deliver.")

    def _watch(self) -> None:
        while not self._run.ended.wait(CHECK_PERIOD_S):
            if self._heard_ns is not None:
                silence_s = seconds(self._clock.now_ns() - self._heard_ns)
                if silence_s > self._longest_silence_s:
                    self._run.driver_is_silent()

    def _offer(self, cycler: Cycler, time_ns: int, delivered: Sequence[Keyed], works: bool) -> None:
        path = cycler.plan.path
        if works and not self._cyclers[path].offer(time_ns, delivered):
            self._show(path)

    def _show(self, path: str) -> None:
        overruns = self._cyclers[path].overruns()
        self._debug[path].plot("late", overruns.late)
        self._debug[path].plot("dropped", overruns.dropped)

    def _close_cyclers(self) -> None:
        for thread in self._cyclers.values():
            thread.close()

    def _thread(self, name: str, work: Callable[[], None]) -> Thread:
        return Thread(target=self._guarded, args=(name, work), name=f"ludens {name}", daemon=True)

    def _guarded(self, name: str, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 - reported below
            if self._run.is_over:
                logger.info("After the end of the run '%s' ended with %s", name, in_words(error))
            else:
                self._end_after_death(name, error)

    def _end_after_death(self, name: str, error: Exception) -> None:
        self.failure = error
        expected = isinstance(error, LudensError)  # a sentence for people says enough
        logger.error("The thread '%s' died.", name, exc_info=None if expected else error)
        fault = Fault(
            time_s=self._run.time_s,
            where=name,
            what=str(error) if expected else f"The thread died: {in_words(error)}",
            consequence="The robots are made safe and the run ends.",
            traceback="" if expected else "".join(traceback.format_exception(error)),
        )
        for duty in (partial(self._run.report, fault), partial(self._run.stop, f"{name}: {fault.what}")):
            try:
                duty()
            except Exception:  # an observer may be what died
                logger.exception("Not everybody could be told that the run ends.")
