"""Motion planning: from a wish to walking speeds, by vectors, anew in every cycle.

A vector points to the target; obstacles within reach push it aside. Seven modes differ in what is avoided,
how the robot is turned on the way, and what happens near the ball:

    path                      round obstacles, facing the way until near
    path with orientation     round obstacles, turned as wanted from the beginning
    direct, … with orientation    the same, straight through
    walk behind ball          round the ball to where it is struck from
    dribble                   the same, then straight at the ball
    velocity                  as asked
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.messages.soccer import WalkPlan

Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannerTuning:
    """How fast, how near, how far away from things."""

    forward_mps: float = 0.21
    left_mps: float = 0.10
    turn_radps: float = 0.8
    gain_hz: float = 1.1  # speed by what is left of the way
    turn_gain_hz: float = 1.6
    align_m: float = 0.40  # nearer than this the robot turns as it shall stand
    turn_first_rad: float = 0.7  # facing farther away than this, it turns before it walks
    avoid_m: float = 0.45  # from here on obstacles push aside
    ball_clearance_m: float = 0.27  # from the robot's middle to a ball it goes round
    behind_m: float = 0.30  # the way-point behind the ball
    behind_rad: float = 0.5  # so far off the line through the ball it is still behind it
    near_m: float = 0.02


@dataclass(frozen=True, slots=True)
class Pace:
    """A walking speed."""

    forward_mps: float = 0.0
    left_mps: float = 0.0
    turn_radps: float = 0.0


def pace(plan: WalkPlan, *, obstacles_m: Sequence[Point] = (), tuning: PlannerTuning | None = None) -> Pace:
    """Return how to walk now; obstacles are in the robot's frame."""
    t = PlannerTuning() if tuning is None else tuning
    match plan.mode:
        case "velocity":
            return Pace(plan.forward_mps, plan.left_mps, plan.turn_radps)
        case "direct" | "direct with orientation":
            return _towards(plan.target, t, turned=plan.mode.endswith("orientation"))
        case "path" | "path with orientation":
            turned = plan.mode.endswith("orientation")
            return _towards(plan.target, t, turned=turned, obstacles_m=obstacles_m)
        case "walk behind ball" | "dribble":
            return _behind_ball(plan, t, obstacles_m)


def _behind_ball(plan: WalkPlan, t: PlannerTuning, obstacles_m: Sequence[Point]) -> Pace:
    if plan.ball_m is None:
        return _towards(plan.target, t, turned=False, obstacles_m=obstacles_m)
    target, ball_m = plan.target, plan.ball_m
    if is_behind(target, ball_m, t):
        if plan.mode == "dribble":
            return _dribbling(target, ball_m, t)
        return _towards(target, t, turned=True)
    return _towards(_way_point(target, ball_m, t), t, turned=False, obstacles_m=obstacles_m)


def is_behind(target: Pose2, ball_m: Point, tuning: PlannerTuning | None = None) -> bool:
    """Whether the robot is where it may walk up to the ball: on the side it is struck from."""
    t = PlannerTuning() if tuning is None else tuning
    back_rad = target.yaw_rad + math.pi
    robot_rad = math.atan2(-ball_m[1], -ball_m[0])  # from the ball to the robot
    away_m = math.hypot(*ball_m)
    slack = t.behind_rad + (0.6 if away_m < 0.35 else 0.0)
    return abs(difference(robot_rad, back_rad)) < slack


def _way_point(target: Pose2, ball_m: Point, t: PlannerTuning) -> Pose2:
    """Return the next place on the way round the ball, at a distance from it, and how to be turned there."""
    back_rad = target.yaw_rad + math.pi
    robot_rad = math.atan2(-ball_m[1], -ball_m[0])
    left_rad = difference(back_rad, robot_rad)  # to go round
    away_m = math.hypot(*ball_m)
    reach_m = t.behind_m + 0.05
    # Far away the way-point is seen along the tangent; near the ball it goes round step by step.
    step_rad = 0.6 if away_m < 2.0 * reach_m else math.acos(min(reach_m / away_m, 1.0))
    angle_rad = robot_rad + math.copysign(min(abs(left_rad), step_rad), left_rad)
    x_m = ball_m[0] + reach_m * math.cos(angle_rad)
    y_m = ball_m[1] + reach_m * math.sin(angle_rad)
    facing_rad = math.atan2(ball_m[1] - y_m, ball_m[0] - x_m)
    return Pose2(x_m, y_m, facing_rad)


def _dribbling(target: Pose2, ball_m: Point, t: PlannerTuning) -> Pace:
    """Walk at the ball, keeping it before one foot and the heading on the target's."""
    aside_m = ball_m[1] - math.copysign(0.045, ball_m[1] if abs(ball_m[1]) > 0.01 else 1.0)
    off_rad = target.yaw_rad
    forward = t.forward_mps if abs(aside_m) < 0.05 and abs(off_rad) < 0.35 else 0.35 * t.forward_mps
    return Pace(
        forward,
        _within(1.2 * aside_m, t.left_mps),
        _within(t.turn_gain_hz * off_rad, t.turn_radps),
    )


def _towards(target: Pose2, t: PlannerTuning, *, turned: bool, obstacles_m: Sequence[Point] = ()) -> Pace:
    left_m = math.hypot(target.x_m, target.y_m)
    way_x, way_y = target.x_m, target.y_m
    if left_m > t.near_m:
        push_x, push_y = _push(obstacles_m, (way_x / left_m, way_y / left_m), t, reach_m=left_m)
        way_x, way_y = way_x + left_m * push_x, way_y + left_m * push_y
    heading_rad = math.atan2(way_y, way_x)
    if turned or left_m < t.align_m:
        share = 0.0 if turned else min(left_m / t.align_m, 1.0)
        off_rad = difference(target.yaw_rad, 0.0) * (1.0 - share) + share * heading_rad
    else:
        off_rad = heading_rad
        if abs(off_rad) > t.turn_first_rad:
            return Pace(0.0, 0.0, _within(t.turn_gain_hz * off_rad, t.turn_radps))
    return _limited(t.gain_hz * way_x, t.gain_hz * way_y, t.turn_gain_hz * off_rad, t)


def _push(obstacles_m: Sequence[Point], way: Point, t: PlannerTuning, *, reach_m: float) -> Point:
    """Return how obstacles turn a way aside: round them on the nearer side, more the nearer they are."""
    push_x = push_y = 0.0
    for x_m, y_m in obstacles_m:
        away_m = max(math.hypot(x_m, y_m), 1e-6)
        ahead_m = x_m * way[0] + y_m * way[1]
        if away_m > t.avoid_m + 0.3 or ahead_m <= 0.0 or ahead_m > reach_m:
            continue
        aside_m = way[0] * y_m - way[1] * x_m  # positive: to the left of the way
        strength = max(0.0, 1.0 - abs(aside_m) / t.avoid_m) * max(0.0, 1.3 - away_m / (t.avoid_m + 0.3))
        side = -1.0 if aside_m >= 0.0 else 1.0
        push_x += -side * way[1] * strength * 1.5
        push_y += side * way[0] * strength * 1.5
    return push_x, push_y


def _limited(forward: float, left: float, turn: float, t: PlannerTuning) -> Pace:
    """Keep the direction of a speed that the legs cannot walk; slower while turning much."""
    over = max(abs(forward) / t.forward_mps, abs(left) / t.left_mps, 1.0)
    slower = 1.0 - 0.5 * min(abs(turn) / t.turn_radps, 1.0)
    return Pace(slower * forward / over, slower * left / over, _within(turn, t.turn_radps))


def _within(value: float, most: float) -> float:
    return min(max(value, -most), most)
