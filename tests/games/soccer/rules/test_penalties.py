"""Penalties of 2019: their times, their growth, when they run and when they end."""

import pytest

from ludens.games.soccer.rules.broadcast import told
from ludens.games.soccer.rules.events import (
    Finish,
    Goal,
    Penalise,
    Ready,
    Return,
    SecondHalf,
    Set,
    Substitute,
    Whistle,
)
from ludens.games.soccer.rules.match import RuleError
from ludens.messages.league import MatchState, PenaltyReason, PlayerControl
from tests.games.soccer.rules.story import at, kicked_off, match_of

R = PenaltyReason
GROWING = (R.ILLEGAL_BALL_CONTACT, R.PUSHING, R.ILLEGAL_DEFENDER, R.LEAVING_THE_FIELD, R.KICK_OFF_GOAL)
FIXED = {R.INACTIVE: 45, R.PICK_UP: 45, R.LOCAL_GAME_STUCK: 45}


def left_s(match, team: int, number: int) -> int:
    return told(match).teams[team].players[number - 1].penalty_left_s


@pytest.mark.parametrize("reason", GROWING)
def test_a_foul_costs_45_seconds_and_each_further_one_of_the_team_10_more(reason):
    match = at(
        kicked_off(), 100.0, Penalise(0, 1, reason), Penalise(0, 2, R.PUSHING), Penalise(1, 1, R.PUSHING)
    )
    assert [left_s(match, *who) for who in ((0, 1), (0, 2), (1, 1))] == [45, 55, 45]


@pytest.mark.parametrize(("reason", "lasts_s"), FIXED.items())
def test_what_is_no_foul_costs_the_same_every_time_and_makes_nothing_longer(reason, lasts_s):
    match = at(kicked_off(), 100.0, Penalise(0, 1, reason), Penalise(0, 2, reason), Penalise(0, 3, R.PUSHING))
    assert [left_s(match, 0, number) for number in (1, 2, 3)] == [lasts_s, lasts_s, 45]


def test_illegal_positioning_costs_15_seconds_that_begin_with_the_broadcast_of_play():
    match = at(match_of(), 0.0, Ready(), Set(), Penalise(1, 4, R.ILLEGAL_POSITIONING))
    match = at(match, 20.0, Whistle())
    assert left_s(at(match, 34.0), 1, 4) == 15
    assert left_s(at(match, 40.0), 1, 4) == 10
    with pytest.raises(RuleError, match="in 10 s"):
        at(match, 40.0, Return(1, 4))
    assert at(match, 50.0, Return(1, 4)).player(1, 4).penalty is R.NONE


def test_motion_in_set_ends_by_itself_when_play_is_broadcast():
    match = at(match_of(), 0.0, Ready(), Set(), Penalise(0, 2, R.MOTION_IN_SET))
    match = at(match, 10.0, Whistle())
    assert at(match, 24.9).player(0, 2).penalty is R.MOTION_IN_SET
    with pytest.raises(RuleError, match="by itself"):
        at(match, 24.9, Return(0, 2))
    assert at(match, 25.0).player(0, 2).penalty is R.NONE


def test_motion_in_set_is_also_called_before_the_broadcast():
    match = at(kicked_off(), 5.0, Penalise(0, 2, R.MOTION_IN_SET))
    assert at(match, 15.0).player(0, 2).penalty is R.NONE
    with pytest.raises(RuleError, match="set"):
        at(kicked_off(), 16.0, Penalise(0, 2, R.MOTION_IN_SET))


def test_penalties_stand_still_in_set_and_until_the_broadcast_and_run_in_ready():
    match = at(kicked_off(), 100.0, Penalise(0, 1, R.PUSHING))
    match = at(match, 110.0, Goal(1))
    assert left_s(at(match, 120.0), 0, 1) == 25
    match = at(match, 125.0, Set())
    assert left_s(at(match, 160.0), 0, 1) == 20
    match = at(match, 160.0, Whistle())
    assert left_s(at(match, 175.0), 0, 1) == 20
    assert left_s(at(match, 180.0), 0, 1) == 15


def test_penalties_end_at_half_time_but_their_growth_does_not():
    match = at(kicked_off(), 580.0, Penalise(0, 1, R.PUSHING))
    match = at(match, 600.0)
    assert match.player(0, 1).penalty is R.NONE
    match = at(match, 700.0, SecondHalf(), Ready(), Set(), Whistle())
    match = at(match, 800.0, Penalise(0, 1, R.PUSHING))
    assert left_s(match, 0, 1) == 55


def test_a_robot_returns_when_its_time_is_over_and_not_before():
    match = at(kicked_off(), 100.0, Penalise(1, 3, R.PUSHING))
    with pytest.raises(RuleError, match="in 1 s"):
        at(match, 144.5, Return(1, 3))
    assert told(at(match, 200.0)).player(5, 3) == PlayerControl(R.PUSHING, 0)
    assert at(match, 145.0, Return(1, 3)).player(1, 3).penalty is R.NONE
    with pytest.raises(RuleError, match="not penalised"):
        at(match, 145.0, Return(1, 4))


def test_nobody_is_penalised_twice():
    match = at(kicked_off(), 100.0, Penalise(1, 3, R.PUSHING))
    with pytest.raises(RuleError, match="already"):
        at(match, 101.0, Penalise(1, 3, R.INACTIVE))


@pytest.mark.parametrize(
    ("reason", "is_allowed"),
    [
        (R.PUSHING, True),
        (R.LEAVING_THE_FIELD, True),
        (R.INACTIVE, True),
        (R.ILLEGAL_POSITIONING, True),
        (R.PICK_UP, True),
        (R.MANUAL, True),
        (R.ILLEGAL_BALL_CONTACT, False),
        (R.ILLEGAL_DEFENDER, False),
        (R.KICK_OFF_GOAL, False),
        (R.LOCAL_GAME_STUCK, False),
        (R.MOTION_IN_SET, False),
        (R.STANCE, False),
        (R.NONE, False),
    ],
)
def test_what_may_be_called_in_ready(reason, is_allowed):
    match = at(match_of(), 0.0, Ready())
    if is_allowed:
        assert at(match, 1.0, Penalise(0, 1, reason)).player(0, 1).penalty is reason
    else:
        with pytest.raises(RuleError):
            at(match, 1.0, Penalise(0, 1, reason))


def test_a_local_game_is_stuck_after_40_seconds_of_playing_at_the_earliest():
    with pytest.raises(RuleError, match="40 s"):
        at(kicked_off(), 39.0, Penalise(0, 1, R.LOCAL_GAME_STUCK))


def test_the_sixth_robot_is_a_substitute_and_enters_after_the_time_of_a_pick_up():
    match = kicked_off()
    assert match.player(0, 6).penalty is R.SUBSTITUTE
    with pytest.raises(RuleError, match="substitute"):
        at(match, 50.0, Return(0, 6))
    match = at(match, 50.0, Substitute(0, 2, 6))
    assert [match.player(0, number).penalty for number in (2, 6)] == [R.SUBSTITUTE, R.PICK_UP]
    assert at(match, 95.0, Return(0, 6)).player(0, 6).penalty is R.NONE
    before = at(match_of(), 0.0, Substitute(1, 1, 6))
    assert before.player(1, 6).penalty is R.NONE
    assert at(at(kicked_off(), 1.0, Finish()), 2.0).player(0, 6).penalty is R.SUBSTITUTE


@pytest.mark.parametrize(
    "event", [Substitute(0, 2, 3), Substitute(0, 6, 6), Penalise(0, 7, R.PUSHING), Return(2, 1)]
)
def test_robots_that_do_not_exist_or_do_not_play_are_refused(event):
    with pytest.raises(RuleError):
        at(kicked_off(), 50.0, event)


def test_a_manual_penalty_ends_whenever_its_team_says_so():
    match = at(match_of(), 1.0, Penalise(0, 1, R.MANUAL), Return(0, 1))
    assert match.player(0, 1).penalty is R.NONE
    assert match.state is MatchState.INITIAL
