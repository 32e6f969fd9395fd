from typing import Any

import pytest

from ludens.core.contract.module import CycleTime
from ludens.games.soccer.know.team_ball import TeamBallFilter, rolled_m
from ludens.geometry import Pose2
from ludens.messages.league import GameControl, MatchPhase, SetPlay, TeamControl
from ludens.messages.soccer import MatchStatus
from ludens.messages.team import BallOrigin, TeamBall, Teammate, Teammates

PLACES = {number: Pose2(-2.0, 1.5 * (number - 3), 0.0) for number in range(1, 6)}


class Team:
    """Number 2 of a team, and what it hears of its mates' balls."""

    def __init__(self) -> None:
        self.filter = TeamBallFilter()
        self.players: dict[int, Teammate] = {}

    def at(
        self,
        time_s: float,
        *,
        state: Any = "playing",
        phase: Any = None,
        own_kick_off: Any = True,
        set_play: Any = SetPlay.NONE,
        own_set_play: Any = False,
        own: Any = PLACES[2],
        **balls: Any,
    ) -> TeamBall:
        """Let number 2 think; `ball3=(1, 0)` is what number 3 says just now."""
        for number in (2, *(int(name[-1]) for name in balls)):
            ball = balls.get(f"ball{number}")
            told = {} if ball is None else ball if isinstance(ball, dict) else {"ball_m": ball}
            self.players[number] = Teammate(
                **{
                    "player": number,
                    "heard_s": time_s,
                    "told_s": time_s,
                    "field_from_robot": own if number == 2 else PLACES[number],
                    "ball_seen_s": time_s if told else None,
                    **told,
                }
            )
        teams = (TeamControl(number=24, colour=0), TeamControl(number=5, colour=1))
        control = (
            None
            if phase is None
            else GameControl(
                time_s=time_s, version=12, packet_number=0, players_per_team=6, phase=phase, teams=teams
            )
        )
        return self.filter.cycle(
            CycleTime(time_s=time_s),
            Teammates(time_s=time_s, own=2, players=tuple(self.players[n] for n in sorted(self.players))),
            MatchStatus(
                time_s=time_s,
                state=state,
                own_kick_off=own_kick_off,
                set_play=set_play,
                own_set_play=own_set_play,
            ),
            control,
        )


def test_nobody_sees_it_one_mate_does_the_robot_itself_does():
    team = Team()
    assert team.at(0.0).origin is BallOrigin.NOBODY
    ball = team.at(0.1, ball3=(1.0, 0.5))
    assert (ball.origin, ball.place_m, ball.observers) == (BallOrigin.MATES, (1.0, 0.5), 1)
    assert ball.in_robot_m == pytest.approx((3.0, 2.0))
    ball = team.at(0.2, ball2=(1.1, 0.5))
    assert (ball.origin, ball.observers) == (BallOrigin.OWN, 2)


@pytest.mark.parametrize("liar", [2, 3, 4])
def test_one_false_ball_never_beats_two_true_ones(liar):
    team = Team()
    for second in range(3):
        team.at(float(second), **{f"ball{liar}": (-3.0, -2.0)})  # seen for long, and from near
    truths = {f"ball{number}": (2.0, 1.0 + 0.1 * number) for number in (2, 3, 4) if number != liar}
    ball = team.at(3.0, **truths, **{f"ball{liar}": (-3.0, -2.0)})
    assert ball.place_m == pytest.approx((2.0, 1.3), abs=0.15)
    assert ball.observers == 2
    assert ball.origin is (BallOrigin.MATES if liar == 2 else BallOrigin.OWN)


def test_of_two_balls_the_one_seen_for_longer_counts():
    team = Team()
    team.at(0.0, ball3=(1.0, 0.0))
    ball = team.at(1.0, ball3=(1.0, 0.0), ball4=(-3.0, 0.0))
    assert ball.place_m == (1.0, 0.0)


def test_a_ball_is_taken_in_if_just_seen_and_dropped_after_three_seconds():
    team = Team()
    assert not team.at(5.0, ball3={"ball_m": (1.0, 0.0), "ball_seen_s": 3.3}).is_known
    assert team.at(6.0, ball3={"ball_m": (1.0, 0.0), "ball_seen_s": 5.8}).is_known
    assert team.at(7.0, ball3={"ball_m": (1.0, 0.0), "ball_seen_s": 5.8}).is_known
    assert not team.at(8.9).is_known


@pytest.mark.parametrize("fault", [{"is_sure": False}, {"penalised": True}, {"ball_m": (7.0, 0.0)}])
def test_the_lost_and_the_penalised_and_balls_beyond_the_carpet_do_not_count(fault):
    assert not Team().at(0.0, ball3={"ball_m": (1.0, 0.0), "ball_seen_s": 0.0} | fault).is_known


def test_a_rolling_ball_is_where_it_has_rolled_since_it_was_told():
    team = Team()
    team.at(0.0, ball3={"ball_m": (0.0, 0.0), "ball_mps": (1.0, 0.0), "ball_seen_s": 0.0})
    ball = team.at(1.0)
    assert ball.place_m[0] == pytest.approx(1.0 - 0.5 * 0.35)
    assert ball.velocity_mps[0] == pytest.approx(0.65)
    assert rolled_m((0.0, 0.0), (0.7, 0.0), 60.0, 0.35)[0] == pytest.approx(0.7)


def test_who_stands_at_the_ball_believes_its_own_eyes_more_than_a_mate_far_away():
    ball = Team().at(0.0, ball2=(-1.5, -1.5), ball5=(-1.0, -1.5))
    assert ball.place_m[0] == pytest.approx(-1.5, abs=0.05)


@pytest.mark.parametrize(
    ("own", "phase", "place_m"),
    [
        (True, MatchPhase.NORMAL, (0.0, 0.0)),
        (True, MatchPhase.SHOOT_OUT, (3.2, 0.0)),
        (False, MatchPhase.SHOOT_OUT, (-3.2, 0.0)),
    ],
)
def test_in_set_and_a_moment_after_the_rules_know_the_ball(own, phase, place_m):
    team = Team()
    ball = team.at(0.0, state="set", phase=phase, own_kick_off=own)
    assert ball.origin is BallOrigin.RULES
    assert ball.place_m == pytest.approx(place_m)
    assert team.at(4.0, own_kick_off=own).origin is BallOrigin.RULES
    assert team.at(4.1, own_kick_off=own, ball2=(1.0, 1.0)).origin is BallOrigin.OWN
    assert not team.at(7.2, own_kick_off=own).is_known


def test_who_was_outvoted_is_not_believed_when_messages_of_the_others_get_lost():
    team = Team()
    for second in range(4):
        team.at(float(second), ball3=(2.0, 1.0), ball4=(2.1, 1.0), ball5=(-3.0, -2.0))
    believed = [team.at(3.0 + 0.5 * half, ball5=(-3.0, -2.0)) for half in range(1, 16)]
    assert all(not ball.is_known or ball.place_m[0] > 1.0 for ball in believed[:6])
    assert believed[-1].place_m == (-3.0, -2.0)  # nobody has contradicted for long


def test_who_sees_the_ball_now_beats_two_who_have_lost_it():
    team = Team()
    team.at(0.0, ball3=(2.0, 1.0), ball4=(2.1, 1.0))
    lost = {"ball_m": (2.0, 1.0), "ball_seen_s": 0.0}
    assert team.at(2.0, ball3=lost, ball4=lost, ball2=(0.0, 0.0)).place_m == (0.0, 0.0)


def test_two_who_have_only_glanced_aside_and_two_who_place_it_badly_beat_one_other_ball():
    team = Team()
    glanced = {"ball_m": (2.0, 1.0), "ball_seen_s": 0.0}
    assert team.at(1.2, ball3=glanced, ball4=glanced, ball5=(-3.0, -2.0)).place_m == pytest.approx((2.0, 1.0))
    apart = Team().at(0.0, ball3=(2.0, 1.0), ball4=(2.0, -0.3), ball5=(-3.0, -2.0))
    assert apart.place_m[0] == pytest.approx(2.0)


def test_a_robot_that_does_not_know_where_it_is_supports_a_ball_and_is_never_believed_alone():
    lost = {"ball_m": (2.2, 1.0), "is_sure": False}
    supported = Team().at(0.0, ball3=(2.0, 1.0), ball4=lost, ball5=(-3.0, -2.0))
    assert supported.place_m == pytest.approx((2.0, 1.0), abs=0.06)
    assert not Team().at(0.0, ball3=lost, ball4=lost).is_known


@pytest.mark.parametrize(
    ("set_play", "ours", "place_m"),
    [
        (SetPlay.CORNER_KICK, True, (4.5, 3.0)),
        (SetPlay.CORNER_KICK, False, (-4.5, 3.0)),
        (SetPlay.GOAL_FREE_KICK, True, (-3.2, 1.1)),
        (SetPlay.KICK_IN, False, (4.2, 3.0)),
    ],
)
def test_at_a_free_kick_the_rules_know_where_the_ball_is_laid(set_play, ours, place_m):
    team = Team()
    team.at(0.0, ball3=(4.2, 1.9))
    ball = team.at(1.0, set_play=set_play, own_set_play=ours)  # it left the field, and was seen there
    assert (ball.origin, ball.place_m) == (BallOrigin.RULES, place_m)
    assert (
        team.at(9.0, set_play=set_play, own_set_play=ours, ball4=(0.0, 0.0)).place_m == place_m
    )  # a false one
    seen = team.at(10.0, set_play=set_play, own_set_play=ours, ball4=(place_m[0] - 0.2, place_m[1]))
    assert seen.origin is BallOrigin.MATES
    rolls = {"ball_m": (0.0, 0.0), "ball_mps": (1.0, 0.0)}
    assert team.at(15.0, set_play=set_play, own_set_play=ours, ball4=rolls).origin is BallOrigin.MATES


def test_a_ball_that_is_not_where_the_rules_lay_it_is_in_the_other_corner_or_nobody_knows():
    team = Team()
    team.at(0.0, ball3=(4.2, 0.4))
    call: dict[str, Any] = {"set_play": SetPlay.CORNER_KICK, "own_set_play": True}
    for tenth in range(60):
        ball = team.at(1.0 + 0.1 * tenth, own=Pose2(4.0, 2.6, 1.0), **call)
    assert ball.place_m == (4.5, -3.0)
    for tenth in range(60):
        ball = team.at(10.0 + 0.1 * tenth, own=Pose2(4.0, -2.6, -1.0), **call)
    assert not ball.is_known
