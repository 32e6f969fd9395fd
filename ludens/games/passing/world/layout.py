"""Where everything stands at the start: drawn at random until the room is fair.

As in the paper, "the environment should be clear enough not to prohibit the robot from lining up with the
ball and target". A layout is fair when

- the person stands at least 0.4 m from every wall (0.6 m with a figure behind the blue ball);
- the ball lies 1.2 to 4 m from the person;
- the staging point, 1 m behind the ball as seen from the person, is at least 0.55 m from every wall and 0.6
  m from every obstacle;
- no obstacle is nearer than 0.45 m to the line from the staging point over the ball to the person, nor
  nearer than 0.6 m to the ball;
- the robot starts at least 0.6 m from walls, obstacles and ball, and 0.8 m from the person, facing
  anywhere;
- obstacles keep 0.75 m from each other and from the walls, so that the robot can pass between;
- a ball that rolls does not meet wall, obstacle, person or robot before it stops, and where it stops is
  fair too;
- a ball that the person shall pass to the robot begins in their hands, and could lie 0.9 m before the
  robot or at its very front.

Distances to obstacles are to their surfaces, all others to centres.
"""

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

import numpy as np

from ludens.core.errors import LudensError
from ludens.geometry import Pose2

PEN_M = 6.0
HALF_PEN_M = 0.5 * PEN_M
STAGING_M = 1.0
ATTEMPTS = 20_000
HELD_M = 0.4  # before the person, where they hold the ball
FRONT_M = 0.3  # before the robot, where a ball touches it
PASSED_SHORT_M = 0.9  # before the robot, where a ball passed to it would come to rest

Point = tuple[float, float]
BallStart = Literal["still", "rolling", "passed"]


@dataclass(frozen=True, slots=True)
class Disc:
    """The footprint of an obstacle."""

    x_m: float
    y_m: float
    radius_m: float

    def gap_m(self, point: Point) -> float:
        """Return how far a point is from the surface."""
        return math.hypot(point[0] - self.x_m, point[1] - self.y_m) - self.radius_m

    def gap_to_way_m(self, start: Point, end: Point) -> float:
        """Return how far the surface is from the straight way between two points."""
        return distance_to_way_m((self.x_m, self.y_m), start, end) - self.radius_m


@dataclass(frozen=True, slots=True, kw_only=True)
class StartLayout:
    """A start: robots' poses, ball (with its speed), person and obstacles on the floor."""

    robots: tuple[Pose2, ...]
    ball: Point
    ball_velocity_mps: Point
    target: Point | None  # none where two robots pass to each other
    obstacles: tuple[Disc, ...]


def distance_to_way_m(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from the straight way between two others."""
    along_x, along_y = end[0] - start[0], end[1] - start[1]
    from_x, from_y = point[0] - start[0], point[1] - start[1]
    squared = along_x**2 + along_y**2
    part = 0.0 if squared == 0.0 else max(0.0, min(1.0, (from_x * along_x + from_y * along_y) / squared))
    return math.hypot(from_x - part * along_x, from_y - part * along_y)


def wall_gap_m(point: Point) -> float:
    """Return the distance to the nearest wall; negative outside."""
    return HALF_PEN_M - max(abs(point[0]), abs(point[1]))


def staging_point(ball: Point, target: Point) -> Point:
    """Return the point 1 m behind the ball, seen from the target."""
    away_x, away_y = ball[0] - target[0], ball[1] - target[1]
    distance_m = math.hypot(away_x, away_y)
    return ball[0] + STAGING_M * away_x / distance_m, ball[1] + STAGING_M * away_y / distance_m


def can_line_up(ball: Point, target: Point, obstacles: tuple[Disc, ...]) -> bool:
    """Tell whether ball and target leave the robot room behind the ball and a free way to pass."""
    if not 1.2 <= math.dist(ball, target) <= 4.0:
        return False
    staging = staging_point(ball, target)
    if wall_gap_m(staging) < 0.55:
        return False
    return all(
        disc.gap_m(staging) >= 0.6 and disc.gap_m(ball) >= 0.6 and disc.gap_to_way_m(staging, target) >= 0.45
        for disc in obstacles
    )


def may_walk(start: Point, goal: Point, *, ball: Point, obstacles: tuple[Disc, ...], wall_m: float) -> bool:
    """Tell whether a person can go straight to a goal without brushing anything, and be passed to there."""
    return (
        wall_gap_m(goal) >= wall_m
        and distance_to_way_m(ball, start, goal) >= 0.6
        and all(disc.gap_to_way_m(start, goal) >= 0.45 for disc in obstacles)
        and can_line_up(ball, goal, obstacles)
    )


def draw_layout(
    *,
    radii_m: tuple[float, ...],
    robots: int,
    ball: BallStart,
    deceleration_mps2: float,
    target_wall_m: float,
    random: np.random.Generator,
) -> StartLayout:
    """Return a fair layout with an obstacle of each radius."""
    for _ in range(ATTEMPTS):
        layout = _draw(radii_m, robots, ball, random)
        if layout is not None and _is_fair(layout, deceleration_mps2, target_wall_m):
            if ball != "passed":
                return layout
            if _may_come_to_robot(layout):
                return _in_hands(layout)
    raise LudensError(
        f"No fair start was found for {len(radii_m)} obstacles and {robots} robots in a {PEN_M:.0f} m pen; "
        "ask for fewer obstacles."
    )


def _draw(
    radii_m: tuple[float, ...],
    robots: int,
    ball_start: BallStart,
    random: np.random.Generator,
) -> StartLayout | None:
    """Return a start drawn at random, with what can be refused cheaply refused at once."""

    def place(margin_m: float) -> Point:
        x_m, y_m = random.uniform(margin_m - HALF_PEN_M, HALF_PEN_M - margin_m, 2).tolist()
        return x_m, y_m

    ball = place(0.5)
    target = place(0.4) if robots == 1 else None
    if ball_start != "passed" and target is not None and not can_line_up(ball, target, ()):
        return None
    velocity = (0.0, 0.0)
    if ball_start == "rolling":
        speed_mps, heading_rad = float(random.uniform(0.2, 0.5)), float(random.uniform(-math.pi, math.pi))
        velocity = (speed_mps * math.cos(heading_rad), speed_mps * math.sin(heading_rad))
    poses = tuple(Pose2(*place(0.6), yaw_rad=float(random.uniform(-math.pi, math.pi))) for _ in range(robots))
    if ball_start == "passed" and target is not None:
        ball = _towards((poses[0].x_m, poses[0].y_m), target, PASSED_SHORT_M)
    return StartLayout(
        robots=poses,
        ball=ball,
        ball_velocity_mps=velocity,
        target=target,
        obstacles=tuple(Disc(*place(0.75 + radius), radius) for radius in radii_m),
    )


def _may_come_to_robot(layout: StartLayout) -> bool:
    robot = layout.robots[0]
    return layout.target is not None and can_line_up(
        _towards((robot.x_m, robot.y_m), layout.target, FRONT_M), layout.target, layout.obstacles
    )


def _in_hands(layout: StartLayout) -> StartLayout:
    """Return the layout with the ball before the person, on the robot's side."""
    if layout.target is None:
        return layout
    robot = layout.robots[0]
    return replace(layout, ball=_towards(layout.target, (robot.x_m, robot.y_m), HELD_M))


def _towards(start: Point, end: Point, distance_m: float) -> Point:
    share = distance_m / max(math.dist(start, end), 1e-6)
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def ball_stops_at(layout: StartLayout, deceleration_mps2: float) -> Point:
    """Return where the ball comes to rest if it meets nothing."""
    speed_x, speed_y = layout.ball_velocity_mps
    speed = math.hypot(speed_x, speed_y)
    seconds_half = 0.5 * speed / deceleration_mps2  # the mean speed is half the first
    return layout.ball[0] + speed_x * seconds_half, layout.ball[1] + speed_y * seconds_half


def _is_fair(layout: StartLayout, deceleration_mps2: float, target_wall_m: float) -> bool:
    """Apply the rules at the top of this file."""
    discs, ball, end = layout.obstacles, layout.ball, ball_stops_at(layout, deceleration_mps2)
    starts = [(pose.x_m, pose.y_m) for pose in layout.robots]
    if wall_gap_m(end) < 0.5 or any(disc.gap_to_way_m(ball, end) < 0.6 for disc in discs):
        return False
    for first, second in pairwise(starts):
        if math.dist(first, second) < 1.5:
            return False
    for start in starts:
        if distance_to_way_m(start, ball, end) < 0.6 or any(disc.gap_m(start) < 0.6 for disc in discs):
            return False
    for number, disc in enumerate(discs):
        if any(disc.gap_m((other.x_m, other.y_m)) - other.radius_m < 0.75 for other in discs[:number]):
            return False
    if layout.target is None:
        return True
    return (
        wall_gap_m(layout.target) >= target_wall_m
        and can_line_up(ball, layout.target, discs)
        and can_line_up(end, layout.target, discs)
        and distance_to_way_m(layout.target, ball, end) >= 0.6
        and all(math.dist(start, layout.target) >= 0.8 for start in starts)
    )
