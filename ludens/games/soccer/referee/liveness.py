"""Which robots answer the GameController: alive, late after two seconds, offline after four."""

from typing import Literal

from ludens.games.soccer.rules.match import SECOND_NS, TEAM_SIZE, Match
from ludens.messages.league import RobotReport

Liveness = Literal["alive", "late", "offline"]
LATE_NS = 2 * SECOND_NS
OFFLINE_NS = 4 * SECOND_NS


class Attendance:
    """When each robot was last heard."""

    def __init__(self) -> None:
        self._heard_ns: dict[tuple[int, int], int] = {}
        self.strangers: set[tuple[int, int]] = set()  # team and player that have no business here

    def heard(self, report: RobotReport, match: Match, now_ns: int) -> None:
        """Note an answer."""
        who = (report.team, report.player)
        if report.team in [team.number for team in match.teams] and report.player <= TEAM_SIZE:
            self._heard_ns[who] = now_ns
        elif len(self.strangers) < 100:
            self.strangers.add(who)

    def of(self, team: int, player: int, now_ns: int) -> Liveness:
        """How a robot, by the number of its team and its own, is doing."""
        heard_ns = self._heard_ns.get((team, player))
        if heard_ns is None or now_ns - heard_ns >= OFFLINE_NS:
            return "offline"
        return "late" if now_ns - heard_ns >= LATE_NS else "alive"
