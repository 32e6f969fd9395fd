"""A played run: one run from its start to its end, with everything the studio attaches to it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ludens.core.contract.driver import Driver, is_live
from ludens.core.recording import Recorder, metadata_of
from ludens.core.runtime.game import Launch
from ludens.core.runtime.realtime import RealTimeRunner
from ludens.core.runtime.run import Run
from ludens.messages.highlight import HIGHLIGHTS
from ludens.studio.highlights import HighlightFinder
from ludens.studio.page import HighlightRule, PlotLine
from ludens.studio.recorded_run import RecordedRun
from ludens.studio.recordings import Replay
from ludens.studio.run_observers import Heartbeat, RunObservers


@dataclass(frozen=True, slots=True)
class ShownStreams:
    """What a game's page shows beside messages: it is recorded too, and searched for moments of interest.

    Its plots are collected from a run's start, before anybody has opened the page.
    """

    patterns: tuple[str, ...] = ()
    highlights: tuple[HighlightRule, ...] = ()
    plots: tuple[PlotLine, ...] = ()


NOTHING_SHOWN = ShownStreams()
BUILDING = "Building the world …"
PREPARING = "Making the modules ready …"


@dataclass(slots=True)
class PlayedRun:
    """The run that is played now: of the game, of the modules on a recording, or a recording as it was.

    A live robot's run has a runner with threads; any other is stepped.
    """

    run: Run | RecordedRun
    heartbeat: Heartbeat
    replay: Replay | None = None
    recording: Path | None = None
    runner: RealTimeRunner | None = None
    _runs: bool = False  # whether the runner was started
    _recorder: Recorder | None = None
    _highlights: HighlightFinder | None = None

    @classmethod
    def begin(
        cls,
        launch: Launch,
        observers: RunObservers,
        *,
        shown: ShownStreams,
        tell: Callable[[str], None],
    ) -> "PlayedRun":
        """Make the world and the modules, each of which is told before it is done. Nothing has moved yet."""
        tell(BUILDING)
        driver = launch.game.make_driver(launch.setup, launch.options, launch.seed)
        tell(PREPARING)
        return cls._begun(launch, observers, driver, shown)

    @classmethod
    def as_recorded(cls, replay: Replay, observers: RunObservers) -> "PlayedRun":
        """Show a recording as it was."""
        run = RecordedRun(replay.recording, observers)
        return cls(run, run.heartbeat, replay)

    @classmethod
    def run_again(cls, replay: Replay, observers: RunObservers, *, shown: ShownStreams) -> "PlayedRun":
        """Run the modules again on what was delivered then."""
        played = cls._begun(replay.launch, observers, replay.driver, shown)
        played.replay = replay
        played.live.repeat_edits(replay.edits)
        return played

    @classmethod
    def _begun(
        cls, launch: Launch, observers: RunObservers, driver: Driver, shown: ShownStreams
    ) -> "PlayedRun":
        try:
            heartbeat = Heartbeat(driver.robots)
            run = launch.start(
                driver=driver,
                hub=observers.taps.hub,
                observers=(heartbeat, observers.journal, observers.scene, observers.taps.memory),
            )
        except BaseException:
            driver.close()
            raise
        highlights = HighlightFinder(observers.taps.hub, shown.highlights, observers.journal.mark)
        return cls(
            run, heartbeat, runner=RealTimeRunner(run) if is_live(driver) else None, _highlights=highlights
        )

    @property
    def live(self) -> Run:
        """The run of modules; there is none where a recording is shown as it was."""
        assert isinstance(self.run, Run)
        return self.run

    def set_going(self, going: bool) -> None:
        """Let a live robot's run go on or pause; any other moves only when it is stepped."""
        if self.runner is None or self.run.is_over:
            return
        if going:
            self.runner.resume()
        else:
            self.runner.pause()
        if not self._runs:
            self._runs = True
            self.runner.start()

    def halt_at_once(self) -> None:
        """Let no command through any more; make a live robot safe. Waits for no other thread.

        A simulated world belongs to its thread: there its robots are made safe, by `halt`.
        """
        if self.runner is not None and self._runs:
            self.runner.halt()
        elif isinstance(self.run, Run):
            self.run.close_exit()

    def halt(self) -> None:
        """Make every robot safe, and let no command through until `allow_commands`."""
        self.halt_at_once()
        if isinstance(self.run, Run):
            self.run.halt()

    def allow_commands(self) -> None:
        """Let commands through again: a person has started or stepped the run."""
        if isinstance(self.run, Run):
            self.run.open_exit()

    def record_to(self, path: Path, launch: Launch, shown: ShownStreams) -> None:
        """Record from here on; only a run that has not moved yet gives a recording that can be replayed."""
        run = self.live
        self._recorder = Recorder(path, metadata_of(launch, run.driver.robots))
        self._recorder.watch(run.hub, (*shown.patterns, HIGHLIGHTS))
        run.observers.append(self._recorder)
        self.recording = path

    def stop_recording(self) -> None:
        """Close the recording; the run goes on."""
        if self._recorder is not None:
            run = self.live
            with run.hub.lock:
                run.observers.remove(self._recorder)
            self._recorder.close()
            self._recorder = None
            self.recording = None

    def close(self, reason: str) -> None:
        """End the run: robots safe, recording closed."""
        if self.runner is not None and self._runs:
            self.runner.stop(reason)
        else:
            self.run.stop(reason)
        if self._highlights is not None:
            self._highlights.close()
        self.recording = None
        if self.replay is not None:
            self.replay.close()
