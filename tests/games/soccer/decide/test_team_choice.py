"""Which way a team's striker plays, by who stands where."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.games.soccer.decide.play_choice import PlayChoice
from ludens.games.soccer.decide.team_choice import FieldPlayers, choose_team_play

places = st.tuples(st.floats(-4.4, 4.4), st.floats(-2.9, 2.9))


def chosen(ball_m, opponents_m=(), mates_m=(), *, facing_rad: float = 0.0, **facts) -> PlayChoice:
    players = FieldPlayers(tuple(opponents_m), tuple(mates_m))
    return choose_team_play(ball_m, players, facing_rad=facing_rad, **facts)


def test_with_nobody_near_it_kicks_at_the_goal():
    choice = chosen((1.0, 0.0))
    assert (choice.kind, choice.strength) == ("kick", 1.0)
    assert abs(choice.direction_rad) < 0.1


@pytest.mark.parametrize("ball_m", [(2.5, 0.0), (3.2, 0.3)])
def test_a_shot_goes_past_the_keeper_and_between_the_posts(ball_m):
    keeper_m = (4.1, 0.0)
    choice = chosen(ball_m, [keeper_m])
    over_line_m = ball_m[1] + math.tan(choice.direction_rad) * (4.5 - ball_m[0])
    assert choice.kind != "dribble"
    assert 0.15 < abs(over_line_m) < 0.75


def test_under_pressure_it_does_not_take_the_slow_kick():
    assert chosen((0.0, 0.0)).kind == "kick"
    assert chosen((0.0, 0.0), [(0.5, 0.4)]).kind in ("step kick", "dribble")


def test_a_robot_in_the_way_is_played_past():
    choice = chosen((0.0, 0.0), [(1.5, 0.0)])
    assert abs(choice.direction_rad) > math.atan2(0.18, 1.5)


def test_a_mate_ahead_is_worth_a_pass():
    alone, passed = chosen((-1.0, 0.0)), chosen((-1.0, 0.0), mates_m=[(2.0, 1.2)])
    assert abs(alone.direction_rad) < 0.1 < passed.direction_rad


def test_nobody_has_to_stand_in_the_own_goal_to_clear():
    ball_m = (-4.4, 0.3)
    choice = chosen(ball_m, facing_rad=2.0)
    behind_x_m = ball_m[0] - 0.2 * math.cos(choice.direction_rad)
    assert behind_x_m > -4.46


def test_a_play_that_is_prepared_is_not_given_up_for_a_little():
    players_m = [(1.5, 0.0)]
    first = chosen((0.0, 0.0), players_m)
    mirrored = PlayChoice(first.kind, -first.direction_rad, first.strength)
    assert chosen((0.0, 0.0), players_m, last=mirrored).direction_rad == pytest.approx(-first.direction_rad)


def test_who_does_not_see_its_feet_dribbles():
    assert chosen((1.0, 0.0), may_kick=False).kind == "dribble"


@given(places, st.lists(places, max_size=5), st.lists(places, max_size=4), st.floats(-3.1, 3.1))
def test_there_is_always_a_play_and_never_one_at_the_own_goal(ball_m, opponents_m, mates_m, facing_rad):
    choice = chosen(ball_m, opponents_m, mates_m, facing_rad=facing_rad)
    reach_m = {"kick": 3.4, "step kick": 1.5, "dribble": 0.6}[choice.kind]
    along_m = (
        (ball_m[0] + 4.5) / -math.cos(choice.direction_rad) if math.cos(choice.direction_rad) < 0 else 9.0
    )
    over_line_m = ball_m[1] + along_m * math.sin(choice.direction_rad)
    assert along_m > reach_m or abs(over_line_m) > 0.8
