"""A field on paper: robots where a test puts them, looked at by judges."""

from dataclasses import dataclass, field
from typing import Any

from ludens.games.soccer.rules.match import SECOND_NS, Match
from ludens.geometry import Pose2
from ludens.messages.refereeing import FieldRobot, FieldTruth
from tests.games.soccer.rules.story import at

LOOK_S = 0.1


def robot(
    team: int, player: int, x_m: float = 0.0, y_m: float = 0.0, yaw_rad: float = 0.0, **more: Any
) -> FieldRobot:
    """A robot of team 0 or 1, called by both numbers."""
    return FieldRobot(
        name=f"{team}-{player}", team=team, player=player, field_from_robot=Pose2(x_m, y_m, yaw_rad), **more
    )


def truth(
    *robots: FieldRobot, ball_m: tuple[float, float] = (0.0, 0.0), time_s: float = 0.0, **more: Any
) -> FieldTruth:
    options = {"ball_height_m": 0.05, "ball_mps": (0.0, 0.0), **more}
    return FieldTruth(time_s=time_s, ball_m=ball_m, robots=robots, **options)


@dataclass
class Hall:
    """Looks at changing fields, ten times a second, with one judge."""

    match: Match
    judge: Any
    called: list[Any] = field(default_factory=list)

    def watch(self, lasts_s: float, *robots: FieldRobot, **ball: Any) -> list[Any]:
        """What is called while the field stays like this."""
        called = []
        start_s = self.match.now_ns / SECOND_NS
        for step in range(1, round(lasts_s / LOOK_S) + 1):
            self.match = at(self.match, start_s + LOOK_S * step)
            outcome = self.judge.look(truth(*robots, **ball), self.match)
            called += list(getattr(outcome, "events", outcome))
        return called

    def slide(self, lasts_s: float, make: Any, **ball: Any) -> list[Any]:
        """What is called while robots move: `make` gives them for the seconds since the start."""
        called = []
        start_s = self.match.now_ns / SECOND_NS
        for step in range(1, round(lasts_s / LOOK_S) + 1):
            self.match = at(self.match, start_s + LOOK_S * step)
            called += list(self.judge.look(truth(*make(LOOK_S * step), **ball), self.match))
        return called
