"""A played run: one run from its start to its end, with everything the studio attaches to it."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ludens.core.contract.driver import Delivery, RobotDescription, is_live
from ludens.core.contract.observer import Keyed, Observer
from ludens.core.recording import Recorder, metadata_of
from ludens.core.runtime.clock import seconds
from ludens.core.runtime.game import Launch
from ludens.core.runtime.realtime import RealTimeRunner
from ludens.core.runtime.run import Run
from ludens.messages import Fault, SceneDescription, ScenePoses
from ludens.studio.journal import Journal
from ludens.studio.recordings import Replay
from ludens.studio.taps import StreamTaps

REMEMBERED_BEATS = 50
LATE_AFTER_PERIODS = 3
SILENT_AFTER_PERIODS = 10


@dataclass(frozen=True, slots=True)
class Pulse:
    """How one source of one robot is doing. `condition` is alive, late, silent or awaited."""

    robot: str
    model: str
    source: str
    wanted_hz: float
    measured_hz: float
    age_s: float | None  # since it was last heard; None when it never was
    condition: str


class Heartbeat:
    """An observer that counts deliveries."""

    def __init__(self, robots: Sequence[RobotDescription]) -> None:
        self._robots = robots
        self._heard_s: dict[tuple[str, str], deque[float]] = {
            (robot.name, source.name): deque(maxlen=REMEMBERED_BEATS)
            for robot in robots
            for source in robot.sources
        }

    def on_delivery(self, delivery: Delivery) -> None:
        """Note the moment."""
        heard_s = self._heard_s.get((delivery.robot, delivery.source))
        if heard_s is not None:
            heard_s.append(seconds(delivery.time_ns))

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Outputs say nothing about the robot."""

    def on_fault(self, fault: Fault) -> None:
        """Faults are the journal's business."""

    def close(self) -> None:
        """Nothing to let go of."""

    def pulses(self, now_s: float) -> list[Pulse]:
        """One line for every source, in the order of the robots' descriptions."""
        return [
            self._pulse(robot, source.name, source.period_s, now_s)
            for robot in self._robots
            for source in robot.sources
        ]

    def _pulse(self, robot: RobotDescription, source: str, period_s: float, now_s: float) -> Pulse:
        heard_s = list(self._heard_s[robot.name, source])
        age_s = now_s - heard_s[-1] if heard_s else None
        span_s = heard_s[-1] - heard_s[0] if len(heard_s) > 1 else 0.0
        return Pulse(
            robot=robot.name,
            model=robot.model,
            source=source,
            wanted_hz=1.0 / period_s,
            measured_hz=(len(heard_s) - 1) / span_s if span_s > 0.0 else 0.0,
            age_s=age_s,
            condition=_condition(age_s, period_s),
        )


def _condition(age_s: float | None, period_s: float) -> str:
    if age_s is None:
        return "awaited"
    if age_s > SILENT_AFTER_PERIODS * period_s:
        return "silent"
    return "late" if age_s > LATE_AFTER_PERIODS * period_s else "alive"


class SceneObserver:
    """Keeps the newest picture of the world, so that a browser that comes late sees it at once."""

    def __init__(self) -> None:
        self.description: SceneDescription | None = None
        self.poses: ScenePoses | None = None

    def clear(self) -> None:
        """Forget the world: another one begins."""
        self.description = None
        self.poses = None

    def on_delivery(self, delivery: Delivery) -> None:
        """Keep what is about the scene."""
        for message in delivery.messages:
            if isinstance(message, ScenePoses):
                self.poses = message
            elif isinstance(message, SceneDescription):
                self.description = message

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Modules do not make scenes."""

    def on_fault(self, fault: Fault) -> None:
        """Faults are the journal's business."""

    def close(self) -> None:
        """The last picture stays on the page."""


@dataclass(slots=True)
class RunObservers:
    """Observers of all runs of a session: a page keeps watching across a reset."""

    taps: StreamTaps = field(default_factory=StreamTaps)
    journal: Journal = field(default_factory=Journal)
    scene: SceneObserver = field(default_factory=SceneObserver)

    def clear(self) -> None:
        """Another run begins: forget what was seen of the last one; what was written stays."""
        self.taps.clear()
        self.scene.clear()
        self.journal.faults = 0


@dataclass(slots=True)
class PlayedRun:
    """The run that is played now. A live robot's run has a runner with threads; any other is stepped."""

    run: Run
    heartbeat: Heartbeat
    replay: Replay | None = None
    recording: Path | None = None
    runner: RealTimeRunner | None = None
    _runs: bool = False  # whether the runner was started
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
                observers=(heartbeat, observers.journal, observers.scene),
            )
        except BaseException:
            driver.close()
            raise
        if replay is not None:
            run.repeat_edits(replay.edits)
        return cls(run, heartbeat, replay, runner=RealTimeRunner(run) if is_live(driver) else None)

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
        else:
            self.run.close_exit()

    def halt(self) -> None:
        """Make every robot safe, and let no command through until `allow_commands`."""
        self.halt_at_once()
        self.run.halt()

    def allow_commands(self) -> None:
        """Let commands through again: a person has started or stepped the run."""
        self.run.open_exit()

    def record_to(self, path: Path, launch: Launch) -> None:
        """Record from here on; only a run that has not moved yet gives a recording that can be replayed."""
        self._recorder = Recorder(path, metadata_of(launch, self.run.driver.robots))
        self.run.observers.append(self._recorder)
        self.recording = path

    def stop_recording(self) -> None:
        """Close the recording; the run goes on."""
        if self._recorder is not None:
            with self.run.hub.lock:
                self.run.observers.remove(self._recorder)
            self._recorder.close()
            self._recorder = None
            self.recording = None

    def close(self, reason: str) -> None:
        """End the run: robots safe, recording closed."""
        if self.runner is not None and self._runs:
            self.runner.stop(reason)
        else:
            self.run.stop(reason)
        self.recording = None
        if self.replay is not None:
            self.replay.close()
