"""Experiments on single pictures: their judges tell right from wrong."""

import math
from typing import Any

import numpy as np
import pytest

from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.experiments.ball import BALL, BallOptions, ball_trial, bin_names, bin_of
from ludens.games.soccer.experiments.lines import LINES, LinesOptions, PictureJudge, lines_trial
from ludens.games.soccer.see.picture_eyes import Percepts, PictureEyes
from ludens.games.soccer.world.field_pictures import CameraAim
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages.field import Landmarks

AIM = CameraAim(height_m=0.51, pitch_rad=0.3)


@pytest.fixture(scope="module")
def corner(hall):
    """A picture of a corner of the field, and what the eyes see in it."""
    picture = hall.take(Pose2(3.0, 1.9, 0.6), AIM, ball=None)
    return picture, PictureEyes().look(picture.image, picture.pose)


def judged(picture, percepts, landmarks):
    other = Percepts(percepts.scanned, percepts.balls, (), landmarks, None, percepts.robots)
    return PictureJudge(picture, other, FIELD_2019)


def moved(landmarks, x_m):
    return Landmarks(
        time_s=0.0,
        lines_m=landmarks.lines_m + np.array((x_m, 0.0, x_m, 0.0)),
        corners=tuple(((x + x_m, y), yaw) for (x, y), yaw in landmarks.corners),
    )


def test_what_the_eyes_see_of_a_corner_is_right(corner):
    picture, percepts = corner
    judge = PictureJudge(picture, percepts, FIELD_2019)
    lines = judge.lines()
    assert lines["lines"] == lines["lines_found"] >= 2
    assert lines["lines_seen"] == lines["lines_right"] >= 2
    assert max(judge.offset_shares) < 0.05
    assert judge.crossings() == {"crossings_seen": 1, "crossings_right": 1}
    border_px = judge.border_error_px()
    assert border_px is not None
    assert border_px < 8.0


def test_lines_and_crossings_elsewhere_are_wrong(corner):
    picture, percepts = corner
    judge = judged(picture, percepts, moved(percepts.landmarks, 0.7))
    lines = judge.lines()
    assert lines["lines_right"] < lines["lines_seen"]
    assert lines["lines_found"] < lines["lines"]
    assert judge.crossings()["crossings_right"] == 0


def test_a_corner_taken_for_a_junction_is_of_the_wrong_kind(corner):
    picture, percepts = corner
    seen = Landmarks(time_s=0.0, lines_m=np.zeros((0, 4)), junctions=percepts.landmarks.corners)
    assert judged(picture, percepts, seen).crossings() == {"crossings_seen": 1, "crossings_right": 0}


def test_marks_and_circles_are_counted_where_they_are(hall):
    pose = Pose2(1.8, 0.3, 0.0)
    picture = hall.take(pose, AIM, ball=None)
    percepts = PictureEyes().look(picture.image, picture.pose)
    nothing = np.zeros((0, 4))
    mark = pose.inverse().apply(3.2, 0.0)
    for marks, found, right in (((mark,), 1, 1), ((), 0, 0), (((mark[0] + 0.6, mark[1]),), 0, 0)):
        counted = judged(picture, percepts, Landmarks(time_s=0.0, lines_m=nothing, marks=marks)).marks()
        assert (counted["marks"], counted["marks_found"], counted["marks_right"]) == (1, found, right)
    picture = hall.take(Pose2(-2.0, 0.3, 0.0), AIM, ball=None)
    for circle, found, wrong in (((2.0, -0.3), 1, 0), ((2.9, -0.3), 0, 1), (None, 0, 0)):
        counted = judged(picture, percepts, Landmarks(time_s=0.0, lines_m=nothing, circle=circle)).circle()
        assert counted == {"circles": 1, "circles_found": found, "circles_wrong": wrong}


def test_a_ball_behind_a_goal_post_or_out_of_the_picture_is_hidden(hall):
    robot = Pose2(3.2, 0.8, 0.0)
    open_ = hall.take(robot, AIM, ball=(4.2, 0.55))
    assert hall.ball_share(open_) == 1.0
    hidden = hall.take(robot, AIM, ball=(4.62, 0.8))  # the post stands at 4.5, 0.8
    assert hall.ball_share(hidden) < 0.5
    beside = hall.take(robot, AIM, ball=(3.2, 2.5))
    assert hall.ball_share(beside) == 0.0
    none = hall.take(robot, AIM, ball=None)
    assert hall.ball_share(none) == 0.0


def test_distances_fall_into_their_bins():
    assert [bin_of(away_m) for away_m in (0.12, 0.49, 0.5, 2.9, 5.0)] == [
        "to_0.5m",
        "to_0.5m",
        "to_1m",
        "to_3m",
        "to_5m",
    ]


def test_rows_add_up_and_repeat():
    request = TrialRequest(seed=3, noise="default", options=BallOptions(pictures=8))
    row: Any = ball_trial(request)
    assert row == ball_trial(request)
    assert sum(row[f"balls_{name}"] for name in bin_names()) == row["balls"] > 0
    figures: Any = BALL.summarise([row, {"error": "died"}])
    assert figures["recall"] == pytest.approx(row["found"] / row["balls"])
    assert math.isclose(figures["precision"], row["found"] / (row["found"] + row["false"]))
    lines = lines_trial(TrialRequest(seed=3, noise="default", options=LinesOptions(pictures=4)))
    shares: Any = LINES.summarise([lines])
    assert 0.0 <= shares["line_recall"] <= 1.0


def test_no_pictures_give_no_figures():
    assert BALL.summarise([])["recall"] is None
    assert LINES.summarise([])["mark_recall"] is None
