"""What plays are worth: who is first, what a keeper reaches, and where a ball is dangerous."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.games.soccer.decide.play_worth import contested, measures_of, shared, worth_of_plays
from ludens.geometry.soccer_field import FIELD_2019

NOBODY = np.zeros((0, 2))
ALONE = np.zeros((0, 3))
PITCH = measures_of(FIELD_2019)
END_M = FIELD_2019.half_length_m
KICK = np.array(((3.4, 0.05, 2.9),))


def places(*places_m):
    return np.array(places_m, dtype=float)


def others(*places_m, lies_s=0.0):
    return np.array([(*place_m, lies_s) for place_m in places_m])


def kicked(ball_m, over_line_m, opponents=ALONE, mates=NOBODY):
    """The worth of a kick at a point of the goal line."""
    direction = np.array((math.atan2(over_line_m - ball_m[1], 4.5 - ball_m[0]),))
    return worth_of_plays(ball_m, direction, KICK, opponents, mates, PITCH)[0, 0]


@given(st.floats(-4.5, 4.5), st.floats(-3.0, 3.0), st.floats(0.0, 1.0))
def test_what_is_good_for_one_team_is_bad_for_the_other(x_m, y_m, own):
    assert shared((x_m, y_m), own, END_M) == pytest.approx(-shared((-x_m, -y_m), 1.0 - own, END_M))


def test_a_ball_beside_the_goal_is_less_dangerous_than_one_before_it():
    assert shared((3.3, 0.0), 1.0, END_M) > 2.0 * shared((4.4, 1.2), 1.0, END_M) > 0.0


def test_whoever_is_first_has_the_ball():
    place_m = (1.0, 0.0)
    ours = contested(place_m, 20.0, others((3.0, 0.0)), places((0.5, 0.0)), -1, END_M)
    theirs = contested(place_m, 20.0, others((1.5, 0.0)), places((-1.0, 0.0)), -1, END_M)
    assert theirs < 0.0 < ours
    assert contested(place_m, 20.0, others((1.5, 0.0)), places((-1.0, 0.0)), 0, END_M) > theirs  # it lies


def test_who_comes_from_the_wrong_side_comes_later():
    behind = contested((0.0, 0.0), 30.0, others((1.5, 0.0)), places((-1.5, 0.0)), -1, END_M)
    ahead = contested((0.0, 0.0), 30.0, others((1.5, 0.0)), places((1.5, 0.0)), -1, END_M)
    assert ahead < behind


@pytest.mark.parametrize("keeper", [ALONE, others((4.1, 0.0))])
def test_a_keeper_seen_or_not_stops_far_shots_and_is_too_slow_for_near_ones(keeper):
    near, far = kicked((3.2, 0.0), 0.5, keeper), kicked((1.9, 0.0), 0.5, keeper)
    assert near > 0.8
    assert far < 0.6


def test_a_shot_goes_beside_the_keeper_not_at_it():
    keeper = others((4.1, 0.0))
    assert kicked((3.0, 0.0), 0.5, keeper) > kicked((3.0, 0.0), 0.0, keeper) + 0.4


def test_a_saved_ball_is_worth_more_with_a_mate_before_the_goal():
    keeper, mate = others((4.1, 0.0), (3.3, 1.5)), places((3.7, -0.7))
    assert kicked((1.9, 0.0), 0.4, keeper, mate) > kicked((1.9, 0.0), 0.4, keeper) + 0.05


def test_a_keeper_that_lies_is_only_in_the_way():
    stands, lies = others((4.1, 0.0)), others((4.1, 0.0), lies_s=6.0)
    assert kicked((2.5, 0.0), 0.5, lies) > kicked((2.5, 0.0), 0.5, stands) + 0.4
    assert kicked((2.5, 0.0), 0.0, lies) < 0.4


def test_a_robot_in_the_way_stops_the_ball():
    assert kicked((2.5, 0.0), 0.5, others((3.5, 0.25), (4.1, -0.4))) < 0.2


def test_a_ball_kicked_out_is_the_others():
    out = worth_of_plays((0.0, 2.0), np.array((0.5 * math.pi,)), KICK, ALONE, NOBODY, PITCH)[0, 0]
    kept = worth_of_plays((0.0, -2.0), np.array((0.5 * math.pi,)), KICK, ALONE, NOBODY, PITCH)[0, 0]
    assert out < 0.0 < kept
