"""Drives along the sum of the behaviours, within what is safe."""

import math
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import under
from ludens.core.contract.module import Module
from ludens.games.passing.know import place_of
from ludens.games.passing.move.avoid import Vector
from ludens.games.passing.move.behaviours import TARGET_RADIUS_M
from ludens.messages import (
    BaseVelocityCommand,
    BehaviourVectors,
    Intention,
    ObjectBelief,
    ObstaclePoints,
    SonarBelief,
)
from ludens.robots.pioneer import BODY, LIMITS


@dataclass(frozen=True, slots=True)
class DriveParameters:
    """How a vector becomes wheel speeds, and how near the robot may come to anything."""

    turn_gain: Annotated[
        float, Meta(gt=0, le=20, description="Turn rate for each radian off the wanted heading.")
    ] = 2.5
    stop_turn_radps: Annotated[
        float, Meta(gt=0, le=5, description="Turning faster than this stops driving.")
    ] = 0.785
    margin_m: Annotated[float, Meta(ge=0, le=1, description="Smallest room to anything heard ahead.")] = 0.10
    brake_mps2: Annotated[
        float, Meta(gt=0, le=5, description="Deceleration the braking distance is made for.")
    ] = 0.6
    reaction_s: Annotated[float, Meta(ge=0, le=2, description="Delay until braking begins.")] = 0.15


class Drive(Module[DriveParameters]):
    """Drives along the summed vector, never faster than it could stop before what is heard ahead."""

    def cycle(
        self,
        intention: Intention,
        vectors: BehaviourVectors,
        obstacles: ObstaclePoints,
        sonar: SonarBelief,
        target: Annotated[ObjectBelief | None, under("target")],
    ) -> BaseVelocityCommand:
        """Turn towards the vector and drive as fast as is safe."""
        x, y = vectors.total
        length = math.hypot(x, y)
        if length < 1e-6:
            return BaseVelocityCommand(time_s=intention.time_s, forward_mps=0.0, turn_radps=0.0)
        backwards = "retreat" in intention.active
        angle_rad = 0.0 if backwards else math.atan2(y, x)
        turn_radps = _clip(self.parameters.turn_gain * angle_rad, intention.turn_limit_radps)
        forward_mps = intention.forward_limit_mps * min(length, 1.0)
        if not backwards and intention.state != "ram":
            slow = max(math.cos(angle_rad), 0.0)
            forward_mps *= 0.0 if abs(turn_radps) > self.parameters.stop_turn_radps else slow
        points = list(obstacles.points_m)
        if target is not None:
            x_m, y_m = place_of(target)
            points += [(x_m - TARGET_RADIUS_M, y_m), (x_m + TARGET_RADIUS_M, y_m)]
        safe_mps = self.safe_speed_mps(
            points, backwards=backwards, narrow=intention.state in ("ram", "retreat")
        )
        self.debug.plot("safe_mps", safe_mps)
        forward_mps = min(forward_mps, safe_mps)
        return BaseVelocityCommand(
            time_s=intention.time_s,
            forward_mps=-forward_mps if backwards else forward_mps,
            turn_radps=turn_radps,
        )

    def safe_speed_mps(self, points_m: list[Vector], *, backwards: bool, narrow: bool) -> float:
        """The speed from which the robot stops before the nearest point in its way."""
        p = self.parameters
        half_width_m = BODY.width_m / 2 + (0.04 if narrow else 0.10)
        reach_m = (-BODY.rear_x_m if backwards else BODY.front_x_m) + p.margin_m
        clearance_m = 10.0
        for x_m, y_m in points_m:
            along_m = -x_m if backwards else x_m
            if along_m > 0.0 and abs(y_m) < half_width_m:
                clearance_m = min(clearance_m, along_m - reach_m)
        if clearance_m <= 0.0:
            return 0.0
        # v t + v² / 2a = clearance
        lag_mps = p.brake_mps2 * p.reaction_s
        return min(math.sqrt(lag_mps**2 + 2.0 * p.brake_mps2 * clearance_m) - lag_mps, LIMITS.forward_mps)


def _clip(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))
