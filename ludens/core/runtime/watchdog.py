"""Notices a sensor that falls silent."""

from collections.abc import Iterable, Iterator

from ludens.core.contract.driver import Delivery, RobotDescription
from ludens.core.contract.keys import join
from ludens.core.runtime.clock import seconds
from ludens.messages import Fault

SILENT_PERIODS = 10  # this many missing deliveries in a row are no longer jitter
SHORTEST_SILENCE_S = 1.0


class Watchdog:
    """Compares what comes with what the robot's description promises."""

    def __init__(self, robots: Iterable[RobotDescription]) -> None:
        self._patience_s = {
            (robot.name, source.name): max(SILENT_PERIODS * source.period_s, SHORTEST_SILENCE_S)
            for robot in robots
            for source in robot.sources
        }
        self._heard_s = dict.fromkeys(self._patience_s, 0.0)

    def silent(self, delivery: Delivery) -> Iterator[Fault]:
        """Note a delivery; yield a fault for every source that has been silent for too long."""
        now_s = seconds(delivery.time_ns)
        self._heard_s[delivery.robot, delivery.source] = now_s
        for place, patience_s in self._patience_s.items():
            if now_s - self._heard_s[place] > patience_s:
                yield Fault(
                    time_s=now_s,
                    where=join(*place),
                    what="The source is silent.",
                    consequence="Its modules do not run, and what they produce stays empty.",
                )
