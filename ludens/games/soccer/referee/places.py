"""Where a referee's assistants put robots: beside the field, back in play, before a half, for a shot."""

import math

from ludens.games.soccer.referee.field_side import (
    KEEPER,
    FieldSide,
    Point,
    distance_m,
    field_of,
    in_play,
    place_of,
)
from ludens.games.soccer.rules.match import Match
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019, SoccerField
from ludens.messages.refereeing import FieldRobot, FieldTruth

OUTSIDE_M = 0.6  # beyond the turf
APART_M = 0.6
BEHIND_MARK_M = 1.0
KEEPER_BEFORE_LINE_M = 0.2
KICKS_OFF_FROM_M, OUTSIDE_CIRCLE_M = 0.4, 0.3
"""Behind the ball at the own kick-off; outside the circle at the other team's."""


def mark_x_m(field: SoccerField) -> float:
    """From the centre to a penalty mark."""
    return field.half_length_m - field.mark_from_goal_m


def striker_of_shot(field: SoccerField = FIELD_2019) -> Pose2:
    """Where the striker stands before a shot, as its own team sees the field."""
    return Pose2(mark_x_m(field) - BEHIND_MARK_M, 0.0, 0.0)


def keeper_of_shot(field: SoccerField = FIELD_2019) -> Pose2:
    """Where the keeper stands before a shot, as its own team sees the field."""
    return Pose2(-field.half_length_m, 0.0, 0.0)


def outside(robot: FieldRobot, match: Match) -> Pose2:
    """Where a penalised robot waits: beside its own half, away from play, one beside the other."""
    field = field_of(match)
    y_m = field.half_width_m + field.border_m + OUTSIDE_M
    waits = Pose2(-0.5 - APART_M * robot.player, -y_m, 0.5 * math.pi)
    return FieldSide.of(robot.team, match).pose(waits)


def back_in_play(robot: FieldRobot, truth: FieldTruth, match: Match) -> Pose2:
    """On the side line level with the own penalty mark, away from the ball, looking across the field."""
    side = FieldSide.of(robot.team, match)
    _, ball_y_m = side.point(truth.ball_m)
    away = -1.0 if ball_y_m >= 0.0 else 1.0
    taken = [side.point(place_of(other)) for other in truth.robots if other.name != robot.name]
    x_m, y_m = -mark_x_m(side.field), away * side.field.half_width_m
    while any(distance_m((x_m, y_m), place) < 0.5 for place in taken) and x_m < 0.0:
        x_m += APART_M
    return side.pose(Pose2(x_m, y_m, -away * 0.5 * math.pi))


def back_on_side_lines(field: SoccerField = FIELD_2019) -> tuple[Pose2, Pose2]:
    """Where a robot may be put down after a penalty, as its own team sees the field."""
    left, right = (
        Pose2(-mark_x_m(field), side * field.half_width_m, -0.5 * side * math.pi) for side in (1.0, -1.0)
    )
    return left, right


def on_own_side_line(player: int, field: SoccerField = FIELD_2019) -> Pose2:
    """Where a robot stands before a half, as its own team sees it: odd numbers left, looking across."""
    left = 1.0 if player % 2 else -1.0
    x_m = -mark_x_m(field) + 0.8 * ((player - 1) // 2)
    return Pose2(x_m, left * field.half_width_m, -left * 0.5 * math.pi)


def at_kick_off(player: int, *, kicks_off: bool, field: SoccerField = FIELD_2019) -> Pose2:
    """Where hands put a robot for a kick-off that it does not walk to, as its own team sees the field."""
    if player == KEEPER:
        return Pose2(KEEPER_BEFORE_LINE_M - field.half_length_m, 0.0, 0.0)
    back_m = KICKS_OFF_FROM_M if kicks_off else field.circle_radius_m + OUTSIDE_CIRCLE_M
    row, left = divmod(player - KEEPER, 2)  # the second one in the middle, others beside and behind it
    aside_m = 0.0 if player == KEEPER + 1 else 0.45 * field.half_width_m * (1.0 if left else -1.0)
    return Pose2(-back_m - 0.5 * row, aside_m, 0.0)


def before_half(robot: FieldRobot, match: Match) -> Pose2:
    """On the side lines of the own half."""
    side = FieldSide.of(robot.team, match)
    return side.pose(on_own_side_line(robot.player, side.field))


def for_shot(truth: FieldTruth, match: Match) -> tuple[Point, list[tuple[str, Pose2]]]:
    """The ball on the mark, a striker behind it, the keeper on its line, all others outside."""
    robots = in_play(truth, match)
    side = FieldSide.of(match.kicking, match)
    strikers = sorted((one for one in robots if one.team == match.kicking), key=_striker_order)
    keepers = sorted((one for one in robots if one.team != match.kicking), key=lambda one: one.player)
    placed = {robot.name: outside(robot, match) for robot in robots}
    if strikers:
        placed[strikers[0].name] = side.pose(striker_of_shot(side.field))
    if keepers:
        placed[keepers[0].name] = FieldSide(-side.sign).pose(keeper_of_shot(side.field))
    return side.point((mark_x_m(side.field), 0.0)), list(placed.items())


def _striker_order(robot: FieldRobot) -> tuple[bool, int]:
    return robot.player == KEEPER, robot.player
