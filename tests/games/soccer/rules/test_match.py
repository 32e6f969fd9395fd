"""States, clocks, goals and free kicks, each rule of 2019 on its own."""

import pytest

from ludens.games.soccer.rules.broadcast import secondary_s, told
from ludens.games.soccer.rules.events import (
    BallPlayed,
    Finish,
    FreeKick,
    GameStuck,
    Goal,
    MessageSent,
    NextShot,
    Ready,
    SecondHalf,
    Set,
    ShootOut,
    TimeOut,
    Whistle,
)
from ludens.games.soccer.rules.match import Match, MatchTimes, RuleError, new_match
from ludens.messages.league import MatchPhase, MatchState, SetPlay
from tests.games.soccer.rules.story import at, kicked_off, match_of

FREE_KICKS = (SetPlay.GOAL_FREE_KICK, SetPlay.PUSHING_FREE_KICK, SetPlay.CORNER_KICK, SetPlay.KICK_IN)


def test_ready_lasts_45_seconds():
    match = at(match_of(), 10.0, Ready())
    assert at(match, 54.999).state is MatchState.READY
    assert at(match, 55.0).state is MatchState.SET
    assert secondary_s(at(match, 30.0)) == 25


def test_playing_is_broadcast_15_seconds_after_the_whistle():
    match = kicked_off(at_s=100.0)
    assert match.state is MatchState.PLAYING
    assert told(at(match, 114.999)).state is MatchState.SET
    assert told(at(match, 115.0)).state is MatchState.PLAYING
    assert told(at(match, 101.0), is_true=True).state is MatchState.PLAYING


def test_the_broadcast_does_not_tell_of_a_whistle_by_clock_free_kick_or_second_clock():
    match = at(kicked_off(), 7.0, FreeKick(SetPlay.KICK_IN, 1))
    packet, truth = told(at(match, 8.0)), told(at(match, 8.0), is_true=True)
    assert (packet.remaining_s, packet.set_play, packet.secondary_s) == (600, SetPlay.NONE, 0)
    assert (truth.remaining_s, truth.set_play, truth.secondary_s) == (592, SetPlay.KICK_IN, 29)
    assert told(at(match, 15.0)).remaining_s == 585


def test_a_clock_that_ran_before_the_whistle_runs_on_in_the_broadcast():
    match = at(kicked_off(), 60.0, Goal(0))
    match = at(at(match, 110.0), 110.0, Whistle())
    assert told(at(match, 114.0)).remaining_s == 486
    assert told(at(match, 114.0)).state is MatchState.SET


def test_a_half_lasts_600_seconds_and_then_ends_by_itself():
    match = kicked_off(at_s=50.0)
    assert at(match, 649.9).state is MatchState.PLAYING
    assert at(match, 650.0).state is MatchState.FINISHED
    assert told(at(match, 700.0)).remaining_s == 0


def test_the_clock_stands_before_the_first_kick_off():
    assert told(at(match_of(), 30.0, Ready())).remaining_s == 600
    assert told(at(at(match_of(), 0.0, Ready()), 200.0)).remaining_s == 600


@pytest.mark.parametrize(("is_play_off", "remaining_s"), [(False, 450), (True, 500)])
def test_after_a_goal_the_clock_runs_on_in_a_round_robin_and_stops_in_a_play_off(is_play_off, remaining_s):
    match = at(kicked_off(is_play_off=is_play_off), 100.0, Goal(1))
    assert told(at(match, 150.0)).remaining_s == remaining_s


def test_a_goal_gives_the_other_team_the_kick_off():
    match = at(kicked_off(), 50.0, Goal(0))
    assert [team.score for team in match.teams] == [1, 0]
    assert (match.state, match.kicking) == (MatchState.READY, 1)
    assert told(match).kicking_team == 5


@pytest.mark.parametrize("state", ["initial", "ready", "set"])
def test_nobody_scores_unless_play_goes_on(state):
    match = {
        "initial": match_of(),
        "ready": at(match_of(), 0.0, Ready()),
        "set": at(match_of(), 0.0, Ready(), Set()),
    }
    with pytest.raises(RuleError, match="playing"):
        at(match[state], 1.0, Goal(0))


def test_a_difference_of_ten_goals_ends_the_game():
    match = kicked_off()
    for goal in range(10):
        time_s = 20.0 + goal
        assert not match.is_over
        match = at(match, time_s, Goal(0))
        if goal < 9:
            match = at(match, time_s, Set(), Whistle())
    assert match.state is MatchState.FINISHED
    assert match.is_over
    with pytest.raises(RuleError, match="no second half"):
        at(match, 100.0, SecondHalf())


def test_sides_and_kick_off_change_at_half_time_and_the_break_is_counted():
    match = at(kicked_off(), 700.0)
    assert told(match).secondary_s == 500
    match = at(match, 900.0, SecondHalf())
    assert (match.state, match.is_first_half, match.kicking) == (MatchState.INITIAL, False, 1)
    assert (match.attacks_right, told(match).remaining_s, told(match).secondary_s) == (1, 600, 300)
    assert at(at(match, 1200.0, Ready(), Set(), Whistle()), 1800.0).is_over


def test_only_the_kicking_team_plays_the_ball_for_ten_seconds_or_until_it_did():
    match = kicked_off()
    assert at(match, 9.999).is_kick_off
    assert not at(match, 10.0).is_kick_off
    assert not at(match, 3.0, BallPlayed()).is_kick_off


@pytest.mark.parametrize("kind", FREE_KICKS)
def test_a_free_kick_lasts_30_seconds_or_until_the_ball_is_played(kind):
    match = at(kicked_off(), 100.0, FreeKick(kind, 1))
    assert (match.set_play, match.kicking, match.state) == (kind, 1, MatchState.PLAYING)
    assert told(at(match, 110.0)).secondary_s == 20
    assert told(at(match, 110.0)).set_play is kind
    assert at(match, 129.9).set_play is kind
    assert at(match, 130.0).set_play is SetPlay.NONE
    assert at(match, 104.0, BallPlayed()).set_play is SetPlay.NONE


@pytest.mark.parametrize("kind", [SetPlay.NONE, SetPlay.PENALTY_KICK])
def test_other_set_plays_do_not_exist_in_2019(kind):
    with pytest.raises(RuleError, match="2019"):
        at(kicked_off(), 100.0, FreeKick(kind, 1))


def test_a_free_kick_needs_play_and_a_new_one_replaces_the_old():
    with pytest.raises(RuleError, match="playing"):
        at(match_of(), 1.0, FreeKick(SetPlay.KICK_IN, 0))
    match = at(kicked_off(), 100.0, FreeKick(SetPlay.KICK_IN, 0))
    match = at(match, 120.0, FreeKick(SetPlay.CORNER_KICK, 1))
    assert at(match, 149.0).set_play is SetPlay.CORNER_KICK


def test_a_goal_ends_a_free_kick():
    match = at(kicked_off(), 100.0, FreeKick(SetPlay.CORNER_KICK, 1), Goal(1))
    assert match.set_play is SetPlay.NONE


def test_a_team_has_one_time_out_of_300_seconds_during_which_the_clock_stands():
    match = at(kicked_off(), 100.0, Goal(0))
    match = at(match, 110.0, TimeOut(0))
    assert (match.phase, match.state) == (MatchPhase.TIME_OUT, MatchState.INITIAL)
    assert (told(at(match, 200.0)).secondary_s, told(at(match, 200.0)).remaining_s) == (210, 490)
    match = at(match, 410.0, Ready())
    assert (match.phase, match.state, told(match).remaining_s) == (MatchPhase.NORMAL, MatchState.READY, 490)
    with pytest.raises(RuleError, match="has had"):
        at(match, 411.0, TimeOut(0))
    assert at(match, 411.0, TimeOut(1)).phase is MatchPhase.TIME_OUT


def test_there_is_no_time_out_while_play_goes_on():
    with pytest.raises(RuleError, match="initial or ready or set"):
        at(kicked_off(), 20.0, TimeOut(0))


def test_a_game_is_stuck_after_40_seconds_of_playing_at_the_earliest():
    with pytest.raises(RuleError, match="40 s"):
        at(kicked_off(), 39.9, GameStuck(1))
    match = at(kicked_off(), 40.0, GameStuck(1))
    assert (match.state, match.kicking) == (MatchState.READY, 1)


@pytest.mark.parametrize(
    "event", [Set(), Whistle(), Finish(), SecondHalf(), ShootOut(), NextShot(), BallPlayed()]
)
def test_nothing_but_ready_follows_initial(event):
    with pytest.raises(RuleError):
        at(match_of(), 1.0, event)


def test_a_team_does_not_play_against_itself():
    with pytest.raises(RuleError, match="itself"):
        new_match(24, 24)


def test_team_messages_are_counted_and_told_since_2022():
    match = at(match_of(), 1.0, MessageSent(1), MessageSent(1))
    assert [team.message_budget for team in told(match, version=14).teams] == [1200, 1198]
    assert [team.message_budget for team in told(match).teams] == [None, None]


# ---------------------------------------------------------------- shoot-out


def level(**options) -> Match:
    """A play-off after two halves without goals, with the shoot-out begun."""
    match = at(kicked_off(is_play_off=True, **options), 600.0)
    match = at(match, 700.0, SecondHalf(), Ready(), Set(), Whistle())
    return at(match, 1400.0, ShootOut())


def shot(match: Match, *, scored: bool) -> Match:
    """The next shot from initial, to its end."""
    time_s = match.now_ns * 1e-9 + 10.0
    match = at(match, time_s, Set(), Whistle())
    return at(match, time_s + 5.0, Goal(match.kicking)) if scored else at(match, time_s + 30.0)


def shots(match: Match, *scored: bool) -> Match:
    for number, one in enumerate(scored):
        if number:
            match = at(match, match.now_ns * 1e-9, NextShot())
        match = shot(match, scored=one)
    return match


def test_a_shoot_out_follows_a_level_play_off_only():
    with pytest.raises(RuleError, match="play-off"):
        at(at(kicked_off(), 600.0), 700.0, ShootOut())
    assert level().phase is MatchPhase.SHOOT_OUT


def test_in_a_shoot_out_play_is_broadcast_at_once_and_lasts_30_seconds():
    match = at(level(), 1500.0, Set(), Whistle())
    assert told(match).state is MatchState.PLAYING
    assert told(at(match, 1510.0)).remaining_s == 20
    assert at(match, 1530.0).state is MatchState.FINISHED
    assert match.teams[0].shots_taken == 1


def test_shots_are_kept_bit_by_bit_and_count_as_goals():
    match = shots(level(), True, False, False, True)
    assert [(t.shots_taken, t.single_shots, t.score) for t in match.teams] == [(2, 0b01, 1), (2, 0b10, 1)]


def test_only_the_shooting_team_scores():
    match = at(level(), 1500.0, Set(), Whistle())
    with pytest.raises(RuleError, match="shooting team"):
        at(match, 1505.0, Goal(1))


@pytest.mark.parametrize(
    ("scored", "winner"),
    [
        ((True, False, True, False), 0),  # two ahead with one to come
        ((True, False, True, True), None),
        ((False, True, False, True), 1),
        ((True, True, True, True, False), None),
        ((True, True, True, True, True, False), 0),
        ((True,) * 6, None),
        ((True,) * 6 + (True,), None),  # sudden death: the other one still shoots
        ((True,) * 6 + (True, False), 0),
        ((False,) * 6 + (False, True), 1),
        ((False,) * 8, None),
    ],
)
def test_three_shots_each_decide_and_then_one_each(scored, winner):
    match = shots(level(), *scored)
    assert match.shoot_out_winner == winner
    assert match.is_over == (winner is not None)
    if winner is not None:
        with pytest.raises(RuleError, match="no further shot"):
            at(match, match.now_ns * 1e-9, NextShot())


def test_there_is_no_ready_in_a_shoot_out_and_a_time_out_returns_to_it():
    with pytest.raises(RuleError, match="carried"):
        at(level(), 1500.0, Ready())
    match = at(level(), 1500.0, TimeOut(1))
    match = at(match, 1600.0, Set())
    assert (match.phase, match.state) == (MatchPhase.SHOOT_OUT, MatchState.SET)


def test_durations_can_be_shortened():
    match = kicked_off(times=MatchTimes(half_s=20, hidden_s=0))
    assert told(at(match, 1.0)).state is MatchState.PLAYING
    assert at(match, 20.0).state is MatchState.FINISHED
