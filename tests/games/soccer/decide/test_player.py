"""The player as a module: whose word counts."""

from ludens.core.contract.module import CycleTime
from ludens.games.soccer.decide.player import StrikerPlayer
from ludens.messages import RemoteCommand
from ludens.messages.soccer import MatchStatus


def test_controls_that_fall_silent_leave_the_robot_standing():
    player = StrikerPlayer()
    player.start()
    status = MatchStatus(time_s=0.0, state="playing")

    def walked_at(time_s, told=None):
        now = CycleTime(time_s=time_s)
        _, plan, _, _, _ = player.cycle(
            now, None, None, status, None, None, None, None, None, None, None, told
        )
        assert plan is not None
        return plan.forward_mps

    walked_at(1.0)
    assert walked_at(1.1, RemoteCommand(time_s=1.1, forward_mps=0.2, takes_over=True)) == 0.2
    assert walked_at(1.5) == 0.2
    assert walked_at(1.7) == 0.0
    assert walked_at(1.8, RemoteCommand(time_s=1.8, forward_mps=0.2)) == 0.0  # nobody has taken over
