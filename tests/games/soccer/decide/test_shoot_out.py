"""The shoot-out without physics: parts, corners, one touch, and what the keeper throws itself into."""

import pytest

from ludens.core.contract.module import CycleTime
from ludens.games.soccer.decide.team_player import CORNER_M, TeamPlayer
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages import FallReport
from ludens.messages.field import BallState, FieldPose
from ludens.messages.league import MatchPhase
from ludens.messages.soccer import MatchStatus, PlayState, ShotPart

BEHIND_MARK = Pose2(2.2, 0.0, 0.0)
GOAL_LINE = Pose2(-4.5, 0.0, 0.0)


class Shot:
    """One robot of a shoot-out, and what it asks for."""

    def __init__(self, part: ShotPart, pose: Pose2) -> None:
        self.part, self.pose = part, pose
        self.player = TeamPlayer()
        self.player.start()
        self.time_s = 0.0
        self.ball_m = (3.2, 0.0) if part == "striker" else (-3.2, 0.0)  # on the field
        self.ball_mps = (0.0, 0.0)
        self.upright = True
        self.state: PlayState = "playing"

    def run(self, cycles: int = 1) -> None:
        for _ in range(cycles):
            self.time_s += 0.05
            time_s, inverse = self.time_s, self.pose.inverse()
            seen = BallState(
                time_s=time_s,
                place_m=inverse.apply(*self.ball_m),
                velocity_mps=self.ball_mps,
                destination_m=inverse.apply(*self.ball_m),
                sigma_m=0.02,
                seen_s=time_s,
                observations=9,
                velocity_sigmas_mps=(0.1, 0.05),
            )
            pose = FieldPose(
                time_s=time_s, field_from_robot=self.pose, sigma_m=0.03, sigma_rad=0.02, error=1.0
            )
            status = MatchStatus(
                time_s=time_s, state=self.state, phase=MatchPhase.SHOOT_OUT, shot_part=self.part
            )
            fall = FallReport(
                time_s=time_s, state="upright" if self.upright else "fallen", direction="left", lean_rad=0.0
            )
            rest = (None,) * 12
            told = self.player.cycle(CycleTime(time_s=time_s), seen, pose, status, fall, *rest)
            self.motion, walk, _, _, report = told
            assert walk is not None
            self.walk = walk
            if report is not None:
                self.doing = report.state

    @property
    def aim_m(self):
        return self.player._striker.situation.aim_m


def test_the_striker_draws_a_corner_for_every_shot_and_keeps_it_through_the_shot():
    shot = Shot("striker", BEHIND_MARK)
    drawn = set()
    for _ in range(12):
        aims = set()
        for shot.state in ("set", "playing"):
            shot.run(3)
            aims.add(shot.aim_m)
        assert len(aims) == 1
        drawn |= aims
        shot.state = "finished"
        shot.run()
        assert shot.aim_m is None
    aside_m = 0.5 * FIELD_2019.goal_width_m - CORNER_M
    assert drawn == {(4.5, aside_m), (4.5, -aside_m)}


def test_the_striker_walks_up_carefully_and_leaves_a_touched_ball_alone():
    shot = Shot("striker", BEHIND_MARK)
    shot.run(5)
    assert shot.doing == "approach"
    assert 0.0 < shot.walk.speed < 1.0
    shot.ball_m = (3.7, 0.1)
    shot.run(60)
    assert shot.doing == "shot_taken"
    assert shot.motion.motion == "walk"
    assert (shot.walk.mode, shot.walk.forward_mps) == ("velocity", 0.0)


def test_who_has_no_part_stands():
    shot = Shot("none", Pose2(-2.0, -4.0, 1.5))
    shot.run(5)
    assert (shot.walk.mode, shot.walk.turn_radps) == ("velocity", 0.0)


@pytest.mark.parametrize(
    ("aside_m", "motion"), [(0.5, "dive_left"), (-0.5, "dive_right"), (0.2, "dive_left")]
)
def test_the_keeper_throws_itself_before_the_ball_and_gets_up_again(aside_m, motion):
    shot = Shot("keeper", GOAL_LINE)
    shot.run(5)
    assert (shot.doing, shot.motion.motion) == ("keep_goal", "walk")
    shot.ball_m, shot.ball_mps = (-3.45, aside_m), (-2.0, 0.0)
    shot.run()
    assert shot.motion.motion == motion
    shot.ball_mps = (0.0, 0.0)
    shot.run()
    assert shot.motion.motion == motion  # half a dive stops nothing
    shot.upright = False
    shot.run(2)
    assert (shot.doing, shot.motion.motion) == ("get_up", "walk")
    shot.upright = True
    shot.run(70)
    assert (shot.doing, shot.motion.motion) == ("keep_goal", "walk")


def test_the_keeper_of_a_shot_goes_back_to_its_line():
    shot = Shot("keeper", Pose2(-4.4, 0.4, 0.9))
    shot.run()
    assert shot.walk.mode == "path with orientation"
    target = shot.pose @ shot.walk.target
    assert (target.x_m, target.y_m) == pytest.approx((GOAL_LINE.x_m, GOAL_LINE.y_m))
    assert target.yaw_rad == pytest.approx(0.0)  # turned to the ball it would dive behind its line
