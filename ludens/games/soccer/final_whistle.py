"""Ends the run of a match a moment after the match is over, and knows how it ended."""

from ludens.core.contract.driver import Delivery, Driver, DriverWrapper
from ludens.games.soccer.rules.match import MatchTimes
from ludens.messages import Message
from ludens.messages.league import GameControl, MatchState

LINGERS_NS = 1_000_000_000


class FinalWhistle(DriverWrapper):
    """Listens to the referee's packets on their way out."""

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver)
        self._last: GameControl | None = None
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
        if isinstance(command, GameControl):
            self._last = command
            is_over = command.state is MatchState.FINISHED and _ends_match(command)
            self._over_ns = (self._over_ns or self._now_ns) if is_over else None
        self.driver.command(robot, command)

    def result(self) -> str | None:
        """The score in words."""
        if self._last is None:
            return None
        first, second = self._last.teams
        return f"Blue {first.score} : {second.score} red."


def _ends_match(control: GameControl) -> bool:
    first, second = control.teams
    return not control.is_first_half or abs(first.score - second.score) >= MatchTimes().mercy
