"""Whether the keeper dives or steps before a ball that comes, by what it believes about that ball.

A dive costs about ten seconds on the floor, in which the goal is empty. So the keeper dives only for a ball
that it sees rolling and that goes between the posts by all it knows, where a dive stops more of the ways that
the ball may take than its feet do, and no sooner than it must: until then every picture makes the belief
better.
"""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019, SoccerField
from ludens.messages.field import BallState
from ludens.messages.team import BallOrigin, TeamBall

Point = tuple[float, float]
BlockKind = Literal["none", "step", "dive_left", "dive_right"]
Table = tuple[tuple[float, float], ...]

SPREAD = np.linspace(-2.4, 2.4, 25)
"""Where a ball may pass, in standard deviations from where it is believed to."""
LIKELY = np.exp(-0.5 * SPREAD**2) / np.exp(-0.5 * SPREAD**2).sum()


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockTuning:
    """How far and how quickly a dive reaches, and how sure the keeper must be."""

    deceleration_mps2: float = 0.35  # of the ball
    front_m: float = 0.10  # before the torso's shadow: where the ball is met
    stands_m: float = 0.13  # nearer to the middle a ball runs against the feet
    dive_s: Table = (
        (0.13, 0.0),
        (0.16, 0.30),
        (0.18, 0.43),
        (0.22, 0.50),
        (0.28, 0.55),
        (0.34, 0.60),
        (0.40, 0.63),
        (0.46, 0.50),
        (0.52, 0.55),
        (0.58, 0.60),
        (0.64, 0.66),
        (0.70, 0.77),
    )  # by how far aside, from the wish until a ball is stopped that passes there: traced in physics
    sigma_s: float = 0.06  # of those times
    leaves_s: float = 0.45  # after which the feet have left where they stood, on the side away from a dive
    opens_m: float = 0.07  # and after which, nearer than this on its own side, they have left too
    opens_s: float = 0.75
    look_s: float = 0.20  # until it knows more, if it waits: a look may be lost
    worth: float = 0.1  # by how much a dive must better its chance
    loses: float = 0.05  # of its chance: so much it may lose by one more look
    loses_unsure: float = 0.1  # likewise after one look: false balls are mostly seen once
    step_mps: float = 0.08
    step_s: float = 0.8  # to begin and to end
    slowest_mps: float = 0.35  # a ball that moves less lies, or is not dangerous
    seen_s: float = 0.25  # a ball seen longer ago may be elsewhere
    sigmas: float = 1.0  # a ball that misses the goal by less than so much of what is uncertain may go in
    apart_m: float = 2.0  # two balls so far apart are not one, whoever sees them
    fastest_mps: float = 3.0  # no ball rolls faster


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
    sigma_s: float = 0.0  # of when


class RollingLooks:
    """Counts how often a ball was seen since it is believed to roll."""

    def __init__(self) -> None:
        self._looks, self._seen_s = 0, -math.inf

    def count(self, ball: BallState | None, tuning: BlockTuning = DEFAULTS) -> int:
        """Take in what is believed now, and return the count."""
        if ball is None or math.hypot(*ball.velocity_mps) < tuning.slowest_mps:
            self._looks = 0
        elif ball.seen_s > self._seen_s:
            self._looks += 1
        if ball is not None:
            self._seen_s = ball.seen_s
        return self._looks


def choose_block(
    ball: BallState | None,
    field_from_robot: Pose2,
    *,
    time_s: float,
    looks: int = 3,
    team_ball: TeamBall | None = None,
    tuning: BlockTuning = DEFAULTS,
    pitch: SoccerField = FIELD_2019,
) -> BlockChoice:
    """Return what a keeper does that stands in its own area; `field_from_robot` is its pose.

    `looks` says how often it has seen the ball since it rolls, `team_ball` what its mates say.
    """
    if ball is None or time_s - ball.seen_s > tuning.seen_s:
        return BlockChoice("none", "it does not see the ball")
    if not in_own_area(field_from_robot, pitch):
        return BlockChoice("none", "it is outside its area")
    if math.hypot(*ball.velocity_mps) < tuning.slowest_mps:
        return BlockChoice("none", "the ball does not roll")
    if is_elsewhere(field_from_robot.apply(*ball.place_m), team_ball, time_s=time_s, tuning=tuning):
        return BlockChoice("none", "mates see the ball, and it cannot have come here since")
    crossing = crossing_of(ball, tuning)
    if crossing is None:
        return BlockChoice("none", "the ball does not come as far")
    if not goes_in(ball, field_from_robot, tuning, pitch):
        return BlockChoice("none", "the ball goes past the goal, or stops before it")
    return _block(crossing, tuning, loses=tuning.loses if looks > 1 else tuning.loses_unsure)


def _block(crossing: Crossing, tuning: BlockTuning, *, loses: float) -> BlockChoice:
    arrives_s, aside_m = crossing.arrives_s, crossing.aside_m
    away_m = abs(aside_m)

    def chosen(kind: BlockKind, reason: str) -> BlockChoice:
        return BlockChoice(kind, reason, arrives_s, aside_m)

    if away_m < tuning.stands_m and crossing.sigma_m < tuning.stands_m - away_m:
        return chosen("none", "it stands in the ball's way")
    if tuning.step_s + away_m / tuning.step_mps < arrives_s:
        return chosen("step", "there is time for a step")
    stands, now = chance(crossing, tuning), chance(crossing, tuning, dives_s=arrives_s)
    if now < stands + tuning.worth:
        return chosen("none", "a dive would hardly help")
    if chance(crossing, tuning, dives_s=arrives_s - tuning.look_s) > now - loses:
        return chosen("none", "there is time left to look")
    return chosen("dive_left" if aside_m > 0.0 else "dive_right", "only a dive reaches the ball")


def chance(crossing: Crossing, tuning: BlockTuning = DEFAULTS, *, dives_s: float | None = None) -> float:
    """Return how probable the ball is stopped: by a keeper that stands, or that began a dive so long before.

    The dive goes to the side on which the ball is believed to pass.
    """
    left_m = crossing.aside_m + crossing.sigma_m * SPREAD
    if dives_s is None:
        return float(LIKELY[np.abs(left_m) < tuning.stands_m].sum())
    side_m = left_m if crossing.aside_m > 0.0 else -left_m
    aside_m, needed_s = zip(*tuning.dive_s, strict=True)
    spare_s = dives_s - np.interp(side_m, aside_m, needed_s)
    in_time = 0.5 + 0.5 * np.tanh(0.8 * spare_s / math.hypot(crossing.sigma_s, tuning.sigma_s))
    reached = np.where(side_m < tuning.stands_m, 1.0, in_time)
    left_behind = (side_m < -tuning.stands_m) | ((side_m < 0.0) & (dives_s > tuning.leaves_s))
    opened = (side_m < tuning.opens_m) & (dives_s > tuning.opens_s)
    reached[left_behind | opened | (side_m > aside_m[-1])] = 0.0
    return float(LIKELY @ reached)


def is_elsewhere(
    place_m: Point, team_ball: TeamBall | None, *, time_s: float, tuning: BlockTuning = DEFAULTS
) -> bool:
    """Whether two mates or more see the ball so far from a place of the field that none can be there yet."""
    if team_ball is None or team_ball.origin is not BallOrigin.MATES or team_ball.observers < 2:
        return False
    rolled_m = tuning.fastest_mps * (time_s - team_ball.seen_s)
    return math.dist(place_m, team_ball.place_m) > tuning.apart_m + rolled_m


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
    sigma_s = arrives_s * min(ball.velocity_sigmas_mps[0] / -vx, 0.5)
    return Crossing(arrives_s, y_m + way_m * vy / speed, sigma_m, sigma_s)


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
