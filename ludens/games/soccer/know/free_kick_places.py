"""Where the rules lay the ball for a free kick: on the field as the own team sees it."""

import math

from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages.league import SetPlay
from ludens.messages.soccer import MatchStatus

Point = tuple[float, float]

END_M, SIDE_M = FIELD_2019.half_length_m, FIELD_2019.half_width_m
MARK_M = END_M - FIELD_2019.mark_from_goal_m
FREE_KICK_M = 0.5 * FIELD_2019.box_width_m
"""A goal free kick is taken from level with the penalty mark and the corner of the box."""
SURE_M = 1.0
"""A ball farther from all places where it may lie is none, or has been kicked."""


def laid_m(status: MatchStatus) -> tuple[Point, ...]:
    """Return the places at one of which a free kick is taken; none where the rules do not say exactly."""
    ours = status.own_set_play
    match status.set_play:
        case SetPlay.GOAL_FREE_KICK:
            x_m = -MARK_M if ours else MARK_M
            return (x_m, FREE_KICK_M), (x_m, -FREE_KICK_M)
        case SetPlay.CORNER_KICK:
            x_m = END_M if ours else -END_M
            return (x_m, SIDE_M), (x_m, -SIDE_M)
        case SetPlay.PENALTY_KICK:
            return ((MARK_M if ours else -MARK_M, 0.0),)
        case _:
            return ()


def laid_near(status: MatchStatus, left_m: Point) -> Point | None:
    """Return where a ball lies for a free kick that was last known there; None where the rules do not say."""
    if status.set_play is SetPlay.KICK_IN:
        return min(max(left_m[0], -END_M), END_M), math.copysign(SIDE_M, left_m[1])
    return min(laid_m(status), key=lambda place_m: math.dist(place_m, left_m), default=None)


def may_lie(status: MatchStatus, place_m: Point) -> bool:
    """Whether a ball that is seen at a place may be the one that lies there for a free kick."""
    if status.set_play is SetPlay.KICK_IN:
        return abs(abs(place_m[1]) - SIDE_M) < SURE_M
    places_m = laid_m(status)
    return not places_m or any(math.dist(place_m, laid) < SURE_M for laid in places_m)
