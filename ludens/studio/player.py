"""The player: carries out a person's commands on the run. Belongs to one thread and waits for nothing.

It plays either the game itself or a recording of it. A run begins when something is started, stepped or
reset, and is recorded from its first moment or not at all, because only a whole run can be replayed.
Simulations and recordings are stepped at the pace of the pacer; a live robot's run has threads of its own.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ludens.core.errors import LudensError
from ludens.core.recording import Recording
from ludens.core.runtime.clock import Clock, nanoseconds
from ludens.core.runtime.game import Launch
from ludens.core.runtime.realtime import RealTimeRunner
from ludens.core.runtime.run import Run
from ludens.studio.journal import EntryKind
from ludens.studio.pacing import Pacer
from ludens.studio.played_run import NOTHING_SHOWN, PREPARING, PlayedRun, ShownStreams
from ludens.studio.recorded_run import RecordedRun
from ludens.studio.recordings import OpenRecording, RecordingFolder, Replay
from ludens.studio.run_observers import RunObservers
from ludens.studio.status import RunPhase, Status
from ludens.studio.taps import StreamTaps

logger = logging.getLogger("ludens.studio")

Action = Callable[[Run], str | None]  # what a game's button does; it may return a sentence for the journal
UNMUTED_BEFORE_S = 0.5  # before the moment a replay rushes to, everything watched is computed again
LIVE_CHECK_S = 0.05  # how often it is checked whether a live robot's run has ended
LONGEST_STEP_S = 5.0  # a step waits no longer than this for its source
STARTED_S = 0.1  # from here on a run has taken its first steps
FIRST_STEPS = (
    "Taking the first steps. The first time, code is compiled for this computer: that takes a minute or two …"
)
HALTED = "Stopped: every robot is safe. Start goes on."


@dataclass(slots=True)
class LoadedGame:
    """The game as launched, or a recording with the launch it was made with."""

    launch: Launch
    path: Path | None = None
    duration_s: float | None = None
    runs_again: bool = False  # the modules run on what was delivered; otherwise it is shown as it was


class RunPlayer:
    """Starts, pauses, steps, resets, records and replays runs. `status` may be read from any thread."""

    def __init__(
        self,
        launch: Launch,
        *,
        recordings: RecordingFolder,
        open_recording: OpenRecording | None,
        clock: Clock,
        shown: ShownStreams = NOTHING_SHOWN,
    ) -> None:
        self.observers = RunObservers(StreamTaps(shown.plots))
        self.played: PlayedRun | None = None
        self.pacer = Pacer(clock)
        self.phase = RunPhase.READY
        self._recordings = recordings
        self._open_recording = open_recording
        self._shown = shown
        self._game = self.on = LoadedGame(launch)
        self._run_number = 0
        self._sentence = "Ready to start."
        self._doing = ""  # what takes long while a run starts
        self._goes_on = False  # what the person wants of time: to go on, or to stand still
        self._record_next = False
        self._rush_until_ns = 0
        self._halting = False  # somebody has pressed Stop, and this thread has yet to pause

    @property
    def status(self) -> Status:
        """A snapshot."""
        played, on = self.played, self.on
        return Status(
            phase=self.phase,
            sentence=self._sentence,
            doing=self._doing,
            time_s=played.run.time_s if played is not None else 0.0,
            speed=self.pacer.speed if played is None or played.runner is None else 1.0,
            achieved_speed=self.pacer.achieved,
            seed=on.launch.seed,
            run_number=self._run_number,
            faults=self.observers.journal.faults,
            recording=played.recording if played is not None else None,
            record_next=self._record_next,
            replay=on.path,
            duration_s=on.duration_s,
            runs_again=on.runs_again,
        )

    @property
    def recording(self) -> Recording | None:
        """The recording that is played."""
        replay = self.played.replay if self.played is not None else None
        return replay.recording if replay is not None else None

    def patience_s(self) -> float | None:
        """How long the next step can wait; None while nothing moves."""
        if self.phase is RunPhase.SEEKING:
            return 0.0
        if self.played is not None and self.played.runner is not None and not self.played.run.is_over:
            self.pacer.measure(self._time_ns)
            return LIVE_CHECK_S
        return self.pacer.wait_s(self._time_ns) if self.phase is RunPhase.RUNNING else None

    def advance(self) -> None:
        """Make one step of the run; of a live one, find out whether it has ended."""
        if self.played is not None and self.played.runner is not None:
            self._check_live(self.played, self.played.runner)
            return
        played = self._playing()
        delivery = played.run.step()
        if played.run.time_ns >= nanoseconds(STARTED_S):
            self._doing = ""
        if delivery is None:
            self.end(played.run.stop_reason or "The run is over.")
        elif self.phase is RunPhase.SEEKING:
            left_ns = self._rush_until_ns - played.run.time_ns
            self.observers.taps.mute(left_ns > nanoseconds(UNMUTED_BEFORE_S))
            if left_ns <= 0:
                self._enter(RunPhase.RUNNING if self._goes_on else RunPhase.PAUSED)

    def start(self) -> None:
        """Begin, or go on after a pause; after the end, begin again."""
        self._playing().allow_commands()
        self._goes_on = True
        if self.phase is not RunPhase.SEEKING:
            self._enter(RunPhase.RUNNING)

    def pause(self) -> None:
        """Let time stand still."""
        self._goes_on = False
        if self.phase is RunPhase.RUNNING:
            self._enter(RunPhase.PAUSED)

    def halt_at_once(self) -> None:
        """Let no command reach a robot any more; may be called by any thread, and waits for none."""
        self._halting = True
        played = self.played
        if played is not None and not played.run.is_over:
            played.halt_at_once()

    def halt(self) -> None:
        """Make every robot safe and pause; nothing is told to a robot until a start or a step."""
        self._halting = self._goes_on = False
        if self.played is not None and not self.played.run.is_over:
            self.played.halt()
        if self.phase in (RunPhase.RUNNING, RunPhase.PAUSED, RunPhase.SEEKING):
            self._enter(RunPhase.PAUSED, HALTED)
            self._note(HALTED)

    def set_speed(self, speed: float) -> None:
        """Run time over wall time."""
        self.pacer.set_speed(speed, self._time_ns)

    def step_to(self, source: str) -> None:
        """Go on until one delivery of a source was worked on, then pause."""
        played = self._playing()
        played.allow_commands()
        self._goes_on = False
        limit_ns = played.run.time_ns + nanoseconds(LONGEST_STEP_S)
        self._enter(RunPhase.PAUSED)
        if played.runner is not None:
            played.runner.step(source)
            return
        while played.run.time_ns < limit_ns and not self._halting:
            delivery = played.run.step()
            if delivery is None:
                self.end(played.run.stop_reason or "The run is over.")
            if delivery is None or source == (delivery if isinstance(delivery, str) else delivery.source):
                return

    def reset(self, *, seed: int | None = None, options: Any = None) -> None:
        """Begin again, with another seed or other options if asked; a recording from its beginning."""
        if self.on is self._game:
            launch = self.on.launch if seed is None else self.on.launch.with_seed(seed)
            self.on.launch = launch if options is None else replace(launch, options=options)
        self._begin()
        self._enter(RunPhase.RUNNING if self._goes_on else RunPhase.PAUSED)
        if not self._goes_on:
            self.advance()  # the first delivery shows the world as it is

    def end(self, reason: str) -> None:
        """End the run: robots safe, recording closed."""
        if self.phase not in (RunPhase.READY, RunPhase.OVER, RunPhase.FAILED):
            conclusion = self._conclusion()
            self._close_played(reason)
            self._enter(RunPhase.OVER, reason)
            self._note(reason)
            if conclusion:
                self._note(conclusion)

    def fail(self, sentence: str) -> None:
        """Something went wrong that a run cannot go on after."""
        self._close_played(sentence)
        self._enter(RunPhase.FAILED, sentence)
        self._note(sentence, "failure")

    def record(self, on: bool) -> None:
        """Record from a run's start: the next one, or this one begun again. Stopping leaves the run alone."""
        self._record_next = on
        if on:
            self.leave_replay()
            if self.phase in (RunPhase.RUNNING, RunPhase.PAUSED):
                self.reset()
        elif self.played is not None and self.played.recording is not None:
            path = self.played.recording
            self.played.stop_recording()
            self._note(f"Recorded {path.name}.")

    def open(self, path: Path) -> None:
        """Play a recording."""
        try:
            replay = self._opened(path)
        except LudensError as error:  # what is being played goes on
            self._note(str(error), "failure")
            return
        self._goes_on = True
        self.phase = RunPhase.RUNNING  # first: the game before it may be over
        runs_again = replay.has_other_setup or not replay.recording.has_streams
        self.on = LoadedGame(replay.launch, path, replay.duration_s, runs_again)
        self._begin(replay)
        self._enter(RunPhase.RUNNING)

    def leave_replay(self) -> None:
        """Leave the recording: the game itself is ready to start again."""
        if self.on is not self._game:
            self._close_played("The replay was left.")
            self.played = None
            self.on = self._game
            self.observers.clear()
            self._enter(RunPhase.READY)

    def set_runs_again(self, again: bool) -> None:
        """Run the modules again on the recording, from where it is; or show it as it was."""
        if self.on is self._game or self.on.runs_again == again:
            return
        now_ns = self._time_ns
        self.on.runs_again = again
        self._begin()
        if again:
            self._rush_until_ns = now_ns
            self._enter(RunPhase.SEEKING)
        else:
            self._show(now_ns)

    def seek(self, time_s: float) -> None:
        """Jump to a moment of the recording; where modules run again, unpaced, through what lies before."""
        if self.on.duration_s is None:
            return
        target_ns = nanoseconds(min(max(time_s, 0.0), self.on.duration_s))
        if not self.on.runs_again:
            if self.phase in (RunPhase.OVER, RunPhase.FAILED):
                self._begin()
            self._show(target_ns)
            return
        from_start = self.phase in (RunPhase.OVER, RunPhase.FAILED) or target_ns < self._time_ns
        self._rush_until_ns = target_ns
        self._enter(RunPhase.SEEKING)
        if from_start:
            self._begin()

    def _show(self, time_ns: int) -> None:
        """Show a recording as it was at a moment."""
        run = self._playing().run
        assert isinstance(run, RecordedRun)
        run.seek(time_ns)
        self._run_number += 1  # nothing on the page glides there from where it was
        self._enter(RunPhase.RUNNING if self._goes_on else RunPhase.PAUSED)

    def do(self, action: Action) -> None:
        """Do something to the run between two steps."""
        if self.played is None or self.on is not self._game:
            self._note("That needs a game that was started.", "failure")
            return
        try:
            sentence = action(self.played.live)
        except Exception as error:  # a button of the game may fail; the run goes on
            logger.exception("A button of the game failed.")
            self._note(f"That failed: {error}", "failure")
            return
        if sentence:
            self._note(sentence)

    def _check_live(self, played: PlayedRun, runner: RealTimeRunner) -> None:
        reason = played.run.stop_reason
        if isinstance(runner.failure, LudensError):
            self.fail(str(runner.failure))
        elif runner.failure is not None:
            self.fail(f"The run could not go on: {reason}")
        elif reason is not None:
            self.end(reason)

    @property
    def _time_ns(self) -> int:
        return self.played.run.time_ns if self.played is not None else 0

    def _playing(self) -> PlayedRun:
        """The run that is played; a new one where there is none or it is over."""
        return self._begin() if self.played is None or self.played.run.is_over else self.played

    def _begin(self, replay: Replay | None = None) -> PlayedRun:
        self._close_played("It begins again.")
        self.played = None
        self.observers.clear()
        on = self.on
        if replay is None and on.path is not None:
            replay = self._opened(on.path)
        if replay is None:
            played = PlayedRun.begin(on.launch, self.observers, shown=self._shown, tell=self._tell)
        elif on.runs_again:
            self._tell(PREPARING)
            played = PlayedRun.run_again(replay, self.observers, shown=self._shown)
        else:
            played = PlayedRun.as_recorded(replay, self.observers)
        self.played = played
        computes = played.runner is None and isinstance(played.run, Run)
        self._tell(FIRST_STEPS if computes else "")
        self._run_number += 1
        if self._record_next and on is self._game:
            path = self._recordings.new_path(on.launch)
            played.record_to(path, on.launch, self._shown)
            self._note(f"Recording to {path.name}.")
        if self.phase is not RunPhase.SEEKING:
            begun = f"Seed {on.launch.seed}" if on.path is None else f"Replay of {on.path.name}"
            self._note(f"{begun} begins.")
        return played

    def _conclusion(self) -> str | None:
        """The game's sentence about a run that ends; none about a recorded one."""
        conclude = self.on.launch.game.conclude
        return conclude(self.played.live) if conclude and self.played and self.on is self._game else None

    def _opened(self, path: Path) -> Replay:
        if self._open_recording is None:
            raise LudensError("This studio was started without a way to open recordings.")
        return self._open_recording(path)

    def _close_played(self, reason: str) -> None:
        if self.played is not None:
            self.played.close(reason)

    def _enter(self, phase: RunPhase, sentence: str = "") -> None:
        if phase in (RunPhase.READY, RunPhase.OVER, RunPhase.FAILED):
            self._goes_on, self._doing = False, ""
        self.observers.taps.mute(False)
        self.phase = phase
        self._sentence = sentence
        self.pacer.anchor(self._time_ns)
        if self.played is not None:
            self.played.set_going(phase is RunPhase.RUNNING)

    def _tell(self, doing: str) -> None:
        self._doing = doing

    def _note(self, sentence: str, kind: EntryKind = "note") -> None:
        self.observers.journal.write(sentence, time_s=self.status.time_s, kind=kind)
