"""What a team knows together is in the way of each of its players."""

import math

import pytest

from ludens.core.contract.module import CycleTime
from ludens.games.soccer.know.team_obstacles import TeamObstacleFilter
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages.field import FieldPose
from ludens.messages.league import SetPlay
from ludens.messages.soccer import MatchStatus
from ludens.messages.team import (
    BallOrigin,
    FieldObstacle,
    ObstacleKind,
    RobotsTracked,
    RobotTeam,
    TeamBall,
    Teammate,
    Teammates,
    TrackedRobot,
)

AT = Pose2(-1.0, 0.5, math.pi / 2)
"""Where the robot stands."""
NOW_S = 10.0


def seen(*robots):
    return RobotsTracked(time_s=NOW_S, robots=robots)


def robot(place_m, team=RobotTeam.OTHER, *, seen_s=NOW_S, sigma_m=0.1, fallen=False, heard=False):
    return TrackedRobot(
        place_m=place_m, team=team, seen_s=seen_s, sigma_m=sigma_m, fallen=fallen, heard=heard
    )


def mate(player, at, *robots, **values):
    return Teammate(player=player, heard_s=NOW_S, told_s=NOW_S, field_from_robot=at, robots=robots, **values)


def obstacles(tracked=None, **options):
    """Everything in the way of player 2, by kind, and what its legs are told."""
    return all_obstacles(tracked, **options)[:2]


def all_obstacles(tracked=None, *, mates=(), at=AT, status=None, ball_m=None):
    """The same, and the middles of what does not belong to the field."""
    pose = FieldPose(time_s=NOW_S, field_from_robot=at, sigma_m=0.1, sigma_rad=0.05, error=1.0)
    ball = ball_m and TeamBall(time_s=NOW_S, origin=BallOrigin.OWN, in_robot_m=ball_m)
    team = Teammates(time_s=NOW_S, own=2, players=(mate(2, at), *mates))
    module = TeamObstacleFilter()
    found, legs = module.cycle(CycleTime(time_s=NOW_S), tracked, None, ball, pose, team, status)
    kinds: dict[ObstacleKind, list[FieldObstacle]] = {}
    for obstacle in found.obstacles:
        kinds.setdefault(obstacle.kind, []).append(obstacle)
    return kinds, legs.points_m, legs.middles_m


def in_robot(place_m):
    return AT.inverse().apply(*place_m)


def test_mates_are_where_they_say_or_where_they_are_seen_now():
    told = mate(3, Pose2(1.0, 0.5, 0.0))
    kinds, _ = obstacles(mates=(told,))
    assert kinds[ObstacleKind.MATE][0].place_m == pytest.approx(in_robot((1.0, 0.5)))
    eyes_m = (0.1, -1.8)
    kinds, _ = obstacles(seen(robot(eyes_m, RobotTeam.UNKNOWN)), mates=(told,))
    assert [one.place_m for one in kinds[ObstacleKind.MATE]] == [eyes_m]
    assert ObstacleKind.ROBOT not in kinds


def test_an_opponent_beside_a_mate_stays_an_opponent():
    place_m = in_robot((1.2, 0.5))
    kinds, _ = obstacles(seen(robot(place_m)), mates=(mate(3, Pose2(1.0, 0.5, 0.0)),))
    assert len(kinds[ObstacleKind.MATE]) == len(kinds[ObstacleKind.OPPONENT]) == 1


def test_opponents_that_only_mates_see_are_known_and_two_sightings_are_one_robot():
    sure, unsure = robot((2.0, 0.0), sigma_m=0.1), robot((2.3, 0.0), RobotTeam.UNKNOWN, sigma_m=0.2)
    kinds, _ = obstacles(mates=(mate(1, Pose2(-4.0, 0.0, 0.0), sure), mate(4, Pose2(3.0, 2.0, 0.0), unsure)))
    (opponent,) = kinds[ObstacleKind.OPPONENT]
    assert opponent.place_m == pytest.approx(in_robot((2.06, 0.0)), abs=0.01)


def test_own_eyes_say_where_an_opponent_is_and_mates_help_when_it_was_seen_long_ago():
    told = mate(3, Pose2(3.0, 2.0, 0.0), robot((1.0, 0.9)))
    own_m = in_robot((1.0, 0.6))
    kinds, _ = obstacles(seen(robot(own_m, RobotTeam.UNKNOWN)), mates=(told,))
    (opponent,) = kinds[ObstacleKind.OPPONENT]
    assert opponent.place_m == pytest.approx(own_m)
    kinds, _ = obstacles(seen(robot(own_m, RobotTeam.UNKNOWN, seen_s=NOW_S - 4.0)), mates=(told,))
    (opponent,) = kinds[ObstacleKind.OPPONENT]
    assert opponent.place_m == pytest.approx(in_robot((1.0, 0.75)), abs=0.01)


def test_a_mate_that_sees_this_robot_tells_nothing_new_nor_does_one_that_is_penalised_or_lost():
    myself = robot((AT.x_m + 0.2, AT.y_m))
    for teller in (
        mate(3, Pose2(1.0, 0.5, 0.0), myself),
        mate(3, Pose2(1.0, 0.5, 0.0), robot((2.0, 2.0)), is_sure=False),
        mate(3, Pose2(1.0, 0.5, 0.0), robot((2.0, 2.0)), penalised=True),
        mate(3, Pose2(1.0, 0.5, 0.0), robot((2.0, 2.0), seen_s=1.0)),
    ):
        assert ObstacleKind.OPPONENT not in obstacles(mates=(teller,))[0]


def test_goals_are_obstacles_of_the_map_and_legs_keep_off_them():
    at = Pose2(4.0, 0.5 * FIELD_2019.goal_width_m, 0.0)
    kinds, points = obstacles(at=at)
    assert any(math.dist(post.place_m, (0.5, 0.0)) < 0.01 for post in kinds[ObstacleKind.GOAL_POST])
    assert any(math.dist(point, (0.5, 0.0)) < 0.01 for point in points)


@pytest.mark.parametrize(("own_set_play", "forbidden"), [(False, True), (True, False)])
def test_the_ground_round_the_ball_is_forbidden_at_a_free_kick_of_the_others(own_set_play, forbidden):
    status = MatchStatus(time_s=NOW_S, state="playing", set_play=SetPlay.KICK_IN, own_set_play=own_set_play)
    kinds, points = obstacles(status=status, ball_m=(1.5, 0.0))
    assert (ObstacleKind.FREE_KICK in kinds) is forbidden
    assert points == (((0.75, 0.0),) if forbidden else ())
    _, points = obstacles(status=status, ball_m=(0.5, 0.0))
    assert points == ()  # it may leave


def test_legs_are_told_of_the_near_side_of_robots_and_of_what_was_heard_but_not_of_the_ball():
    near, far = robot((0.62, 0.0), RobotTeam.UNKNOWN), robot((2.0, 0.0))
    heard = robot((0.3, 0.2), RobotTeam.UNKNOWN, heard=True)
    kinds, points, middles = all_obstacles(seen(near, far, heard), ball_m=(0.2, 0.0))
    assert kinds[ObstacleKind.UNKNOWN][0].place_m == (0.3, 0.2)
    assert sorted(points) == [(0.3, 0.2), (pytest.approx(0.5), 0.0)]
    assert sorted(middles) == [(0.3, 0.2), (0.62, 0.0)]


def test_a_robot_alone_and_lost_knows_what_its_own_eyes_and_ears_say():
    module = TeamObstacleFilter()
    tracked = seen(robot((0.5, 0.1)))
    found, legs = module.cycle(CycleTime(time_s=NOW_S), tracked, None, None, None, None, None)
    assert [one.kind for one in found.obstacles] == [ObstacleKind.OPPONENT]
    assert len(legs.points_m) == 1
