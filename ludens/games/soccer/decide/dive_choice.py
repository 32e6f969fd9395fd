"""Whether the keeper dives, squats or steps before a ball that comes, by what it believes about that ball.

A dive costs about ten seconds on the floor, in which the goal is empty. So the keeper dives only for a ball
that it sees rolling, that goes between the posts by all it knows, that a stand or a squat would not stop, and
no sooner than it must: until then every picture makes the belief better.
"""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019, SoccerField
from ludens.messages.field import BallState

Point = tuple[float, float]
BlockKind = Literal["none", "step", "squat_wide", "dive_left", "dive_right"]
Table = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockTuning:
    """How far and how quickly each block reaches, and how sure the keeper must be."""

    deceleration_mps2: float = 0.35  # of the ball
    front_m: float = 0.05  # before the torso's shadow: where the ball is met
    stands_m: float = 0.08  # nearer to the middle a ball runs against the feet
    squat_m: float = 0.17
    reach_m: float = 0.72  # of a dive
    squat_s: float = 0.35
    dive_s: Table = ((0.15, 0.3), (0.25, 0.6), (0.6, 0.7), (0.72, 0.8))  # by how far aside, from the wish
    early_s: float = 0.25  # before the last moment
    late_s: float = 0.40  # after it a dive is in vain
    step_mps: float = 0.08
    step_s: float = 0.8  # to begin and to end
    slowest_mps: float = 0.35  # a ball that moves less lies, or is not dangerous
    seen_s: float = 0.25  # a ball seen longer ago may be elsewhere
    sigmas: float = 1.0  # a ball that misses the goal by less than so much of what is uncertain may go in
    vaguest_m: float = 0.25  # where the ball passes the keeper: known worse than this, it waits


DEFAULTS = BlockTuning()


@dataclass(frozen=True, slots=True)
class BlockChoice:
    """What to do about the ball, and why."""

    kind: BlockKind
    reason: str
    arrives_s: float = math.inf  # from now
    aside_m: float = 0.0  # where it passes the keeper: positive on its left


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where and when a ball passes the keeper, if it goes on as it is believed to."""

    arrives_s: float
    aside_m: float
    sigma_m: float  # of that


def choose_block(
    ball: BallState | None,
    field_from_robot: Pose2,
    *,
    time_s: float,
    tuning: BlockTuning = DEFAULTS,
    pitch: SoccerField = FIELD_2019,
) -> BlockChoice:
    """Return what a keeper does that stands in its own area; `field_from_robot` is its pose."""
    if ball is None or time_s - ball.seen_s > tuning.seen_s:
        return BlockChoice("none", "it does not see the ball")
    if not in_own_area(field_from_robot, pitch):
        return BlockChoice("none", "it is outside its area")
    if math.hypot(*ball.velocity_mps) < tuning.slowest_mps:
        return BlockChoice("none", "the ball does not roll")
    crossing = crossing_of(ball, tuning)
    if crossing is None:
        return BlockChoice("none", "the ball does not come as far")
    if not goes_in(ball, field_from_robot, tuning, pitch):
        return BlockChoice("none", "the ball goes past the goal, or stops before it")
    if crossing.sigma_m > tuning.vaguest_m:
        return BlockChoice("none", "it does not know yet where the ball goes")
    return _block(crossing, tuning)


def _block(crossing: Crossing, tuning: BlockTuning) -> BlockChoice:
    arrives_s, aside_m = crossing.arrives_s, crossing.aside_m
    away_m = abs(aside_m)

    def chosen(kind: BlockKind, reason: str) -> BlockChoice:
        return BlockChoice(kind, reason, arrives_s, aside_m)

    if away_m > tuning.reach_m:
        return chosen("none", "the ball is out of reach")
    if away_m < tuning.stands_m:
        return chosen("none", "it stands in the ball's way")
    if tuning.step_s + away_m / tuning.step_mps < arrives_s:
        return chosen("step", "there is time for a step")
    if away_m < tuning.squat_m:
        if arrives_s < tuning.squat_s + tuning.early_s:
            return chosen("squat_wide", "the ball comes close by")
        return chosen("none", "there is time left to look")
    sides_m, times_s = zip(*tuning.dive_s, strict=True)
    needed_s = float(np.interp(away_m, sides_m, times_s))
    if arrives_s > needed_s + tuning.early_s:
        return chosen("none", "there is time left to look")
    if away_m < crossing.sigma_m:
        return chosen("none", "it does not know yet on which side the ball passes")
    if arrives_s < needed_s - tuning.late_s:
        return chosen("none", "a dive would come too late")
    return chosen("dive_left" if aside_m > 0.0 else "dive_right", "only a dive reaches the ball")


def crossing_of(ball: BallState, tuning: BlockTuning = DEFAULTS) -> Crossing | None:
    """Return where the ball passes the keeper, on a line through its shoulders; None if it does not."""
    (x_m, y_m), (vx, vy) = ball.place_m, ball.velocity_mps
    speed = math.hypot(vx, vy)
    if speed < 1e-6 or vx > -0.3 * speed or x_m < tuning.front_m:
        return None
    way_m = (x_m - tuning.front_m) * speed / -vx
    arrives_s = rolling_s(way_m, speed, tuning.deceleration_mps2)
    if arrives_s is None:
        return None
    sigma_m = math.hypot(ball.sigma_m, ball.velocity_sigmas_mps[1] * arrives_s)
    return Crossing(arrives_s, y_m + way_m * vy / speed, sigma_m)


def goes_in(ball: BallState, field_from_robot: Pose2, tuning: BlockTuning, pitch: SoccerField) -> bool:
    """Whether the ball reaches the own goal line between the posts, as far as that is known."""
    x_m, y_m = field_from_robot.apply(*ball.place_m)
    cosine, sine = math.cos(field_from_robot.yaw_rad), math.sin(field_from_robot.yaw_rad)
    vx = cosine * ball.velocity_mps[0] - sine * ball.velocity_mps[1]
    vy = sine * ball.velocity_mps[0] + cosine * ball.velocity_mps[1]
    if vx > -1e-3:
        return False
    line_m = x_m + pitch.half_length_m
    speed = math.hypot(vx, vy)
    arrives_s = rolling_s(max(line_m, 0.0) * speed / -vx, speed, tuning.deceleration_mps2)
    if arrives_s is None:
        return False
    over_line_m = y_m + max(line_m, 0.0) * vy / -vx
    sigma_m = math.hypot(ball.sigma_m, ball.velocity_sigmas_mps[1] * arrives_s)
    half_m = 0.5 * pitch.goal_width_m - pitch.post_radius_m
    return abs(over_line_m) < half_m + tuning.sigmas * sigma_m


def rolling_s(way_m: float, speed_mps: float, deceleration_mps2: float) -> float | None:
    """Return how long a rolling ball takes for a way; None if it comes to rest before."""
    left = speed_mps * speed_mps - 2.0 * deceleration_mps2 * way_m
    return None if left < 0.0 else (speed_mps - math.sqrt(left)) / deceleration_mps2


def in_own_area(field_from_robot: Pose2, pitch: SoccerField = FIELD_2019) -> bool:
    """Whether a robot stands where a keeper may use its hands."""
    edge_m = -pitch.half_length_m + pitch.box_length_m
    return field_from_robot.x_m < edge_m and abs(field_from_robot.y_m) < 0.5 * pitch.box_width_m
