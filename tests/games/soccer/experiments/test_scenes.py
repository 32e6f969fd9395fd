"""The scenes and shots of 2011 as they are drawn, and how rows of them are counted."""

import math

import numpy as np
import pytest

from ludens.experiments.json_values import Row
from ludens.games.soccer.experiments.filters import look_durations_us
from ludens.games.soccer.experiments.keeper_2011 import _is_ahead
from ludens.games.soccer.experiments.scenes import SCENES_OF_001, scene_at, summarise
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2011
from ludens.messages.field import Landmarks, PostsSeen, SeenPost


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_scenes_vary_by_a_decimetre_and_are_mirrored_as_a_whole(number):
    (ball_x, ball_y), robot = SCENES_OF_001[number - 1]
    sides = set()
    for seed in range(20):
        ball_m, start = scene_at(number, np.random.default_rng(seed))
        side = next(
            side
            for side in (1.0, -1.0)
            if abs(side * ball_m[1] - ball_y) <= 0.1 and abs(side * start.y_m - robot.y_m) <= 0.1
        )
        sides.add(side)
        assert abs(ball_m[0] - ball_x) <= 0.1
        assert abs(start.x_m - robot.x_m) <= 0.1
        assert abs(start.yaw_rad) <= math.radians(10.0)
        assert math.dist(ball_m, (start.x_m, start.y_m)) > 0.4
        assert FIELD_2011.has_on_turf(*ball_m, margin_m=-0.7)
    assert number == 3 or len(sides) == 2


def test_scenes_are_counted_each_for_itself():
    rows: list[Row] = [
        {"seed": 0, "scene": 1, "first_kick": True, "scored": True, "time_s": 20.0},
        {"seed": 4, "scene": 1, "first_kick": False, "scored": True, "time_s": 60.0},
        {"seed": 3, "scene": 4, "first_kick": False, "scored": False, "time_s": None},
    ]
    figures = summarise(rows)
    assert figures["scene_1_first_kick_rate"] == 0.5
    assert figures["scene_1_scored_rate"] == 1.0
    assert figures["scene_4_scored_rate"] == 0.0
    assert "scene_2_scored_rate" not in figures


def test_a_trial_that_crashed_is_a_failure_of_its_own_scene():
    by_turns = summarise(
        [
            {"seed": 4, "scene": 1, "first_kick": True, "scored": True, "time_s": 20.0},
            {"seed": 5, "scene": 2, "first_kick": True, "scored": True, "time_s": 20.0},
            {"seed": 9, "error": "ValueError"},
        ]
    )
    assert by_turns["scene_1_scored_rate"] == 1.0
    assert (by_turns["scene_2_scored_rate"], by_turns["scene_2_trials"]) == (0.5, 2)
    asked_for = summarise(
        [
            {"seed": 8, "error": "ValueError"},
            {"seed": 9, "scene": 3, "first_kick": True, "scored": True, "time_s": 20.0},
        ]
    )
    assert (asked_for["scene_3_first_kick_rate"], asked_for["scene_3_trials"]) == (0.5, 2)
    assert "scene_1_trials" not in asked_for


def test_a_goalie_has_the_ball_ahead_or_stands_as_far_aside_as_it_goes():
    assert _is_ahead(Pose2(-2.8, 0.2, 0.0), (-1.0, 0.4))
    assert not _is_ahead(Pose2(-2.8, 0.0, 0.0), (-1.5, 1.2))
    assert _is_ahead(Pose2(-2.8, 0.45, 0.0), (-1.5, 1.6))


def test_both_filters_take_in_every_picture_but_the_first():
    lines = Landmarks(time_s=0.0, lines_m=np.array([[1.0, -0.5, 1.0, 1.5], [0.5, 1.2, 2.0, 1.2]]))
    posts = PostsSeen(time_s=0.0, posts=(SeenPost(place_m=(2.0, 0.4), is_own=False, foot_px=(320.0, 200.0)),))
    durations_us = look_durations_us([(lines, posts), (lines, None), (lines, posts)], seed=1)
    assert [len(durations_us[name]) for name in ("ukf", "particles")] == [2, 2]
    assert min(min(values) for values in durations_us.values()) > 0.0
