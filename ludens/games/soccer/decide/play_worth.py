"""What a play of the ball is worth in a match: where the ball ends, who is there first, and what that means.

A play is tried along several rays, as plays scatter. On each the ball meets a robot, goes in or out, or comes
to rest. There whoever arrives first has it; what that is worth is the chance of a goal that follows, for the
own team less for the other one: a goal is worth 1.
"""

import math

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray
from ludens.geometry.soccer_field import SoccerField

Measures = tuple[float, float, float, float]
"""Of a field: half its length and width, half a goal's mouth less a ball, how far ahead goal kicks are."""
RAYS = np.array(((-1.6, 0.12), (-0.8, 0.23), (0.0, 0.30), (0.8, 0.23), (1.6, 0.12)))
"""Rays of a play that scatters: how many standard deviations aside, and the weight of each."""

BODY_M = 0.17
"""Half of what a robot blocks, with the ball's own radius."""
WALKS_MPS = 0.23
TURNS_S = 1.0  # before it walks
ROUND_S = 3.5  # to walk half round the ball, where it comes from the side of the goal it attacks
DOUBT_S = 2.0  # how far off such times are
NEAR_GOAL, FADES_M = 0.4, 2.2
"""Chance of a goal for a team that has the ball right before the other goal; every metre makes it less …"""
FROM_SIDE = 0.2
"""… and so does an end of the field, from where the goal is not open: to this share on the line itself."""
OUT_SHARE = 0.1  # of balls kicked out that the own team has next
GOAL_KICK_Y_M = 1.1
KICK_MPS2 = 0.35
"""How a ball slows down."""
KEEPER_OUT_M, KEEPER_NEAR_M = 0.4, 0.9
"""Where a keeper stands that nobody sees, and how near to it another robot is taken for it."""
STOPS_M, REACHES_M = 0.14, 0.70
"""A keeper stops what passes so near without moving; so far its hands reach."""
REACTS_S, FALLS_S_PER_M = 0.75, 0.45
"""From a kick until its hand is so far aside."""
CATCHES = 0.75
"""Of shots that it could reach: in play it is often on its way, or sees the ball late."""
LIES_M = 0.25
"""Half of what one that lies blocks, with the ball's own radius."""
FEARS_NET = 1.0  # off for a play that begins in a goal
BEHIND_M = 0.2
"""A robot that plays the ball stands so far behind it."""


def measures_of(pitch: SoccerField) -> Measures:
    """Return the measures of a field that count here."""
    mouth_m = 0.5 * pitch.goal_width_m - pitch.post_radius_m - pitch.ball_radius_m
    return pitch.half_length_m, pitch.half_width_m, mouth_m, pitch.half_length_m - pitch.mark_from_goal_m


@compiled
def worth_of_plays(
    ball_m: tuple[float, float],
    directions_rad: FloatArray,
    kinds: FloatArray,
    opponents_m: FloatArray,
    mates_m: FloatArray,
    measures: Measures,
) -> FloatArray:
    """Return the worth of each kind of play (columns) in each direction (rows), if nobody disturbs it.

    Rows of `kinds`: how far the ball goes, its scatter in radians, seconds until who played it walks again.
    Rows of `opponents_m`: x, y, and the seconds for which that one lies yet.
    """
    half_length_m, _, half_mouth_m, _ = measures
    keeper_m, keeper = _keeper(ball_m, opponents_m, half_length_m)
    worth = np.zeros((directions_rad.size, kinds.shape[0]))
    for row in range(directions_rad.size):
        for column in range(kinds.shape[0]):
            length_m, scatter_rad, rests_s = kinds[column]
            for ray in range(RAYS.shape[0]):
                direction_rad = directions_rad[row] + RAYS[ray, 0] * scatter_rad
                along = math.cos(direction_rad), math.sin(direction_rad)
                worth[row, column] += RAYS[ray, 1] * _worth_of_ray(
                    ball_m, along, length_m, rests_s, opponents_m, mates_m, keeper_m, keeper, measures
                )
            x_m = ball_m[0] - BEHIND_M * math.cos(directions_rad[row])
            y_m = ball_m[1] - BEHIND_M * math.sin(directions_rad[row])
            if abs(x_m) > half_length_m - 0.05 and abs(y_m) < half_mouth_m + 0.2:
                worth[row, column] -= FEARS_NET
    return worth


@compiled
def contested(
    place_m: tuple[float, float],
    own_s: float,
    opponents_m: FloatArray,
    mates_m: FloatArray,
    away: int,
    half_length_m: float,
) -> float:
    """Return what a ball is worth that lies at a place, when the player itself is there after `own_s`.

    The opponent number `away` does not take part; -1: all do.
    """
    for mate in range(mates_m.shape[0]):
        own_s = min(own_s, _arrives_s(mates_m[mate, 0], mates_m[mate, 1], place_m, half_length_m))
    other_s = 30.0
    for one in range(opponents_m.shape[0]):
        if one != away:
            x_m, y_m, lies_s = opponents_m[one]
            other_s = min(other_s, lies_s + _arrives_s(x_m, y_m, place_m, -half_length_m))
    own = 1.0 / (1.0 + math.exp(min(max((own_s - other_s) / DOUBT_S, -20.0), 20.0)))
    return shared(place_m, own, half_length_m)


@compiled
def shared(place_m: tuple[float, float], own: float, half_length_m: float) -> float:
    """Return what a ball is worth at a place of which the own team has so large a share."""
    x_m, y_m = place_m
    return own * _threat(half_length_m - x_m, y_m) - (1.0 - own) * _threat(half_length_m + x_m, y_m)


@compiled
def _threat(ahead_m: float, aside_m: float) -> float:
    """Return the chance of a goal for a team that has the ball so far before the goal line, so far aside."""
    away_m = max(math.hypot(ahead_m, aside_m), 0.3)
    is_open = FROM_SIDE + (1.0 - FROM_SIDE) * min(max(ahead_m, 0.0) / away_m, 1.0)
    return NEAR_GOAL * is_open * math.exp(-away_m / FADES_M)


@compiled
def _arrives_s(x_m: float, y_m: float, place_m: tuple[float, float], goal_x_m: float) -> float:
    """Return when a robot can play a ball at a place towards a goal."""
    to_x_m, to_y_m = place_m[0] - x_m, place_m[1] - y_m
    way_m = math.hypot(to_x_m, to_y_m)
    ahead_x_m, ahead_y_m = goal_x_m - place_m[0], -place_m[1]
    ahead_m = math.hypot(ahead_x_m, ahead_y_m)
    cosine = (to_x_m * ahead_x_m + to_y_m * ahead_y_m) / max(way_m * ahead_m, 1e-6)
    return TURNS_S + max(way_m - 0.2, 0.0) / WALKS_MPS + 0.5 * ROUND_S * (1.0 - cosine)


@compiled
def _keeper(
    ball_m: tuple[float, float], opponents_m: FloatArray, half_length_m: float
) -> tuple[tuple[float, float], int]:
    """Return where the other keeper is, and which opponent it is; -1 where it has not been seen."""
    to_x_m, to_y_m = ball_m[0] - half_length_m, ball_m[1]
    share = KEEPER_OUT_M / max(math.hypot(to_x_m, to_y_m), KEEPER_OUT_M)
    place_m = half_length_m + share * to_x_m, share * to_y_m
    found, nearest_m = -1, KEEPER_NEAR_M
    for one in range(opponents_m.shape[0]):
        away_m = math.hypot(opponents_m[one, 0] - place_m[0], opponents_m[one, 1] - place_m[1])
        if away_m < nearest_m and opponents_m[one, 0] > half_length_m - 0.7:
            found, nearest_m = one, away_m
    if found >= 0:
        place_m = opponents_m[found, 0], opponents_m[found, 1]
    return place_m, found


@compiled
def _worth_of_ray(
    ball_m: tuple[float, float],
    along: tuple[float, float],
    length_m: float,
    rests_s: float,
    opponents_m: FloatArray,
    mates_m: FloatArray,
    keeper_m: tuple[float, float],
    keeper: int,
    measures: Measures,
) -> float:
    """Follow the ball along one ray."""
    half_length_m, half_width_m, half_mouth_m, goal_kick_x_m = measures
    way_m = length_m
    for one in range(opponents_m.shape[0]):
        if one != keeper:
            way_m = _stopped_m(ball_m, along, way_m, opponents_m[one, 0], opponents_m[one, 1])
    for one in range(mates_m.shape[0]):
        way_m = _stopped_m(ball_m, along, way_m, mates_m[one, 0], mates_m[one, 1])
    end_m = ball_m[0] + way_m * along[0], ball_m[1] + way_m * along[1]
    own_s = rests_s + way_m / WALKS_MPS
    if end_m[0] > half_length_m and along[0] > 0.0:
        to_line_m = (half_length_m - ball_m[0]) / along[0]
        over_m = ball_m[1] + to_line_m * along[1]
        if abs(over_m) < half_mouth_m:
            lies = keeper >= 0 and opponents_m[keeper, 2] > 0.0
            scores = 1.0 - _saves(ball_m, along, length_m, keeper_m, lies)
            saved_m = keeper_m[0] - 0.15, 0.5 * (keeper_m[1] + over_m)
            own_s = rests_s + math.hypot(saved_m[0] - ball_m[0], saved_m[1] - ball_m[1]) / WALKS_MPS
            return scores + (1.0 - scores) * contested(
                saved_m, own_s, opponents_m, mates_m, keeper, half_length_m
            )
        return shared((goal_kick_x_m, math.copysign(GOAL_KICK_Y_M, over_m)), OUT_SHARE, half_length_m)
    if abs(end_m[1]) > half_width_m or end_m[0] < -half_length_m:
        out_m = (
            min(max(end_m[0], -half_length_m), half_length_m),
            min(max(end_m[1], -half_width_m), half_width_m),
        )
        return shared(out_m, OUT_SHARE, half_length_m)
    return contested(end_m, own_s, opponents_m, mates_m, -1, half_length_m)


@compiled
def _stopped_m(
    ball_m: tuple[float, float], along: tuple[float, float], way_m: float, x_m: float, y_m: float
) -> float:
    """Return how far a ball comes past a robot."""
    to_x_m, to_y_m = x_m - ball_m[0], y_m - ball_m[1]
    ahead_m = to_x_m * along[0] + to_y_m * along[1]
    aside_m = abs(to_y_m * along[0] - to_x_m * along[1])
    if ahead_m <= 0.0 or aside_m > BODY_M:
        return way_m
    return min(way_m, max(ahead_m - BODY_M, 0.05))


@compiled
def _saves(
    ball_m: tuple[float, float],
    along: tuple[float, float],
    length_m: float,
    keeper_m: tuple[float, float],
    lies: bool,
) -> float:
    """Return how probable a keeper stops a ball that would go in; one that lies is only in its way."""
    to_x_m, to_y_m = keeper_m[0] - ball_m[0], keeper_m[1] - ball_m[1]
    ahead_m = to_x_m * along[0] + to_y_m * along[1]
    aside_m = abs(to_y_m * along[0] - to_x_m * along[1])
    if ahead_m <= 0.0 or aside_m > REACHES_M:
        return 0.0
    if lies:
        return 1.0 if aside_m < LIES_M else 0.0
    if aside_m < STOPS_M:
        return 1.0
    speed_mps = math.sqrt(2.0 * KICK_MPS2 * length_m)
    left = max(speed_mps**2 - 2.0 * KICK_MPS2 * ahead_m, 0.0)
    time_s = (speed_mps - math.sqrt(left)) / KICK_MPS2
    needs_s = REACTS_S + FALLS_S_PER_M * (aside_m - STOPS_M)
    return CATCHES / (1.0 + math.exp(min(max((needs_s - time_s) / 0.12, -20.0), 20.0)))
