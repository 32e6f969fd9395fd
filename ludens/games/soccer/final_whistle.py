"""Ends the run of a match a moment after the match is over, or its golden goal fell; knows how it ended."""

from ludens.core.contract.driver import Delivery, Driver, DriverWrapper
from ludens.messages import Message
from ludens.messages.refereeing import MatchReport

LINGERS_NS = 1_000_000_000


class FinalWhistle(DriverWrapper):
    """Reads the scoreboard on its way out."""

    def __init__(self, driver: Driver, *, golden_goal: bool = False) -> None:
        super().__init__(driver)
        self._golden_goal = golden_goal
        self._last: MatchReport | None = None
        self._now_ns = 0
        self._over_ns: int | None = None

    def next_delivery(self) -> Delivery | None:
        """What the driver delivers next."""
        if self._over_ns is not None and self._now_ns - self._over_ns > LINGERS_NS:
            return None
        delivery = self.driver.next_delivery()
        if delivery is not None:
            self._now_ns = delivery.time_ns
        return delivery

    def command(self, robot: str, command: Message) -> None:
        """Pass a command on."""
        if isinstance(command, MatchReport):
            self._last = command
            scored = any(team.score for team in command.control.teams)
            is_over = command.is_over or (self._golden_goal and scored)
            self._over_ns = (self._over_ns or self._now_ns) if is_over else None
        self.driver.command(robot, command)

    def result(self) -> str | None:
        """The score in words."""
        if self._last is None:
            return None
        first, second = self._last.control.teams
        after = f" after {self._over_ns / 1e9:.0f} s" if self._over_ns and self._golden_goal else ""
        return f"Blue {first.score} : {second.score} red{after}."
