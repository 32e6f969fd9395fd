"""What the rules allow a robot without the ball: distances at free kicks and kick-offs, the own area.

All places are on the field as the own team sees it. Robots know them with an error, so each distance has a
margin over what the rules ask.
"""

import math
from collections.abc import Iterable

from ludens.geometry.soccer_field import FIELD_2019, SoccerField

Point = tuple[float, float]

FREE_KICK_M = 0.75
MARGIN_M = 0.35
"""Of the own pose, the ball's place, and the way a robot sways."""
AREA_MARGIN_M = 0.25
MOST_IN_AREA = 2
LANE_M, LANE_HALF_M = 2.5, 0.45
"""How long and how wide the ground is that mates keep clear before a striker that is about to kick."""
EDGE_M = 0.3
"""Places lie at most so far beyond the outer lines."""


def clear_of(
    place_m: Point,
    centre_m: Point,
    radius_m: float,
    *,
    enters_area: bool = True,
    pitch: SoccerField = FIELD_2019,
) -> Point:
    """Return the nearest place on the field that is outside a disc.

    Without `enters_area` that is another one than in the own penalty area, where many may not be.
    """
    place_m = place_m if is_on_field(place_m, pitch) else on_field(place_m, pitch)
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
            is_free = enters_area or not in_own_area(moved, margin_m=AREA_MARGIN_M, pitch=pitch)
            if is_free and is_on_field(moved, pitch) and not is_behind_line(moved, pitch):
                return moved
    return place_m


def is_on_field(place_m: Point, pitch: SoccerField = FIELD_2019) -> bool:
    """Whether a robot may stand there without leaving the field soon."""
    x_m, y_m = place_m
    return abs(x_m) < pitch.half_length_m + EDGE_M and abs(y_m) < pitch.half_width_m + EDGE_M


def is_behind_line(place_m: Point, pitch: SoccerField = FIELD_2019) -> bool:
    """Whether a place lies behind a goal line, in its goal or near it."""
    x_m, y_m = place_m
    return abs(x_m) > pitch.half_length_m - 0.05 and abs(y_m) < pitch.goal_width_m


def on_field(place_m: Point, pitch: SoccerField = FIELD_2019) -> Point:
    """Return the nearest place on the field."""
    most_x_m, most_y_m = pitch.half_length_m, pitch.half_width_m
    return min(max(place_m[0], -most_x_m), most_x_m), min(max(place_m[1], -most_y_m), most_y_m)


def in_own_area(place_m: Point, *, margin_m: float = 0.0, pitch: SoccerField = FIELD_2019) -> bool:
    """Whether a place lies in the own penalty area, or so near to it."""
    x_m, y_m = place_m
    ahead_m, aside_m = _area_edges_m(pitch)
    return x_m < ahead_m + margin_m and abs(y_m) < aside_m + margin_m


def _area_edges_m(pitch: SoccerField) -> Point:
    """Return where the own penalty area ends ahead, and to either side."""
    return pitch.box_length_m - pitch.half_length_m, 0.5 * pitch.box_width_m


def area_is_full(mates_m: Iterable[Point], *, pitch: SoccerField = FIELD_2019) -> bool:
    """Whether as many team-mates as the rules allow are in the own area, or about to be."""
    return sum(in_own_area(place_m, margin_m=0.1, pitch=pitch) for place_m in mates_m) >= MOST_IN_AREA


def out_of_own_area(place_m: Point, *, pitch: SoccerField = FIELD_2019) -> Point:
    """Return the nearest place outside the own penalty area."""
    if not in_own_area(place_m, margin_m=AREA_MARGIN_M, pitch=pitch):
        return place_m
    x_m, y_m = place_m
    ahead_m, aside_m = (edge_m + AREA_MARGIN_M for edge_m in _area_edges_m(pitch))
    if ahead_m - x_m <= aside_m - abs(y_m):
        return ahead_m, y_m
    return x_m, math.copysign(aside_m, y_m)


def clear_of_lane(place_m: Point, ball_m: Point, direction_rad: float) -> Point:
    """Return the nearest place beside the way of a ball that is kicked from there in a direction."""
    dx, dy = place_m[0] - ball_m[0], place_m[1] - ball_m[1]
    cosine, sine = math.cos(direction_rad), math.sin(direction_rad)
    ahead_m, left_m = cosine * dx + sine * dy, cosine * dy - sine * dx
    if not 0.0 < ahead_m < LANE_M or abs(left_m) >= LANE_HALF_M:
        return place_m
    left_m = math.copysign(LANE_HALF_M, left_m)
    return ball_m[0] + cosine * ahead_m - sine * left_m, ball_m[1] + sine * ahead_m + cosine * left_m


def way_past_own_area(start_m: Point, end_m: Point, *, pitch: SoccerField = FIELD_2019) -> Point:
    """Return where to walk first so as not to cross the own penalty area on the way to a place outside."""
    if in_own_area(end_m, pitch=pitch):
        return end_m
    if in_own_area(start_m, margin_m=0.5 * AREA_MARGIN_M, pitch=pitch):
        return out_of_own_area(start_m, pitch=pitch)
    if not _crosses_own_area(start_m, end_m, pitch):
        return end_m
    ahead_m, aside_m = (edge_m + AREA_MARGIN_M for edge_m in _area_edges_m(pitch))
    beside = start_m if start_m[0] < ahead_m - 0.05 else end_m
    return ahead_m, math.copysign(aside_m, beside[1])


def _crosses_own_area(start_m: Point, end_m: Point, pitch: SoccerField) -> bool:
    """Whether the straight way between two places leads through the own penalty area."""
    ahead_m, aside_m = _area_edges_m(pitch)
    first, last = 0.0, 1.0  # of the way, what is behind each edge in turn
    for begin_m, change_m, most_m in (
        (start_m[0], end_m[0] - start_m[0], ahead_m),
        (start_m[1], end_m[1] - start_m[1], aside_m),
        (-start_m[1], start_m[1] - end_m[1], aside_m),
    ):
        if abs(change_m) < 1e-9:
            if begin_m >= most_m:
                return False
        elif change_m > 0.0:
            last = min(last, (most_m - begin_m) / change_m)
        else:
            first = max(first, (most_m - begin_m) / change_m)
    return first < last


def way_round(
    start_m: Point, end_m: Point, centre_m: Point, radius_m: float, *, pitch: SoccerField = FIELD_2019
) -> Point:
    """Return where to walk first so as not to cross a disc: the end itself, or a point beside the disc."""
    dx, dy = end_m[0] - start_m[0], end_m[1] - start_m[1]
    length_m = math.hypot(dx, dy)
    to_x, to_y = centre_m[0] - start_m[0], centre_m[1] - start_m[1]
    away_m = math.hypot(to_x, to_y)
    if length_m < 1e-6 or away_m < 1e-6:
        return end_m
    if away_m < radius_m:  # inside: straight out first
        return clear_of(start_m, centre_m, radius_m + 0.1, pitch=pitch)
    ahead_m = (to_x * dx + to_y * dy) / length_m
    aside_m = (dx * to_y - dy * to_x) / length_m  # of the centre, positive: left of the way
    if ahead_m <= 0.0 or ahead_m >= length_m + radius_m or abs(aside_m) >= radius_m:
        return end_m
    # Along the tangent on the side where the centre is not.
    half_rad = math.asin(min(radius_m / away_m, 1.0))
    tangent_rad = math.atan2(to_y, to_x) + (-half_rad if aside_m >= 0.0 else half_rad)
    reach_m = max(math.sqrt(max(away_m**2 - radius_m**2, 0.0)), 0.3)
    return start_m[0] + reach_m * math.cos(tangent_rad), start_m[1] + reach_m * math.sin(tangent_rad)
