"""What players away from the ball ask for, without physics: they are moved as they ask."""

import math

import pytest

from ludens.games.soccer.decide.role_play import KEEPER_TURNS_RAD, RolePlay, TeamSituation
from ludens.games.soccer.decide.striker import FieldSituation
from ludens.games.soccer.move.planner import pace
from ludens.geometry import Pose2
from ludens.messages.field import FieldPose
from ludens.messages.league import SetPlay
from ludens.messages.soccer import MatchStatus
from ludens.messages.team import BallSearch, Role, Teammate


class Player:
    """A robot that walks exactly as it asks."""

    def __init__(self, role: Role, pose: Pose2, **status) -> None:
        self.play = RolePlay()
        self.role, self.pose, self.time_s = role, pose, 0.0
        self.status = {"state": "playing", **status}
        self.ball_m: tuple[float, float] | None = (0.0, 0.0)
        self.mates: tuple[Teammate, ...] = ()
        self.takes_over = False
        self.search: BallSearch | None = None
        self.nearest_m, self.way_m, self.turned_rad = math.inf, 0.0, 0.0

    def run(self, seconds: float, step_s: float = 0.1) -> str:
        for _ in range(round(seconds / step_s)):
            self.time_s += step_s
            known = FieldPose(
                time_s=self.time_s, field_from_robot=self.pose, sigma_m=0.05, sigma_rad=0.05, error=1.0
            )
            self.play.time_s = self.time_s
            self.play.situation = TeamSituation(
                field=FieldSituation(pose=known),
                status=MatchStatus(time_s=self.time_s, **self.status),
                role=self.role,
                role_reason="the test says so",
                takes_over=self.takes_over,
                ball_m=self.ball_m,
                mates=self.mates,
                search=self.search,
            )
            self.play.look()
            self.play.step()
            assert self.play.wants.walk is not None
            walked = pace(self.play.wants.walk)
            moved = Pose2(step_s * walked.forward_mps, step_s * walked.left_mps, step_s * walked.turn_radps)
            self.way_m += math.hypot(moved.x_m, moved.y_m)
            self.turned_rad += abs(moved.yaw_rad)
            self.pose = self.pose @ moved
            if self.ball_m is not None:
                self.nearest_m = min(self.nearest_m, self.away_m)
        return self.play.state

    @property
    def looks(self) -> str:
        assert self.play.wants.gaze is not None
        return self.play.wants.gaze.mode

    @property
    def away_m(self) -> float:
        assert self.ball_m is not None
        return math.dist((self.pose.x_m, self.pose.y_m), self.ball_m)

    @property
    def facing_rad(self) -> float:
        assert self.ball_m is not None
        x_m, y_m = self.pose.inverse().apply(*self.ball_m)
        return abs(math.atan2(y_m, x_m))


def mate(player: int, x_m: float, y_m: float, role: Role = Role.NONE) -> Teammate:
    return Teammate(player=player, heard_s=0.0, told_s=0.0, field_from_robot=Pose2(x_m, y_m, 0.0), role=role)


FIELD_ROLES = (Role.LEFT_DEFENDER, Role.RIGHT_DEFENDER, Role.SUPPORT, Role.BISHOP, Role.STRIKER)


def test_in_ready_it_walks_to_its_place_and_faces_the_ball_and_in_set_it_stands():
    player = Player(Role.STRIKER, Pose2(-2.4, -3.0, 1.57), state="ready")
    assert player.run(30.0) == "ready"
    assert math.dist((player.pose.x_m, player.pose.y_m), (-0.5, 0.0)) < 0.1
    assert player.facing_rad < 0.2
    player.status["state"] = "set"
    player.way_m = player.turned_rad = 0.0
    assert player.run(40.0) == "set_still"
    assert (player.way_m, player.turned_rad) == (0.0, 0.0)


@pytest.mark.parametrize("role", FIELD_ROLES[:4])
def test_nobody_but_the_striker_comes_near_the_ball_even_where_it_is_in_the_way(role):
    player = Player(role, Pose2(1.2, 0.3, math.pi))
    player.run(60.0)
    assert player.nearest_m > 0.4
    assert player.facing_rad < 0.7


@pytest.mark.parametrize("role", FIELD_ROLES)
@pytest.mark.parametrize("ball_m", [(-3.2, 1.1), (1.0, 3.0), (-4.0, -2.8), (-2.0, 0.0)])
def test_at_the_other_teams_free_kick_everybody_is_away_within_ten_seconds(role, ball_m):
    player = Player(role, Pose2(ball_m[0] - 0.3, ball_m[1] - 0.2, 0.5), set_play=SetPlay.KICK_IN)
    player.ball_m = ball_m
    player.run(10.0)
    assert player.away_m > 0.85
    player.nearest_m = math.inf
    player.run(20.0)
    assert player.nearest_m > 0.85


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_near_the_goal_line_nobody_goes_round_behind_the_goal_and_comes_out_at_the_free_kick(side):
    player = Player(Role.SUPPORT, Pose2(-4.17, 1.71 * side, -0.8 * side), set_play=SetPlay.PUSHING_FREE_KICK)
    player.ball_m = (-3.78, 1.39 * side)
    player.run(5.0)
    player.nearest_m = math.inf
    player.run(25.0)
    assert player.nearest_m > 0.85


def test_the_keeper_stays_on_the_line_from_the_ball_to_the_goal_and_in_its_area():
    player = Player(Role.KEEPER, Pose2(-4.2, 0.0, 0.0))
    for ball_m in ((0.0, 0.0), (-2.0, 2.5), (-4.0, -2.5), (-4.4, 1.5)):
        player.ball_m = ball_m
        player.run(12.0)
        off_m = player.pose.y_m * (ball_m[0] + 4.5) - ball_m[1] * (player.pose.x_m + 4.5)
        assert abs(off_m) / math.dist(ball_m, (-4.5, 0.0)) < 0.35
        assert -4.5 < player.pose.x_m < -3.9
        assert player.facing_rad < 0.4 or abs(player.pose.yaw_rad) > KEEPER_TURNS_RAD - 0.15
        assert abs(player.pose.yaw_rad) < KEEPER_TURNS_RAD + 0.35  # a dive ends on the line, not behind it


def test_the_keeper_makes_room_for_a_striker_that_clears():
    player = Player(Role.KEEPER, Pose2(-4.1, 0.1, 0.0))
    player.ball_m = (-3.8, 0.1)
    player.mates = (mate(2, -3.9, 0.4, Role.STRIKER),)
    player.run(12.0)
    assert player.away_m > 0.5
    assert player.pose.y_m < 0.0


def test_a_replacement_keeper_leaves_the_goal_to_a_free_kick_and_the_keeper_does_not():
    away_m = {}
    for role in (Role.KEEPER, Role.REPLACEMENT_KEEPER):
        player = Player(role, Pose2(-4.1, 0.0, 0.0), set_play=SetPlay.PUSHING_FREE_KICK)
        player.ball_m = (-3.7, 0.0)
        player.run(10.0)
        away_m[role] = player.away_m
    assert away_m[Role.KEEPER] < 0.6 < 0.8 < away_m[Role.REPLACEMENT_KEEPER]


@pytest.mark.parametrize("start", [Pose2(-3.5, -1.15, 0.2), Pose2(-2.9, -0.9, 2.0), Pose2(-3.2, -1.4, -1.0)])
def test_a_keeper_that_had_come_out_gets_clear_of_a_free_kick_or_home_within_ten_seconds(start):
    player = Player(Role.KEEPER, start, set_play=SetPlay.PUSHING_FREE_KICK)
    player.ball_m = (-3.2, -1.1)
    player.run(7.0)  # the call is heard late
    is_home = player.pose.x_m < -3.9 and abs(player.pose.y_m) < 1.1
    assert is_home or player.away_m > 0.85


@pytest.mark.parametrize("role", [Role.REPLACEMENT_KEEPER, Role.SUPPORT, Role.LEFT_DEFENDER, Role.KEEPER])
def test_nobody_is_the_third_in_the_own_area(role):
    player = Player(role, Pose2(-3.2, 0.0, math.pi))
    player.ball_m = (-4.3, 0.8)
    player.mates = (mate(2, -4.3, 0.5, Role.STRIKER), mate(3, -4.2, -0.5))
    player.run(20.0)
    assert player.pose.x_m > -3.9 or abs(player.pose.y_m) > 1.1


def test_at_the_other_teams_kick_off_it_waits_outside_the_circle_until_the_ball_moves():
    player = Player(Role.STRIKER, Pose2(-1.25, 0.0, 0.0), state="set", own_kick_off=False)
    player.run(1.0)
    player.status["state"] = "playing"
    player.run(9.0)
    assert not player.play.may_play_ball()
    assert player.nearest_m > 0.8
    player.ball_m = (0.4, 0.0)
    player.run(0.1)
    assert player.play.may_play_ball()


def test_after_ten_seconds_the_kick_off_is_over():
    player = Player(Role.STRIKER, Pose2(-1.25, 0.0, 0.0), state="set", own_kick_off=False)
    player.run(0.5)
    player.status["state"] = "playing"
    player.run(10.3)
    assert player.play.may_play_ball()


def test_who_waits_shifts_its_feet_before_it_counts_as_inactive():
    player = Player(Role.SUPPORT, Pose2(-1.3, -0.5, 0.0))
    player.run(20.0)
    for _ in range(4):
        player.turned_rad = 0.0
        player.run(9.0)
        assert player.turned_rad > 0.2


def test_a_ball_that_nobody_knows_is_searched_where_the_team_says_and_the_keeper_stays():
    search = BallSearch(time_s=0.0, look_at_m=(2.0, 1.0), stand_at=Pose2(1.0, 1.0, 0.0))
    for role, state in ((Role.SUPPORT, "find_ball"), (Role.STRIKER, "find_ball"), (Role.KEEPER, "keep_goal")):
        player = Player(role, Pose2(-4.1 if role is Role.KEEPER else 0.0, 0.0, 0.0))
        player.ball_m, player.search = None, search
        assert player.run(15.0) == state
        if role is not Role.KEEPER:
            assert math.dist((player.pose.x_m, player.pose.y_m), (1.0, 1.0)) < 0.4


def test_one_without_a_part_in_the_game_stands():
    player = Player(Role.SUPPORT, Pose2(0.0, 0.0, 0.0))
    player.status["penalised"] = True
    player.run(5.0)
    assert player.way_m == 0.0


@pytest.mark.parametrize("pose", [Pose2(4.7, 0.3, 0.2), Pose2(-4.9, 1.05, 1.5)])
def test_who_stands_in_or_beside_a_goal_comes_out_ahead_and_not_through_the_net(pose):
    player = Player(Role.KEEPER, pose)
    player.run(1.0)
    assert abs(player.pose.x_m) < abs(pose.x_m) - 0.05
    assert abs(player.pose.y_m - pose.y_m) < 0.1
    assert player.turned_rad < 0.2


def test_a_ball_that_is_not_where_it_should_be_is_looked_for_elsewhere():
    player = Player(Role.KEEPER, Pose2(-4.4, 0.0, 0.0))
    player.ball_m = (-3.2, 0.0)  # as the rules have it, and its own eyes do not see it there
    player.run(0.8)
    assert player.looks == "point"
    player.run(0.6)
    assert player.looks == "search"
    player.ball_m = (-0.5, 0.0)  # too far away for its eyes to know better
    player.run(3.0)
    assert player.looks == "point"


def test_who_will_be_the_striker_goes_to_the_ball_and_leaves_it_alone_until_then():
    player = Player(Role.BISHOP, Pose2(3.0, 1.0, 0.0))
    player.takes_over = True
    assert player.run(20.0) == "take_over"
    assert 0.4 < player.away_m < 0.75
    assert player.nearest_m > 0.4
    player.takes_over = False
    assert player.run(0.2) == "lurk"


def test_a_bishop_changes_sides_only_when_the_ball_is_clearly_on_its_own():
    player = Player(Role.BISHOP, Pose2(3.0, -1.0, 0.0))
    player.ball_m = (0.0, 1.0)
    player.run(10.0)
    player.ball_m = (0.0, -0.2)
    player.run(10.0)
    assert player.pose.y_m < 0.0
    player.ball_m = (0.0, -0.8)
    player.run(15.0)
    assert player.pose.y_m > 0.1
