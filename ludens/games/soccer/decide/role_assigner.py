"""Role assignment as a module: the robot's own role, as the leader of its team has planned it."""

import math
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, structs

from ludens.core.contract.module import CycleTime, Module
from ludens.games.soccer.decide.legal_places import on_field
from ludens.games.soccer.decide.role_plans import NUMBERS, HeardPlans, lead_s, next_plan
from ludens.games.soccer.decide.roles import (
    RoleTuning,
    as_coached,
    assign_roles,
    candidate_of,
    role_in,
    without_absent,
)
from ludens.games.soccer.decide.set_positions import assign_set_roles, load_set_positions
from ludens.games.soccer.know.team_ball import rolled_m
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELDS, FieldName
from ludens.messages import FallReport
from ludens.messages.field import BallState, FieldPose
from ludens.messages.league import SetPlay, TeamMessage
from ludens.messages.soccer import MatchStatus
from ludens.messages.team import CoachOrder, PlayerRole, Role, RolePlan, TeamBall, Teammate, Teammates

Point = tuple[float, float]

REASONS = {
    Role.NONE: "it has no part in the game now",
    Role.STRIKER: "nobody is sooner at the ball",
    Role.KEEPER: "it is number one",
    Role.REPLACEMENT_KEEPER: "the keeper is away from its goal",
    Role.LEFT_DEFENDER: "somebody must defend on the left",
    Role.RIGHT_DEFENDER: "somebody must defend on the right",
    Role.SUPPORT: "it is best placed behind the striker",
    Role.BISHOP: "it is best placed to be passed to",
}
IN_SET = "its place at the kick-off is near"
STANDS_AFTER_S, RISES_S = 10.0, 3.0
"""So long after it fell a robot stands again; one that lies yet needs the second at least."""
JUMPS_S = 2.0
"""Between two cycles: the clock was put forward."""
HEARD_AGAIN_S = 4.0
"""After a clock has jumped mates take its robot for another one: so long it changes no roles."""
ROLLS_MPS, ROLLS_S, BALL_MPS2 = 0.3, 2.0, 0.35
"""Of a ball: how fast one surely rolls, for how long its way is foreseen, how it slows down."""
LEARNS = 0.15
"""By how much the last second counts for the share of messages that are heard."""


@dataclass(frozen=True, slots=True)
class RoleAssignerParameters:
    """Who it is and where it plays, and how often it thinks."""

    field: Annotated[FieldName, Meta(description="By its year.")] = "2019"
    player: Annotated[int, Meta(ge=1, le=20, description="Its number, while it hears no radio.")] = 2
    period_s: Annotated[float, Meta(gt=0, le=5, description="Between two assignments.")] = 0.25
    silent_s: Annotated[float, Meta(gt=0, description="A mate not heard for longer does not count.")] = 4.0
    recent_s: Annotated[float, Meta(gt=0, description="An own ball seen longer ago does not count.")] = 4.0


@dataclass(frozen=True, slots=True)
class _Known:
    """What a robot knows of its team in one cycle."""

    time_s: float
    status: MatchStatus
    team: Teammates | None
    team_ball: TeamBall | None
    pose: FieldPose | None
    ball: BallState | None
    fallen: bool

    def mates(self, player: int, *, silent_s: float, recent_s: float) -> list[Teammate]:
        """Return who may play, itself as it knows itself now."""
        if self.team is not None:
            oldest_s, own = self.time_s - silent_s, self.team.own
            return [
                mate
                for mate in self.team.players
                if not mate.penalised and (mate.heard_s > oldest_s or mate.player == own)
            ]
        here = Pose2.identity() if self.pose is None else self.pose.field_from_robot
        return [
            Teammate(
                player=player,
                heard_s=self.time_s,
                told_s=self.time_s,
                field_from_robot=here,
                fallen=self.fallen,
                ball_m=self.ball_m(recent_s),
            )
        ]

    def ball_m(self, recent_s: float) -> Point | None:
        """Return where the ball comes to rest on the field, as the team knows it, else where it is seen."""
        if self.team_ball is not None:
            return _coming_to_rest_m(self.team_ball) if self.team_ball.is_known else None
        if self.ball is None or self.pose is None or self.time_s - self.ball.seen_s > recent_s:
            return None
        return self.pose.field_from_robot.apply(*self.ball.place_m)


def _coming_to_rest_m(ball: TeamBall) -> Point:
    """Return where a ball rolls within a moment, which is where players meet it."""
    if math.hypot(*ball.velocity_mps) < ROLLS_MPS:
        return ball.place_m
    return on_field(rolled_m(ball.place_m, ball.velocity_mps, ROLLS_S, BALL_MPS2))


class RoleAssigner(Module[RoleAssignerParameters]):
    """Tells the robot's role in the plan that counts: the leader's, or its own if no lower number leads.

    Plans travel with the messages of the radio (`role_plans`); the leader's next plan is a draft until its
    radio has told it.
    """

    def start(self) -> None:
        """Begin without a role."""
        self._pitch = FIELDS[self.parameters.field]
        self._positions = load_set_positions(field=self.parameters.field)
        only_keeper = self.parameters.field == "2011"  # may be in the own penalty area
        self._tuning = RoleTuning(keeper_plays_area=only_keeper, with_replacement=not only_keeper)
        self._heard = HeardPlans()
        self._taken_s: dict[int, float] = {}  # when each mate told what was taken in last
        self._news = 0  # messages of mates since the own last one
        self._heard_share = 1.0  # of the messages that mates tell, lately
        self._fell_s: dict[int, float] = {}
        self._plan: RolePlan | None = None  # that counts
        self._draft: RolePlan | None = None  # to be told next; None while another one leads
        self._number = 0  # of the own plans
        self._told: PlayerRole | None = None
        self._now_s = self._due_s = 0.0
        self._game: tuple[object, ...] = ()
        self._coached: dict[int, Role] = {}

    def cycle(
        self,
        now: CycleTime,
        status: MatchStatus | None,
        team: Teammates | None,
        team_ball: TeamBall | None,
        pose: FieldPose | None,
        ball: BallState | None,
        fall: FallReport | None,
        said: TeamMessage | None,
        coach: CoachOrder | None = None,
    ) -> PlayerRole | None:
        """Say which role it has; what was said last while nothing has changed."""
        if coach is not None:
            self._coached = self._coached | {coach.player: coach.role}
        if status is None:
            return self._told
        time_s = now.time_s
        if not 0.0 <= time_s - self._now_s < JUMPS_S:
            self._begin_again(time_s)
        self._now_s = time_s
        absent = frozenset[int]() if team is None else self._listen(team, time_s)
        if said is not None and team is not None:
            self._has_said(time_s, team)
        own = self.parameters.player if team is None else team.own
        is_double = team is not None and team.elder is not None
        plan = self._heard.leading(time_s, absent)
        if status.penalised:
            self._plan, self._draft = plan, None
            return self._tell(time_s, Role.NONE, "it may not play", plan)
        fallen = fall is not None and fall.state != "upright"
        known = _Known(time_s, status, team, team_ball, pose, ball, fallen)
        if plan is not None and plan.leader < own + is_double:
            self._plan, self._draft = plan, None
        else:
            if self._draft is None:
                self._plan = plan or self._plan
            self._lead(known, own)
        counts = self._plan or self._draft
        assert counts is not None
        roles = without_absent(counts.roles_at(time_s), absent)
        role, leader = role_in(roles, own), counts.leader
        if role is Role.NONE:  # the leader has not heard of it yet
            role, leader = role_in(self._wanted(known, self._mates(known)), own), own
            is_double |= Role.STRIKER in roles
        if role is Role.STRIKER and is_double:
            role = Role.SUPPORT
        reason = self._reason(status, role, own, leader)
        return self._tell(time_s, role, reason, self._draft or self._plan, role_in(counts.roles, own))

    def _begin_again(self, time_s: float) -> None:
        """Forget when things were: the clock has jumped. Roles stay as they were."""
        self._heard, self._draft, self._due_s = HeardPlans(), None, time_s
        self._taken_s.clear()
        self._fell_s.clear()
        if self._plan is not None:
            self._plan = structs.replace(self._plan, before=self._plan.roles, starts_s=time_s + HEARD_AGAIN_S)

    def _listen(self, team: Teammates, time_s: float) -> frozenset[int]:
        """Take in plans that mates told since the last cycle; return who is penalised."""
        for mate in team.players if team.elder is None else (*team.players, team.elder):
            is_self = mate.player == team.own and mate is not team.elder
            if is_self or mate.told_s == self._taken_s.get(mate.player):
                continue
            self._taken_s[mate.player] = mate.told_s
            self._news += 1
            if mate.plan is not None and (mate.plan.leader != team.own or team.elder is not None):
                self._heard.hear(mate.plan, time_s)
        return frozenset(mate.player for mate in team.players if mate.penalised)

    def _has_said(self, time_s: float, team: Teammates) -> None:
        """Go by what the radio has just told, and judge how much of what mates tell is heard."""
        share = self._news / max(len(team.players) - 1, 1)
        self._heard_share += LEARNS * (min(share, 1.0) - self._heard_share)
        self._news = 0
        if self._draft is not None:
            self._plan, self._number, self._due_s = self._draft, self._draft.number, time_s

    def _lead(self, known: _Known, own: int) -> None:
        """Draft the plan that the radio tells next."""
        status, time_s = known.status, known.time_s
        game = status.state, status.set_play, status.own_kick_off
        if self._draft is not None and time_s < self._due_s and game == self._game:
            return
        self._due_s, self._game = time_s + self.parameters.period_s, game
        mates = self._mates(known)
        self._draft = next_plan(
            self._plan,
            self._wanted(known, mates),
            time_s,
            leader=own,
            number=(self._number + 1) % NUMBERS,
            after_s=lead_s(self._heard_share),
        )
        if len(mates) == 1:  # nobody has to be told
            self._plan = self._draft = structs.replace(self._draft, starts_s=time_s)

    def _mates(self, known: _Known) -> list[Teammate]:
        p = self.parameters
        return known.mates(p.player, silent_s=p.silent_s, recent_s=p.recent_s)

    def _wanted(self, known: _Known, mates: list[Teammate]) -> tuple[Role, ...]:
        """Return the roles that this robot would give its team."""
        status, ball_m = known.status, known.ball_m(self.parameters.recent_s)
        before = () if self._plan is None else self._plan.roles
        candidates = [
            candidate_of(mate, ball_m, before, lies_s=self._lies_s(mate, known.time_s), pitch=self._pitch)
            for mate in mates
        ]
        if status.state != "playing":
            return assign_set_roles(candidates, self._positions, kicks_off=status.own_kick_off)
        roles = assign_roles(
            candidates,
            ball_m,
            favours_bishop=status.own_set_play,
            guards=status.set_play is not SetPlay.NONE and not status.own_set_play,
            tuning=self._tuning,
            pitch=self._pitch,
        )
        return as_coached(roles, self._coached)

    def _lies_s(self, mate: Teammate, time_s: float) -> float:
        """Return how long a mate will lie yet."""
        if not mate.fallen:
            self._fell_s.pop(mate.player, None)
            return 0.0
        since_s = time_s - self._fell_s.setdefault(mate.player, time_s)
        return max(STANDS_AFTER_S - since_s, RISES_S)

    def _reason(self, status: MatchStatus, role: Role, own: int, leader: int) -> str:
        if role is self._coached.get(own, Role.NONE) is not Role.NONE:
            return "the coach wants it so"
        why = REASONS[role] if status.state == "playing" else IN_SET
        return why if leader == own else f"{why}, says number {leader}"

    def _tell(
        self, time_s: float, role: Role, reason: str, plan: RolePlan | None, next_role: Role = Role.NONE
    ) -> PlayerRole:
        """Say it, in the same words as long as it is the same."""
        told = self._told
        if (
            told is None
            or role is not told.role
            or next_role is not told.next_role
            or plan is not told.plan
            or reason != told.reason
        ):
            self._told = told = PlayerRole(
                time_s=time_s, role=role, reason=reason, next_role=next_role, plan=plan
            )
        return told
