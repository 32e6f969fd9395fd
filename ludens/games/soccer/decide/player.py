"""The player as a module: what it knows goes to the striker, what the striker wants goes to the body."""

from ludens.core.contract.declaration import Last
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.games.soccer.decide.striker import FieldSituation, Striker
from ludens.messages import FallReport, KickReport, KickRequest, MotionRequest, StateReport, WalkReport
from ludens.messages.field import BallState, FieldPose
from ludens.messages.soccer import GazePlan, MatchStatus, WalkPlan

Requests = tuple[MotionRequest, WalkPlan | None, GazePlan | None, KickRequest | None, StateReport | None]


class StrikerPlayer(Module[NoParameters]):
    """One striker that plays by itself."""

    budget_s = 0.002

    def start(self) -> None:
        """Wait for the game."""
        self._striker = Striker()
        self._status: MatchStatus | None = None

    def cycle(
        self,
        now: CycleTime,
        ball: BallState | None,
        pose: FieldPose | None,
        status: MatchStatus | None,
        fall: FallReport | None,
        kick: Last[KickReport],
        walk: Last[WalkReport],
    ) -> Requests:
        """Say what is wanted now."""
        self._status = status or self._status
        striker = self._striker
        striker.time_s = now.time_s
        striker.situation = FieldSituation(
            ball=ball,
            pose=pose,
            may_play=self._status is not None
            and self._status.state == "playing"
            and not self._status.penalised,
            upright=fall is None or fall.state == "upright",
            kick_finished=kick is not None and kick.phase == "return" and kick.share >= 0.99,
            kick_refused=kick is not None and bool(kick.refused),
            step_kick="" if walk is None else walk.kick,
        )
        striker.step()
        wants = striker.wants
        return (
            MotionRequest(time_s=now.time_s, motion=wants.motion),
            wants.walk,
            wants.gaze,
            wants.kick,
            striker.current.report(now.time_s),
        )
