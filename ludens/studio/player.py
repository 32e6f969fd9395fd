"""The stage: what a person's wishes do to the run. Belongs to one thread and waits for nothing.

On the stage is either the game itself or a recording of it. A take begins when something is started,
stepped or reset, and is recorded from its first moment or not at all, because only a whole run can be
replayed.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import Clock, nanoseconds
from ludens.core.runtime.game import Launch
from ludens.core.runtime.run import Run
from ludens.studio.journal import Kind
from ludens.studio.onlookers import Onlookers
from ludens.studio.pacing import Pacer
from ludens.studio.played_run import PlayedRun
from ludens.studio.recordings import RecordingShelf
from ludens.studio.replaying import OpenRecording, Replay
from ludens.studio.status import Phase, Status

logger = logging.getLogger("ludens.studio")

Action = Callable[[Run], str | None]  # what a game's button does; it may return a sentence for the journal
UNMUTED_BEFORE_S = 0.5  # before the moment a replay rushes to, everything watched is computed again
LONGEST_STEP_S = 5.0  # a step waits no longer than this for its source


@dataclass(slots=True)
class LoadedGame:
    """What is played: the game as launched, or a recording with the launch it was made with."""

    launch: Launch
    path: Path | None = None
    duration_s: float | None = None


class Player:
    """Carries out wishes. `status` may be read from any thread."""

    def __init__(
        self, launch: Launch, *, shelf: RecordingShelf, open_recording: OpenRecording | None, clock: Clock
    ) -> None:
        self.onlookers = Onlookers()
        self.take: PlayedRun | None = None
        self.pacer = Pacer(clock)
        self.phase = Phase.READY
        self._shelf = shelf
        self._open_recording = open_recording
        self._game = self.on = LoadedGame(launch)
        self._takes = 0
        self._sentence = "Ready to start."
        self._goes_on = False  # what the person wants of time: to go on, or to stand still
        self._record_next = False
        self._rush_until_ns = 0

    @property
    def status(self) -> Status:
        """A snapshot."""
        take, on = self.take, self.on
        return Status(
            phase=self.phase,
            sentence=self._sentence,
            time_s=take.run.time_s if take is not None else 0.0,
            speed=self.pacer.speed,
            achieved_speed=self.pacer.achieved,
            seed=on.launch.seed,
            take=self._takes,
            faults=self.onlookers.journal.faults,
            recording=take.recording if take is not None else None,
            record_next=self._record_next,
            replay=on.path,
            duration_s=on.duration_s,
        )

    def patience_s(self) -> float | None:
        """How long the next step can wait; None while nothing moves."""
        if self.phase is Phase.SEEKING:
            return 0.0
        return self.pacer.wait_s(self._time_ns) if self.phase is Phase.RUNNING else None

    def advance(self) -> None:
        """PlayedRun one step of the run."""
        take = self._playing()
        if take.run.step() is None:
            self.end(take.run.stop_reason or "The run is over.")
        elif self.phase is Phase.SEEKING:
            left_ns = self._rush_until_ns - take.run.time_ns
            self.onlookers.board.mute(left_ns > nanoseconds(UNMUTED_BEFORE_S))
            if left_ns <= 0:
                self._enter(Phase.RUNNING if self._goes_on else Phase.PAUSED)

    def start(self) -> None:
        """Begin, or go on after a pause; after the end, begin again."""
        self._playing()
        self._goes_on = True
        if self.phase is not Phase.SEEKING:
            self._enter(Phase.RUNNING)

    def pause(self) -> None:
        """Let time stand still."""
        self._goes_on = False
        if self.phase is Phase.RUNNING:
            self._enter(Phase.PAUSED)

    def set_speed(self, speed: float) -> None:
        """Run time over wall time."""
        self.pacer.set_speed(speed, self._time_ns)

    def step_to(self, source: str) -> None:
        """Go on until one delivery of a source was worked on, then pause."""
        take = self._playing()
        self._goes_on = False
        limit_ns = take.run.time_ns + nanoseconds(LONGEST_STEP_S)
        self._enter(Phase.PAUSED)
        while take.run.time_ns < limit_ns:
            delivery = take.run.step()
            if delivery is None:
                self.end(take.run.stop_reason or "The run is over.")
            if delivery is None or delivery.source == source:
                return

    def reset(self, *, seed: int | None = None, options: Any = None) -> None:
        """Begin again, with other dice or in another world if asked; a recording from its beginning."""
        if self.on is self._game:
            launch = self.on.launch if seed is None else self.on.launch.with_seed(seed)
            self.on.launch = launch if options is None else replace(launch, options=options)
        self._begin()
        self._enter(Phase.RUNNING if self._goes_on else Phase.PAUSED)
        if not self._goes_on:
            self.advance()  # the first delivery shows the world as it is

    def end(self, reason: str) -> None:
        """End the run: robots safe, recording closed."""
        if self.phase not in (Phase.READY, Phase.OVER, Phase.FAILED):
            conclusion = self._conclusion()
            self._close_take(reason)
            self._enter(Phase.OVER, reason)
            self._note(reason)
            if conclusion:
                self._note(conclusion)

    def fail(self, sentence: str) -> None:
        """Something went wrong that a run cannot go on after."""
        self._close_take(sentence)
        self._enter(Phase.FAILED, sentence)
        self._note(sentence, "failure")

    def record(self, on: bool) -> None:
        """Record from a run's start: the next one, or this one begun again. Stopping leaves the run alone."""
        self._record_next = on
        if on:
            self.leave_replay()
            if self.phase in (Phase.RUNNING, Phase.PAUSED):
                self.reset()
        elif self.take is not None and self.take.recording is not None:
            path = self.take.recording
            self.take.stop_recording()
            self._note(f"Recorded {path.name}.")

    def open(self, path: Path) -> None:
        """Put a recording on the stage and play it."""
        try:
            replay = self._opened(path)
        except LudensError as error:  # what is on the stage goes on
            self._note(str(error), "failure")
            return
        self.on = LoadedGame(replay.launch, path, replay.duration_s)
        self._goes_on = True
        self._begin(replay)
        self._enter(Phase.RUNNING)

    def leave_replay(self) -> None:
        """Put the game itself back on the stage, ready to start."""
        if self.on is not self._game:
            self._close_take("The replay was left.")
            self.take = None
            self.on = self._game
            self.onlookers.clear()
            self._enter(Phase.READY)

    def seek(self, time_s: float) -> None:
        """Jump to a moment of the recording: modules run, unpaced, through what lies before."""
        if self.on.duration_s is None:
            return
        target_ns = nanoseconds(min(max(time_s, 0.0), self.on.duration_s))
        from_start = self.phase in (Phase.OVER, Phase.FAILED) or target_ns < self._time_ns
        self._rush_until_ns = target_ns
        self._enter(Phase.SEEKING)
        if from_start:
            self._begin()

    def do(self, action: Action) -> None:
        """Do something to the run between two steps."""
        if self.take is None or self.on is not self._game:
            self._note("That needs a game that was started.", "failure")
            return
        try:
            sentence = action(self.take.run)
        except Exception as error:  # a button of the game may fail; the run goes on
            logger.exception("A button of the game failed.")
            self._note(f"That failed: {error}", "failure")
            return
        if sentence:
            self._note(sentence)

    @property
    def _time_ns(self) -> int:
        return self.take.run.time_ns if self.take is not None else 0

    def _playing(self) -> PlayedRun:
        """The take on the stage; a new one where there is none or it is over."""
        return self._begin() if self.take is None or self.take.run.is_over else self.take

    def _begin(self, replay: Replay | None = None) -> PlayedRun:
        self._close_take("It begins again.")
        self.take = None
        self.onlookers.clear()
        on = self.on
        if replay is None and on.path is not None:
            replay = self._opened(on.path)
        take = self.take = PlayedRun.begin(on.launch, self.onlookers, replay=replay)
        self._takes += 1
        if self._record_next and on is self._game:
            path = self._shelf.new_path(on.launch)
            take.record_to(path, on.launch)
            self._note(f"Recording to {path.name}.")
        if self.phase is not Phase.SEEKING:
            begun = f"Seed {on.launch.seed}" if on.path is None else f"Replay of {on.path.name}"
            self._note(f"{begun} begins.")
        return take

    def _conclusion(self) -> str | None:
        """What the game says about a run that ends; a recorded one has been told of already."""
        conclude = self.on.launch.game.conclude
        return conclude(self.take.run) if conclude and self.take and self.on is self._game else None

    def _opened(self, path: Path) -> Replay:
        if self._open_recording is None:
            raise LudensError("This studio was started without a way to open recordings.")
        return self._open_recording(path)

    def _close_take(self, reason: str) -> None:
        if self.take is not None:
            self.take.close(reason)

    def _enter(self, phase: Phase, sentence: str = "") -> None:
        if phase in (Phase.READY, Phase.OVER, Phase.FAILED):
            self._goes_on = False
        self.onlookers.board.mute(False)
        self.phase = phase
        self._sentence = sentence
        self.pacer.anchor(self._time_ns)

    def _note(self, sentence: str, kind: Kind = "note") -> None:
        self.onlookers.journal.write(sentence, time_s=self.status.time_s, kind=kind)
