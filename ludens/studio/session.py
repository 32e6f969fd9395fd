"""A session: a person starts, pauses, steps, resets, records and replays one game, with or without a browser.

Everything that touches a run happens in one thread of the session's own, because worlds and their renderers
belong to the thread that made them. The methods only leave a wish and return at once; wishes are carried
out in order, between two steps of the run. What panels show is read from snapshots, so that nobody who
looks can hold up the run.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import Clock, RealClock
from ludens.core.runtime.game import Launch
from ludens.core.runtime.profiling import Timing
from ludens.studio.heartbeat import Pulse
from ludens.studio.journal import Journal
from ludens.studio.player import Action, Player
from ludens.studio.recordings import RecordingShelf
from ludens.studio.replaying import OpenRecording
from ludens.studio.spectator import Spectator
from ludens.studio.status import Status
from ludens.studio.taps import Board

logger = logging.getLogger("ludens.studio")


class Session:
    """One game on the stage. Close it, or use it in a `with`, to leave robots safe and recordings whole."""

    def __init__(
        self,
        launch: Launch,
        *,
        shelf: RecordingShelf,
        open_recording: OpenRecording | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.shelf = shelf
        self._stage = Player(
            launch,
            shelf=shelf,
            open_recording=open_recording,
            clock=clock if clock is not None else RealClock(),
        )
        self._closing = False
        self._wishes: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._thread = Thread(target=self._work, name="ludens session", daemon=True)
        self._thread.start()

    @property
    def board(self) -> Board:
        """Where panels watch debug streams."""
        return self._stage.onlookers.board

    @property
    def journal(self) -> Journal:
        """What happened."""
        return self._stage.onlookers.journal

    @property
    def spectator(self) -> Spectator:
        """The newest picture of the world."""
        return self._stage.onlookers.spectator

    @property
    def launch(self) -> Launch:
        """What is on the stage: the game, or the recording of one."""
        return self._stage.on.launch

    @property
    def status(self) -> Status:
        """Where the session stands."""
        return self._stage.status

    def timings(self) -> list[Timing]:
        """How long modules take, the slowest first."""
        take = self._stage.take
        cyclers = take.run.cyclers if take is not None else []
        timings = [timing for cycler in cyclers for timing in cycler.profile.timings()]
        return sorted(timings, key=lambda timing: timing.total_s, reverse=True)

    def pulses(self) -> list[Pulse]:
        """Whether the robots are alive."""
        take = self._stage.take
        return take.heartbeat.pulses(take.run.time_s) if take is not None else []

    def start(self) -> None:
        """Begin, or go on after a pause; after the end, begin again."""
        self._wish(self._stage.start)

    def pause(self) -> None:
        """Let time stand still."""
        self._wish(self._stage.pause)

    def step(self, source: str) -> None:
        """Go on until one delivery of a source (`camera`, `body`) was worked on, then pause."""
        self._wish(lambda: self._stage.step_to(source))

    def reset(self, *, seed: int | None = None, options: Any = None) -> None:
        """Begin again: with the same seed and options, or with others. Goes on if it was running."""
        self._wish(lambda: self._stage.reset(seed=seed, options=options))

    def stop(self, reason: str = "Stopped by you.") -> None:
        """End the run: robots safe, recording closed."""
        self._wish(lambda: self._stage.end(reason))

    def set_speed(self, speed: float) -> None:
        """Run time over wall time: 1 is as life, infinite as fast as possible."""
        self._wish(lambda: self._stage.set_speed(speed))

    def record(self, on: bool) -> None:
        """Record from a run's start: the next one, or this one begun again. Stopping leaves the run alone."""
        self._wish(lambda: self._stage.record(on))

    def replay(self, path: Path) -> None:
        """Put a recording on the stage and play it."""
        self._wish(lambda: self._stage.open(path))

    def leave_replay(self) -> None:
        """Put the game itself back on the stage, ready to start."""
        self._wish(self._stage.leave_replay)

    def seek(self, time_s: float) -> None:
        """Jump to a moment of the recording."""
        self._wish(lambda: self._stage.seek(time_s))

    def do(self, action: Action) -> None:
        """Do something to the run between two steps, as a game's own button does."""
        self._wish(lambda: self._stage.do(action))

    def settle(self, timeout_s: float = 30.0) -> bool:
        """Wait until all wishes so far are carried out."""
        done = Event()
        self._wish(done.set)
        return done.wait(timeout_s)

    def hold(self) -> Callable[[], None]:
        """Let the session's thread rest from here until the returned function is called."""
        resting, released = Event(), Event()

        def rest() -> None:
            resting.set()
            released.wait()

        self._wish(rest)
        resting.wait()
        return released.set

    def close(self) -> None:
        """End the run and the thread. May be called twice."""
        self._wish(self._end)
        self._thread.join(timeout=30.0)

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _wish(self, wish: Callable[[], None]) -> None:
        self._wishes.put(wish)

    def _end(self) -> None:
        self._closing = True
        self._stage.end("The session was closed.")

    def _work(self) -> None:
        while not self._closing:
            try:
                act = self._wishes.get(timeout=self._stage.patience_s())
            except Empty:
                act = self._stage.advance
            try:
                act()
            except LudensError as error:
                self._stage.fail(str(error))
            except Exception as error:
                logger.exception("The run could not go on.")
                self._stage.fail(f"The run could not go on: {type(error).__name__}: {error}")
