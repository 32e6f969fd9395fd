"""A played run: one run from its start to its end, with everything the studio attaches to it."""

from dataclasses import dataclass
from pathlib import Path

from ludens.core.contract.observer import Observer
from ludens.core.recording import Recorder, metadata_of
from ludens.core.runtime.game import Launch
from ludens.core.runtime.run import Run
from ludens.studio.heartbeat import Heartbeat
from ludens.studio.observers import RunObservers
from ludens.studio.replaying import Replay


@dataclass(slots=True)
class PlayedRun:
    """What is running now."""

    run: Run
    heartbeat: Heartbeat
    replay: Replay | None = None
    recording: Path | None = None
    _recorder: Observer | None = None

    @classmethod
    def begin(cls, launch: Launch, observers: RunObservers, *, replay: Replay | None = None) -> "PlayedRun":
        """Make the world, unless a recording is played, and the modules. Nothing has moved yet."""
        if replay is not None:
            driver = replay.driver
        else:
            driver = launch.game.make_driver(launch.setup, launch.options, launch.seed)
        try:
            heartbeat = Heartbeat(driver.robots)
            run = launch.start(
                driver=driver,
                hub=observers.taps.hub,
                observers=(heartbeat, observers.journal, observers.spectator),
            )
        except BaseException:
            driver.close()
            raise
        if replay is not None:
            run.repeat_edits(replay.edits)
        return cls(run, heartbeat, replay)

    def record_to(self, path: Path, launch: Launch) -> None:
        """Record from here on; only a take that has not moved yet gives a recording that can be replayed."""
        self._recorder = Recorder(path, metadata_of(launch, self.run.driver.robots))
        self.run.observers.append(self._recorder)
        self.recording = path

    def stop_recording(self) -> None:
        """Close the recording; the run goes on."""
        if self._recorder is not None:
            self.run.observers.remove(self._recorder)
            self._recorder.close()
            self._recorder = None
            self.recording = None

    def close(self, reason: str) -> None:
        """End the run: robots safe, recording closed."""
        self.run.stop(reason)
        self.recording = None
        if self.replay is not None:
            self.replay.close()
