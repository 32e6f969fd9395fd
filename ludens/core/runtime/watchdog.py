"""Notices a sensor that falls silent."""

from collections.abc import Iterable, Iterator

from ludens.core.contract.driver import Delivery, RobotDescription
from ludens.core.contract.keys import join
from ludens.core.runtime.clock import seconds
from ludens.messages import Fault

SILENT_PERIODS = 10  # this many missing deliveries in a row are no longer jitter
SHORTEST_SILENCE_S = 1.0

Place = tuple[str, str]  # robot, source


class Watchdog:
    """Compares what comes with what the robot's description promises.

    All sources are looked through only when the first of them can have become silent, not at each delivery.
    """

    def __init__(self, robots: Iterable[RobotDescription]) -> None:
        self._patience_s: dict[Place, float] = {
            (robot.name, source.name): max(SILENT_PERIODS * source.period_s, SHORTEST_SILENCE_S)
            for robot in robots
            for source in robot.sources
        }
        self._heard_s = dict.fromkeys(self._patience_s, 0.0)
        self._silent: dict[Place, None] = {}
        self._look_again_s = min(self._patience_s.values(), default=float("inf"))

    def silent(self, delivery: Delivery) -> Iterator[Fault]:
        """Note a delivery; yield a fault for every source that has been silent for too long."""
        now_s = seconds(delivery.time_ns)
        place = (delivery.robot, delivery.source)
        self._heard_s[place] = now_s
        if place in self._silent:
            del self._silent[place]
            self._look_again_s = min(self._look_again_s, now_s + self._patience_s[place])
        if now_s > self._look_again_s:
            self._look(now_s)
        for robot, source in self._silent:
            yield Fault(
                time_s=now_s,
                where=join(robot, source),
                what="The source is silent.",
                consequence="Its modules do not run, and what they produce stays empty.",
            )

    def _look(self, now_s: float) -> None:
        deadlines_s = {place: self._heard_s[place] + wait_s for place, wait_s in self._patience_s.items()}
        self._silent = {place: None for place, deadline_s in deadlines_s.items() if now_s > deadline_s}
        self._look_again_s = min(
            (deadline_s for place, deadline_s in deadlines_s.items() if place not in self._silent),
            default=float("inf"),
        )
