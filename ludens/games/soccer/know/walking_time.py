"""How long a robot takes to a place, and to the ball: by the speeds of our motion planner."""

import math
from dataclasses import dataclass

from ludens.games.soccer.move.planner import PACE
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.geometry.soccer_field import FIELD_2019, SoccerField

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class TimeToBallTuning:
    """What a robot that is not just walking has to add."""

    fallen_s: float = 6.0  # to get up
    striker_s: float = -1.0  # the striker stays it unless another one is clearly quicker
    unseen_s: float = 2.0  # where it only hears of the ball


TUNING = TimeToBallTuning()


def walking_time_s(field_from_robot: Pose2, place_m: Point) -> float:
    """Return how long it takes to turn towards a place of the field and walk there."""
    x_m, y_m = place_m[0] - field_from_robot.x_m, place_m[1] - field_from_robot.y_m
    way_m = math.hypot(x_m, y_m)
    if way_m < PACE.near_m:
        return 0.0
    turn_rad = abs(difference(math.atan2(y_m, x_m), field_from_robot.yaw_rad))
    return way_m / PACE.open_mps + turn_rad / PACE.turn_radps


def time_to_ball_s(
    field_from_robot: Pose2,
    ball_m: Point,
    *,
    fallen: bool = False,
    striker: bool = False,
    unseen: bool = False,
    tuning: TimeToBallTuning = TUNING,
    pitch: SoccerField = FIELD_2019,
) -> float:
    """Return how long a robot takes until it stands behind the ball and faces the goal that it attacks.

    A robot on the wrong side of the ball walks round it. Never less than 0.
    """
    kick_rad = math.atan2(-ball_m[1], pitch.half_length_m - ball_m[0])
    behind_m = (
        ball_m[0] - PACE.behind_m * math.cos(kick_rad),
        ball_m[1] - PACE.behind_m * math.sin(kick_rad),
    )
    x_m, y_m = field_from_robot.x_m - ball_m[0], field_from_robot.y_m - ball_m[1]
    round_rad = abs(difference(math.atan2(y_m, x_m), kick_rad + math.pi))
    around_m = PACE.behind_m * max(round_rad - 0.5 * math.pi, 0.0)
    here = (field_from_robot.x_m, field_from_robot.y_m)
    way_m = math.dist(here, behind_m)
    if way_m < PACE.align_m:  # so near it walks turned as it shall stand
        time_s = way_m / PACE.forward_mps
        last_rad = abs(difference(kick_rad, field_from_robot.yaw_rad))
    else:
        time_s = walking_time_s(field_from_robot, behind_m)
        last_rad = abs(difference(kick_rad, math.atan2(behind_m[1] - here[1], behind_m[0] - here[0])))
    time_s += around_m / PACE.forward_mps + last_rad / PACE.turn_radps
    time_s += fallen * tuning.fallen_s + striker * tuning.striker_s + unseen * tuning.unseen_s
    return max(time_s, 0.0)
