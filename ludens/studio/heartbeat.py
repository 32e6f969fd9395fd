"""Listens whether robots are alive: for every source, when it was last heard and how often it comes."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from ludens.core.contract.driver import Delivery, RobotDescription
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.clock import seconds
from ludens.messages import Fault

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
