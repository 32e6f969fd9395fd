"""The player of a team as a module: the striker plays the ball, everybody else plays a role.

In a penalty shoot-out one robot of each team plays, as striker or as keeper; packets tell it so.
"""

import math
from dataclasses import replace
from typing import Annotated

from msgspec import structs

from ludens.core.contract.declaration import Kind, Last, under
from ludens.core.contract.module import CycleTime, Module
from ludens.games.soccer.decide.player import PlayerSenses, Requests, StrikerPlayerParameters, requests
from ludens.games.soccer.decide.role_play import RolePlay, TeamSituation
from ludens.games.soccer.decide.stations import bishop_place
from ludens.games.soccer.decide.striker import LOST_S, FieldSituation, Striker
from ludens.games.soccer.decide.team_choice import FieldPlayers
from ludens.geometry.soccer_field import FIELDS
from ludens.messages import FallReport, FootSupport, KickReport, RemoteCommand, WalkReport, WantedJoints
from ludens.messages.field import BallState, FieldPose
from ludens.messages.health import EyesHealth
from ludens.messages.league import MatchPhase, SetPlay
from ludens.messages.soccer import GazePlan, MatchStatus, Obstacles, ShotPart
from ludens.messages.team import (
    BallSearch,
    ObstacleKind,
    PlayerRole,
    Role,
    TeamBall,
    Teammates,
    TeamObstacles,
)

Point = tuple[float, float]

BODY_FIRST = ("get_up", "carried", "blind", "driven", "localise", "leave_goal")
"""States of the striker that a player of any role goes through until it stands, sees, knows where it is."""
OWN_BALL_S = 1.5
"""An own ball seen longer ago gives way to the team's."""
HEARSAY_S = 1.0
"""A ball that only mates see counts as seen so long ago: near enough to walk to, not to kick."""
OWN_EYES_M = 0.5
"""Nearer than this only the own eyes count."""
CORNER_M = 0.14
"""From the middle of a goal post to where a penalty shot is aimed: a ball rolls in 0.10 m beside it."""
NOBODY = FieldPlayers()
FREE_KICKS = frozenset(SetPlay) - {SetPlay.NONE, SetPlay.PENALTY_KICK}
"""Those that nobody may disturb, and that mates may help with."""
AWAITS_S = 18.0
"""Of the 30 s of an own free kick: so long it may take until mates are where the ball will come to."""
AWAITS_AHEAD_X_M = 0.0
"""Only in the other half, where a shot comes of it: most goals are made of what the keeper has stopped."""
IN_PLACE_M = 0.5
SHOT_ROLES: dict[ShotPart, Role] = {"none": Role.NONE, "striker": Role.STRIKER, "keeper": Role.KEEPER}


class TeamPlayer(Module[StrikerPlayerParameters]):
    """One player that plays its role in a team, or as a person at its controls says."""

    budget_s = 0.002

    def start(self) -> None:
        """Wait for the game."""
        self._pitch = FIELDS[self.parameters.field]
        self._striker = Striker(self._pitch)
        self._play = RolePlay(field=self.parameters.field)
        self._senses = PlayerSenses(patience_s=self.parameters.patience_s)
        self._assigned: PlayerRole | None = None
        self._was_striker = True  # who acted in the last cycle
        self._aim_m: Point | None = None  # of this shot of a shoot-out
        self._free_kick_s: float | None = None  # since when the own team has a free kick

    def cycle(
        self,
        now: CycleTime,
        ball: BallState | None,
        pose: FieldPose | None,
        status: MatchStatus | None,
        fall: FallReport | None,
        support: FootSupport | None,
        eyes: EyesHealth | None,
        obstacles: Obstacles | None,
        kick: Last[KickReport],
        kicking: Annotated[WantedJoints | None, Kind.LAST, under("kick")],
        walk: Last[WalkReport],
        remote: RemoteCommand | None,
        assigned: PlayerRole | None,
        team: Teammates | None,
        team_ball: TeamBall | None,
        search: BallSearch | None,
        around: TeamObstacles | None,
    ) -> Requests:
        """Say what is wanted now."""
        situation = self._senses.situation(
            now.time_s,
            ball=ball,
            pose=pose,
            status=status,
            fall=fall,
            support=support,
            eyes=eyes,
            obstacles=obstacles,
            kick=kick,
            kicking=kicking,
            walk=walk,
            remote=remote,
        )
        self._assigned = assigned or self._assigned
        status = self._senses.status
        situation.may_play = (
            status is not None and status.state in ("ready", "playing") and not status.penalised
        )
        role, reason = self._role_now(status)
        situation.aim_m = self._corner(status)
        play, striker = self._play, self._striker
        play.time_s = striker.time_s = now.time_s
        play.situation = TeamSituation(
            field=situation,
            status=status,
            role=role,
            role_reason=reason,
            takes_over=self._assigned is not None and self._assigned.next_role is Role.STRIKER,
            ball_m=_ball_on_field(now.time_s, situation, team_ball),
            team_ball=team_ball,
            mates=()
            if team is None
            else tuple(m for m in team.players if m.player != team.own and not m.penalised),
            search=search,
        )
        situation.players = _players(situation, around, status) if role is Role.STRIKER else NOBODY
        situation.awaits_mates = self._awaits_mates(now.time_s, play.situation)
        ball_to_play = _ball_to_walk_to(now.time_s, situation, team_ball)
        striker.situation = (
            situation if ball_to_play is situation.ball else replace(situation, ball=ball_to_play)
        )
        play.look()
        if not self._striker_acts():
            self._was_striker = False
            play.step()
            return requests(now.time_s, play.wants, play.current.report(now.time_s))
        if not self._was_striker and striker.urgent() is None and striker.state not in BODY_FIRST:
            striker.begin(play.situation.role_reason)
        self._was_striker = True
        striker.step()
        wants = striker.wants
        wants.gaze = _at_known_ball(wants.gaze, striker.situation, situation)
        report = striker.current.report(now.time_s)
        if report is not None and role is not Role.NONE:
            report = structs.replace(report, reason=f"{play.situation.role}: {report.reason}")
        return requests(now.time_s, wants, report)

    def _role_now(self, status: MatchStatus | None) -> tuple[Role, str]:
        """Return the role and why: in a shoot-out the referee's choice counts, not the team's."""
        if status is not None and status.phase is MatchPhase.SHOOT_OUT:
            return SHOT_ROLES[status.shot_part], "the referee has called for a shot"
        return (Role.NONE, "") if self._assigned is None else (self._assigned.role, self._assigned.reason)

    def _corner(self, status: MatchStatus | None) -> Point | None:
        """Return the corner of the goal at which a penalty shot is aimed, drawn once for each shot."""
        if status is None or status.shot_part != "striker" or status.state in ("initial", "finished"):
            self._aim_m = None
        elif self._aim_m is None:
            side = 1.0 if self.random.random() < 0.5 else -1.0
            self._aim_m = self._pitch.half_length_m, side * (0.5 * self._pitch.goal_width_m - CORNER_M)
        return self._aim_m

    def _awaits_mates(self, time_s: float, here: TeamSituation) -> bool:
        """Whether the own free kick is better played later, when a bishop waits before the other goal."""
        status = here.status
        if status is None or not status.own_set_play or status.set_play not in FREE_KICKS:
            self._free_kick_s = None
            return False
        if self._free_kick_s is None:
            self._free_kick_s = time_s
        ball_m = here.ball_m
        if ball_m is None or ball_m[0] < AWAITS_AHEAD_X_M or time_s - self._free_kick_s > AWAITS_S:
            return False
        for mate in here.mates:
            if mate.role is Role.BISHOP:
                at = mate.field_from_robot
                sides = (bishop_place(ball_m, is_ball_left=left, pitch=self._pitch) for left in (True, False))
                return min(math.dist((at.x_m, at.y_m), place_m) for place_m in sides) > IN_PLACE_M
        return False

    def _striker_acts(self) -> bool:
        """Whether the striker's behaviour has the body: it plays the ball, or the body comes first."""
        here, striker, play = self._play.situation, self._striker, self._play
        if here.status is None or not here.field.may_play:
            return False
        if striker.urgent() is not None or here.field.remote is not None:
            return True
        if self._was_striker and striker.state in BODY_FIRST:
            return True
        if here.status.phase is MatchPhase.SHOOT_OUT and here.role is Role.NONE:
            return False  # it waits outside, where it need not know its place
        is_striker = here.role is Role.STRIKER
        if here.field.pose is not None and striker.is_lost():
            if not (self._was_striker and is_striker):
                striker.interrupt("localise", "what it sees does not fit where it thinks to be")
            return True
        if here.status.state != "playing" or not is_striker or not play.may_play_ball():
            return False
        return here.ball_m is not None or here.search is None


def _players(here: FieldSituation, around: TeamObstacles | None, status: MatchStatus | None) -> FieldPlayers:
    """Return where other robots are on the field, and whether they must leave the ball alone."""
    if around is None or here.pose is None:
        return NOBODY
    field_from_robot = here.pose.field_from_robot
    mates: list[Point] = []
    others: list[Point] = []
    fallen: list[Point] = []
    for it in around.obstacles:
        if it.kind in (ObstacleKind.OPPONENT, ObstacleKind.ROBOT):
            (fallen if it.fallen else others).append(field_from_robot.apply(*it.place_m))
        elif it.kind is ObstacleKind.MATE and not it.fallen:
            mates.append(field_from_robot.apply(*it.place_m))
    is_own = status is not None and status.set_play is not SetPlay.NONE and status.own_set_play
    return FieldPlayers(tuple(others), tuple(fallen), tuple(mates), is_own=is_own)


def _ball_on_field(time_s: float, here: FieldSituation, team_ball: TeamBall | None) -> Point | None:
    """Return where the ball is on the field: as the team knows it, without a team as the robot sees it."""
    if team_ball is not None:
        return team_ball.place_m if team_ball.is_known else None
    if here.ball is None or here.pose is None or time_s - here.ball.seen_s > LOST_S:
        return None
    return here.pose.field_from_robot.apply(*here.ball.place_m)


def _ball_to_walk_to(time_s: float, here: FieldSituation, team_ball: TeamBall | None) -> BallState | None:
    """Return the ball as its own eyes see it; else as mates do, while it is too far away to be played."""
    if here.ball is not None and time_s - here.ball.seen_s < OWN_BALL_S:
        return here.ball
    if team_ball is None or not team_ball.is_known or math.hypot(*team_ball.in_robot_m) < OWN_EYES_M:
        return here.ball
    return BallState(
        time_s=time_s,
        place_m=team_ball.in_robot_m,
        velocity_mps=(0.0, 0.0),
        destination_m=team_ball.in_robot_m,
        sigma_m=0.3,
        seen_s=time_s - HEARSAY_S,
        observations=0,
    )


def _at_known_ball(gaze: GazePlan | None, believed: FieldSituation, seen: FieldSituation) -> GazePlan | None:
    """Return a gaze at the ball that mates see, where the head would follow one that it does not see."""
    if gaze is None or gaze.mode not in ("ball", "ball and landmarks") or believed.ball is seen.ball:
        return gaze
    assert believed.ball is not None
    return structs.replace(gaze, mode="point", point_m=(*believed.ball.place_m, 0.05))
