"""Behaviours as vectors: each says where it wants to go, and they are added up."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from ludens.core.contract.declaration import under
from ludens.core.contract.module import Module
from ludens.games.passing.know import place_of
from ludens.games.passing.move.avoid import Vector, avoid
from ludens.messages import (
    Arrow,
    BehaviourVectors,
    Drawing,
    Intention,
    ObjectBelief,
    ObstaclePoints,
    Odometry,
    PassPlan,
    SonarBelief,
)
from ludens.planning.clear_heading import HEADINGS_RAD, clear_heading_rad, free_distances_m
from ludens.robots.pioneer import BODY

HULL_RADIUS_M = math.hypot(BODY.rear_x_m, BODY.width_m / 2)  # what a turn on the spot sweeps
BALL_RADIUS_M = 0.11
TARGET_RADIUS_M = 0.085


@dataclass(frozen=True, slots=True)
class BehavioursParameters:
    """Strengths of the behaviours."""

    avoid_gain: Annotated[float, Meta(ge=0, le=10, description="Strength of the repulsion.")] = 0.03
    avoid_within_m: Annotated[float, Meta(gt=0.1, le=5, description="Repulsion begins at this range.")] = 1.0
    forward_impetus: Annotated[float, Meta(ge=0, le=1, description="Keeps the robot from stalling.")] = 0.1
    clearance_m: Annotated[float, Meta(ge=0, le=1, description="Room kept between hull and obstacles.")] = (
        0.05
    )
    ball_clearance_m: Annotated[float, Meta(ge=0, le=1, description="Room kept to the ball.")] = 0.06
    target_clearance_m: Annotated[float, Meta(ge=0, le=1, description="Room kept to the target.")] = 0.15
    slow_within_m: Annotated[float, Meta(gt=0, le=5, description="Slows down this near the stage.")] = 0.5
    ram_offset_gain: Annotated[
        float, Meta(ge=0, le=20, description="Steering back to the line of the pass.")
    ] = 2.0


class Behaviours(Module[BehavioursParameters]):
    """Adds up the active behaviours. All but avoid are at most of length 1."""

    def start(self) -> None:
        """No heading was taken yet."""
        self._heading_in_odometry_rad: float | None = None

    def cycle(
        self,
        intention: Intention,
        odometry: Odometry,
        sonar: SonarBelief,
        obstacles: ObstaclePoints,
        ball: Annotated[ObjectBelief | None, under("ball")],
        target: Annotated[ObjectBelief | None, under("target")],
        plan: PassPlan | None,
    ) -> BehaviourVectors:
        """Ask every active behaviour for its vector."""
        discs = self._discs(obstacles, ball, target)
        yaw_rad = odometry.odometry_from_robot.yaw_rad
        behaviours: dict[str, Callable[[], Vector]] = {
            "avoid": lambda: avoid(
                sonar, gain=self.parameters.avoid_gain, within_m=self.parameters.avoid_within_m
            ),
            "forward": lambda: (self.parameters.forward_impetus, 0.0),
            "navigate": lambda: self._navigate(plan, discs, yaw_rad),
            "wander": lambda: self._wander(discs),
            "face": lambda: (0.0, 0.0) if ball is None else polar(1.0, ball.bearing_rad),
            "ram": lambda: self._ram(plan),
            "scan": lambda: (0.0, float(intention.scan_direction)),
            "retreat": lambda: (-1.0, 0.0),
        }
        vectors = tuple(behaviours[name]() for name in intention.active)
        total = (sum(x for x, _ in vectors), sum(y for _, y in vectors))
        summed = BehaviourVectors(
            time_s=intention.time_s, names=intention.active, vectors=vectors, total=total
        )
        self.debug.drawing("vectors", lambda: _drawing(summed))
        return summed

    def _discs(
        self, obstacles: ObstaclePoints, ball: ObjectBelief | None, target: ObjectBelief | None
    ) -> NDArray[np.float64]:
        hull_m = HULL_RADIUS_M + self.parameters.clearance_m
        discs = [(x_m, y_m, hull_m) for x_m, y_m in obstacles.points_m]
        if ball is not None:
            around_m = HULL_RADIUS_M + BALL_RADIUS_M + self.parameters.ball_clearance_m
            discs.append((*place_of(ball), around_m))
        if target is not None:
            around_m = HULL_RADIUS_M + TARGET_RADIUS_M + self.parameters.target_clearance_m
            discs.append((*place_of(target), around_m))
        return np.array(discs).reshape(-1, 3)

    def _navigate(self, plan: PassPlan | None, discs: NDArray[np.float64], yaw_rad: float) -> Vector:
        if plan is None:
            return 0.0, 0.0
        distance_m = math.hypot(*plan.stage_m)
        wanted_rad = math.atan2(plan.stage_m[1], plan.stage_m[0])
        previous_rad = None
        if self._heading_in_odometry_rad is not None:
            previous_rad = self._heading_in_odometry_rad - yaw_rad
        heading_rad = clear_heading_rad(
            discs, wanted_rad=wanted_rad, distance_m=distance_m, previous_rad=previous_rad
        )
        self._heading_in_odometry_rad = heading_rad + yaw_rad
        return polar(min(1.0, max(distance_m / self.parameters.slow_within_m, 0.25)), heading_rad)

    def _wander(self, discs: NDArray[np.float64]) -> Vector:
        free_m = free_distances_m(discs, farthest_m=3.0)
        best = int(np.argmax(free_m - 0.3 * np.abs(HEADINGS_RAD)))
        return polar(1.0, float(HEADINGS_RAD[best]))

    def _ram(self, plan: PassPlan | None) -> Vector:
        if plan is None:
            return 1.0, 0.0
        # Drive onto the line of the pass and along it, so that the flat front meets the ball squarely.
        correction_rad = math.atan(self.parameters.ram_offset_gain * plan.offset_m)
        return polar(1.0, plan.direction_rad - correction_rad)


def polar(length: float, angle_rad: float) -> Vector:
    """A vector of given length and direction."""
    return length * math.cos(angle_rad), length * math.sin(angle_rad)


def _drawing(summed: BehaviourVectors) -> Drawing:
    colours = {
        "avoid": "#c0504d",
        "navigate": "#4f81bd",
        "ram": "#e08a1e",
        "forward": "#888888",
        "scan": "#8064a2",
    }
    arrows = [
        Arrow(tail=(0.0, 0.0), tip=vector, colour=colours.get(name, "#888888"), label=name)
        for name, vector in zip(summed.names, summed.vectors, strict=True)
    ]
    return Drawing(
        frame="robot", shapes=(*arrows, Arrow(tail=(0.0, 0.0), tip=summed.total, colour="#222222"))
    )
