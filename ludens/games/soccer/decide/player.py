"""The player as a module: what it knows goes to the striker, what the striker wants goes to the body."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, structs

from ludens.core.contract.declaration import Kind, Last, under
from ludens.core.contract.module import CycleTime, Module
from ludens.games.soccer.decide.striker import FieldSituation, Striker, Wants
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
from ludens.messages.soccer import GazePlan, MatchStatus, Obstacles, WalkPlan

LIFTED_AFTER_S = 0.2
"""Without load on the feet; a stumble is shorter."""

Requests = tuple[MotionRequest, WalkPlan | None, GazePlan | None, KickRequest | None, StateReport | None]


@dataclass(frozen=True, slots=True)
class StrikerPlayerParameters:
    """When the controls count as lost."""

    patience_s: Annotated[
        float, Meta(gt=0, le=10, description="A driven robot stands after so long without news.")
    ] = 0.5


class PlayerSenses:
    """What a player remembers from one cycle to the next, and the situation that it makes of all inputs."""

    def __init__(self, *, patience_s: float) -> None:
        self.status: MatchStatus | None = None
        self._patience_s = patience_s
        self._contact_s: float | None = None
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
        if support is None or support.has_contact or self._contact_s is None:
            self._contact_s = time_s
        return FieldSituation(
            ball=ball,
            pose=pose,
            may_play=self.status is not None and self.status.state == "playing" and not self.status.penalised,
            upright=fall is None or fall.state == "upright",
            lifted=time_s - self._contact_s > LIFTED_AFTER_S,
            top_sees=eyes is None or eyes.top_sees,
            bottom_sees=eyes is None or eyes.bottom_sees,
            kick=kicking,
            kick_phase="" if kick is None else kick.phase,
            kick_refused=kick is not None and bool(kick.refused),
            step_kick="" if walk is None else walk.kick,
            obstacles_m=() if obstacles is None else obstacles.middles_m,
            remote=self._taken_over(time_s),
        )

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
        self._striker = Striker()
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


def requests(time_s: float, wants: Wants, report: StateReport | None) -> Requests:
    """Return what a behaviour wants as messages to the body."""
    return MotionRequest(time_s=time_s, motion=wants.motion), wants.walk, wants.gaze, wants.kick, report
