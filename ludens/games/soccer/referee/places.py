"""Where a referee's assistants put robots: beside the field, back in play, before a half, for a shot."""

import math

from ludens.games.soccer.referee.field_side import KEEPER, FieldSide, Point, distance_m, in_play, place_of
from ludens.games.soccer.rules.match import Match
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages.refereeing import FieldRobot, FieldTruth

OUTSIDE_M = 0.6  # beyond the turf
APART_M = 0.6
BEHIND_MARK_M = 1.0
MARK_X_M = FIELD_2019.half_length_m - FIELD_2019.mark_from_goal_m
STRIKER_OF_SHOT = Pose2(MARK_X_M - BEHIND_MARK_M, 0.0, 0.0)
KEEPER_OF_SHOT = Pose2(-FIELD_2019.half_length_m, 0.0, 0.0)
"""Where both stand before a shot, each as its own team sees the field."""


def outside(robot: FieldRobot, match: Match) -> Pose2:
    """Where a penalised robot waits: beside its own half, away from play, one beside the other."""
    y_m = FIELD_2019.half_width_m + FIELD_2019.border_m + OUTSIDE_M
    waits = Pose2(-0.5 - APART_M * robot.player, -y_m, 0.5 * math.pi)
    return FieldSide.of(robot.team, match).pose(waits)


def back_in_play(robot: FieldRobot, truth: FieldTruth, match: Match) -> Pose2:
    """On the side line level with the own penalty mark, away from the ball, looking across the field."""
    side = FieldSide.of(robot.team, match)
    _, ball_y_m = side.point(truth.ball_m)
    away = -1.0 if ball_y_m >= 0.0 else 1.0
    taken = [side.point(place_of(other)) for other in truth.robots if other.name != robot.name]
    x_m = -MARK_X_M
    y_m = away * FIELD_2019.half_width_m
    while any(distance_m((x_m, y_m), place) < 0.5 for place in taken) and x_m < 0.0:
        x_m += APART_M
    return side.pose(Pose2(x_m, y_m, -away * 0.5 * math.pi))


def on_own_side_line(player: int) -> Pose2:
    """Where a robot stands before a half, as its own team sees it: odd numbers left, looking across."""
    left = 1.0 if player % 2 else -1.0
    x_m = -MARK_X_M + 0.8 * ((player - 1) // 2)
    return Pose2(x_m, left * FIELD_2019.half_width_m, -left * 0.5 * math.pi)


def before_half(robot: FieldRobot, match: Match) -> Pose2:
    """On the side lines of the own half."""
    return FieldSide.of(robot.team, match).pose(on_own_side_line(robot.player))


def for_shot(truth: FieldTruth, match: Match) -> tuple[Point, list[tuple[str, Pose2]]]:
    """The ball on the mark, a striker behind it, the keeper on its line, all others outside."""
    robots = in_play(truth, match)
    side = FieldSide.of(match.kicking, match)
    strikers = sorted((one for one in robots if one.team == match.kicking), key=_striker_order)
    keepers = sorted((one for one in robots if one.team != match.kicking), key=lambda one: one.player)
    placed = {robot.name: outside(robot, match) for robot in robots}
    if strikers:
        placed[strikers[0].name] = side.pose(STRIKER_OF_SHOT)
    if keepers:
        placed[keepers[0].name] = FieldSide(-side.sign).pose(KEEPER_OF_SHOT)
    return side.point((MARK_X_M, 0.0)), list(placed.items())


def _striker_order(robot: FieldRobot) -> tuple[bool, int]:
    return robot.player == KEEPER, robot.player
