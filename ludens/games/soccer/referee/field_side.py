"""The field as one team sees it: its own goal at negative x; and what the rules call by name there."""

import math
from dataclasses import dataclass

from ludens.games.soccer.rules.match import Match
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019, FIELDS, HALF_TURN, SoccerField
from ludens.messages.league import PenaltyReason
from ludens.messages.refereeing import FieldRobot, FieldTruth

Point = tuple[float, float]
KEEPER = 1


@dataclass(frozen=True, slots=True)
class FieldSide:
    """One team's view. Turned by half a turn for the team that attacks the goal at negative x."""

    sign: float
    field: SoccerField = FIELD_2019

    @classmethod
    def of(cls, team: int, match: Match) -> "FieldSide":
        """The view of a team in a match."""
        return cls(1.0 if team == match.attacks_right else -1.0, field_of(match))

    def point(self, place_m: Point) -> Point:
        """A place of the field in the team's view, and the other way round."""
        return self.sign * place_m[0], self.sign * place_m[1]

    def pose(self, pose: Pose2) -> Pose2:
        """A pose of the field in the team's view, and the other way round."""
        return pose if self.sign > 0.0 else HALF_TURN @ pose

    def in_own_area(self, place_m: Point) -> bool:
        """Whether a place lies in the box before the team's own goal."""
        x_m, y_m = self.point(place_m)
        edge_m = self.field.half_length_m - self.field.box_length_m
        return -self.field.half_length_m <= x_m <= -edge_m and abs(y_m) <= 0.5 * self.field.box_width_m


def field_of(match: Match) -> SoccerField:
    """The field that a match is played on: that of its rule book."""
    return FIELDS[match.book.year]


def place_of(robot: FieldRobot) -> Point:
    """Where a robot stands."""
    return robot.field_from_robot.x_m, robot.field_from_robot.y_m


def distance_m(a: Point, b: Point) -> float:
    """From one place to another."""
    return math.dist(a, b)


def is_keeper_at_home(robot: FieldRobot, match: Match) -> bool:
    """Whether a robot is the keeper in its own area, who may do what others may not."""
    return robot.player == KEEPER and FieldSide.of(robot.team, match).in_own_area(place_of(robot))


def in_play(truth: FieldTruth, match: Match) -> list[FieldRobot]:
    """The robots that are not penalised."""
    return [
        robot
        for robot in truth.robots
        if match.player(robot.team, robot.player).penalty is PenaltyReason.NONE
    ]
