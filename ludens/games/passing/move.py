"""From an intention to wheel speeds: behaviours as vectors that are added up, driven within what is safe."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.core.contract.declaration import under
from ludens.core.contract.module import Module
from ludens.estimation.objects import place_of
from ludens.games.passing.meet import CONTACT_M
from ludens.messages import (
    Arrow,
    BaseVelocityCommand,
    BehaviourVectors,
    Drawing,
    Intention,
    MeetingPlan,
    ObjectBelief,
    ObstaclePoints,
    Odometry,
    PassPlan,
    SonarBelief,
)
from ludens.planning.clear_heading import HEADINGS_RAD, clear_heading_rad, free_distances_m
from ludens.robots.pioneer import BODY, LIMITS, SONAR_MAX_RANGE_M, SONAR_PLACES

Vector = tuple[float, float]
_Floats = NDArray[np.float64]

HULL_RADIUS_M = math.hypot(BODY.rear_x_m, BODY.width_m / 2)  # what a turn on the spot sweeps
BALL_RADIUS_M = 0.11
AIMED_FROM_M = 0.5  # a meeting farther away than this is driven to, a nearer one is turned to the ball
TARGET_RADIUS_M = 0.085
EDGES_M = np.linspace(0.0, SONAR_MAX_RANGE_M, 51)  # of the intervals over which ranges are weighed
INVERSE_MIDDLES = 2.0 / (EDGES_M[:-1] + EDGES_M[1:])
SONAR_DIRECTIONS = np.array([(math.cos(place.yaw_rad), math.sin(place.yaw_rad)) for place in SONAR_PLACES])


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
    meet_brake_mps2: Annotated[
        float, Meta(gt=0, le=5, description="Braking before the place where a ball is met.")
    ] = 0.7
    meet_contact_mps: Annotated[
        float, Meta(ge=0, le=1, description="Speed at which the robot goes on until the ball touches.")
    ] = 0.15
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
        meeting: MeetingPlan | None,
    ) -> BehaviourVectors:
        """Ask every active behaviour for its vector."""
        discs = self._discs(obstacles, None if "meet" in intention.active else ball, target)
        yaw_rad = odometry.odometry_from_robot.yaw_rad
        behaviours: dict[str, Callable[[], Vector]] = {
            "avoid": lambda: avoid(
                sonar, gain=self.parameters.avoid_gain, within_m=self.parameters.avoid_within_m
            ),
            "forward": lambda: (self.parameters.forward_impetus, 0.0),
            "navigate": lambda: self._navigate(plan, discs, yaw_rad),
            "meet": lambda: self._meet(meeting, ball, discs, yaw_rad, intention.forward_limit_mps),
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
        heading_rad = self._clear_heading_rad(plan.stage_m, discs, yaw_rad)
        return polar(min(1.0, max(distance_m / self.parameters.slow_within_m, 0.25)), heading_rad)

    def _meet(
        self,
        meeting: MeetingPlan | None,
        ball: ObjectBelief | None,
        discs: NDArray[np.float64],
        yaw_rad: float,
        limit_mps: float,
    ) -> Vector:
        p = self.parameters
        if meeting is None:  # for a moment its path is not known, but it comes
            if ball is None:
                return 0.0, 0.0
            heading_rad = ball.bearing_rad if ball.range_m > CONTACT_M else 0.0
            return polar(min(1.0, p.meet_contact_mps / limit_mps), heading_rad)
        # It shall hardly drive when the ball comes: a ball that is hit goes anywhere.
        gap_m = max(math.hypot(*meeting.ball_now_m) - CONTACT_M, 0.0)
        way_m = min(meeting.drive_m, gap_m)  # it brakes for the ball too, should that be nearer than foreseen
        speed_mps = max(math.sqrt(2.0 * p.meet_brake_mps2 * way_m), p.meet_contact_mps)
        if gap_m == 0.0:  # it must touch by now, and only a little ahead
            return polar(min(1.0, speed_mps / limit_mps), 0.0)
        # A place right before the front says nothing about where to turn; the ball itself does.
        aim_m = meeting.ball_m if math.hypot(*meeting.ball_m) > AIMED_FROM_M else meeting.ball_now_m
        return polar(min(1.0, speed_mps / limit_mps), self._clear_heading_rad(aim_m, discs, yaw_rad))

    def _clear_heading_rad(self, goal_m: Vector, discs: NDArray[np.float64], yaw_rad: float) -> float:
        previous_rad = None
        if self._heading_in_odometry_rad is not None:
            previous_rad = self._heading_in_odometry_rad - yaw_rad
        heading_rad = clear_heading_rad(
            discs,
            wanted_rad=math.atan2(goal_m[1], goal_m[0]),
            distance_m=math.hypot(*goal_m),
            previous_rad=previous_rad,
        )
        self._heading_in_odometry_rad = heading_rad + yaw_rad
        return heading_rad

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


def avoid(sonar: SonarBelief, *, gain: float, within_m: float) -> Vector:
    """Expected repulsion of all sonars.

    A range v repels with gain (1/v − 1/within), nothing beyond; the expectation is taken over each sonar's
    Gaussian, and what lies outside [0, maximum range] counts for the nearest interval.
    """
    x, y = _repulsion(np.array(sonar.ranges_m), np.array(sonar.variances_m2), gain, within_m)
    return x, y


@compiled
def _repulsion(means: _Floats, variances: _Floats, gain: float, within: float) -> tuple[float, float]:
    x, y = 0.0, 0.0
    for sonar in range(means.size):
        sigma = math.sqrt(variances[sonar]) + 1e-6
        magnitude, below = 0.0, 0.0
        for interval in range(INVERSE_MIDDLES.size):
            repulsion = gain * (INVERSE_MIDDLES[interval] - 1.0 / within)
            if repulsion <= 0.0:  # nor does anything farther away repel
                break
            upper = 1.0
            if interval + 1 < INVERSE_MIDDLES.size:
                upper = _normal_cumulative((EDGES_M[interval + 1] - means[sonar]) / sigma)
            magnitude += (upper - below) * repulsion
            below = upper
        x -= magnitude * SONAR_DIRECTIONS[sonar, 0]
        y -= magnitude * SONAR_DIRECTIONS[sonar, 1]
    return x, y


@compiled
def _normal_cumulative(z: float) -> float:
    """Φ(z) by its tanh approximation; the error stays below 0.0004."""
    return 0.5 * (1.0 + math.tanh(math.sqrt(2.0 / math.pi) * z * (1.0 + 0.044715 * z * z)))


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
