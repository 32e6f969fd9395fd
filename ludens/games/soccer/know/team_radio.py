"""What team-mates say of themselves, and what the robot tells them once a second.

Messages come late, not at all, or in the wrong order; robots restart, their clocks jump, and now and then two
of them wear one number. Messages carry no time of day. Each says what the sender's clock shows, and beside
the sender's own earlier messages that is enough to know which of two is newer, how much longer than usual one
was on its way, and whether it comes from the same robot at all.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, structs

from ludens.core.contract.declaration import Last, Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.games.soccer.know.team_data import CLOCK, MOST_ROBOTS, TeamData, packed, unpacked
from ludens.games.soccer.know.walking_time import time_to_ball_s
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELDS, FieldName
from ludens.messages import Arrow, Circle, Drawing, HeadRequest, Penalty, Shape, Text
from ludens.messages.field import BallState, FieldPose
from ludens.messages.league import GameControl, PenaltyReason, RobotReport, TeamControl, TeamMessage
from ludens.messages.team import (
    BallOrigin,
    BallSearch,
    PlayerRole,
    RobotsTracked,
    Role,
    RolePlan,
    TeamBall,
    Teammate,
    Teammates,
    TrackedRobot,
)

Point = tuple[float, float]

FARTHEST_M = 10.0
"""From the centre: whoever claims to be farther away is not on this field, nor is a ball."""
SAME_CLOCK_S = 5.0
"""A clock so far off what it showed before is another robot's, or has jumped."""
STRANGER_AFTER_S = 2.5
"""Such a message counts once the robot that was known has been silent for so long; at once if its clock is
ahead, since of two robots with one number the one counts that has run for longer."""
LONGEST_WAY_S = 1.0
"""A message later than this was not on its way so long: the own clock has jumped."""
DRIFT = 1e-4
"""Of two clocks against each other."""
HALF_S = 600.0  # of play
BLUE, GREY = "#58b4ff", "#9a9a9a"


@dataclass(frozen=True, slots=True)
class TeamRadioParameters:
    """Where it plays, how often the robot speaks, and how long it remembers."""

    field: Annotated[FieldName, Meta(description="By its year.")] = "2019"
    period_s: Annotated[float, Meta(ge=1.0, le=10, description="Between two messages of its own.")] = 1.0
    forget_s: Annotated[float, Meta(gt=1, le=60, description="A mate silent for so long drops out.")] = 5.0
    ball_s: Annotated[float, Meta(gt=0, le=60, description="A mate's ball older than this is none.")] = 8.0
    lost_error: Annotated[float, Meta(gt=0, description="Of the pose: beyond, the robot is not sure.")] = 6.5


@dataclass(slots=True)
class _Voice:
    """A number of the own team, as it was last heard."""

    mate: Teammate
    told_penalised: bool  # by itself
    clock_ms: int | None = None
    ahead_s: float = 0.0  # the own clock against the sender's, from the message that was quickest


class TeamRadio(Module[TeamRadioParameters]):
    """Knows all players that were heard lately, and tells them what the robot knows."""

    def start(self) -> None:
        """Begin alone."""
        self._voices: dict[int, _Voice] = {}
        self._elder: Teammate | None = None  # another robot with the own number, that has run for longer
        self._lower: tuple[Teammate, ...] = ()  # those with smaller numbers, sorted
        self._higher: tuple[Teammate, ...] = ()
        self._penalised: frozenset[int] = frozenset()  # numbers that the GameController says
        self._pause_s = self.parameters.period_s
        self._now_s = self._said_s = -math.inf
        self._changed = False  # whether mates are to be sorted anew

    def cycle(
        self,
        now: CycleTime,
        report: RobotReport,
        heard: Annotated[Since[TeamMessage], under("mates")],
        control: GameControl | None,
        penalty: Penalty | None,
        pose: FieldPose | None,
        ball: BallState | None,
        robots: RobotsTracked | None,
        team_ball: Last[TeamBall],
        role: Last[PlayerRole],
        search: Last[BallSearch],
        head: Last[HeadRequest],
    ) -> tuple[Teammates, TeamMessage | None]:
        """Listen, and speak when it is time."""
        if now.time_s < self._now_s:  # the clock was put back: everything heard is dated in the future
            self._voices.clear()
            self._elder = None
            self._changed = True
            self._said_s = -math.inf
        self._now_s = now.time_s
        if control is not None and (team := control.team(report.team)) is not None:
            self._obey(control, team)
        for message in heard:
            if message.player != report.player:
                self._hear(message, now.time_s)
            else:
                self._hear_double(message, now.time_s)
        self._forget(now.time_s)
        if self._changed:
            self._sort(report.player)
        me = self._self(now.time_s, report, penalty, pose, ball, team_ball, role, search, head)
        players = (*self._lower, me, *self._higher)
        team_now = Teammates(time_s=now.time_s, own=report.player, players=players, elder=self._elder)
        self.debug.drawing("mates", lambda: Drawing(frame="ground", shapes=tuple(_shapes(team_now))))
        if now.time_s - self._said_s < self._pause_s - 1e-6:
            return team_now, None
        self._said_s = now.time_s
        return team_now, _message(report, me, () if robots is None else robots.robots)

    def _obey(self, control: GameControl, team: TeamControl) -> None:
        """Note which mates are penalised, and how often there may be talk: messages may be numbered."""
        playing = [player.penalty is PenaltyReason.NONE for player in team.players]
        self._penalised = frozenset(number for number, plays in enumerate(playing, 1) if not plays)
        for voice in self._voices.values():
            self._judge(voice)
        if team.message_budget is not None:
            left_s = max(control.remaining_s, 0) + HALF_S * control.is_first_half
            least_s = left_s * max(sum(playing), 1) / max(team.message_budget, 1)
            self._pause_s = max(self.parameters.period_s, least_s)

    def _judge(self, voice: _Voice) -> None:
        penalised = voice.told_penalised or voice.mate.player in self._penalised
        if penalised != voice.mate.penalised:
            voice.mate = structs.replace(voice.mate, penalised=penalised)
            self._changed = True

    def _hear(self, message: TeamMessage, time_s: float) -> None:
        """Take in one message, unless it is old, or another robot's that wears the same number."""
        pose = message.field_from_robot
        if math.hypot(pose.x_m, pose.y_m) > FARTHEST_M:
            return
        heard_s = min(max(message.time_s, time_s - LONGEST_WAY_S), time_s)
        data, known, way_s = unpacked(message.data), self._voices.get(message.player), 0.0
        voice = _Voice(_mate(message, data, heard_s, heard_s, self.parameters.ball_s), False)
        if data is not None:
            voice.told_penalised = data.penalised
            voice.clock_ms, voice.ahead_s = data.clock_ms, heard_s - 1e-3 * data.clock_ms
            if known is not None and known.clock_ms is not None:
                later_s = _later_s(data.clock_ms, known.clock_ms)
                expected_s = heard_s - known.mate.heard_s
                if abs(later_s - expected_s) > SAME_CLOCK_S:
                    if later_s < expected_s < STRANGER_AFTER_S:
                        return
                elif later_s <= 0.0:
                    return
                else:
                    voice.ahead_s, way_s = _on_the_way(known, data.clock_ms, heard_s, later_s)
        elif known is not None:
            voice.clock_ms, voice.ahead_s = known.clock_ms, known.ahead_s
        if way_s > 0.0:
            voice.mate = _mate(message, data, heard_s, heard_s - way_s, self.parameters.ball_s)
        self._judge(voice)
        self._voices[message.player] = voice
        self._changed = True

    def _hear_double(self, message: TeamMessage, time_s: float) -> None:
        """Take in what another robot with the own number says, if its clock is ahead: that one counts."""
        data = unpacked(message.data)
        if data is not None and _later_s(data.clock_ms, round(time_s * 1e3) % CLOCK) > 0.0:
            self._elder = _mate(message, data, time_s, time_s, self.parameters.ball_s)

    def _forget(self, time_s: float) -> None:
        patience_s = max(self.parameters.forget_s, 3.0 * self._pause_s)
        silent = [
            number for number, voice in self._voices.items() if time_s - voice.mate.heard_s > patience_s
        ]
        for number in silent:
            del self._voices[number]
            self._changed = True
        if self._elder is not None and time_s - self._elder.heard_s > patience_s:
            self._elder = None

    def _sort(self, own: int) -> None:
        mates = [self._voices[number].mate for number in sorted(self._voices)]
        self._lower = tuple(mate for mate in mates if mate.player < own)
        self._higher = tuple(mate for mate in mates if mate.player > own)
        self._changed = False

    def _self(
        self,
        time_s: float,
        report: RobotReport,
        penalty: Penalty | None,
        pose: FieldPose | None,
        ball: BallState | None,
        team_ball: TeamBall | None,
        role: PlayerRole | None,
        search: BallSearch | None,
        head: HeadRequest | None,
    ) -> Teammate:
        """Return the robot as it knows itself."""
        sure = pose is not None and pose.error < self.parameters.lost_error
        here = report.field_from_robot
        is_striker = role is not None and role.role is Role.STRIKER
        ball_m = None if ball is None or pose is None else here.apply(*ball.place_m)
        to_m, unseen = ball_m, False
        if team_ball is not None and team_ball.is_known:
            to_m, unseen = team_ball.place_m, team_ball.origin is BallOrigin.MATES
        return Teammate(
            player=report.player,
            heard_s=time_s,
            told_s=time_s,
            field_from_robot=here,
            is_sure=sure,
            fallen=report.fallen,
            penalised=(penalty is not None and penalty.penalised) or report.player in self._penalised,
            ball_m=ball_m,
            ball_mps=(0.0, 0.0) if ball is None else _turned(ball.velocity_mps, here),
            ball_seen_s=None if ball is None else ball.seen_s,
            ball_sigma_m=0.1 if ball is None else ball.sigma_m,
            head_yaw_rad=_yaw_rad(head),
            to_ball_s=None
            if to_m is None or pose is None
            else time_to_ball_s(
                here,
                to_m,
                fallen=report.fallen,
                striker=is_striker,
                unseen=unseen,
                pitch=FIELDS[self.parameters.field],
            ),
            role=Role.NONE if role is None else role.role,
            plan=None if role is None else role.plan,
            search_m=() if search is None else search.suggested_m,
            search_since_s=0.0 if search is None else search.since_s,
            looked_at=b"" if search is None else search.looked_at,
        )


def _message(report: RobotReport, me: Teammate, robots: tuple[TrackedRobot, ...]) -> TeamMessage:
    """Return what the mates are told; robots that the own one sees are in its frame."""
    here = report.field_from_robot
    seen = (robot for robot in robots if not robot.heard)
    nearest = sorted(seen, key=lambda robot: math.hypot(*robot.place_m))[:MOST_ROBOTS]
    data = TeamData(
        clock_ms=round(me.told_s * 1e3) % CLOCK,
        is_sure=me.is_sure,
        penalised=me.penalised,
        head_yaw_rad=me.head_yaw_rad,
        ball_mps=me.ball_mps,
        ball_sigma_m=me.ball_sigma_m,
        to_ball_s=me.to_ball_s,
        role=me.role,
        plan=None if me.plan is None else _started(me.plan, me.plan.starts_s - me.told_s),
        search_m=me.search_m,
        search_since_s=me.search_since_s,
        looked_at=me.looked_at,
        robots=tuple(
            structs.replace(
                robot,
                place_m=here.apply(*robot.place_m),
                velocity_mps=_turned(robot.velocity_mps, here),
                seen_s=min(robot.seen_s - me.told_s, 0.0),
            )
            for robot in nearest
        )
        if me.is_sure
        else (),
    )
    return TeamMessage(
        time_s=me.told_s,
        player=report.player,
        team=report.team,
        fallen=report.fallen,
        field_from_robot=here,
        ball_age_s=None if me.ball_m is None else report.ball_age_s,
        ball_m=report.ball_m,
        data=packed(data),
    )


def _mate(
    message: TeamMessage, data: TeamData | None, heard_s: float, told_s: float, ball_s: float
) -> Teammate:
    """Return what a message says; one without bytes of ours says less."""
    age_s, place_m = message.ball_age_s, message.field_from_robot.apply(*message.ball_m)
    sees = age_s is not None and age_s < ball_s and math.hypot(*place_m) < FARTHEST_M
    standard = Teammate(
        player=message.player,
        heard_s=heard_s,
        told_s=told_s,
        field_from_robot=message.field_from_robot,
        fallen=message.fallen,
        ball_m=place_m if sees else None,
        ball_seen_s=None if age_s is None else told_s - age_s,
    )
    if data is None:
        return standard
    return structs.replace(
        standard,
        is_sure=data.is_sure,
        penalised=data.penalised,
        ball_mps=data.ball_mps,
        ball_sigma_m=data.ball_sigma_m,
        head_yaw_rad=data.head_yaw_rad,
        to_ball_s=data.to_ball_s,
        role=data.role,
        plan=None if data.plan is None else _started(data.plan, told_s + data.plan.starts_s),
        search_m=data.search_m,
        search_since_s=data.search_since_s,
        looked_at=data.looked_at,
        robots=tuple(structs.replace(robot, seen_s=told_s + robot.seen_s) for robot in data.robots),
    )


def _started(plan: RolePlan, starts_s: float) -> RolePlan:
    """Return a plan that begins to count at a time of another clock."""
    return structs.replace(plan, starts_s=starts_s)


def _later_s(clock_ms: int, before_ms: int) -> float:
    """Return how much later a clock shows, which begins again after 2^32 ms."""
    return 1e-3 * ((clock_ms - before_ms + CLOCK // 2) % CLOCK - CLOCK // 2)


def _on_the_way(known: _Voice, clock_ms: int, heard_s: float, later_s: float) -> tuple[float, float]:
    """Return the own clock against the sender's, and for how long a message was on its way, beyond that."""
    ahead_s = heard_s - 1e-3 * clock_ms
    quickest_s = known.ahead_s + DRIFT * later_s
    way_s = ahead_s - quickest_s
    return (quickest_s, way_s) if 0.0 < way_s < LONGEST_WAY_S else (ahead_s, 0.0)


def _turned(velocity_mps: Point, field_from_robot: Pose2) -> Point:
    cosine, sine = math.cos(field_from_robot.yaw_rad), math.sin(field_from_robot.yaw_rad)
    return (
        cosine * velocity_mps[0] - sine * velocity_mps[1],
        sine * velocity_mps[0] + cosine * velocity_mps[1],
    )


def _yaw_rad(head: HeadRequest | None) -> float:
    """Return where the head is asked to look: it gets there within a moment."""
    if head is None:
        return 0.0
    return head.yaw_rad if head.point_m is None else math.atan2(head.point_m[1], head.point_m[0])


def _shapes(team: Teammates) -> Iterator[Shape]:
    for mate in team.players:
        if mate.player == team.own:
            continue
        at = mate.field_from_robot
        here, colour = (at.x_m, at.y_m), GREY if mate.penalised or not mate.is_sure else BLUE
        yield Circle(center=here, radius=0.15, colour=colour, filled=not mate.fallen)
        yield Arrow(tail=here, tip=at.apply(0.38, 0.0), colour=colour)
        yield Text(at=here, words=f"{mate.player} {mate.role}", colour=colour)
        if mate.ball_m is not None:
            yield Circle(center=mate.ball_m, radius=0.07, colour=colour)
