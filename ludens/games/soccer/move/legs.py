"""Legs: a player's walking plan becomes walking speeds."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.module import CycleTime, Module
from ludens.games.soccer.move.planner import PlannerTuning, pace
from ludens.messages import Arrow, Drawing, SonarDistances, WalkRequest
from ludens.messages.soccer import WalkPlan

SONAR_RAD = 0.39
NEAREST_M = 0.30
"""What sonars hear nearer than this, the robot turns away from."""


@dataclass(frozen=True, slots=True)
class LegControlParameters:
    """How fast it walks."""

    forward_mps: Annotated[float, Meta(gt=0, le=0.3, description="At most.")] = 0.21
    left_mps: Annotated[float, Meta(gt=0, le=0.2, description="At most.")] = 0.10
    turn_radps: Annotated[float, Meta(gt=0, le=1.5, description="At most.")] = 0.8


class LegControl(Module[LegControlParameters]):
    """Turns plans into requests to the walk."""

    def cycle(self, now: CycleTime, plan: WalkPlan | None, sonar: SonarDistances | None) -> WalkRequest:
        """Walk by the newest plan; without any it stands."""
        if plan is None:
            return WalkRequest(time_s=now.time_s)
        p = self.parameters
        tuning = PlannerTuning(forward_mps=p.forward_mps, left_mps=p.left_mps, turn_radps=p.turn_radps)
        walked = pace(plan, tuning=tuning)
        self.debug.drawing("way", lambda: _drawing(plan))
        return WalkRequest(
            time_s=now.time_s,
            forward_mps=walked.forward_mps,
            left_mps=walked.left_mps,
            turn_radps=walked.turn_radps,
            kick=plan.kick,
            kick_with_left=plan.kick_with_left,
            kick_strength=plan.kick_strength,
        )


def _drawing(plan: WalkPlan) -> Drawing:
    return Drawing(
        frame="robot",
        shapes=(Arrow(tail=(0.0, 0.0), tip=(plan.target.x_m, plan.target.y_m), colour="#7dff7d"),),
    )
