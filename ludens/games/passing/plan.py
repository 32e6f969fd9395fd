"""Plans a pass: where the ball will be, where to stand behind it, which way to push."""

import math
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import Last, under
from ludens.core.contract.module import Module
from ludens.estimation.objects import place_of
from ludens.messages import Arrow, Circle, Doubt, Drawing, ObjectBelief, PassPlan, Polyline

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PassPlannerParameters:
    """How the robot lines up."""

    stage_distance_m: Annotated[
        float, Meta(gt=0.3, le=3, description="How far behind the ball to line up.")
    ] = 1.0
    near_stage_m: Annotated[
        float, Meta(gt=0.3, le=3, description="How far, where a wall keeps the robot from there.")
    ] = 0.7
    deceleration_mps2: Annotated[float, Meta(ge=0.01, le=5, description="Of a rolling ball.")] = 0.15
    still_mps: Annotated[float, Meta(ge=0, le=1, description="Slower than this, a ball counts as still.")] = (
        0.06
    )
    still_sigmas: Annotated[float, Meta(ge=0, le=10, description="Speed must exceed its own σ so often.")] = (
        2.0
    )
    travel_mps: Annotated[float, Meta(gt=0, le=2, description="Speed expected on the way to the stage.")] = (
        0.45
    )
    settle_s: Annotated[
        float, Meta(ge=0, le=10, description="Time to turn, look and push after arriving.")
    ] = 2.5


class PassPlanner(Module[PassPlannerParameters]):
    """Turns the beliefs about ball and target into a plan; empty while either is unknown."""

    def start(self) -> None:
        """The stage is where there is room."""
        self._is_near = False

    def cycle(
        self,
        ball: Annotated[ObjectBelief, under("ball")],
        target: Annotated[ObjectBelief, under("target")],
        doubt: Last[Doubt],
    ) -> PassPlan:
        """Meet the ball where it will be by the time the robot can be there.

        A stage that was doubted is tried nearer to the ball, and farther again if that was in vain, too.
        """
        if doubt is not None and "stage" in doubt.about:
            self._is_near = not self._is_near
        elif doubt is not None and "target" in doubt.about:  # it has pushed: the next ball lies elsewhere
            self._is_near = False
        target_m = place_of(target)
        ball_m = place_of(ball)
        for _ in range(3):  # where to stand and how long it takes depend on each other; this converges fast
            stage_m = self._stage(ball_m, target_m)
            arrival_s = math.hypot(*stage_m) / self.parameters.travel_mps + self.parameters.settle_s
            ball_m = self.ball_after(ball, arrival_s)
        stage_m = self._stage(ball_m, target_m)
        dx_m, dy_m = target_m[0] - ball_m[0], target_m[1] - ball_m[1]
        direction_rad = math.atan2(dy_m, dx_m)
        cosine, sine = math.cos(direction_rad), math.sin(direction_rad)
        plan = PassPlan(
            time_s=ball.time_s,
            ball_m=ball_m,
            target_m=target_m,
            stage_m=stage_m,
            direction_rad=direction_rad,
            pass_m=math.hypot(dx_m, dy_m),
            offset_m=ball_m[0] * sine - ball_m[1] * cosine,
            before_m=ball_m[0] * cosine + ball_m[1] * sine,
        )
        self.debug.drawing("plan", lambda: _drawing(plan))
        return plan

    def ball_after(self, ball: ObjectBelief, elapsed_s: float) -> Point:
        """Where the ball will have rolled to."""
        x_m, y_m = place_of(ball)
        speed_mps = math.hypot(ball.velocity_x_mps, ball.velocity_y_mps)
        p = self.parameters
        if speed_mps < max(p.still_mps, p.still_sigmas * ball.velocity_sigma_mps):
            return x_m, y_m
        rolling_s = min(elapsed_s, speed_mps / p.deceleration_mps2)
        rolled = rolling_s * (1.0 - 0.5 * p.deceleration_mps2 * rolling_s / speed_mps)
        return x_m + ball.velocity_x_mps * rolled, y_m + ball.velocity_y_mps * rolled

    def _stage(self, ball_m: Point, target_m: Point) -> Point:
        dx_m, dy_m = ball_m[0] - target_m[0], ball_m[1] - target_m[1]
        length_m = max(math.hypot(dx_m, dy_m), 1e-6)
        p = self.parameters
        share = (p.near_stage_m if self._is_near else p.stage_distance_m) / length_m
        return ball_m[0] + share * dx_m, ball_m[1] + share * dy_m


def _drawing(plan: PassPlan) -> Drawing:
    return Drawing(
        frame="robot",
        shapes=(
            Polyline(points=(plan.stage_m, plan.ball_m), colour="#d9a441", width=1.0),
            Circle(center=plan.stage_m, radius=0.1, colour="#d9a441"),
            Arrow(tail=plan.ball_m, tip=plan.target_m, colour="#d9a441", label="pass"),
        ),
    )
