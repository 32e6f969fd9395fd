"""The shoot-out without physics: parts, corners, one touch, and the keeper's states."""

import numpy as np
import pytest

from ludens.games.soccer.decide.goal_keeper import GOAL_LINE, GoalKeeper
from ludens.games.soccer.decide.shoot_out import CORNER_M, ShootOut
from ludens.games.soccer.decide.striker import FieldSituation, Striker
from ludens.geometry import Pose2
from ludens.messages.field import BallState, FieldPose
from ludens.messages.league import MatchPhase
from ludens.messages.soccer import MatchStatus, PlayState, ShotPart

BEHIND_MARK = Pose2(2.2, 0.0, 0.0)


class Shot:
    """One robot of a shoot-out."""

    def __init__(self, part: ShotPart, pose: Pose2, *, seed: int = 0) -> None:
        self.part, self.pose = part, pose
        self.play = ShootOut(Striker(), GoalKeeper(), np.random.default_rng(seed))
        self.time_s = 0.0
        self.ball_m = (3.2, 0.0) if part == "striker" else (-3.2, 0.0)  # on the field
        self.ball_mps = (0.0, 0.0)
        self.upright = True
        self.state: PlayState = "playing"

    def step(self):
        """One cycle; returns who acted."""
        self.time_s += 0.05
        inverse = self.pose.inverse()
        seen = BallState(
            time_s=self.time_s,
            place_m=inverse.apply(*self.ball_m),
            velocity_mps=self.ball_mps,
            destination_m=inverse.apply(*self.ball_m),
            sigma_m=0.02,
            seen_s=self.time_s,
            observations=9,
            velocity_sigma_mps=0.05,
        )
        pose = FieldPose(
            time_s=self.time_s, field_from_robot=self.pose, sigma_m=0.03, sigma_rad=0.02, error=1.0
        )
        status = MatchStatus(
            time_s=self.time_s, state=self.state, phase=MatchPhase.SHOOT_OUT, shot_part=self.part
        )
        plays = self.state == "playing"
        situation = FieldSituation(ball=seen, pose=pose, may_play=plays, upright=self.upright)
        return self.play.step(status, situation, self.time_s)


def test_the_striker_draws_a_corner_for_every_shot_and_keeps_it_through_the_shot():
    drawn = set()
    for seed in range(8):
        shot = Shot("striker", BEHIND_MARK, seed=seed)
        shot.state = "set"
        aims = set()
        for _ in range(5):
            aims.add(shot.step().situation.aim_m)
        shot.state = "playing"
        for _ in range(5):
            aims.add(shot.step().situation.aim_m)
        assert len(aims) == 1
        drawn |= aims
    assert drawn == {(4.5, CORNER_M), (4.5, -CORNER_M)}


def test_the_striker_walks_up_carefully_and_leaves_a_touched_ball_alone():
    shot = Shot("striker", BEHIND_MARK)
    actor = [shot.step() for _ in range(5)][-1]
    assert actor.state == "approach"
    assert actor.wants.walk.speed < 1.0
    shot.ball_m = (3.7, 0.1)
    actor = [shot.step() for _ in range(60)][-1]
    assert actor.state == "shot_taken"
    assert actor.wants.motion == "walk"
    assert actor.wants.walk.mode == "velocity"
    assert actor.wants.walk.forward_mps == 0.0


def test_who_has_no_part_stands():
    shot = Shot("none", Pose2(-2.0, -4.0, 1.5))
    actor = [shot.step() for _ in range(5)][-1]
    assert actor.state == "wait"
    assert actor.wants.walk.mode == "velocity"


@pytest.mark.parametrize(
    ("aside_m", "motion"), [(0.5, "dive_left"), (-0.5, "dive_right"), (0.15, "squat_wide")]
)
def test_the_keeper_throws_itself_before_the_ball_and_is_on_its_feet_afterwards(aside_m, motion):
    shot = Shot("keeper", GOAL_LINE)
    actor = [shot.step() for _ in range(5)][-1]
    assert actor.state == "guard"
    assert actor.wants.motion == "walk"
    shot.ball_m, shot.ball_mps = (-3.3, aside_m), (-2.0, 0.0)
    actor = shot.step()
    assert actor.state == "block"
    assert actor.wants.motion == motion
    shot.ball_mps = (0.0, 0.0)
    assert shot.step().wants.motion == motion  # to the end
    if motion != "squat_wide":
        shot.upright = False
        assert shot.step().state == "get_up"
        assert shot.step().wants.motion == "walk"
        shot.upright = True
    actor = [shot.step() for _ in range(60)][-1]
    assert actor.state == "guard"
    assert actor.wants.motion == "walk"


def test_the_keeper_goes_back_to_its_line():
    shot = Shot("keeper", Pose2(-4.4, 0.4, 0.9))
    actor = shot.step()
    assert actor.wants.walk.mode == "direct with orientation"
    target = shot.pose @ actor.wants.walk.target
    assert (target.x_m, target.y_m) == pytest.approx((GOAL_LINE.x_m, GOAL_LINE.y_m))
