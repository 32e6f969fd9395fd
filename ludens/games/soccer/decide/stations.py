"""Where each role stands by where the ball is: places on the field as the own team sees it.

Pure geometry. Which of these places the rules allow just now is the business of `legal_places`. Places are
those of the field of 2019; on a smaller one they come nearer to each other as its lines do.
"""

import math

from ludens.geometry.soccer_field import FIELD_2019, SoccerField
from ludens.messages.team import Role

Point = tuple[float, float]

KEEPER_OUT_M = 0.45
"""How far before the middle of its goal the keeper stands on the line to the ball."""
KEEPER_WIDEST_M = 0.55
KEEPER_DEEPEST_M = 0.2
CLEARS_WITHIN_M = 0.8
"""The keeper makes room for a striker that plays a ball so near to the keeper's place."""

PASSIVE_X_M, NEUTRAL_X_M, AGGRESSIVE_X_M = -3.5, -2.0, 0.2
"""Lines of the defenders."""
CLOSE_BALL_X_M, FAR_BALL_X_M = -1.5, 1.0
"""A ball nearer to the own goal has both defenders on the passive line. One farther away than the second has
the defender on its side on the aggressive line, where balls come that the others clear, the other one on the
neutral line."""
BESIDE_LINE_M = 0.45
"""Defenders stand so far left and right of the line from the own goal to the ball."""
DEFENDER_WIDEST_M = 1.6

SUPPORT_M = 1.3
SUPPORT_RAD = math.radians(35.0)
"""Off the line from the ball to the own goal: the striker would hide the ball from one on that line."""
SUPPORT_BACK_X_M = -2.7
"""Not nearer to the own goal, where defenders stand."""

BISHOP_X_M, BISHOP_ASIDE_M = 3.6, 0.5
"""How far ahead the bishop stands, and how far beside the line from the ball to the other goal's middle, on
the side where the ball is not: shots pass it, and those that the keeper stops lie within reach."""
BISHOP_CROSSES_M = 0.4
"""So far on the bishop's side the ball must be before the bishop goes to the other one."""
BISHOP_BACK_M = 2.4
"""A bishop in defence stands so far before the ball."""
ATTACK_BALL_X_M = -1.5
"""With the ball farther ahead than this the bishop waits at the other goal."""


def own_goal_m(pitch: SoccerField = FIELD_2019) -> Point:
    """Return the middle of the own goal."""
    return -pitch.half_length_m, 0.0


def scale_of(pitch: SoccerField) -> float:
    """Return how long a field is, against that of 2019."""
    return pitch.half_length_m / FIELD_2019.half_length_m


def on_line(start_m: Point, end_m: Point, length_m: float) -> Point:
    """Return the point a length away from a start towards an end."""
    away_m = max(math.dist(start_m, end_m), 1e-6)
    share = length_m / away_m
    return start_m[0] + share * (end_m[0] - start_m[0]), start_m[1] + share * (end_m[1] - start_m[1])


def within(value: float, least: float, most: float) -> float:
    """Return the value, or the bound that it goes beyond."""
    return min(max(value, least), most)


def keeper_place(ball_m: Point, striker_m: Point | None = None, *, pitch: SoccerField = FIELD_2019) -> Point:
    """On the line from the ball to the goal's middle; aside where the own striker plays the ball there."""
    deepest_m = KEEPER_DEEPEST_M - pitch.half_length_m
    x_m, y_m = on_line(own_goal_m(pitch), ball_m, KEEPER_OUT_M)
    x_m = max(x_m, deepest_m)
    y_m = within(y_m, -KEEPER_WIDEST_M, KEEPER_WIDEST_M)
    if striker_m is not None and math.dist(ball_m, (x_m, y_m)) < CLEARS_WITHIN_M:
        # The striker comes to clear: it needs the ground behind the ball, on its own side of the line.
        aside = -1.0 if striker_m[1] > ball_m[1] else 1.0
        return deepest_m, within(y_m + 0.5 * aside, -0.9, 0.9)
    return x_m, y_m


def defender_place(
    side: Role, ball_m: Point, *, alone: bool = False, pitch: SoccerField = FIELD_2019
) -> Point:
    """Left or right of the line from the goal to the ball, on a line across the field that the ball sets."""
    left = side is Role.LEFT_DEFENDER
    is_near = alone or left == (ball_m[1] >= 0.0)  # on the ball's side of the field
    scale = scale_of(pitch)
    line_m = PASSIVE_X_M
    if ball_m[0] > scale * FAR_BALL_X_M:
        line_m = AGGRESSIVE_X_M if is_near and not alone else NEUTRAL_X_M
    elif is_near and ball_m[0] > scale * CLOSE_BALL_X_M:
        line_m = NEUTRAL_X_M
    x_m, widest_m = scale * line_m, scale * DEFENDER_WIDEST_M
    share = (x_m + pitch.half_length_m) / max(ball_m[0] + pitch.half_length_m, 0.8)
    across_m = within(share, 0.0, 1.0) * ball_m[1]
    aside_m = 0.0 if alone else BESIDE_LINE_M
    return x_m, within(across_m + (aside_m if left else -aside_m), -widest_m, widest_m)


def support_place(ball_m: Point, *, blocks: bool = False, pitch: SoccerField = FIELD_2019) -> Point:
    """Behind the ball, towards the own goal, beside the striker; on the line where it `blocks` a kick."""
    goal_rad = math.atan2(-ball_m[1], -pitch.half_length_m - ball_m[0])
    middle_side = 1.0 if ball_m[1] > 0.0 else -1.0  # turned so, it comes nearer to the field's long axis
    turned_rad = goal_rad + (0.0 if blocks else middle_side * SUPPORT_RAD)
    scale, widest_m = scale_of(pitch), pitch.half_width_m - 0.4
    x_m = max(ball_m[0] + scale * SUPPORT_M * math.cos(turned_rad), scale * SUPPORT_BACK_X_M)
    y_m = ball_m[1] + scale * SUPPORT_M * math.sin(turned_rad)
    return x_m, within(y_m, -widest_m, widest_m)


def bishop_place(
    ball_m: Point, *, is_ball_left: bool | None = None, pitch: SoccerField = FIELD_2019
) -> Point:
    """Before the other goal, on the side where the ball is not; less far ahead while the team defends."""
    scale = scale_of(pitch)
    is_ball_left = ball_m[1] > 0.0 if is_ball_left is None else is_ball_left
    x_m = scale * BISHOP_X_M
    if ball_m[0] < scale * ATTACK_BALL_X_M:
        x_m = ball_m[0] + scale * BISHOP_BACK_M
    share = (pitch.half_length_m - x_m) / max(pitch.half_length_m - ball_m[0], scale * 1.0)
    aside_m = scale * (-BISHOP_ASIDE_M if is_ball_left else BISHOP_ASIDE_M)
    return x_m, within(share, 0.0, 1.0) * ball_m[1] + aside_m


def place_of_role(role: Role, ball_m: Point, *, pitch: SoccerField = FIELD_2019) -> Point:
    """Where a role stands, for judging who is nearest to it; the striker's place is the ball."""
    match role:
        case Role.KEEPER | Role.REPLACEMENT_KEEPER:
            return keeper_place(ball_m, pitch=pitch)
        case Role.LEFT_DEFENDER | Role.RIGHT_DEFENDER:
            return defender_place(role, ball_m, pitch=pitch)
        case Role.SUPPORT:
            return support_place(ball_m, pitch=pitch)
        case Role.BISHOP:
            return bishop_place(ball_m, pitch=pitch)
        case _:
            return ball_m
