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
from dataclasses import dataclass, replace

from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.messages.soccer import WalkPlan

Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannerTuning:
    """How fast, how near, how far away from things."""

    forward_mps: float = 0.21
    open_mps: float = 0.25  # the fastest that the walk goes: where nobody is near
    left_mps: float = 0.10
    turn_radps: float = 0.8
    gain_hz: float = 1.1  # speed by what is left of the way
    ball_gain_hz: float = 1.6  # the same for the last steps to a ball, where every second counts
    turn_gain_hz: float = 1.6
    align_m: float = 0.40  # nearer than this the robot turns as it shall stand
    turn_first_rad: float = 0.7  # facing farther away than this, it turns before it walks
    avoid_m: float = 0.45  # from here on obstacles push aside
    too_near_m: float = 0.30  # nearer than this it goes no step towards one
    touching_m: float = 0.12  # likewise at the ball, where the way is straight
    ball_clearance_m: float = 0.27  # from the robot's middle to a ball it goes round
    behind_m: float = 0.30  # the way-point behind the ball
    final_m: float = 0.5  # the last of the way behind the ball, turned as it is struck
    behind_rad: float = 0.5  # so far off the line through the ball it is still behind it
    near_m: float = 0.02


PACE = PlannerTuning()
"""As our robots walk."""


@dataclass(frozen=True, slots=True)
class Pace:
    """A walking speed."""

    forward_mps: float = 0.0
    left_mps: float = 0.0
    turn_radps: float = 0.0


@dataclass(frozen=True, slots=True)
class Obstruction:
    """Things that must not be run into, and on which side of them the robot passes."""

    points_m: Sequence[Point] = ()  # in the robot's frame
    side: float = 0.0  # 1: it keeps to their left, -1: to their right, 0: whichever is nearer


NOTHING = Obstruction()


def pace(plan: WalkPlan, *, obstacles: Obstruction = NOTHING, tuning: PlannerTuning = PACE) -> Pace:
    """Return how to walk now; at the ball it walks into nobody who is all but touched."""
    wanted = _wanted(plan, obstacles, tuning)
    if plan.ball_m is None:
        return wanted
    way = wanted.forward_mps, wanted.left_mps
    forward, left = _kept_off(way, obstacles.points_m, tuning.touching_m)
    return Pace(forward, _within(left, tuning.left_mps), wanted.turn_radps)


def _wanted(plan: WalkPlan, obstacles: Obstruction, t: PlannerTuning) -> Pace:
    match plan.mode:
        case "velocity":
            return Pace(plan.forward_mps, plan.left_mps, plan.turn_radps)
        case "direct" | "direct with orientation":
            close = t if plan.ball_m is None else replace(t, gain_hz=t.ball_gain_hz)
            return _towards(plan.target, close, turned=plan.mode.endswith("orientation"))
        case "path" | "path with orientation":
            turned = plan.mode.endswith("orientation")
            return _towards(plan.target, t, turned=turned, obstacles=obstacles)
        case "walk behind ball" | "dribble":
            return _behind_ball(plan, t, obstacles)


def _behind_ball(plan: WalkPlan, t: PlannerTuning, obstacles: Obstruction) -> Pace:
    if plan.ball_m is None:
        return _towards(plan.target, t, turned=False, obstacles=obstacles)
    target, ball_m = plan.target, plan.ball_m
    if is_behind(target, ball_m, t):
        if plan.mode == "dribble":
            return _dribbling(target, ball_m, t)
        if math.hypot(target.x_m, target.y_m) > t.final_m:
            return _towards(target, t, turned=False, obstacles=obstacles)
        return _towards(target, t, turned=True)
    return _towards(_way_point(target, ball_m, t), t, turned=False, obstacles=obstacles)


def is_behind(target: Pose2, ball_m: Point, tuning: PlannerTuning = PACE) -> bool:
    """Whether the robot is where it may walk up to the ball: on the side it is struck from."""
    back_rad = target.yaw_rad + math.pi
    robot_rad = math.atan2(-ball_m[1], -ball_m[0])  # from the ball to the robot
    away_m = math.hypot(*ball_m)
    slack = tuning.behind_rad + (0.6 if away_m < 0.35 else 0.0)
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


def _towards(target: Pose2, t: PlannerTuning, *, turned: bool, obstacles: Obstruction = NOTHING) -> Pace:
    left_m = math.hypot(target.x_m, target.y_m)
    way_x, way_y = target.x_m, target.y_m
    if left_m > t.near_m:
        strength, side = push_aside(obstacles, (way_x, way_y), t)
        way_x, way_y = way_x - side * strength * target.y_m, way_y + side * strength * target.x_m
    heading_rad = math.atan2(way_y, way_x)
    if turned or left_m < t.align_m:
        share = 0.0 if turned else min(left_m / t.align_m, 1.0)
        off_rad = difference(target.yaw_rad, 0.0) * (1.0 - share) + share * heading_rad
    else:
        off_rad = heading_rad
        if abs(off_rad) > t.turn_first_rad:
            return Pace(0.0, 0.0, _within(t.turn_gain_hz * off_rad, t.turn_radps))
    way_x, way_y = _kept_off((way_x, way_y), obstacles.points_m, t.too_near_m)
    return _limited(t.gain_hz * way_x, t.gain_hz * way_y, t.turn_gain_hz * off_rad, t)


def push_aside(obstacles: Obstruction, way: Point, tuning: PlannerTuning = PACE) -> tuple[float, float]:
    """Return how much things in the way turn it aside, as a part of its length, and to which side.

    The one that is most in the way counts: what stands together is passed together.
    """
    length_m = max(math.hypot(*way), 1e-6)
    strongest, side = 0.0, obstacles.side
    for x_m, y_m in obstacles.points_m:
        away_m = math.hypot(x_m, y_m)
        ahead_m = (x_m * way[0] + y_m * way[1]) / length_m
        if away_m > tuning.avoid_m + 0.3 or ahead_m <= 0.0 or ahead_m > length_m:
            continue
        aside_m = (way[0] * y_m - way[1] * x_m) / length_m  # positive: to the left of the way
        near = max(0.0, 1.3 - away_m / (tuning.avoid_m + 0.3))
        strength = 1.5 * near * max(0.0, 1.0 - abs(aside_m) / tuning.avoid_m)
        if strength > strongest:
            strongest = strength
            side = obstacles.side or (-1.0 if aside_m >= 0.0 else 1.0)
    return strongest, side


def _kept_off(way: Point, obstacles_m: Sequence[Point], too_near_m: float) -> Point:
    """Return a way without what would lead towards an obstacle that is too near already."""
    way_x, way_y = way
    for x_m, y_m in obstacles_m:
        away_m = math.hypot(x_m, y_m)
        if 1e-6 < away_m < too_near_m:
            towards = max(way_x * x_m + way_y * y_m, 0.0) / away_m**2
            way_x, way_y = way_x - towards * x_m, way_y - towards * y_m
    return way_x, way_y


def _limited(forward: float, left: float, turn: float, t: PlannerTuning) -> Pace:
    """Keep the direction of a speed that the legs cannot walk; slower while turning much."""
    over = max(abs(forward) / t.forward_mps, abs(left) / t.left_mps, 1.0)
    slower = 1.0 - 0.5 * min(abs(turn) / t.turn_radps, 1.0)
    return Pace(slower * forward / over, slower * left / over, _within(turn, t.turn_radps))


def _within(value: float, most: float) -> float:
    return min(max(value, -most), most)
