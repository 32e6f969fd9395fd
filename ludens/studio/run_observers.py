"""What the studio keeps of a run while it goes: how its sources beat, the scene, streams and journal."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from ludens.core.contract.driver import Delivery, RobotDescription
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.clock import seconds
from ludens.messages import Fault, Message, SceneDescription, ScenePoses
from ludens.studio.journal import Journal
from ludens.studio.taps import StreamTaps

REMEMBERED_BEATS = 50
REMEMBERED_LOOKS = 320  # at ten a second, half a minute
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
        self.hear(delivery.robot, delivery.source, seconds(delivery.time_ns))

    def hear(self, robot: str, source: str, time_s: float) -> None:
        """A source has delivered something."""
        heard_s = self._heard_s.get((robot, source))
        if heard_s is not None:
            heard_s.append(time_s)

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
    """Keeps the newest picture of the world, so that a browser that comes late sees it at once.

    The looks of the last seconds are kept too: what has just happened can be filmed.
    """

    def __init__(self) -> None:
        self.description: SceneDescription | None = None
        self.poses: ScenePoses | None = None
        self._looks: deque[ScenePoses] = deque(maxlen=REMEMBERED_LOOKS)

    def clear(self) -> None:
        """Forget the world: another one begins."""
        self.description = None
        self.poses = None
        self._looks.clear()

    def clear_looks(self) -> None:
        """Forget what came before: another moment of the same run is shown."""
        self._looks.clear()

    def looks(self, since_s: float) -> list[ScenePoses]:
        """The last looks at the world from a moment on, the oldest first."""
        return [look for look in list(self._looks) if look.time_s >= since_s]

    def on_delivery(self, delivery: Delivery) -> None:
        """Keep what is about the scene."""
        for message in delivery.messages:
            self.see(message)

    def see(self, message: Message) -> None:
        """Keep one message, if it is about the scene."""
        if isinstance(message, ScenePoses):
            self.poses = message
            self._looks.append(message)
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
