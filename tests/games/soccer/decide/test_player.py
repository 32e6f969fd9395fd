"""The player as a module: whose word counts."""

import pytest

from ludens.core.contract.module import CycleTime
from ludens.games.soccer.decide.player import PlayerSenses, StrikerPlayer
from ludens.messages import FallReport, FootSupport, RemoteCommand
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


@pytest.mark.parametrize(("fell", "lifted_after_s"), [(False, 0.3), (True, 6.1)])
def test_who_gets_up_is_not_taken_for_lifted_before_its_feet_could_carry_it(fell, lifted_after_s):
    senses = PlayerSenses(patience_s=0.5)

    def is_lifted(time_s, state="upright", *, has_contact=False):
        fall = FallReport(time_s=time_s, state=state, direction="forward", lean_rad=0.0)
        support = FootSupport(
            time_s=time_s,
            feet="both" if has_contact else "none",
            has_contact=has_contact,
            left_n=0.0,
            right_n=0.0,
            center_in_left_sole_m=None,
            center_in_right_sole_m=None,
            center_m=None,
        )
        nothing = dict.fromkeys(
            ("ball", "pose", "status", "eyes", "obstacles", "kick", "kicking", "walk", "remote")
        )
        return senses.situation(time_s, fall=fall, support=support, **nothing).lifted

    assert not is_lifted(0.0, has_contact=True)
    is_lifted(5.0, "fallen" if fell else "upright", has_contact=not fell)
    assert not is_lifted(5.0 + lifted_after_s - 0.2)
    assert is_lifted(5.0 + lifted_after_s)
    assert not is_lifted(15.0, has_contact=True)
