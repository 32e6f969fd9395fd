"""A session: a person starts, pauses, steps, resets, records and replays one game, with or without a browser.

Everything that touches a run happens in one thread of the session's own, because worlds and their renderers
belong to the thread that made them; only a live robot's run has threads of its own. The methods queue a
command and return at once; commands are carried out in order, between two steps of the run. What panels show
is read from snapshots, so that watching never holds up the run.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any

from ludens.core.errors import LudensError
from ludens.core.recording import Recording
from ludens.core.runtime.clock import Clock, RealClock
from ludens.core.runtime.game import Launch
from ludens.core.runtime.profiling import Timing
from ludens.studio.journal import Journal
from ludens.studio.played_run import NOTHING_SHOWN, ShownStreams
from ludens.studio.player import Action, RunPlayer
from ludens.studio.recordings import OpenRecording, RecordingFolder
from ludens.studio.run_observers import Pulse, SceneObserver
from ludens.studio.status import Status
from ludens.studio.taps import StreamTaps

logger = logging.getLogger("ludens.studio")


class Session:
    """One game that is played. Close it, or use it in a `with`, to leave robots safe and recordings whole."""

    def __init__(
        self,
        launch: Launch,
        *,
        recordings: RecordingFolder,
        open_recording: OpenRecording | None = None,
        shown: ShownStreams = NOTHING_SHOWN,
        clock: Clock | None = None,
    ) -> None:
        """`shown` is what the game's page shows; without it only messages are recorded."""
        self.recordings = recordings
        self._player = RunPlayer(
            launch,
            recordings=recordings,
            open_recording=open_recording,
            shown=shown,
            clock=clock if clock is not None else RealClock(),
        )
        self._closing = False
        self._wanted_s: float | None = None  # the moment that a person wants to see
        self._halts = 0
        self._commands: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._thread = Thread(target=self._work, name="ludens session", daemon=True)
        self._thread.start()

    @property
    def taps(self) -> StreamTaps:
        """Where panels watch debug streams."""
        return self._player.observers.taps

    @property
    def journal(self) -> Journal:
        """The journal of events."""
        return self._player.observers.journal

    @property
    def scene(self) -> SceneObserver:
        """The newest picture of the world."""
        return self._player.observers.scene

    @property
    def recording(self) -> Recording | None:
        """The recording that is played."""
        return self._player.recording

    @property
    def launch(self) -> Launch:
        """The launch of the game or recording that is played."""
        return self._player.on.launch

    @property
    def status(self) -> Status:
        """Where the session stands."""
        return self._player.status

    def timings(self) -> list[Timing]:
        """How long modules take, the slowest first."""
        played = self._player.played
        cyclers = played.run.cyclers if played is not None else []
        timings = [timing for cycler in cyclers for timing in cycler.profile.timings()]
        return sorted(timings, key=lambda timing: timing.total_s, reverse=True)

    def pulses(self) -> list[Pulse]:
        """Whether the robots are alive."""
        played = self._player.played
        return played.heartbeat.pulses(played.run.time_s) if played is not None else []

    def start(self) -> None:
        """Begin, or go on after a pause; after the end, begin again."""
        self._submit_motion(self._player.start)

    def pause(self) -> None:
        """Let time stand still."""
        self._submit(self._player.pause)

    def step(self, source: str) -> None:
        """Go on until one delivery of a source (`camera`, `body`) was worked on, then pause."""
        self._submit_motion(lambda: self._player.step_to(source))

    def reset(self, *, seed: int | None = None, options: Any = None) -> None:
        """Begin again: with the same seed and options, or with others. Goes on if it was running."""
        self._submit_motion(lambda: self._player.reset(seed=seed, options=options))

    def halt(self) -> None:
        """Stop: make every robot safe at once, whatever the session is busy with, and pause the run.

        Commands that were given before and are not carried out yet are forgotten if they would move robots.
        """
        self._halts += 1
        self._player.halt_at_once()
        self._submit(self._player.halt)

    def end(self, reason: str = "Ended by you.") -> None:
        """End the run: robots safe, recording closed."""
        self._submit(lambda: self._player.end(reason))

    def set_speed(self, speed: float) -> None:
        """Run time over wall time: 1 is as life, infinite as fast as possible."""
        self._submit(lambda: self._player.set_speed(speed))

    def record(self, on: bool) -> None:
        """Record from a run's start: the next one, or this one begun again. Stopping leaves the run alone."""
        self._submit(lambda: self._player.record(on))

    def replay(self, path: Path) -> None:
        """Play a recording."""
        self._submit(lambda: self._player.open(path))

    def leave_replay(self) -> None:
        """Leave the recording: the game itself is ready to start again."""
        self._submit(self._player.leave_replay)

    def seek(self, time_s: float) -> None:
        """Jump to a moment of the recording; of several that wait for their turn only the last one counts."""
        self._wanted_s = time_s
        self._submit_motion(self._seek)

    def run_again(self, again: bool) -> None:
        """Run the modules again on the recording, from where it is; or show it as it was."""
        self._submit(lambda: self._player.set_runs_again(again))

    def do(self, action: Action) -> None:
        """Do something to the run between two steps, as a game's own button does."""
        self._submit_motion(lambda: self._player.do(action))

    def settle(self, timeout_s: float = 30.0) -> bool:
        """Wait until all commands so far are carried out."""
        done = Event()
        self._submit(done.set)
        return done.wait(timeout_s)

    def hold(self) -> Callable[[], None]:
        """Let the session's thread rest from here until the returned function is called."""
        resting, released = Event(), Event()

        def rest() -> None:
            resting.set()
            released.wait()

        self._submit(rest)
        resting.wait()
        return released.set

    def close(self) -> None:
        """End the run and the thread. May be called twice."""
        self._submit(self._end)
        self._thread.join(timeout=30.0)

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _submit(self, command: Callable[[], None]) -> None:
        self._commands.put(command)

    def _submit_motion(self, command: Callable[[], None]) -> None:
        """Queue a command that is forgotten when somebody presses Stop before it is carried out."""
        halts = self._halts
        self._submit(lambda: command() if halts == self._halts else None)

    def _seek(self) -> None:
        wanted_s, self._wanted_s = self._wanted_s, None
        if wanted_s is not None:
            self._player.seek(wanted_s)

    def _end(self) -> None:
        self._closing = True
        self._player.end("The session was closed.")

    def _work(self) -> None:
        while not self._closing:
            try:
                act = self._commands.get(timeout=self._player.patience_s())
            except Empty:
                act = self._player.advance
            try:
                act()
            except LudensError as error:
                self._player.fail(str(error))
            except Exception as error:
                logger.exception("The run could not go on.")
                self._player.fail(f"The run could not go on: {type(error).__name__}: {error}")
