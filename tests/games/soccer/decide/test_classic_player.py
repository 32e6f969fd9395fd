"""001's state machine without physics: its table of states and actions (4.8.4) is the acceptance test."""

import math

import numpy as np
import pytest

from ludens.core.behaviour import transitions_of
from ludens.games.soccer.decide.classic_player import ClassicPlayer
from ludens.games.soccer.decide.striker import FieldSituation, stand_for
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2011
from ludens.messages import RemoteCommand, WantedJoints
from ludens.messages.field import BallState, FieldPose

TABLE = (
    ("both", "penalised", "initial"),
    ("both", "fallen", "initial"),
    ("player", "initial", "see_ball_far1"),
    ("player", "see_ball_far1", "see_ball_far2"),
    ("player", "see_ball_far2", "see_ball_far3"),
    ("player", "see_ball_far3", "see_ball_far4"),
    ("player", "see_ball_far4", "at_ball"),
    ("player", "at_ball", "initial"),
    ("goalie", "initial", "goalie_bad_pos"),
    ("goalie", "goalie_good_pos", "goalie_bad_pos"),
    ("goalie", "goalie_bad_pos", "goalie_good_pos"),
)
"""Role, state, and the state after its action (001, table 4.8.4)."""
STATES = sorted({before for _, before, _ in TABLE})


class Game:
    """A player, and a world as it needs it."""

    def __init__(self, role="player"):
        self.player = ClassicPlayer(role)
        self.time_s = 0.0

    @property
    def walk(self):
        """How the legs shall walk."""
        assert self.player.wants.walk is not None
        return self.player.wants.walk

    def step(
        self,
        *,
        ball=None,
        at=Pose2(0.0, 0.0, 0.0),
        playing=True,
        upright=True,
        penalised=False,
        kick=None,
        phase="",
        unseen_s=0.0,
        velocity=(0.0, 0.0),
        obstacles=(),
        remote=None,
        told=None,
    ):
        self.time_s += 0.1
        player = self.player
        player.time_s = self.time_s
        player.is_penalised, player.told_ball_m = penalised, told
        player.situation = FieldSituation(
            ball=None
            if ball is None
            else BallState(
                time_s=self.time_s,
                place_m=ball,
                velocity_mps=velocity,
                destination_m=ball,
                sigma_m=0.05,
                seen_s=self.time_s - unseen_s,
                observations=9,
            ),
            pose=FieldPose(time_s=self.time_s, field_from_robot=at, sigma_m=0.1, sigma_rad=0.1, error=1.0),
            may_play=playing and not penalised,
            upright=upright,
            kick=kick,
            kick_phase=phase,
            obstacles_m=obstacles,
            remote=remote,
        )
        player.step()
        return player.state

    def until(self, state):
        """Bring the player into a state, by what its actions wait for."""
        ahead = Pose2(1.0, 0.0, 0.0)
        place = stand_for((0.0, 0.0), 0.0, "kick", True, pitch=FIELD_2011)
        at_foot = (-place.x_m, -place.y_m)
        if state == "penalised":
            return self.step(penalised=True)
        if state == "fallen":
            return self.step(upright=False)
        if self.player.role == "goalie":
            self.step(ball=(1.0, 1.0))
            return self.step(ball=(1.0, 0.0)) if state == "goalie_good_pos" else self.player.state
        if state == "initial":
            return self.step()
        self.step(ball=(1.5, 0.0))
        if state != "see_ball_far1":
            self.step(ball=(0.3, 0.0), at=Pose2(1.0, 0.0, 0.5 * math.pi))
        if state in ("see_ball_far3", "see_ball_far4", "at_ball"):
            self.step(ball=(at_foot[0] + 0.05, at_foot[1] + 0.15), at=ahead)
        if state in ("see_ball_far4", "at_ball"):
            self.step(ball=(at_foot[0] + 0.07, at_foot[1]), at=ahead)
        if state == "at_ball":
            for _ in range(4):
                self.step(ball=at_foot, at=ahead)
        return self.player.state


@pytest.mark.parametrize("role", ["player", "goalie"])
def test_every_action_leads_where_the_table_says(role):
    followed = [
        (before, after)
        for before, after in transitions_of(ClassicPlayer)[1]
        if after not in ClassicPlayer.interrupts or before in ("penalised", "fallen", "at_ball")
    ]
    wanted = {(before, after) for whose, before, after in TABLE if whose in ("both", role)}
    assert wanted <= set(followed)
    states = {before for before, _ in wanted}
    extra = {
        (before, after)
        for before, after in followed
        if before in states and (before, after) not in wanted and after not in ClassicPlayer.interrupts
    }
    assert extra <= {(before, after) for _, before, after in TABLE}  # of the other role


@pytest.mark.parametrize("state", [state for state in STATES if not state.startswith("goalie")])
def test_a_field_player_comes_into_every_state_by_the_end_of_the_action_before(state):
    game = Game()
    assert game.until(state) == state
    assert (game.player.wants.motion == "kick") == (state == "at_ball")


@pytest.mark.parametrize(
    "state", ["see_ball_far1", "see_ball_far2", "see_ball_far3", "see_ball_far4", "at_ball"]
)
def test_a_ball_that_is_lost_leads_back_to_the_beginning(state):
    game = Game()
    assert game.until(state) == state
    assert game.step(ball=(0.9, 0.4), unseen_s=5.0) == "initial"
    game = Game()
    assert game.until(state) == state
    assert game.step() == "initial"  # nothing is known of it any more


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("cause", ["penalised", "fallen"])
def test_every_action_is_broken_off_within_one_step(state, cause):
    game = Game("goalie" if state.startswith("goalie") else "player")
    assert game.until(state) == state
    if cause == "penalised":
        assert game.step(ball=(1.0, 0.2), penalised=True) == "penalised"
        assert game.player.wants.gaze is None  # not even the head moves
    elif state != "penalised":
        assert game.step(ball=(1.0, 0.2), upright=False) == "fallen"
    assert game.player.wants.motion == "walk"
    assert game.player.wants.kick is None
    assert game.walk.forward_mps == game.walk.turn_radps == 0.0


@pytest.mark.parametrize("state", ["penalised", "fallen"])
def test_after_a_penalty_or_a_fall_it_begins_anew(state):
    game = Game()
    game.until(state)
    assert game.step() == "initial"


def test_a_goalie_steps_aside_until_the_ball_is_ahead_and_back_to_the_middle_without_one():
    game = Game("goalie")
    home = Pose2(-2.9, 0.0, 0.0)
    assert game.step(ball=(1.5, 0.9), at=home) == "goalie_bad_pos"
    assert game.walk.left_mps > 0.0
    assert game.step(ball=(1.5, 0.1), at=Pose2(-2.9, 0.3, 0.0)) == "goalie_good_pos"
    assert game.step(ball=(1.5, 0.3), at=Pose2(-2.9, 0.3, 0.0)) == "goalie_good_pos"
    assert game.step(ball=(1.5, 0.9), at=Pose2(-2.9, 0.3, 0.0)) == "goalie_bad_pos"
    assert game.step(ball=(1.5, 0.9), unseen_s=5.0, at=Pose2(-2.9, 0.3, 0.0)) == "goalie_bad_pos"
    assert game.walk.left_mps < 0.0


def test_with_somebody_before_the_goal_it_goes_round_the_ball_until_the_way_is_free():
    game = Game()
    assert game.until("see_ball_far2") == "see_ball_far2"
    ahead = Pose2(1.0, 0.0, 0.0)
    ball = (0.25, 0.05)
    assert game.step(ball=ball, at=ahead, obstacles=((0.7, 0.05),)) == "see_ball_far2"
    assert game.walk.mode == "walk behind ball"
    assert abs(game.walk.target.yaw_rad) > math.radians(20.0)
    assert game.step(ball=ball, at=ahead) != "see_ball_far2"  # nobody is there any more


def test_a_goalie_throws_itself_before_a_ball_that_would_go_in():
    game = Game("goalie")
    home = Pose2(-2.8, 0.0, 0.0)
    assert game.step(ball=(1.5, 0.1), at=home) == "goalie_good_pos"
    for away_m in (1.2, 0.9, 0.7):
        game.step(ball=(away_m, 0.4), at=home, velocity=(-2.0, 0.0))
    assert game.player.wants.motion == "dive_left"


def test_a_ball_that_moves_before_the_swing_is_not_kicked():
    game = Game()
    assert game.until("at_ball") == "at_ball"
    ready = WantedJoints(
        time_s=game.time_s, position_rad=np.zeros(25), stiffness=np.ones(25), may_leave=False
    )
    game.step(ball=(0.18, 0.05), at=Pose2(1.0, 0.0, 0.0))
    moved = game.step(ball=(0.6, 0.05), at=Pose2(1.0, 0.0, 0.0), kick=ready, phase="shift")
    assert moved == "see_ball_far1"  # it begins anew, and sees the ball already
    assert game.player.wants.motion == "walk"


def test_without_the_ball_it_turns_away_from_what_is_near_goes_a_little_and_then_on():
    game = Game()
    assert game.step(ball=(2.0, 0.0)) == "see_ball_far1"
    for _ in range(5):
        game.step(ball=(2.0, 0.0), obstacles=((0.4, 0.1),))
        assert game.walk.turn_radps < 0.0 == game.walk.forward_mps  # away from it, to the right
    for _ in range(10):
        game.step(ball=(1.9, 0.8), obstacles=((0.3, 0.5),))  # it is beside the robot now
    assert game.walk.forward_mps > 0.0 == game.walk.turn_radps
    for _ in range(10):
        assert game.step(ball=(1.8, 0.8), obstacles=((0.1, 0.5),)) == "see_ball_far1"
    assert game.walk.mode == "path"


def test_a_field_player_that_sees_no_ball_goes_where_its_mate_sees_it():
    game = Game()
    for _ in range(40):
        game.step(told=(1.5, -0.8))
    assert (game.player.state, game.walk.mode) == ("initial", "path")
    assert game.walk.target.y_m < -0.2
    game.step(told=(0.3, 0.1))  # so near it would see it itself
    assert game.walk.mode == "velocity"


def test_a_field_player_leaves_a_ball_in_the_own_area_to_the_goalie():
    game = Game()
    at = Pose2(-1.6, 0.0, math.pi)
    for _ in range(5):
        assert game.step(ball=(1.0, 0.0), at=at) == "see_ball_far1"  # it lies at -2.6, 0
    goes_to = at @ game.walk.target
    assert goes_to.x_m > -2.4
    assert abs(goes_to.y_m) < 0.2


def test_who_takes_over_drives_and_kicks_until_it_is_given_back():
    game = Game()
    game.step(ball=(1.0, 0.0))
    driven = RemoteCommand(time_s=0.0, motion="walk", takes_over=True, forward_mps=0.1, left_mps=0.05)
    assert game.step(ball=(1.0, 0.0), remote=driven) == "driven"
    assert (game.walk.forward_mps, game.walk.left_mps) == (0.1, 0.05)
    kicks = RemoteCommand(time_s=0.0, motion="kick", takes_over=True, asked=1, kick_with_left=False)
    assert game.step(ball=(0.17, -0.05), remote=kicks) == "at_ball"
    assert game.player.wants.kick is not None
    assert not game.player.wants.kick.with_left
    assert game.step(penalised=True, remote=kicks) == "penalised"
    assert game.step() == "initial"
