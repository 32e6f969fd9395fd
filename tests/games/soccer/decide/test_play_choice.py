import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.games.soccer.decide.play_choice import choose_play, direction_at
from ludens.geometry.soccer_field import FIELD_2019


@given(x=st.floats(-2.5, 4.2), y=st.floats(-2.9, 2.9))
def test_the_ball_is_played_between_the_posts(x, y):
    direction = direction_at((x, y), FIELD_2019)
    over_line = y + math.tan(direction) * (4.5 - x)
    assert abs(over_line) < 0.75


@given(x=st.floats(-4.5, -2.7), y=st.floats(-2.9, 2.9))
def test_near_the_own_goal_the_ball_is_cleared_away_from_it(x, y):
    direction = direction_at((x, y), FIELD_2019)
    assert math.cos(direction) > 0.3
    if abs(y) > 1.5:
        assert math.sin(direction) * y > 0.0


def test_a_free_way_is_kicked_and_a_blocked_one_dribbled():
    assert choose_play((1.0, 0.0)).kind == "kick"
    assert choose_play((1.0, 0.0), obstacles_m=[(2.0, 0.0)]).kind == "dribble"
    assert choose_play((1.0, 0.0), obstacles_m=[(2.0, 1.5)]).kind == "kick"
    assert choose_play((1.0, 0.0), obstacles_m=[(0.2, 0.0)]).kind == "kick"  # behind the ball


@pytest.mark.parametrize("y", [-0.4, 0.0, 0.4])
def test_close_to_the_goal_a_kick_in_walking_will_do(y):
    assert choose_play((3.6, y)).kind == "step kick"


def test_a_blocked_ball_is_dribbled_to_the_nearest_free_side():
    right = choose_play((1.0, 0.0), obstacles_m=[(1.6, 0.15)])
    assert right.kind == "dribble"
    assert -1.2 < right.direction_rad < -0.2
    assert choose_play((1.0, 0.0), may_kick=False).kind == "dribble"


def test_posts_and_nets_do_not_block_a_shot():
    posts = [(4.5, 0.75), (4.5, -0.75), (4.75, 0.75)]
    assert choose_play((3.0, 0.4), obstacles_m=posts).kind == "kick"


def test_very_close_to_the_goal_a_ball_is_walked_in_from_where_the_robot_happens_to_be():
    assert choose_play((4.1, 0.2), facing_rad=-0.3).kind == "dribble"
    assert choose_play((4.1, 0.2), facing_rad=-0.3).direction_rad == -0.3
    assert choose_play((4.1, 0.2), facing_rad=1.2).kind != "dribble"  # past the post
    assert choose_play((4.1, 0.2), facing_rad=3.0).kind != "dribble"  # away from the goal
    assert choose_play((3.0, 0.0), facing_rad=0.0).kind == "kick"
