"""What the automatic referee calls, rule by rule, on fields on paper."""

import math

import pytest
from msgspec import structs

from ludens.games.soccer.referee.judge_ball import BallJudge
from ludens.games.soccer.referee.judge_robots import RobotJudge
from ludens.games.soccer.rules.events import (
    BallPlayed,
    Finish,
    FreeKick,
    GameStuck,
    Goal,
    Penalise,
    Ready,
    SecondHalf,
    Set,
    ShootOut,
    Whistle,
)
from ludens.games.soccer.rules.match import shoot_out_of
from ludens.geometry import Pose2
from ludens.messages.league import PenaltyReason, SetPlay
from tests.games.soccer.referee.field import Hall, robot, truth
from tests.games.soccer.rules.story import at, kicked_off, match_of

R = PenaltyReason
FAR = (3.0, 2.0)
SWAY_HZ = 2.0


def playing() -> Hall:
    """A minute into play, the ball played long ago."""
    return Hall(at(kicked_off(), 60.0, BallPlayed()), BallJudge())


def robots_playing() -> Hall:
    return Hall(at(kicked_off(), 60.0, BallPlayed()), RobotJudge())


# ---------------------------------------------------------------- the ball


@pytest.mark.parametrize(
    ("ball_m", "touched_by", "call"),
    [
        ((1.0, 3.08), 0, FreeKick(SetPlay.KICK_IN, 1)),
        ((1.0, -3.08), 1, FreeKick(SetPlay.KICK_IN, 0)),
        ((4.58, 2.0), 0, FreeKick(SetPlay.GOAL_FREE_KICK, 1)),
        ((4.58, 2.0), 1, FreeKick(SetPlay.CORNER_KICK, 0)),
        ((-4.58, -2.0), 1, FreeKick(SetPlay.GOAL_FREE_KICK, 0)),
        ((-4.58, -2.0), 0, FreeKick(SetPlay.CORNER_KICK, 1)),
        ((4.58, 0.3), 0, Goal(0)),
        ((4.58, 0.3), 1, Goal(0)),  # an own goal counts
        ((-4.58, 0.0), 1, Goal(1)),
    ],
)
def test_a_ball_beyond_a_line_is_called_by_who_touched_it_last(ball_m, touched_by, call):
    hall = playing()
    hall.watch(0.2, robot(1 - touched_by, 2, touches_ball=True), ball_m=FAR)
    hall.watch(0.2, robot(touched_by, 2, touches_ball=True), ball_m=FAR)
    assert hall.watch(0.1, robot(touched_by, 2), ball_m=ball_m) == [call]


@pytest.mark.parametrize("ball_m", [(1.0, 3.07), (4.57, 2.0), (4.57, 0.0), (-4.57, 0.3)])
def test_a_ball_of_which_a_part_is_over_the_line_is_in_play(ball_m):
    hall = playing()
    hall.watch(0.2, robot(0, 2, touches_ball=True), ball_m=FAR)
    assert hall.watch(0.2, robot(0, 2), ball_m=ball_m) == []


def test_where_the_ball_is_laid():
    hall = playing()
    hall.watch(0.1, robot(0, 2, touches_ball=True), ball_m=FAR)
    laid = [
        hall.judge.look(truth(robot(0, 2), ball_m=ball_m), hall.match).ball_m
        for ball_m in ((1.3, 3.2), (-4.7, 2.0), (4.7, -2.0), (4.7, 2.0))
    ]
    assert laid == [(1.3, 3.0), (-4.5, 3.0), (3.2, -1.1), (3.2, 1.1)]


def test_a_ball_over_the_crossbar_is_no_goal():
    hall = playing()
    hall.watch(0.1, robot(0, 2, touches_ball=True), ball_m=FAR)
    assert hall.watch(0.1, ball_m=(4.6, 0.0), ball_height_m=1.0) == [FreeKick(SetPlay.GOAL_FREE_KICK, 1)]


def test_the_first_kick_of_a_kick_off_is_no_goal():
    hall = Hall(kicked_off(), BallJudge())
    assert hall.watch(0.1, robot(0, 2, touches_ball=True)) == [BallPlayed()]
    hall.match = at(hall.match, 1.0, BallPlayed())
    assert hall.watch(0.1, robot(0, 2), ball_m=(4.6, 0.0)) == [
        Penalise(0, 2, R.KICK_OFF_GOAL),
        FreeKick(SetPlay.GOAL_FREE_KICK, 1),
    ]


@pytest.mark.parametrize(
    ("second", "ball_m"),
    [((0, 3), (0.1, 0.0)), ((1, 3), (0.1, 0.0)), ((0, 2), (1.0, 0.0))],
    ids=["team-mate", "opponent", "outside the circle"],
)
def test_a_second_touch_makes_it_one(second, ball_m):
    hall = Hall(kicked_off(), BallJudge())
    hall.watch(0.1, robot(0, 2, touches_ball=True))
    hall.match = at(hall.match, 1.0, BallPlayed())
    hall.watch(0.1, robot(*second, touches_ball=True), ball_m=ball_m)
    assert hall.watch(0.1, ball_m=(4.6, 0.0)) == [Goal(0)]


@pytest.mark.parametrize(
    ("apart_s", "team", "call"),
    [(0.2, 0, []), (0.6, 0, [Finish()]), (0.6, 1, [])],  # a foot rolls it along; again; the keeper may
)
def test_in_a_shoot_out_the_striker_touches_the_ball_once(apart_s, team, call):
    hall = Hall(at(shoot_out_of(match_of()), 10.0, Set(), Whistle()), BallJudge())
    touched = robot(0, 2, touches_ball=True)
    hall.watch(0.3, touched, ball_m=(3.2, 0.0))
    hall.watch(apart_s, robot(0, 2), ball_m=(3.4, 0.0))
    again = hall.watch(0.1, robot(team, 2 - team, touches_ball=True), ball_m=(3.5, 0.0))
    assert [event for event in again if event != BallPlayed()] == call


def test_an_attackers_hand_scores_no_goal():
    hall = playing()
    hall.watch(0.1, robot(1, 2, touches_ball=True), ball_m=FAR)
    hall.watch(0.1, robot(0, 2, touches_ball=True, touches_ball_by_hand=True), ball_m=FAR)
    assert hall.watch(0.1, ball_m=(4.6, 0.0)) == [
        Penalise(0, 2, R.ILLEGAL_BALL_CONTACT),
        FreeKick(SetPlay.GOAL_FREE_KICK, 1),
    ]


def test_a_free_kick_is_played_by_the_team_that_has_it():
    hall = playing()
    hall.match = at(hall.match, 61.0, FreeKick(SetPlay.KICK_IN, 1))
    assert hall.watch(0.1, robot(0, 2, touches_ball=True), ball_m=FAR) == []
    assert hall.watch(0.1, robot(1, 2, touches_ball=True), ball_m=FAR) == [BallPlayed()]


def test_sides_change_at_half_time():
    match = at(kicked_off(), 600.0)
    match = at(match, 700.0, SecondHalf(), Ready(), Set(), Whistle(), BallPlayed())
    hall = Hall(match, BallJudge())
    hall.watch(0.1, robot(1, 2, touches_ball=True), robot(1, 3, touches_ball=True), ball_m=FAR)
    assert hall.watch(0.1, ball_m=(4.6, 0.0)) == [Goal(1)]


def test_a_ball_that_rests_for_30_seconds_is_stuck():
    hall = playing()
    hall.watch(1.0, robot(0, 2, touches_ball=True), ball_m=FAR)
    assert hall.watch(28.0, ball_m=FAR) == []
    assert hall.watch(3.0, ball_m=FAR)[0] == GameStuck(1)


def test_in_a_shoot_out_a_ball_that_is_out_ends_the_shot():
    match = at(at(kicked_off(is_play_off=True), 600.0), 700.0, SecondHalf(), Ready(), Set(), Whistle())
    match = at(match, 1400.0, ShootOut(), Set(), Whistle())
    hall = Hall(match, BallJudge())
    assert hall.watch(0.1, ball_m=(4.6, 2.0)) == [Finish()]
    assert hall.watch(0.1, ball_m=(4.6, 0.0)) == [Goal(0)]


def test_nothing_is_called_unless_play_goes_on():
    assert Hall(match_of(), BallJudge()).watch(0.2, robot(0, 1, touches_ball=True), ball_m=(4.6, 0.0)) == []


# ---------------------------------------------------------------- robots


@pytest.mark.parametrize(("place", "is_out"), [((4.0, 3.6), False), ((4.0, 3.75), True), ((-5.3, 1.0), True)])
def test_who_leaves_the_carpet_is_out(place, is_out):
    called = robots_playing().watch(0.1, robot(1, 4, *place), ball_m=FAR)
    assert called == ([Penalise(1, 4, R.LEAVING_THE_FIELD)] if is_out else [])


def test_nobody_stays_in_the_net():
    hall = robots_playing()
    assert hall.watch(4.9, robot(0, 2, 4.8, 0.0), ball_m=FAR) == []
    assert hall.watch(0.5, robot(0, 2, 4.8, 0.0), ball_m=FAR)[0] == Penalise(0, 2, R.LEAVING_THE_FIELD)


def test_a_fallen_robot_begins_to_rise_within_5_seconds():
    hall = robots_playing()
    assert hall.watch(4.9, robot(0, 2, is_upright=False, torso_height_m=0.1), ball_m=FAR) == []
    called = hall.watch(0.5, robot(0, 2, is_upright=False, torso_height_m=0.1), ball_m=FAR)
    assert called[0] == Penalise(0, 2, R.INACTIVE)


def test_a_rising_robot_is_up_within_20_seconds():
    hall = robots_playing()
    hall.watch(2.0, robot(0, 2, is_upright=False, torso_height_m=0.1), ball_m=FAR)
    assert hall.watch(17.9, robot(0, 2, is_upright=False, torso_height_m=0.2), ball_m=FAR) == []
    called = hall.watch(0.5, robot(0, 2, is_upright=False, torso_height_m=0.2), ball_m=FAR)
    assert called[0] == Penalise(0, 2, R.INACTIVE)


def test_a_robot_that_got_up_is_not_remembered_as_fallen():
    hall = robots_playing()
    hall.watch(4.0, robot(0, 2, is_upright=False, torso_height_m=0.1), ball_m=FAR)
    hall.watch(1.0, robot(0, 2), ball_m=FAR)
    assert hall.watch(4.0, robot(0, 2, is_upright=False, torso_height_m=0.1), ball_m=FAR) == []


@pytest.mark.parametrize(("ball_m", "waits_s"), [((1.0, 0.0), 10.0), ((3.0, 0.0), 30.0)])
def test_a_robot_that_does_not_walk_is_inactive_sooner_near_the_ball(ball_m, waits_s):
    hall = robots_playing()
    assert hall.watch(waits_s, robot(0, 2), robot(0, 1), ball_m=ball_m) == []
    assert hall.watch(0.3, robot(0, 2), robot(0, 1), ball_m=ball_m)[0] == Penalise(0, 2, R.INACTIVE)


def test_who_walks_is_not_inactive():
    hall = robots_playing()
    walking = lambda time_s: (robot(0, 2, 0.1 * time_s, 0.0),)  # noqa: E731
    assert hall.slide(25.0, walking, ball_m=(1.0, 0.5)) == []


@pytest.mark.parametrize(
    ("who", "place", "most_s"),
    [
        ((0, 2), (1.0, 0.0), 3.0),
        ((0, 1), (1.0, 0.0), 3.0),
        ((0, 1), (-4.2, 0.5), 10.0),
        ((1, 1), (4.2, 0.5), 10.0),
    ],
)
def test_a_ball_is_held_for_3_seconds_by_the_keeper_at_home_for_10(who, place, most_s):
    hall = robots_playing()
    holder = robot(*who, *place)
    assert hall.watch(most_s, holder, ball_m=(place[0] + 0.1, place[1])) == []
    called = hall.watch(0.4, holder, ball_m=(place[0] + 0.1, place[1]))
    assert called[0] == Penalise(who[0], who[1], R.ILLEGAL_BALL_CONTACT)


@pytest.mark.parametrize(
    ("who", "place", "is_foul"),
    [((0, 2), (-4.2, 0.0), True), ((0, 1), (-4.2, 0.0), False), ((0, 1), (-3.0, 0.0), True)],
)
def test_hands_are_for_the_keeper_at_home(who, place, is_foul):
    touching = robot(*who, *place, touches_ball=True, touches_ball_by_hand=True)
    called = robots_playing().watch(0.1, touching, ball_m=(place[0] + 0.2, place[1]))
    assert called == ([Penalise(who[0], who[1], R.ILLEGAL_BALL_CONTACT)] if is_foul else [])


def test_the_third_in_the_own_area_is_one_too_many():
    hall = robots_playing()
    two = (robot(0, 1, -4.3, 0.0), robot(0, 4, -4.1, 0.8))
    assert hall.watch(0.5, *two, robot(0, 2, -3.5, 0.0), robot(1, 2, -4.2, -0.5), ball_m=FAR) == []
    called = hall.watch(0.1, *two, robot(0, 2, -4.1, -0.8), robot(1, 2, -4.2, -0.5), ball_m=FAR)
    assert called == [Penalise(0, 2, R.ILLEGAL_DEFENDER)]


def test_the_circle_belongs_to_those_who_kick_off_until_they_did():
    hall = Hall(kicked_off(), RobotJudge())
    both = (robot(0, 2, -0.3, 0.0), robot(1, 3, 0.5, 0.3))
    assert hall.watch(0.1, *both) == [Penalise(1, 3, R.ILLEGAL_DEFENDER)]
    played = Hall(at(kicked_off(), 1.0, BallPlayed()), RobotJudge())
    assert played.watch(0.1, *both) == []
    later = Hall(at(kicked_off(), 10.0), RobotJudge())
    assert later.watch(0.1, *both) == []


def test_opponents_keep_away_from_a_free_kick_after_10_seconds():
    hall = robots_playing()
    hall.match = at(hall.match, 61.0, FreeKick(SetPlay.KICK_IN, 0))
    all_near = (robot(0, 2, 2.5, 2.0), robot(1, 3, 3.5, 2.0), robot(1, 4, 3.8, 2.0))
    assert hall.watch(10.0, *all_near, ball_m=FAR) == []
    assert hall.watch(0.1, *all_near, ball_m=FAR) == [Penalise(1, 3, R.ILLEGAL_DEFENDER)]


def test_the_keeper_at_home_may_stay_near_a_free_kick():
    hall = robots_playing()
    hall.match = at(hall.match, 61.0, FreeKick(SetPlay.PUSHING_FREE_KICK, 1))
    assert hall.watch(11.0, robot(0, 1, -4.2, 0.0), ball_m=(-3.8, 0.0)) == []


def walks_into(time_s: float, *, yaw_rad: float = 0.0, team: int = 1, is_upright: bool = True):
    """Robot 0-2 walks at 0.1 m/s along x against another one, which gives way."""
    x_m = 0.1 * time_s
    return (
        robot(0, 2, x_m, 0.0, yaw_rad, touches=("other",), is_upright=is_upright),
        robot(team, 3, x_m + 0.25, 0.0, math.pi / 2),
    )


def pushing(**changes):
    def make(time_s: float):
        first, second = walks_into(time_s, **changes)
        return structs.replace(first, touches=(second.name,)), second

    return make


def test_who_walks_against_an_opponent_for_a_second_pushes():
    called = robots_playing().slide(2.0, pushing(), ball_m=FAR)
    assert called[0] == Penalise(0, 2, R.PUSHING)


@pytest.mark.parametrize("changes", [{"team": 0}, {"is_upright": False}], ids=["team-mates", "getting up"])
def test_what_is_no_pushing(changes):
    assert robots_playing().slide(3.0, pushing(**changes), ball_m=FAR) == []


def test_sideways_on_the_way_to_the_ball_is_no_pushing():
    make = pushing(yaw_rad=math.pi / 2)
    assert robots_playing().slide(3.0, make, ball_m=(0.2, 2.5)) == []


def test_front_to_front_with_the_ball_between_is_no_pushing():
    def make(time_s: float):
        x_m = 0.1 * time_s
        return (
            robot(0, 2, x_m, 0.0, touches=("1-3",)),
            robot(1, 3, x_m + 0.4, 0.0, math.pi, touches=("0-2",)),
        )

    hall = robots_playing()
    assert hall.slide(1.5, make, ball_m=(0.25, 0.0)) == []


def test_a_torso_that_sways_over_its_feet_pushes_nobody():
    def make(time_s: float):
        first, second = walks_into(0.0)
        x_m = 0.02 * math.sin(2.0 * math.pi * SWAY_HZ * time_s)
        swaying = structs.replace(first, field_from_robot=Pose2(x_m, 0.0, 0.0), touches=(second.name,))
        return swaying, second

    assert robots_playing().slide(4.0, make, ball_m=FAR) == []


def test_standing_robots_do_not_push():
    hall = robots_playing()
    assert (
        hall.watch(
            3.0, robot(0, 2, 0.0, 0.0, touches=("1-3",)), robot(1, 3, 0.25, 0.0, touches=("0-2",)), ball_m=FAR
        )
        == []
    )


@pytest.mark.parametrize(
    ("who", "place", "is_wrong"),
    [
        ((0, 2), (-0.5, 0.0), False),  # kicks off
        ((0, 3), (0.3, 1.0), True),
        ((1, 3), (0.5, 0.0), True),  # in the circle of the others
        ((1, 3), (1.0, 0.0), False),
        ((1, 4), (-1.0, 0.0), True),
    ],
)
def test_in_set_all_are_in_their_own_half_and_defenders_outside_the_circle(who, place, is_wrong):
    hall = Hall(at(match_of(), 0.0, Ready(), Set()), RobotJudge())
    called = hall.watch(0.1, robot(*who, *place))
    assert called == ([Penalise(who[0], who[1], R.ILLEGAL_POSITIONING)] if is_wrong else [])


def test_nobody_walks_in_set_but_a_step_may_be_finished():
    hall = Hall(at(match_of(), 0.0, Ready(), Set()), RobotJudge())
    assert hall.watch(0.8, robot(0, 2, -1.0, 0.0)) == []
    assert hall.watch(1.0, robot(0, 2, -0.9, 0.0)) == []
    assert hall.watch(0.1, robot(0, 2, -0.7, 0.0)) == [Penalise(0, 2, R.MOTION_IN_SET)]


def test_a_penalised_robot_is_not_judged():
    hall = robots_playing()
    hall.match = at(hall.match, 61.0, Penalise(1, 4, R.PUSHING))
    assert hall.watch(1.0, robot(1, 4, 4.0, 4.3), ball_m=FAR) == []
