"""Legs: a player's walking plan becomes walking speeds."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.module import CycleTime, Module
from ludens.games.soccer.move.planner import PACE, Obstruction, PlannerTuning, pace, push_aside
from ludens.messages import Arrow, Drawing, WalkRequest
from ludens.messages.soccer import Obstacles, WalkPlan

Point = tuple[float, float]

AT_BALL_M = 0.6
"""Nearer than this the ball is played, with no more speed than kicks and pushes were measured with."""


@dataclass(frozen=True, slots=True)
class LegControlParameters:
    """How fast it walks."""

    forward_mps: Annotated[float, Meta(gt=0, le=0.3, description="At most, near others or the ball.")] = 0.21
    open_mps: Annotated[
        float, Meta(gt=0, le=0.3, description="At most, where nobody is near who could push it over.")
    ] = PACE.open_mps
    open_m: Annotated[float, Meta(ge=0, le=5, description="So far around nobody is, then.")] = 0.6
    left_mps: Annotated[float, Meta(gt=0, le=0.2, description="At most.")] = 0.10
    turn_radps: Annotated[float, Meta(gt=0, le=1.5, description="At most.")] = 0.8
    arms_m: Annotated[
        float, Meta(ge=0, le=2, description="Arms go behind the back while an obstacle is so near.")
    ] = 0.45
    keep_side_s: Annotated[
        float, Meta(ge=0, le=20, description="Obstacles are passed on one side until they were gone so long.")
    ] = 2.5


class LegControl(Module[LegControlParameters]):
    """Turns plans into requests to the walk, round what stands in the way."""

    def start(self) -> None:
        """Begin with a free way."""
        self._side = 0.0
        self._blocked_s = 0.0
        self._tuning = PACE

    def cycle(self, now: CycleTime, plan: WalkPlan | None, obstacles: Obstacles | None) -> WalkRequest:
        """Walk by the newest plan; without any it stands."""
        if plan is None:
            return WalkRequest(time_s=now.time_s)
        p = self.parameters
        speed = min(max(plan.speed, 0.05), 1.0)
        points_m = () if obstacles is None else obstacles.points_m
        forward_mps = p.open_mps if self._is_open(plan, points_m) else p.forward_mps
        tuning = self._tuned(speed * forward_mps, speed * p.left_mps, p.turn_radps)
        walked = pace(plan, obstacles=self._passed(points_m, plan, now.time_s), tuning=tuning)
        near = any(math.hypot(*point_m) < p.arms_m for point_m in points_m)
        self.debug.drawing("way", lambda: _drawing(plan))
        return WalkRequest(
            time_s=now.time_s,
            forward_mps=walked.forward_mps,
            left_mps=walked.left_mps,
            turn_radps=walked.turn_radps,
            arms="behind" if near else "swing",
            kick=plan.kick,
            kick_with_left=plan.kick_with_left,
            kick_strength=plan.kick_strength,
        )

    def _tuned(self, forward_mps: float, left_mps: float, turn_radps: float) -> PlannerTuning:
        """Return how fast to walk at most: mostly the same as in the last cycle."""
        last = self._tuning
        if (forward_mps, left_mps, turn_radps) != (last.forward_mps, last.left_mps, last.turn_radps):
            self._tuning = PlannerTuning(forward_mps=forward_mps, left_mps=left_mps, turn_radps=turn_radps)
        return self._tuning

    def _is_open(self, plan: WalkPlan, points_m: Sequence[Point]) -> bool:
        """Whether the way is open: at the fastest a shove that it withstands otherwise makes it fall."""
        if plan.ball_m is not None and math.hypot(*plan.ball_m) < AT_BALL_M:
            return False
        return all(math.hypot(*point_m) > self.parameters.open_m for point_m in points_m)

    def _passed(self, points_m: Sequence[Point], plan: WalkPlan, time_s: float) -> Obstruction:
        """Return what is in the way, with the side on which it is being passed already.

        Sonars tell badly where within their cones a thing is: without this the robot would waver before it.
        """
        if time_s - self._blocked_s > self.parameters.keep_side_s:
            self._side = 0.0
        strength, side = push_aside(Obstruction(points_m, self._side), (plan.target.x_m, plan.target.y_m))
        if strength > 0.0:
            self._side, self._blocked_s = side, time_s
        return Obstruction(points_m, self._side)


def _drawing(plan: WalkPlan) -> Drawing:
    return Drawing(
        frame="robot",
        shapes=(Arrow(tail=(0.0, 0.0), tip=(plan.target.x_m, plan.target.y_m), colour="#7dff7d"),),
    )
