"""What the referee of 2011 calls otherwise than that of 2019."""

import pytest

from ludens.games.soccer.referee.judge_ball import BallJudge
from ludens.games.soccer.referee.judge_robots import RobotJudge
from ludens.games.soccer.referee.places import back_in_play, before_half, outside
from ludens.games.soccer.rules.book import RULES_2011
from ludens.games.soccer.rules.events import (
    BallPlayed,
    Finish,
    GameStuck,
    Goal,
    Penalise,
    SecondHalf,
)
from ludens.games.soccer.rules.match import SECOND_NS
from ludens.geometry.soccer_field import FIELD_2011
from ludens.messages.league import PenaltyReason
from tests.games.soccer.referee.field import Hall, robot, truth
from tests.games.soccer.rules.story import at, kicked_off

PUSHING, DEFENDER = PenaltyReason.PUSHING, PenaltyReason.ILLEGAL_DEFENDER


def playing(judge):
    """A minute into play, the ball played long ago."""
    return Hall(at(kicked_off(book=RULES_2011), 60.0, BallPlayed()), judge)


@pytest.mark.parametrize(
    ("out_m", "touched_by", "laid_m"),
    [
        ((1.0, 2.1), 0, (0.0, 1.6)),  # a metre back towards the goal of who kicked it out
        ((1.0, -2.1), 1, (2.0, -1.6)),
        ((-2.2, 2.1), 0, (-2.4, 1.6)),  # not beyond the line's end
        ((3.1, 1.5), 0, (0.0, 1.6)),  # over the goal line by an attacker
        ((3.1, -1.5), 1, (2.4, -1.6)),  # by a defender
    ],
)
def test_a_ball_that_is_out_is_laid_on_the_throw_in_line_and_play_goes_on(out_m, touched_by, laid_m):
    hall = playing(BallJudge())
    hall.watch(0.2, robot(touched_by, 2, touches_ball=True), ball_m=(0.5, 0.5))
    call = hall.judge.look(truth(robot(touched_by, 2), ball_m=out_m), hall.match)
    assert call.events == ()
    assert call.ball_m == pytest.approx(laid_m)
    assert call.words == "Throw-in."


def test_the_goal_of_2011_is_nearer_and_narrower():
    hall = playing(BallJudge())
    hall.watch(0.2, robot(0, 2, touches_ball=True), ball_m=(0.5, 0.5))
    assert hall.watch(0.1, robot(0, 2), ball_m=(3.1, 0.6)) == [Goal(0)]
    assert hall.watch(0.1, robot(0, 2), ball_m=(3.1, 0.68)) == []


def test_a_game_is_stuck_after_fifteen_seconds():
    hall = playing(BallJudge())
    assert hall.watch(14.0, robot(1, 2, 0.5, 0.6), ball_m=(0.5, 0.5)) == []
    assert GameStuck(1) in hall.watch(2.0, robot(1, 2, 0.5, 0.6), ball_m=(0.5, 0.5))


def test_nobody_but_the_keeper_may_stay_in_the_own_area():
    hall = playing(RobotJudge())
    keeper, player = robot(0, 1, -2.8), robot(0, 2, -2.6, 0.5)
    assert hall.watch(2.0, keeper, player, ball_m=(1.0, 1.0)) == []
    assert hall.watch(2.0, keeper, player, ball_m=(1.0, 1.0))[0] == Penalise(0, 2, DEFENDER)


def test_penalties_last_thirty_seconds_and_do_not_grow():
    match = at(kicked_off(book=RULES_2011), 60.0, Penalise(0, 1, PUSHING), Penalise(0, 2, PUSHING))
    assert [match.player(0, number).left_ns / SECOND_NS for number in (1, 2)] == [30.0, 30.0]


def test_teams_keep_their_goals_at_half_time():
    match = at(kicked_off(book=RULES_2011), 60.0, Finish(), SecondHalf())
    assert (match.is_first_half, match.attacks_right) == (False, 0)


def test_assistants_carry_robots_to_places_of_this_field():
    match = kicked_off(book=RULES_2011)
    player = robot(1, 2, 0.4, 0.2)
    seen = truth(player, ball_m=(0.0, 1.0))
    assert not FIELD_2011.has_on_turf(*_place(outside(player, match)))
    for pose in (back_in_play(player, seen, match), before_half(player, match)):
        assert FIELD_2011.has_on_turf(*_place(pose))
        assert pose.x_m > 0.0  # the own half of the second team


def _place(pose):
    return pose.x_m, pose.y_m
