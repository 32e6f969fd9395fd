"""What sonars hear becomes obstacles, which are kept and forgotten."""

import math

import numpy as np
import pytest

from ludens.core.contract.module import CycleTime
from ludens.games.soccer.move.obstacles import SonarObstacles
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages import LegOdometry, SonarDistances
from ludens.messages.field import BallState, FieldPose

HERE = Pose2.identity()


class Listener:
    def __init__(self) -> None:
        self.module = SonarObstacles()
        self.time_s = 0.0

    def hear(self, left, right, *, at=HERE, ball_m=None, pose=None, seconds=0.1):
        for _ in range(round(seconds / 0.1)):
            self.time_s += 0.1
            odometry = LegOdometry(time_s=self.time_s, odometry_from_robot=at, covariance=np.zeros((3, 3)))
            sonar = SonarDistances(time_s=self.time_s, left_m=left, right_m=right)
            ball = None if ball_m is None else ball_at(ball_m, self.time_s)
            heard = self.module.cycle(CycleTime(time_s=self.time_s), odometry, sonar, ball, pose)
        return heard.points_m


def ball_at(place_m, time_s):
    return BallState(
        time_s=time_s,
        place_m=place_m,
        velocity_mps=(0.0, 0.0),
        destination_m=place_m,
        sigma_m=0.02,
        seen_s=time_s,
        observations=9,
    )


def test_what_both_hear_is_ahead_and_what_one_hears_on_its_side():
    ((x_m, y_m),) = Listener().hear(0.4, 0.42)
    assert (x_m, y_m) == pytest.approx((0.416, 0.0), abs=0.01)
    ((x_m, y_m),) = Listener().hear(None, 0.4)
    assert x_m > 0.25
    assert y_m < -0.15


def test_it_is_remembered_while_the_robot_turns_away_and_then_forgotten():
    listener = Listener()
    listener.hear(0.4, 0.4)
    ((x_m, y_m),) = listener.hear(None, None, at=Pose2(0.0, 0.0, math.pi / 2), seconds=1.0)
    assert (x_m, y_m) == pytest.approx((0.0, -0.41), abs=0.02)
    assert listener.hear(None, None, at=Pose2(0.0, 0.0, math.pi / 2), seconds=7.0) == ()


def test_the_ball_and_what_is_far_away_are_no_obstacles():
    assert Listener().hear(0.55, 0.56, ball_m=(0.56, 0.05)) == ()
    assert Listener().hear(0.75, None) == ()


def test_goals_are_obstacles_of_the_map():
    pose = FieldPose(
        time_s=0.0,
        field_from_robot=Pose2(4.0, 0.5 * FIELD_2019.goal_width_m, 0.0),
        sigma_m=0.1,
        sigma_rad=0.1,
        error=1.0,
    )
    points = Listener().hear(None, None, pose=pose)
    assert any(math.dist(point, (0.5, 0.0)) < 0.01 for point in points)
