"""Which way a team's striker plays, by who stands where."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.games.soccer.decide.play_choice import KICK_M, PlayChoice
from ludens.games.soccer.decide.team_choice import FieldPlayers, choose_team_play

places = st.tuples(st.floats(-4.4, 4.4), st.floats(-2.9, 2.9))


def chosen(ball_m, opponents_m=(), mates_m=(), *, facing_rad: float = 0.0, **facts) -> PlayChoice:
    players = FieldPlayers(tuple(opponents_m), mates_m=tuple(mates_m))
    return choose_team_play(ball_m, players, facing_rad=facing_rad, **facts)


def test_with_nobody_near_it_kicks_at_the_goal():
    choice = chosen((1.4, 0.0))
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
    assert chosen((-1.0, 0.0)).kind == "kick"
    assert chosen((-1.0, 0.0), [(-0.7, 0.2)]).kind in ("step kick", "dribble")


def test_a_robot_in_the_way_is_played_past():
    choice = chosen((0.0, 0.0), [(1.5, 0.0)])
    assert abs(choice.direction_rad) > math.atan2(0.18, 1.5)


def test_a_ball_is_passed_where_a_mate_is_first():
    defenders_m = [(2.0, 0.0), (2.2, -1.2), (3.5, 0.0)]
    passed = chosen((-0.8, 0.0), defenders_m, [(1.6, 1.7)])
    assert passed.kind == "kick"
    assert passed.direction_rad > 0.3
    mirrored = [(x_m, -y_m) for x_m, y_m in defenders_m]
    assert chosen((-0.8, 0.0), mirrored, [(1.6, -1.7)]).direction_rad < -0.3


def test_no_ball_is_given_to_those_who_wait_where_it_would_come_to_rest():
    """A full kick ends where the other defenders are: better keep the ball."""
    defenders_m = [(3.3, 0.7), (3.3, -0.7), (2.3, 1.5), (2.3, -1.5), (4.2, 0.0)]
    choice = chosen((-1.5, 0.0), defenders_m, [(-2.5, 1.5), (-2.5, -1.5)])
    reach_m = {"kick": KICK_M * choice.strength, "step kick": 1.5, "dribble": 0.6}[choice.kind]
    assert reach_m < 1.8


def test_who_is_far_from_the_ball_prepares_no_slow_kick_if_an_opponent_is_nearer():
    others_m = [(3.9, 1.3)]
    assert chosen((2.8, 0.0), others_m, away_m=0.3).kind == "kick"
    assert chosen((2.8, 0.0), others_m, away_m=2.5).kind != "kick"


def test_a_follower_disturbs_less_than_one_who_waits_before_the_goal():
    waits, follows = (chosen((2.4, 0.0), [at_m]) for at_m in ((2.8, 0.3), (2.0, 0.3)))
    assert waits.kind != "kick"
    assert follows.kind == "kick"


def test_at_an_own_free_kick_there_is_time_for_a_kick():
    others_m = ((2.7, 0.9), (2.65, 0.6))
    pressed, free = (
        choose_team_play((2.3, 0.8), FieldPlayers(others_m, is_own=is_own), facing_rad=-0.4)
        for is_own in (False, True)
    )
    assert pressed.kind == "dribble"
    assert free.kind in ("step kick", "kick")


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
