"""The own free kick without physics: nobody disturbs it, so it waits for a mate before the other goal."""

import pytest

from ludens.core.contract.module import CycleTime
from ludens.games.soccer.decide.stations import bishop_place
from ludens.games.soccer.decide.team_player import AWAITS_S, TeamPlayer
from ludens.geometry import Pose2
from ludens.messages import KickRequest
from ludens.messages.field import BallState, FieldPose
from ludens.messages.league import SetPlay
from ludens.messages.soccer import MatchStatus
from ludens.messages.team import PlayerRole, Role, Teammate, Teammates
from ludens.motion.kick import best_place_m

BEFORE_FOOT_M = best_place_m(KickRequest(time_s=0.0, kind="forward", with_left=True))


class FreeKick:
    """The striker of a team at a ball that only its team may play, and its bishop."""

    def __init__(self, at_x_m: float) -> None:
        self.pose = Pose2(at_x_m, 0.0, 0.0)
        self.bishop_m = (0.0, -2.5)
        self.set_play = SetPlay.KICK_IN
        self.time_s = 0.0
        self.doing = ""
        self.player = TeamPlayer()
        self.player.start()

    @property
    def ball_m(self):
        return self.pose.apply(*BEFORE_FOOT_M)

    def run(self, seconds: float) -> str:
        for _ in range(round(seconds / 0.05)):
            self.time_s += 0.05
            self._cycle(self.time_s)
        return self.doing

    def _cycle(self, time_s: float) -> None:
        ball = BallState(
            time_s=time_s,
            place_m=BEFORE_FOOT_M,
            velocity_mps=(0.0, 0.0),
            destination_m=BEFORE_FOOT_M,
            sigma_m=0.02,
            seen_s=time_s,
            observations=9,
        )
        pose = FieldPose(time_s=time_s, field_from_robot=self.pose, sigma_m=0.03, sigma_rad=0.02, error=1.0)
        status = MatchStatus(
            time_s=time_s,
            state="playing",
            set_play=self.set_play,
            own_set_play=self.set_play is not SetPlay.NONE,
        )
        assigned = PlayerRole(time_s=time_s, role=Role.STRIKER, reason="it is first at the ball")
        team = Teammates(
            time_s=time_s,
            own=4,
            players=(
                Teammate(
                    player=2,
                    heard_s=time_s,
                    told_s=time_s,
                    field_from_robot=Pose2(*self.bishop_m, 0.0),
                    role=Role.BISHOP,
                ),
                Teammate(player=4, heard_s=time_s, told_s=time_s, field_from_robot=self.pose),
            ),
        )
        body = (None,) * 8
        told = self.player.cycle(
            CycleTime(time_s=time_s), ball, pose, status, *body, assigned, team, None, None, None
        )
        self.walk = told[1]
        if told[-1] is not None:
            self.doing = told[-1].state


@pytest.mark.parametrize("is_ball_left", [True, False])
def test_in_the_other_half_it_kicks_once_the_bishop_is_before_the_goal_on_either_side(is_ball_left):
    play = FreeKick(at_x_m=1.5)
    assert play.run(8.0) == "align"
    assert play.walk is not None
    assert (play.walk.mode, play.walk.forward_mps, play.walk.turn_radps) == ("velocity", 0.0, 0.0)
    play.bishop_m = bishop_place(play.ball_m, is_ball_left=is_ball_left)
    assert play.run(1.0) == "kick"


def test_a_bishop_that_does_not_come_is_not_awaited_for_ever():
    play = FreeKick(at_x_m=1.5)
    assert play.run(AWAITS_S - 2.0) == "align"
    assert play.run(3.0) in ("kick", "step_kick")


@pytest.mark.parametrize(
    ("at_x_m", "set_play"), [(-2.0, SetPlay.KICK_IN), (1.5, SetPlay.NONE), (1.5, SetPlay.PENALTY_KICK)]
)
def test_in_the_own_half_and_in_play_it_waits_for_nobody(at_x_m, set_play):
    play = FreeKick(at_x_m)
    play.set_play = set_play
    assert play.run(3.0) in ("kick", "step_kick")
