"""Robots that are seen, heard and touched become robots that are known, and are forgotten again."""

import math

import numpy as np
import pytest

from ludens.core.contract.module import CycleTime
from ludens.core.contract.time_series import TimeSeries
from ludens.estimation.robot_tracker import RobotTracker
from ludens.geometry import Pose2
from ludens.messages import FootCollision, LegOdometry, SonarDistances
from ludens.messages.field import NOWHERE, BallState
from ludens.messages.team import RobotsSeen, RobotTeam, SeenRobot

HERE = Pose2.identity()
AHEAD_M = np.array([(0.2, -1.5), (4.0, -1.5), (4.0, 1.5), (0.2, 1.5)])
"""Outline of what the picture shows."""


class Watcher:
    """A robot that looks ten times a second, at robots that are told in its odometry's frame."""

    def __init__(self):
        self.module = RobotTracker()
        self.time_s = 0.0
        self.path = TimeSeries[LegOdometry]()
        self.random = np.random.default_rng(1)

    def look(
        self,
        *robots,
        at=HERE,
        seconds=0.1,
        sigma_m=0.0,
        looked_at_m=NOWHERE,
        sonar=None,
        ball=None,
        feet=None,
    ):
        """Let time pass; a robot is its place by time, its team, and whether it lies."""
        for _ in range(round(seconds / 0.1)):
            self.time_s += 0.1
            odometry = LegOdometry(time_s=self.time_s, odometry_from_robot=at, covariance=np.zeros((3, 3)))
            self.path.add(odometry)
            seen = []
            for place, team, fallen in robots:
                x_m, y_m = at.inverse().apply(*(place(self.time_s) if callable(place) else place))
                x_m, y_m = np.array((x_m, y_m)) + sigma_m * self.random.standard_normal(2)
                seen.append(SeenRobot((float(x_m), float(y_m)), team, fallen, 0.08, 0.04))
            picture = RobotsSeen(time_s=self.time_s, robots=tuple(seen), looked_at_m=looked_at_m)
            left, right = (None, None) if sonar is None else sonar
            tracked = self.module.cycle(
                CycleTime(time_s=self.time_s),
                odometry,
                self.path,
                (picture,),
                (),
                SonarDistances(time_s=self.time_s, left_m=left, right_m=right),
                feet,
                ball,
            )
        return tracked.robots


def ball_at(place_m):
    return BallState(
        time_s=0.0,
        place_m=place_m,
        velocity_mps=(0.0, 0.0),
        destination_m=place_m,
        sigma_m=0.02,
        seen_s=0.0,
        observations=9,
    )


OPPONENT = ((2.0, 0.5), RobotTeam.OTHER, False)


def test_a_robot_seen_once_is_none_and_one_seen_often_is_known_better_than_by_one_look():
    watcher = Watcher()
    assert watcher.look(OPPONENT) == ()
    (robot,) = watcher.look(OPPONENT, seconds=2.0, sigma_m=0.06)
    assert math.dist(robot.place_m, (2.0, 0.5)) < 0.06
    assert math.hypot(*robot.velocity_mps) < 0.1
    assert (robot.team, robot.fallen, robot.heard) == (RobotTeam.OTHER, False, False)


def test_a_robot_that_walks_is_followed_and_its_speed_is_known():
    watcher = Watcher()
    way = (lambda time_s: (2.5 - 0.2 * time_s, 0.1), RobotTeam.OTHER, False)
    (robot,) = watcher.look(way, seconds=4.0, sigma_m=0.03)
    assert math.dist(robot.place_m, (1.7, 0.1)) < 0.08
    assert robot.velocity_mps == pytest.approx((-0.2, 0.0), abs=0.07)


def test_places_are_in_the_robots_frame_of_now_while_it_turns_away():
    watcher = Watcher()
    watcher.look(OPPONENT, seconds=1.0)
    (robot,) = watcher.look(at=Pose2(0.5, 0.0, math.pi / 2), seconds=1.0)
    assert robot.place_m == pytest.approx((0.5, -1.5), abs=0.02)


def test_it_is_kept_eight_seconds_unseen_and_a_moment_where_it_should_be_seen():
    watcher = Watcher()
    watcher.look(OPPONENT, seconds=1.0)
    assert len(watcher.look(seconds=7.5)) == 1
    assert watcher.look(seconds=1.0) == ()
    watcher.look(OPPONENT, seconds=1.0)
    assert len(watcher.look(seconds=0.3, looked_at_m=AHEAD_M)) == 1
    assert watcher.look(seconds=2.5, looked_at_m=AHEAD_M) == ()


def test_a_robot_behind_another_one_need_not_be_seen():
    watcher = Watcher()
    hidden = ((3.0, 0.75), RobotTeam.OTHER, False)
    watcher.look(OPPONENT, hidden, seconds=1.0)
    assert len(watcher.look(OPPONENT, seconds=3.0, looked_at_m=AHEAD_M)) == 2


def test_the_shirt_seen_most_often_counts_and_so_does_lying():
    watcher = Watcher()
    for number in range(12):
        team = RobotTeam.OWN if number % 5 == 0 else RobotTeam.OTHER
        robots = watcher.look(((1.5, 0.0), team, number > 4))
    assert (robots[0].team, robots[0].fallen) == (RobotTeam.OTHER, True)
    unknown = Watcher().look(((1.5, 0.0), RobotTeam.UNKNOWN, False), seconds=1.0)
    assert unknown[0].team is RobotTeam.UNKNOWN


def test_what_both_sonars_hear_is_ahead_and_what_one_hears_on_its_side():
    (thing,) = Watcher().look(sonar=(0.4, 0.42))
    assert thing.place_m == pytest.approx((0.416, 0.0), abs=0.01)
    assert (thing.team, thing.heard) == (RobotTeam.UNKNOWN, True)
    (thing,) = Watcher().look(sonar=(None, 0.4))
    assert thing.place_m[0] > 0.25
    assert thing.place_m[1] < -0.15


def test_what_was_heard_is_remembered_while_the_robot_turns_away_and_then_forgotten():
    watcher, aside = Watcher(), Pose2(0.0, 0.0, math.pi / 2)
    watcher.look(sonar=(0.4, 0.4))
    (thing,) = watcher.look(at=aside, seconds=1.0)
    assert thing.place_m == pytest.approx((0.0, -0.41), abs=0.02)
    assert watcher.look(at=aside, seconds=7.0) == ()


def test_echoes_of_the_ball_of_robots_that_are_seen_and_from_afar_are_no_news():
    assert Watcher().look(sonar=(0.55, 0.56), ball=ball_at((0.56, 0.05))) == ()
    assert Watcher().look(sonar=(0.75, None)) == ()
    watcher = Watcher()
    robots = watcher.look(((0.6, 0.05), RobotTeam.OTHER, False), seconds=1.0, sonar=(0.47, 0.48))
    assert [robot.heard for robot in robots] == [False]


def test_what_the_feet_run_into_is_before_them_though_sonars_hear_nothing():
    watcher = Watcher()
    feet = FootCollision(time_s=0.0, collides=True, side="left")
    (thing,) = watcher.look(feet=feet)
    assert thing.place_m == pytest.approx((0.17, 0.05), abs=0.01)
    quiet = FootCollision(time_s=0.0, collides=False, side=None)
    assert len(watcher.look(feet=quiet, seconds=4.0)) == 1
    assert watcher.look(feet=quiet, seconds=3.0) == ()
