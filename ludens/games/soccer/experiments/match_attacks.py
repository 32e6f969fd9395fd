"""How attacks in a match end: by a goal, a save, a ball that is out, or another robot that has it.

An attack begins when a robot touches the ball in the other half, and goes on as long as its team is the last
to touch it. Judged by the truth and by the referee's calls.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.games.soccer.referee.field_side import KEEPER
from ludens.messages import Fault
from ludens.messages.league import GameControl, MatchState, SetPlay
from ludens.messages.refereeing import FieldTruth

TACKLED_S = 1.0
"""After the last touch: who has the ball so soon has taken it, who has it later was there first."""


class AttackEnd(StrEnum):
    """Why an attack was over."""

    GOAL = "goal"
    SAVED = "the keeper has it"
    TACKLED = "an opponent took it"
    INTERCEPTED = "an opponent was first"
    OUT = "out"
    STOPPED = "play was stopped"


@dataclass(slots=True)
class MatchAttacks:
    """Watches a match, and counts how attacks of both teams end."""

    ends: Counter[AttackEnd] = field(default_factory=Counter)
    _team: int | None = None  # that attacks
    _touched_s: float = 0.0
    _control: GameControl | None = None

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Hear the referee."""
        for _, message in outputs:
            if isinstance(message, GameControl):
                before, self._control = self._control, message
                if before is not None:
                    self._hear(before, message)

    def on_delivery(self, delivery: Delivery) -> None:
        """Look who touches the ball."""
        for message in delivery.messages:
            if isinstance(message, FieldTruth):
                self._look(message)

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""

    def _hear(self, before: GameControl, control: GameControl) -> None:
        if self._team is None:
            return
        was, now = before.teams[self._team], control.teams[self._team]
        if now.score > was.score:
            self._end(AttackEnd.GOAL)
        elif control.set_play not in (SetPlay.NONE, before.set_play):
            if control.kicking_team != now.number:
                is_foul = control.set_play is SetPlay.PUSHING_FREE_KICK
                self._end(AttackEnd.STOPPED if is_foul else AttackEnd.OUT)
        elif control.state is not MatchState.PLAYING:
            self._end(AttackEnd.STOPPED)

    def _look(self, truth: FieldTruth) -> None:
        control = self._control
        if control is None or control.state is not MatchState.PLAYING:
            return
        touching = [robot for robot in truth.robots if robot.touches_ball]
        others = [robot for robot in touching if robot.team != self._team]
        if self._team is not None and others:
            later_s = truth.time_s - self._touched_s
            if any(robot.player == KEEPER for robot in others):
                self._end(AttackEnd.SAVED)
            else:
                self._end(AttackEnd.TACKLED if later_s < TACKLED_S else AttackEnd.INTERCEPTED)
        for robot in touching:
            attacks_right = (robot.team == 0) is control.is_first_half
            is_ahead = (truth.ball_m[0] > 0.0) is attacks_right
            if self._team == robot.team or is_ahead:
                self._team, self._touched_s = robot.team, truth.time_s

    def _end(self, why: AttackEnd) -> None:
        self.ends[why] += 1
        self._team = None
