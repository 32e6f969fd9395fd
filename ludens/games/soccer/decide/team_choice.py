"""Which way a team's striker plays the ball: of many plays the one that is worth most among other robots.

A play is a kick from a stand, a kick in walking, or pushing the ball on, in some direction of the field. Each
is worth what the ball is worth where it comes to rest, weighed with how probable it is to get there: kicks
scatter, robots stand in the way, and an opponent near the ball may be there before a slow kick is.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ludens.games.soccer.decide.play_choice import KICK_M, STEP_KICK_M, PlayChoice, PlayKind, direction_at
from ludens.geometry.angles import difference
from ludens.geometry.soccer_field import FIELD_2019

Point = tuple[float, float]

GOAL_M: Point = (FIELD_2019.half_length_m, 0.0)
OWN_GOAL_M: Point = (-FIELD_2019.half_length_m, 0.0)
HALF_MOUTH_M = 0.5 * FIELD_2019.goal_width_m - FIELD_2019.post_radius_m - FIELD_2019.ball_radius_m
DIRECTIONS_RAD = tuple(math.radians(7.5 * step) for step in range(-10, 11))
"""Round the usual direction of play."""
SCATTER_RAD = math.radians(6.0)
BODY_M = 0.18
"""Half of what a robot blocks, with the ball's own radius."""
DRIBBLE_M = 0.6
BEHIND_M = 0.2
"""A robot that plays the ball stands so far behind it."""
SOFT_STRENGTH, SOFT_KICK_M = 0.5, 1.95

GOAL_VALUE = 6.0  # in metres that the ball is nearer to the goal
LOST_VALUE = -1.0  # the other team has the ball
OUT_VALUE = -1.2
MATE_VALUE = 0.7
MATE_WITHIN_M = 1.0
KEPT_VALUE = 0.35  # for the play that is being prepared already
ROUND_S_PER_RAD = 2.2  # to walk round the ball
NET_VALUE = -5.0  # for a play that begins in a goal
HURRY_PER_S = 0.04  # what a second is worth where nobody is near
OPPONENT_MPS = 0.2
REACHES_M = 0.35  # an opponent so near to the ball plays it
PRESSED_M = 1.2
"""Only opponents nearer to the ball than this are in a hurry."""


@dataclass(frozen=True, slots=True)
class FieldPlayers:
    """Where other robots are on the field."""

    opponents_m: tuple[Point, ...] = ()  # and those of whom nobody knows whose they are
    mates_m: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class _Kind:
    """A way to play: how far the ball goes, and how long a robot that stands behind it needs."""

    kind: PlayKind
    length_m: float
    takes_s: float
    strength: float = 1.0


KICKS = (
    _Kind("kick", KICK_M, 4.0),
    _Kind("kick", SOFT_KICK_M, 4.3, SOFT_STRENGTH),
    _Kind("step kick", STEP_KICK_M, 1.8),
)
PUSH = _Kind("dribble", DRIBBLE_M, 0.5)


def choose_team_play(
    ball_m: Point,
    players: FieldPlayers,
    *,
    facing_rad: float,
    last: PlayChoice | None = None,
    may_kick: bool = True,
) -> PlayChoice:
    """Return the best play; `facing_rad` is the direction of the field in which the robot sees the ball."""
    usual_rad = direction_at(ball_m, FIELD_2019)
    pressed_s = _pressed_s(ball_m, players.opponents_m)
    here = _ball_value(ball_m)
    robots = [_seen_from(ball_m, place_m) for place_m in (*players.opponents_m, *players.mates_m)]
    best, best_value = PlayChoice("dribble", usual_rad), -math.inf
    for offset_rad in DIRECTIONS_RAD:
        direction_rad = usual_rad + offset_rad
        round_s = ROUND_S_PER_RAD * abs(difference(direction_rad, facing_rad))
        kept = 0.0
        if last is not None:
            kept = KEPT_VALUE * max(1.0 - abs(difference(direction_rad, last.direction_rad)) / 0.3, 0.0)
        lane = _Lane.of(ball_m, direction_rad, robots)
        is_in_net = _stands_in_net(ball_m, lane.along)
        for kind in (*KICKS, PUSH) if may_kick else (PUSH,):
            value = _worth(ball_m, here, lane, kind, players.mates_m) - HURRY_PER_S * (round_s + kind.takes_s)
            if pressed_s is not None:
                in_time = 1.0 / (1.0 + math.exp(min(round_s + kind.takes_s - pressed_s, 30.0)))
                value = in_time * value + (1.0 - in_time) * (here + LOST_VALUE)
            if is_in_net:
                value += NET_VALUE
            if last is not None and last.kind == kind.kind and last.strength == kind.strength:
                value += kept
            if value > best_value:
                best, best_value = PlayChoice(kind.kind, direction_rad, kind.strength), value
    return best


@dataclass(frozen=True, slots=True)
class _Lane:
    """One direction from the ball: the way to the goal line, the chance to score, and who is in the way."""

    along: Point  # a unit vector
    to_line_m: float
    scores: float
    in_way: tuple[tuple[float, float], ...]  # how far away, and which part of all kicks it stops

    @classmethod
    def of(cls, ball_m: Point, direction_rad: float, robots: Iterable[tuple[float, float, float]]) -> "_Lane":
        """Look along a direction; robots are given by distance, direction and half of what they block."""
        cosine = math.cos(direction_rad)
        stopped = []
        for away_m, at_rad, half_rad in robots:
            off_rad = difference(at_rad, direction_rad)
            if abs(off_rad) < half_rad + 3.0 * SCATTER_RAD:
                stopped.append((away_m, _share(off_rad - half_rad, off_rad + half_rad)))
        return cls(
            (cosine, math.sin(direction_rad)),
            (GOAL_M[0] - ball_m[0]) / cosine if cosine > 0.05 else math.inf,
            _scores(ball_m, direction_rad),
            tuple(stopped),
        )


def _stands_in_net(ball_m: Point, along: Point) -> bool:
    """Whether a robot would have to stand in a goal to play the ball in a direction."""
    x_m, y_m = ball_m[0] - BEHIND_M * along[0], ball_m[1] - BEHIND_M * along[1]
    return abs(x_m) > FIELD_2019.half_length_m - 0.05 and abs(y_m) < 0.5 * FIELD_2019.goal_width_m + 0.1


def _seen_from(ball_m: Point, place_m: Point) -> tuple[float, float, float]:
    x_m, y_m = place_m[0] - ball_m[0], place_m[1] - ball_m[1]
    away_m = math.hypot(x_m, y_m)
    return away_m, math.atan2(y_m, x_m), math.asin(min(BODY_M / max(away_m, BODY_M), 1.0))


def _ball_value(ball_m: Point) -> float:
    """What it is worth to have the ball there: nearer to the other goal, far from the own one."""
    return -math.dist(ball_m, GOAL_M) - 3.0 * math.exp(-math.dist(ball_m, OWN_GOAL_M))


def _worth(ball_m: Point, here: float, lane: _Lane, kind: _Kind, mates_m: Iterable[Point]) -> float:
    """Return what a play is worth, if nobody comes before it; `here` is what the ball is worth now."""
    is_at_goal = lane.scores > 0.3
    way_m = min(kind.length_m, lane.to_line_m) if is_at_goal else kind.length_m
    blocked = min(sum(part for away_m, part in lane.in_way if away_m < way_m), 1.0)
    goal = lane.scores if kind.length_m > lane.to_line_m + 0.2 else 0.0
    end_m = ball_m[0] + kind.length_m * lane.along[0], ball_m[1] + kind.length_m * lane.along[1]
    most_x_m, most_y_m = FIELD_2019.half_length_m, FIELD_2019.half_width_m
    if abs(end_m[0]) > most_x_m or abs(end_m[1]) > most_y_m:
        out_m = min(max(end_m[0], -most_x_m), most_x_m), min(max(end_m[1], -most_y_m), most_y_m)
        rest = _ball_value(out_m) + OUT_VALUE
    else:
        rest = _ball_value(end_m)
        if kind is not PUSH and any(math.dist(end_m, mate_m) < MATE_WITHIN_M for mate_m in mates_m):
            rest += MATE_VALUE
    free = goal * GOAL_VALUE + (1.0 - goal) * rest
    return (1.0 - blocked) * free + blocked * (here + 0.5 * LOST_VALUE)


def _scores(ball_m: Point, direction_rad: float) -> float:
    """Return how probable a ball played in a direction goes between the posts, if it rolls far enough."""
    ahead_m = max(GOAL_M[0] - ball_m[0], 0.02)
    left_rad = math.atan2(HALF_MOUTH_M - ball_m[1], ahead_m)
    right_rad = math.atan2(-HALF_MOUTH_M - ball_m[1], ahead_m)
    off_rad = difference(direction_rad, 0.5 * (left_rad + right_rad))
    half_rad = 0.5 * (left_rad - right_rad)
    return _share(-half_rad - off_rad, half_rad - off_rad)


def _share(least_rad: float, most_rad: float) -> float:
    """Return which part of all kicks scatters between two angles."""
    scale = 1.0 / (SCATTER_RAD * math.sqrt(2.0))
    return 0.5 * (math.erf(most_rad * scale) - math.erf(least_rad * scale))


def _pressed_s(ball_m: Point, opponents_m: Iterable[Point]) -> float | None:
    """Return when the first opponent near the ball can play it; None where nobody is near."""
    nearest_m = min((math.dist(ball_m, place_m) for place_m in opponents_m), default=math.inf)
    return None if nearest_m > PRESSED_M else max(nearest_m - REACHES_M, 0.0) / OPPONENT_MPS + 2.0
