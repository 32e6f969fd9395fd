"""Obstacles: what the two sonars hear, kept while the robot turns away from it, and the goals of the map.

A sonar's cone is wide: what both hear at about the same distance is taken to be ahead, what only one hears
in the outer part of its cone. An echo that fits the ball is the ball's.
"""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.module import CycleTime, Module
from ludens.estimation.obstacle_memory import ObstacleMemory
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019, SoccerField
from ludens.messages import Circle, Drawing, LegOdometry, SonarDistances
from ludens.messages.field import BallState, FieldPose
from ludens.messages.soccer import Obstacles
from ludens.robots.nao.places import PLACES, SONAR_FARTHEST_M

Point = tuple[float, float]

SONARS = {side: Pose2.from_transform3(PLACES[f"{side}Sonar"].link_from_place) for side in "LR"}
"""Places and directions on the torso, seen from above."""
SAME_THING_M = 0.12
"""Both sonars hear the same thing if their distances differ by less."""
OUTWARDS = 0.2
"""Of a distance: so much farther out than a sonar's axis is what only that sonar hears."""
BALL_FITS_M = 0.15
GOAL_STEP_M = 0.25
"""Between two points of a goal's net."""


@dataclass(frozen=True, slots=True)
class SonarObstaclesParameters:
    """What counts, and for how long."""

    heard_m: Annotated[float, Meta(gt=0, le=0.8, description="Echoes from farther away do not count.")] = 0.65
    keep_s: Annotated[float, Meta(gt=0, le=60, description="How long a thing is remembered.")] = 6.0
    within_m: Annotated[float, Meta(gt=0, le=5, description="Obstacles farther away are not told.")] = 1.2
    sure_m: Annotated[
        float, Meta(gt=0, le=2, description="Of the own pose: less sure, and goals are left to the sonars.")
    ] = 0.3


class SonarObstacles(Module[SonarObstaclesParameters]):
    """Says what stands in the way."""

    budget_s = 0.0003

    def start(self) -> None:
        """Begin without any."""
        self._memory = ObstacleMemory(capacity=64)
        self._heard_s = -math.inf  # when anything was heard last

    def cycle(
        self,
        now: CycleTime,
        odometry: LegOdometry,
        sonar: SonarDistances | None,
        ball: BallState | None,
        pose: FieldPose | None,
    ) -> Obstacles:
        """Take in what is heard now."""
        p = self.parameters
        robot = odometry.odometry_from_robot
        if sonar is not None:
            heard = _heard_at(sonar, ball, farthest_m=p.heard_m)
            if heard:
                self._memory.add(np.array([robot.apply(*point) for point in heard]), now.time_s)
                self._heard_s = now.time_s
        points: list[Point] = []
        if now.time_s - self._heard_s <= p.keep_s:
            if sonar is not None:
                self._see_through(robot, sonar, now.time_s)
            self._memory.forget(before_s=now.time_s - p.keep_s)
            near = self._memory.points_in_robot_m(robot, within_m=p.within_m)
            points += [(float(x_m), float(y_m)) for x_m, y_m in near]
        if pose is not None and pose.sigma_m < p.sure_m and _is_near_goals(pose, p.within_m):
            inverse = pose.field_from_robot.inverse()
            goals = (inverse.apply(*point) for point in GOAL_POINTS)
            points += [point for point in goals if math.hypot(*point) < p.within_m]
        self.debug.drawing("obstacles", lambda: _drawing(points))
        return Obstacles(time_s=now.time_s, points_m=tuple(points))

    def _see_through(self, robot: Pose2, sonar: SonarDistances, time_s: float) -> None:
        """Forget what a sonar now looks through: only the core of its cone is proof."""
        beams, ranges_m = [], []
        for side, range_m in (("L", sonar.left_m), ("R", sonar.right_m)):
            at = robot @ SONARS[side]
            beams.append((at.x_m, at.y_m, at.yaw_rad))
            ranges_m.append(0.0 if sonar.is_silent else SONAR_FARTHEST_M if range_m is None else range_m)
        self._memory.see_through(
            np.array(beams),
            np.array(ranges_m),
            half_angle_rad=0.15,
            margin_m=0.15,
            before_s=time_s - 0.5,
        )


def _heard_at(sonar: SonarDistances, ball: BallState | None, *, farthest_m: float) -> list[Point]:
    """Return where things are that sonars hear, in the robot's frame; the ball is none of them."""
    left_m, right_m = (
        None if range_m is None or range_m > farthest_m else range_m
        for range_m in (sonar.left_m, sonar.right_m)
    )
    if left_m is not None and right_m is not None and abs(left_m - right_m) < SAME_THING_M:
        points = [(0.5 * (left_m + right_m) + SONARS["L"].x_m, 0.0)]
    else:
        points = [
            SONARS[side].apply(range_m, range_m * (OUTWARDS if side == "L" else -OUTWARDS))
            for side, range_m in (("L", left_m), ("R", right_m))
            if range_m is not None
        ]
    if ball is None:
        return points
    ball_away_m = math.hypot(*ball.place_m)
    return [point for point in points if abs(math.hypot(*point) - ball_away_m) > BALL_FITS_M]


def _goal_points(pitch: SoccerField) -> tuple[Point, ...]:
    """Return points on posts and nets of both goals."""
    depths_m = np.arange(0.0, pitch.goal_depth_m + 1e-6, GOAL_STEP_M).tolist()
    half_m = 0.5 * pitch.goal_width_m
    return tuple(
        (end * (pitch.half_length_m + depth_m), side * half_m)
        for end in (-1.0, 1.0)
        for side in (-1.0, 1.0)
        for depth_m in depths_m
    )


GOAL_POINTS = _goal_points(FIELD_2019)


def _is_near_goals(pose: FieldPose, within_m: float) -> bool:
    """Whether any point of a goal can be so near; most of the field is not, and most cycles are there."""
    return abs(pose.field_from_robot.x_m) > FIELD_2019.half_length_m - within_m


def _drawing(points: list[Point]) -> Drawing:
    shapes = tuple(Circle(center=point, radius=0.06, colour="#ff5f5f") for point in points)
    return Drawing(frame="robot", shapes=shapes)
