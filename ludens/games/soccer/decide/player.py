"""The player as a module: what it knows goes to the striker, what the striker wants goes to the body."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, structs

from ludens.core.contract.declaration import Kind, Last, under
from ludens.core.contract.module import CycleTime, Module
from ludens.games.soccer.decide.classic_player import ClassicPlayer, ClassicRole
from ludens.games.soccer.decide.striker import STANDS, FieldSituation, Striker, Wants
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELDS, FieldName
from ludens.messages import (
    FallReport,
    FootSupport,
    KickReport,
    KickRequest,
    MotionRequest,
    RemoteCommand,
    StateReport,
    WalkReport,
    WantedJoints,
)
from ludens.messages.field import BallState, FieldPose
from ludens.messages.health import EyesHealth
from ludens.messages.soccer import GazePlan, MatchStatus, Obstacles, PlayerSetting, WalkPlan
from ludens.messages.team import BallOrigin, TeamBall

LIFTED_AFTER_S = 0.2
"""Without load on the feet; a stumble is shorter."""
RISES_S = 6.0
"""A robot that has just lain is upright for so long before its feet carry it: nobody has lifted it."""

Requests = tuple[MotionRequest, WalkPlan | None, GazePlan | None, KickRequest | None, StateReport | None]


@dataclass(frozen=True, slots=True)
class StrikerPlayerParameters:
    """On which field it plays, and when the controls count as lost."""

    field: Annotated[FieldName, Meta(description="By its year.")] = "2019"
    patience_s: Annotated[
        float, Meta(gt=0, le=10, description="A driven robot stands after so long without news.")
    ] = 0.5


class PlayerSenses:
    """What a player remembers from one cycle to the next, and the situation that it makes of all inputs."""

    def __init__(self, *, patience_s: float) -> None:
        self.status: MatchStatus | None = None
        self._patience_s = patience_s
        self._contact_s: float | None = None
        self._lay_s: float | None = None  # when it last lay; None once it has stood since
        self._remote: RemoteCommand | None = None

    def situation(
        self,
        time_s: float,
        *,
        ball: BallState | None,
        pose: FieldPose | None,
        status: MatchStatus | None,
        fall: FallReport | None,
        support: FootSupport | None,
        eyes: EyesHealth | None,
        obstacles: Obstacles | None,
        kick: KickReport | None,
        kicking: WantedJoints | None,
        walk: WalkReport | None,
        remote: RemoteCommand | None,
    ) -> FieldSituation:
        """Return what the player knows now."""
        self.status = status or self.status
        self._remote = remote or self._remote
        upright = fall is None or fall.state == "upright"
        return FieldSituation(
            ball=ball,
            pose=pose,
            may_play=self.status is not None and self.status.state == "playing" and not self.status.penalised,
            upright=upright,
            lifted=self._is_lifted(time_s, support, upright=upright),
            top_sees=eyes is None or eyes.top_sees,
            bottom_sees=eyes is None or eyes.bottom_sees,
            kick=kicking,
            kick_phase="" if kick is None else kick.phase,
            kick_refused=kick is not None and bool(kick.refused),
            step_kick="" if walk is None else walk.kick,
            walks=STANDS if walk is None else Pose2(walk.forward_mps, walk.left_mps, walk.turn_radps),
            obstacles_m=() if obstacles is None else obstacles.middles_m,
            remote=self._taken_over(time_s),
        )

    def _is_lifted(self, time_s: float, support: FootSupport | None, *, upright: bool) -> bool:
        """Whether somebody holds it in the air: upright, with nothing under its feet."""
        if support is None or support.has_contact or self._contact_s is None:
            self._contact_s, self._lay_s = time_s, None
        if not upright:
            self._lay_s = time_s
        rises = self._lay_s is not None and time_s - self._lay_s < RISES_S
        return not rises and time_s - self._contact_s > LIFTED_AFTER_S

    def _taken_over(self, time_s: float) -> RemoteCommand | None:
        """What a person who has taken over wants; one whose controls have fallen silent wants to stand."""
        told = self._remote
        if told is None or not told.takes_over:
            return None
        if time_s - told.time_s > self._patience_s:
            return structs.replace(told, forward_mps=0.0, left_mps=0.0, turn_radps=0.0)
        return told


class StrikerPlayer(Module[StrikerPlayerParameters]):
    """One striker that plays by itself, or as a person at its controls says."""

    budget_s = 0.002

    def start(self) -> None:
        """Wait for the game."""
        self._striker = Striker(FIELDS[self.parameters.field])
        self._senses = PlayerSenses(patience_s=self.parameters.patience_s)

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
    ) -> Requests:
        """Say what is wanted now."""
        striker = self._striker
        striker.time_s = now.time_s
        striker.situation = self._senses.situation(
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
        striker.step()
        return requests(now.time_s, striker.wants, striker.current.report(now.time_s))


@dataclass(frozen=True, slots=True)
class ClassicPlayerModuleParameters:
    """Where and as what it plays."""

    field: Annotated[FieldName, Meta(description="By its year.")] = "2011"
    role: Annotated[ClassicRole, Meta(description="Unless bumpers say otherwise.")] = "player"
    patience_s: Annotated[
        float, Meta(gt=0, le=10, description="A driven robot stands after so long without news.")
    ] = 0.5


class ClassicPlayerModule(Module[ClassicPlayerModuleParameters]):
    """The player of 001, in the place of the striker."""

    budget_s = 0.002

    def start(self) -> None:
        """Wait for the game."""
        self._player = ClassicPlayer(self.parameters.role, FIELDS[self.parameters.field])
        self._senses = PlayerSenses(patience_s=self.parameters.patience_s)

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
        remote: RemoteCommand | None,
        setting: PlayerSetting | None,
        team_ball: TeamBall | None = None,
    ) -> Requests:
        """Say what is wanted now."""
        player = self._player
        player.time_s = now.time_s
        player.situation = self._senses.situation(
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
            walk=None,
            remote=remote,
        )
        told = self._senses.status
        player.is_penalised = told is not None and told.penalised
        is_told = team_ball is not None and team_ball.origin is BallOrigin.MATES
        player.told_ball_m = team_ball.in_robot_m if team_ball is not None and is_told else None
        if setting is not None:
            player.role = "goalie" if setting.is_keeper else "player"
        player.step()
        return requests(now.time_s, player.wants, player.current.report(now.time_s))


def requests(time_s: float, wants: Wants, report: StateReport | None) -> Requests:
    """Return what a behaviour wants as messages to the body."""
    return MotionRequest(time_s=time_s, motion=wants.motion), wants.walk, wants.gaze, wants.kick, report
