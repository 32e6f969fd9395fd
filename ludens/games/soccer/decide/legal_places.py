"""What the rules allow a robot without the ball: distances at free kicks and kick-offs, the own area.

All places are on the field as the own team sees it. Robots know them with an error, so each distance has a
margin over what the rules ask.
"""

import math
from collections.abc import Iterable

from ludens.geometry.soccer_field import FIELD_2019

Point = tuple[float, float]

FREE_KICK_M = 0.75
KICK_OFF_M = FIELD_2019.circle_radius_m
MARGIN_M = 0.35
"""Of the own pose, the ball's place, and the way a robot sways."""
AREA_X_M = -FIELD_2019.half_length_m + FIELD_2019.box_length_m
AREA_HALF_Y_M = 0.5 * FIELD_2019.box_width_m
AREA_MARGIN_M = 0.25
MOST_IN_AREA = 2
EDGE_M = 0.3
"""Places lie at most so far beyond the outer lines."""


def clear_of(place_m: Point, centre_m: Point, radius_m: float) -> Point:
    """Return the nearest place on the field that is outside a disc."""
    place_m = place_m if is_on_field(place_m) else on_field(place_m)
    x_m, y_m = place_m[0] - centre_m[0], place_m[1] - centre_m[1]
    away_m = math.hypot(x_m, y_m)
    if away_m >= radius_m:
        return place_m
    start_rad = math.atan2(y_m, x_m) if away_m > 1e-3 else math.pi  # of no direction: towards the own goal
    for step in range(13):
        for side in (1.0, -1.0):
            angle_rad = start_rad + side * step * math.radians(15.0)
            moved = (
                centre_m[0] + radius_m * math.cos(angle_rad),
                centre_m[1] + radius_m * math.sin(angle_rad),
            )
            if is_on_field(moved):
                return moved
    return place_m


def is_on_field(place_m: Point) -> bool:
    """Whether a robot may stand there without leaving the field soon."""
    x_m, y_m = place_m
    return abs(x_m) < FIELD_2019.half_length_m + EDGE_M and abs(y_m) < FIELD_2019.half_width_m + EDGE_M


def on_field(place_m: Point) -> Point:
    """Return the nearest place on the field."""
    most_x_m, most_y_m = FIELD_2019.half_length_m, FIELD_2019.half_width_m
    return min(max(place_m[0], -most_x_m), most_x_m), min(max(place_m[1], -most_y_m), most_y_m)


def in_own_area(place_m: Point, *, margin_m: float = 0.0) -> bool:
    """Whether a place lies in the own penalty area, or so near to it."""
    x_m, y_m = place_m
    return x_m < AREA_X_M + margin_m and abs(y_m) < AREA_HALF_Y_M + margin_m


def area_is_full(mates_m: Iterable[Point]) -> bool:
    """Whether as many team-mates as the rules allow are in the own area, or about to be."""
    return sum(in_own_area(place_m, margin_m=0.1) for place_m in mates_m) >= MOST_IN_AREA


def out_of_own_area(place_m: Point) -> Point:
    """Return the nearest place outside the own penalty area."""
    if not in_own_area(place_m, margin_m=AREA_MARGIN_M):
        return place_m
    x_m, y_m = place_m
    ahead_m, aside_m = AREA_X_M + AREA_MARGIN_M, AREA_HALF_Y_M + AREA_MARGIN_M
    if ahead_m - x_m <= aside_m - abs(y_m):
        return ahead_m, y_m
    return x_m, math.copysign(aside_m, y_m)


def way_round(start_m: Point, end_m: Point, centre_m: Point, radius_m: float) -> Point:
    """Return where to walk first so as not to cross a disc: the end itself, or a point beside the disc."""
    dx, dy = end_m[0] - start_m[0], end_m[1] - start_m[1]
    length_m = math.hypot(dx, dy)
    to_x, to_y = centre_m[0] - start_m[0], centre_m[1] - start_m[1]
    away_m = math.hypot(to_x, to_y)
    if length_m < 1e-6 or away_m < 1e-6:
        return end_m
    if away_m < radius_m:  # inside: straight out first
        return clear_of(start_m, centre_m, radius_m + 0.1)
    ahead_m = (to_x * dx + to_y * dy) / length_m
    aside_m = (dx * to_y - dy * to_x) / length_m  # of the centre, positive: left of the way
    if ahead_m <= 0.0 or ahead_m >= length_m + radius_m or abs(aside_m) >= radius_m:
        return end_m
    # Along the tangent on the side where the centre is not.
    half_rad = math.asin(min(radius_m / away_m, 1.0))
    tangent_rad = math.atan2(to_y, to_x) + (-half_rad if aside_m >= 0.0 else half_rad)
    reach_m = max(math.sqrt(max(away_m**2 - radius_m**2, 0.0)), 0.3)
    return start_m[0] + reach_m * math.cos(tangent_rad), start_m[1] + reach_m * math.sin(tangent_rad)
