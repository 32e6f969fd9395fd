"""The striker without physics: what it asks for, by what it is told."""

import math

import numpy as np
import pytest
from msgspec import structs

from ludens.core.behaviour import transitions_of
from ludens.games.soccer.decide.striker import FieldSituation, Striker, stand_for
from ludens.geometry import Pose2
from ludens.messages import KickRequest, RemoteCommand, WantedJoints
from ludens.messages.field import BallState, FieldPose
from ludens.motion.kick import best_place_m


class Game:
    """A striker whose world is whatever the test says."""

    def __init__(self) -> None:
        self.striker = Striker()
        self.time_s = 0.0
        self.ball_m: tuple[float, float] | None = None
        self.seen_s = 0.0
        self.last_m = (0.5, 0.0)
        self.pose = Pose2(0.0, 0.0, 0.0)
        self.error = 1.0
        self.facts: dict[str, object] = {}

    def run(self, seconds: float) -> str:
        for _ in range(max(round(seconds / 0.05), 1)):
            self.time_s += 0.05
            if self.ball_m is not None:
                self.seen_s, self.last_m = self.time_s, self.ball_m
            ball = None
            if self.seen_s:
                ball = BallState(
                    time_s=self.time_s,
                    place_m=self.last_m,
                    velocity_mps=(0.0, 0.0),
                    destination_m=self.last_m,
                    sigma_m=0.02,
                    seen_s=self.seen_s,
                    observations=9,
                )
            pose = FieldPose(
                time_s=self.time_s, field_from_robot=self.pose, sigma_m=0.05, sigma_rad=0.05, error=self.error
            )
            self.striker.time_s = self.time_s
            self.striker.situation = FieldSituation(ball=ball, pose=pose, **self.facts)  # type: ignore[arg-type]
            self.striker.step()
        return self.striker.state


def kicking(*, finished: bool) -> WantedJoints:
    """What a kick that has the body says."""
    joints = np.zeros(25)
    return WantedJoints(
        time_s=0.0, position_rad=joints, stiffness=joints, may_leave=finished, finished=finished
    )


BEFORE_FOOT_M = best_place_m(KickRequest(time_s=0.0, kind="forward", with_left=True))


@pytest.fixture
def game():
    return Game()


def test_it_searches_to_the_side_where_the_ball_was(game):
    game.ball_m = (1.0, -0.6)
    game.run(0.2)
    game.ball_m = None
    assert game.run(6.0) == "search"
    game.run(3.0)
    assert game.striker.wants.walk.turn_radps < 0.0
    assert game.striker.wants.gaze.first_left is False


def test_a_ball_before_the_foot_is_kicked_towards_the_goal(game):
    game.ball_m = BEFORE_FOOT_M
    assert game.run(1.0) == "kick"
    assert game.striker.wants.motion == "kick"
    assert game.striker.wants.kick.ball_m == game.ball_m


def test_a_ball_seen_too_long_ago_is_looked_at_again_before_it_is_kicked(game):
    game.ball_m = (0.4, 0.05)
    game.run(0.3)
    game.ball_m = (BEFORE_FOOT_M[0] + 0.08, BEFORE_FOOT_M[1])
    game.run(0.3)
    assert game.striker.state == "align"
    game.ball_m = None
    game.run(1.0)
    assert game.striker.state == "align"
    assert game.striker.wants.gaze.mode == "ball"


def test_it_walks_round_a_ball_that_lies_between_it_and_its_own_goal(game):
    game.pose = Pose2(1.0, 0.0, math.pi)  # it looks at its own goal, the ball before it
    game.ball_m = (0.5, 0.0)
    assert game.run(0.5) == "approach"
    assert game.striker.wants.walk.mode == "walk behind ball"
    assert game.striker.wants.walk.target.x_m > 0.5


def test_a_kick_that_ends_is_watched_and_followed(game):
    game.ball_m = BEFORE_FOOT_M
    game.run(1.0)
    game.facts = {"kick": kicking(finished=False), "kick_phase": "swing"}
    assert game.run(1.0) == "kick"
    game.facts = {"kick": kicking(finished=True)}
    assert game.run(0.05) == "watch"
    game.facts = {}
    game.ball_m = (2.5, 0.1)
    assert game.run(2.5) == "approach"


def test_a_foot_that_hardly_touched_the_ball_is_not_taken_again(game):
    def kick_in_vain(place_m):
        game.ball_m = place_m
        assert game.run(1.0) == "kick"
        with_left = game.striker.wants.kick.with_left
        game.facts = {"kick": kicking(finished=False), "kick_phase": "swing"}
        game.run(0.2)
        game.facts = {"kick": kicking(finished=True)}
        game.run(0.05)
        game.facts = {}
        game.ball_m = (0.45, 0.0)
        game.run(1.6)
        assert game.striker.state == "approach"
        return with_left

    assert kick_in_vain(BEFORE_FOOT_M)
    assert not kick_in_vain((BEFORE_FOOT_M[0], -BEFORE_FOOT_M[1]))
    game.ball_m = (0.178, 0.055)
    assert game.run(0.5) == "step_kick"  # neither foot is of use


def test_a_foot_on_which_it_fell_in_kicking_is_not_taken_again(game):
    game.ball_m = BEFORE_FOOT_M
    assert game.run(1.0) == "kick"
    game.facts = {"upright": False}
    assert game.run(0.1) == "get_up"
    game.facts = {}
    game.ball_m = (BEFORE_FOOT_M[0], -BEFORE_FOOT_M[1])
    assert game.run(3.0) == "kick"
    assert not game.striker.wants.kick.with_left


def test_a_kick_out_of_reach_is_not_waited_for(game):
    game.ball_m = BEFORE_FOOT_M
    game.run(1.0)
    game.facts = {"kick": kicking(finished=False), "kick_phase": "get ready"}
    game.run(0.1)
    game.facts = {"kick": kicking(finished=True), "kick_phase": "get ready", "kick_refused": True}
    game.ball_m = (0.6, 0.0)
    assert game.run(0.05) == "approach"
    assert "reach" in game.striker.current.reason


@pytest.mark.parametrize(
    ("ball_m", "state"), [((0.5, -0.2), "approach"), (None, "step_back")], ids=["moved", "lifted"]
)
def test_a_ball_taken_away_just_before_the_kick_is_not_kicked(game, ball_m, state):
    game.ball_m = BEFORE_FOOT_M
    game.run(1.0)
    game.facts = {"kick": kicking(finished=False), "kick_phase": "shift"}
    assert game.run(0.3) == "kick"
    game.ball_m = ball_m
    game.run(1.0)
    assert game.striker.state == state
    assert game.striker.wants.motion == "walk"


def test_a_foot_that_swings_is_not_stopped(game):
    game.ball_m = BEFORE_FOOT_M
    game.run(1.0)
    game.facts = {"kick": kicking(finished=False), "kick_phase": "swing"}
    game.ball_m = None
    assert game.run(1.0) == "kick"


def test_a_robot_that_falls_does_nothing_but_get_up(game):
    game.ball_m = (1.0, 0.0)
    game.run(0.5)
    game.facts = {"upright": False}
    assert game.run(0.1) == "get_up"
    game.facts = {}
    assert game.run(0.1) == "localise"


def test_when_the_game_stops_it_stands(game):
    game.ball_m = (1.0, 0.0)
    game.run(0.5)
    game.facts = {"may_play": False}
    assert game.run(0.1) == "wait"
    assert (game.striker.wants.walk.forward_mps, game.striker.wants.motion) == (0.0, "walk")


def test_a_robot_that_is_lost_looks_round_before_it_plays(game):
    game.ball_m, game.error = (1.0, 0.0), 9.0
    assert game.run(0.3) == "localise"
    game.error = 1.0
    assert game.run(1.5) == "approach"


def test_in_hands_it_holds_still_and_then_looks_where_it_is(game):
    game.ball_m = BEFORE_FOOT_M
    game.run(1.0)
    game.facts = {"kick": kicking(finished=False), "kick_phase": "draw back", "lifted": True}
    assert game.run(0.1) == "carried"
    assert (game.striker.wants.motion, game.striker.wants.walk.forward_mps) == ("walk", 0.0)
    game.facts = {}
    assert game.run(2.5) == "localise"
    assert "put down" in game.striker.current.reason


def test_without_eyes_it_stands_until_it_sees_again(game):
    game.ball_m = (1.0, 0.0)
    game.run(0.5)
    game.facts = {"top_sees": False, "bottom_sees": False}
    assert game.run(0.1) == "blind"
    game.facts = {}
    game.run(1.5)
    assert game.striker.state == "approach"


def test_without_its_lower_eye_it_dribbles(game):
    game.facts = {"bottom_sees": False}
    game.ball_m = (0.4, 0.03)
    assert game.run(0.3) == "dribble"
    assert game.striker.wants.walk.mode == "dribble"
    game.ball_m = (0.9, 0.0)
    assert game.run(0.1) == "approach"


def test_what_stands_before_the_ball_is_dribbled_past(game):
    game.ball_m = (0.4, 0.03)
    game.facts = {"obstacles_m": ((1.0, 0.0),)}
    game.run(0.3)
    assert abs(game.striker.wants.walk.target.yaw_rad) > 0.2


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_somebody_beside_the_ball_is_left_room(game, side):
    game.ball_m = (1.2, 0.0)
    game.facts = {"obstacles_m": ((1.15, 0.26 * side),)}
    game.run(0.3)
    target = game.striker.wants.walk.target
    assert math.dist((target.x_m, target.y_m), (1.15, 0.26 * side)) > 0.29
    assert side * target.y_m < 0.0  # it stands on the other side


def test_where_a_robot_stands_behind_the_ball_the_ball_is_pushed_another_way(game):
    game.ball_m = (1.2, 0.0)
    game.facts = {"obstacles_m": ((1.0, 0.02),)}
    game.run(0.3)
    target = game.striker.wants.walk.target
    assert math.dist((target.x_m, target.y_m), (1.0, 0.02)) > 0.24
    assert abs(target.yaw_rad) > math.radians(40.0)


def test_a_ball_that_vanishes_at_its_feet_is_stepped_back_from(game):
    game.ball_m = (0.14, 0.0)
    game.run(0.5)
    game.ball_m = None
    assert game.run(1.6) == "step_back"
    assert game.striker.wants.walk.forward_mps < 0.0
    game.ball_m = (0.25, 0.0)
    game.run(1.0)
    assert game.striker.state in ("approach", "align")


def test_out_of_a_goal_it_walks_through_the_mouth(game):
    game.pose = Pose2(4.8, 0.5, 0.0)
    game.ball_m = (-1.0, 0.0)
    assert game.run(0.2) == "leave_goal"
    target = game.pose @ game.striker.wants.walk.target
    assert target.x_m < 4.3
    assert abs(target.y_m) < 0.4
    game.pose = Pose2(4.1, 0.3, math.pi)
    assert game.run(0.1) == "localise"


def test_a_ball_in_the_net_is_left_to_the_referee(game):
    game.pose = Pose2(3.6, 0.0, 0.0)
    game.ball_m = (1.3, 0.1)
    assert game.run(0.3) == "await_referee"
    assert game.striker.wants.walk.mode == "velocity"
    game.ball_m = (-0.5, 0.1)
    assert game.run(0.3) == "approach"


def test_every_state_can_be_reached_and_left():
    states, transitions = transitions_of(Striker)
    assert {following for _, following in transitions} >= set(states) - {"wait"}
    assert {start for start, _ in transitions} == set(states)


def test_a_person_who_takes_over_walks_it_and_kicks_once_for_each_request(game):
    game.ball_m = (1.0, 0.0)
    assert game.run(0.3) == "approach"
    told = RemoteCommand(time_s=0.0, forward_mps=0.1, turn_radps=-0.3, takes_over=True)
    game.facts = {"remote": told}
    assert game.run(0.1) == "driven"
    plan = game.striker.wants.walk
    assert (plan.mode, plan.forward_mps, plan.turn_radps) == ("velocity", 0.1, -0.3)
    assert game.striker.wants.gaze.mode == "ball"
    kick = RemoteCommand(time_s=0.0, motion="kick", kick_with_left=False, asked=1, takes_over=True)
    game.facts = {"remote": kick}
    assert game.run(0.1) == "kick"
    assert game.striker.wants.motion == "kick"
    assert not game.striker.wants.kick.with_left
    game.facts = {"remote": kick, "kick": kicking(finished=False)}
    game.run(1.0)
    game.facts = {"remote": kick, "kick": kicking(finished=True)}
    assert game.run(0.5) == "driven"
    game.facts = {"remote": kick}
    assert game.run(0.5) == "driven"  # the same request means the same kick
    game.facts = {}
    assert game.run(0.1) == "approach"  # the striker plays again


def test_a_person_is_told_when_a_kick_cannot_reach_the_ball(game):
    game.ball_m = (0.6, 0.0)
    game.facts = {"remote": RemoteCommand(time_s=0.0, motion="kick", asked=1, takes_over=True)}
    assert game.run(0.15) == "kick"
    game.facts["kick"] = kicking(finished=False)
    game.run(0.1)
    game.facts |= {"kick": kicking(finished=True), "kick_refused": True}
    assert game.run(0.5) == "driven"
    assert "reach" in game.striker.current.reason


def test_a_ball_near_a_persons_foot_is_stepped_up_to_before_the_kick(game):
    game.ball_m = (0.3, 0.02)
    kick = RemoteCommand(time_s=0.0, motion="kick", kick_with_left=False, asked=1, takes_over=True)
    game.facts = {"remote": kick}
    assert game.run(0.2) == "step_up"
    target = game.striker.wants.walk.target
    assert target.x_m > 0.05
    assert target.yaw_rad == 0.0  # it kicks ahead, as the person has turned it
    place = stand_for((0.0, 0.0), 0.0, "kick", False)
    game.ball_m = (-place.x_m, -place.y_m)
    assert game.run(0.5) == "kick"


def test_a_person_who_walks_on_gives_up_the_kick(game):
    game.ball_m = (0.3, 0.02)
    kick = RemoteCommand(time_s=0.0, motion="kick", asked=1, takes_over=True)
    game.facts = {"remote": kick}
    assert game.run(0.2) == "step_up"
    game.facts = {"remote": structs.replace(kick, forward_mps=0.1)}
    assert game.run(0.2) == "driven"


@pytest.mark.parametrize("side", ["dive_left", "dive_right"])
def test_a_person_throws_a_keeper_to_a_side_once_for_each_request(game, side):
    dive = RemoteCommand(time_s=0.0, motion=side, asked=1, takes_over=True)
    game.facts = {"remote": dive}
    assert game.run(0.3) == "block"
    assert game.striker.wants.motion == side
    assert game.run(3.5) == "driven"
    assert game.striker.wants.motion == "walk"


def test_whoever_drives_waits_for_the_whistle_too(game):
    game.facts = {"remote": RemoteCommand(time_s=0.0, forward_mps=0.2, takes_over=True), "may_play": False}
    assert game.run(0.2) == "wait"
    assert game.striker.wants.walk.forward_mps == 0.0
