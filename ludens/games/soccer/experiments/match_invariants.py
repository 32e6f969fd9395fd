"""What must hold at every look at a match, however it goes: one striker, two in the area, distances.

Judged by the truth, by the referee's packets, and by the roles that robots themselves say they have.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.games.soccer.referee.field_side import KEEPER, FieldSide, place_of
from ludens.games.soccer.referee.judge_robots import CLEAR_M, CLEAR_S, MOST_IN_AREA
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.messages import Fault
from ludens.messages.league import GameControl, MatchState, PenaltyReason, SetPlay
from ludens.messages.refereeing import FieldRobot, FieldTruth
from ludens.messages.team import PlayerRole, Role

RADIO_S = 1.5
"""A change of roles is on the air once a second, and up to half a second on its way."""
DOWN_S = 20.0
STILL_S = 40.0
"""A robot that has not moved for so long in play has hung itself up, one that lies for so long is broken."""
MOVED_M, MOVED_RAD = 0.05, math.radians(10.0)
TAKEN_MPS = 0.1


@dataclass(slots=True)
class Spell:
    """Something that must not last: how often it lasted for longer than it may."""

    allowed_s: float
    count: int = 0
    since_s: float | None = None
    is_counted: bool = False

    def look(self, time_s: float, is_so: bool) -> None:
        """Follow it."""
        if not is_so:
            self.since_s, self.is_counted = None, False
            return
        self.since_s = time_s if self.since_s is None else self.since_s
        if not self.is_counted and time_s - self.since_s > self.allowed_s:
            self.is_counted = True
            self.count += 1


@dataclass(slots=True)
class _Still:
    """Where a robot stands, and whether it lies."""

    pose: Pose2
    spell: Spell = field(default_factory=lambda: Spell(STILL_S))
    down: Spell = field(default_factory=lambda: Spell(DOWN_S))


@dataclass(slots=True)
class MatchInvariants:
    """Watches a match, and counts what should not have been."""

    looks: int = 0  # at teams that have roles, in play
    one_striker: int = 0  # of these, with exactly one
    _strikers: tuple[Spell, Spell] = field(default_factory=lambda: (Spell(RADIO_S), Spell(RADIO_S)))
    _areas: tuple[Spell, Spell] = field(default_factory=lambda: (Spell(0.0), Spell(0.0)))
    _free_kicks: dict[str, Spell] = field(default_factory=dict)
    _lying: dict[str, Spell] = field(default_factory=dict)  # too near to a free kick because they lay
    _lay_s: dict[str, float] = field(default_factory=dict)  # when a robot last lay
    _still: dict[str, _Still] = field(default_factory=dict)
    _roles: dict[str, Role] = field(default_factory=dict)
    _control: GameControl | None = None
    _set_play_s: float = 0.0

    @property
    def strikers_wrong(self) -> int:
        """How often a team had none or several strikers for longer than its radio needs."""
        return sum(spell.count for spell in self._strikers)

    @property
    def crowded_areas(self) -> int:
        """How often a third one stood in the own penalty area."""
        return sum(spell.count for spell in self._areas)

    @property
    def near_free_kicks(self) -> int:
        """How often somebody was too near to the other team's free kick after the time to clear."""
        return sum(spell.count for spell in self._free_kicks.values())

    @property
    def lay_at_free_kicks(self) -> int:
        """How often that was one that had fallen there: getting up takes about as long as the time to clear.

        It has the same time as everybody, from when it stands.
        """
        return sum(spell.count for spell in self._lying.values())

    @property
    def restarts(self) -> int:
        """How often somebody would have had to restart a robot."""
        return sum(still.spell.count + still.down.count for still in self._still.values())

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Note roles and the referee's packets."""
        for key, message in outputs:
            if isinstance(message, PlayerRole):
                self._roles[key.partition("/")[0]] = message.role
            elif isinstance(message, GameControl):
                before, self._control = self._control, message
                if before is None or _set_play(before) != _set_play(message):
                    self._set_play_s = message.time_s

    def on_delivery(self, delivery: Delivery) -> None:
        """Look at the field whenever the referee does."""
        for message in delivery.messages:
            if isinstance(message, FieldTruth):
                self._look(message)

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""

    def _look(self, truth: FieldTruth) -> None:
        control = self._control
        if control is None:
            return
        robots = [robot for robot in truth.robots if _plays(robot, control)]
        is_played = control.state is MatchState.PLAYING
        for team in (0, 1):
            own = [robot for robot in robots if robot.team == team]
            self._look_at_roles(truth.time_s, team, own, is_played=is_played)
            self._look_at_area(truth.time_s, team, own, control)
        for robot in truth.robots:
            self._look_at_free_kick(truth, robot, control, is_played=is_played and robot in robots)
            self._look_at_robot(truth.time_s, robot, is_played=is_played and robot in robots)

    def _look_at_roles(self, time_s: float, team: int, own: list[FieldRobot], *, is_played: bool) -> None:
        with_roles = [robot for robot in own if robot.name in self._roles]
        if not is_played or not with_roles:
            self._strikers[team].look(time_s, False)
            return
        strikers = sum(self._roles[robot.name] is Role.STRIKER for robot in with_roles)
        self.looks += 1
        self.one_striker += strikers == 1
        self._strikers[team].look(time_s, strikers != 1)

    def _look_at_area(self, time_s: float, team: int, own: list[FieldRobot], control: GameControl) -> None:
        side = _side(team, control)
        inside = sum(side.in_own_area(place_of(robot)) for robot in own)
        self._areas[team].look(time_s, control.state is MatchState.PLAYING and inside > MOST_IN_AREA)

    def _look_at_free_kick(
        self, truth: FieldTruth, robot: FieldRobot, control: GameControl, *, is_played: bool
    ) -> None:
        kicks = control.kicking_team == control.teams[robot.team].number
        place_m = place_of(robot)
        is_home = robot.player == KEEPER and _side(robot.team, control).in_own_area(place_m)
        is_late = truth.time_s - self._set_play_s > CLEAR_S
        is_theirs = is_played and control.set_play is not SetPlay.NONE and not kicks
        # A ball that rolls has been taken: it may come to anybody before the referee's next packet says so.
        is_taken = math.hypot(*truth.ball_mps) > TAKEN_MPS
        is_near = not is_taken and math.dist(place_m, truth.ball_m) < CLEAR_M
        is_wrong = is_theirs and is_late and is_near and not is_home
        if not robot.is_upright:
            self._lay_s[robot.name] = truth.time_s
        has_lain = truth.time_s - self._lay_s.get(robot.name, -math.inf) <= CLEAR_S
        self._free_kicks.setdefault(robot.name, Spell(0.0)).look(truth.time_s, is_wrong and not has_lain)
        self._lying.setdefault(robot.name, Spell(0.0)).look(truth.time_s, is_wrong and has_lain)

    def _look_at_robot(self, time_s: float, robot: FieldRobot, *, is_played: bool) -> None:
        pose = robot.field_from_robot
        it = self._still.setdefault(robot.name, _Still(pose))
        turned_rad = abs(difference(pose.yaw_rad, it.pose.yaw_rad))
        moved = it.pose.distance_m(pose) > MOVED_M or turned_rad > MOVED_RAD
        if moved or not is_played:
            it.pose = pose
        stands = is_played and not moved and robot.player != KEEPER  # a keeper may wait for long
        it.spell.look(time_s, stands)
        it.down.look(time_s, is_played and not robot.is_upright)


def _set_play(control: GameControl) -> tuple[SetPlay, int]:
    """Which one is on: a kick-in that goes out at once is followed by one of the other team."""
    return control.set_play, control.kicking_team


def _side(team: int, control: GameControl) -> FieldSide:
    attacks_right = 0 if control.is_first_half else 1
    return FieldSide(1.0 if team == attacks_right else -1.0)


def _plays(robot: FieldRobot, control: GameControl) -> bool:
    return control.teams[robot.team].players[robot.player - 1].penalty is PenaltyReason.NONE
