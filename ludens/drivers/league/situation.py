"""Where a robot and its ball are, as return data and team messages both write it, in millimetres."""

from collections.abc import Sequence
from typing import NamedTuple

from ludens.drivers.league.packet import check_finite, checked
from ludens.geometry import Pose2

MM = 1000.0
NEVER_SEEN_S = -1.0
LARGEST = 3e38  # about the largest number of four bytes


class ReportedSituation(NamedTuple):
    """What a robot says about itself and its ball."""

    fallen: bool
    field_from_robot: Pose2
    ball_age_s: float | None
    ball_m: tuple[float, float]


def decode_situation(numbers: Sequence[float], what: str) -> ReportedSituation:
    """Read fallen, x, y, heading, ball's age, ball's x and y; refuses what the league's tools refuse."""
    fallen, x_mm, y_mm, heading_rad, age_s, ball_x_mm, ball_y_mm = numbers
    checked(int(fallen), 0, 1, f"Whether the robot has fallen, in {what.lower()},")
    check_finite(tuple(numbers), what)
    return ReportedSituation(
        bool(fallen),
        Pose2(x_mm / MM, y_mm / MM, heading_rad),
        age_s if age_s >= 0.0 else None,
        (ball_x_mm / MM, ball_y_mm / MM),
    )


def situation_numbers(it: ReportedSituation) -> tuple[float, ...]:
    """The numbers as they are written, in order."""
    pose = it.field_from_robot
    age_s = NEVER_SEEN_S if it.ball_age_s is None else it.ball_age_s
    ball_x_m, ball_y_m = it.ball_m
    place_mm = (pose.x_m * MM, pose.y_m * MM)
    numbers = (*place_mm, pose.yaw_rad, age_s, ball_x_m * MM, ball_y_m * MM)
    return (int(it.fallen), *(min(max(number, -LARGEST), LARGEST) for number in numbers))
