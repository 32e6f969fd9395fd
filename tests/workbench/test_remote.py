"""What the controls say becomes requests."""

import numpy as np
import pytest

from ludens.core.contract.module import CycleTime
from ludens.core.runtime.module_check import check_module
from ludens.messages import RemoteCommand, WantedJoints
from ludens.workbench.remote import RemoteDecider

NOWHERE = np.zeros(25)


def kick(*, finished: bool) -> WantedJoints:
    return WantedJoints(
        time_s=0.0, position_rad=NOWHERE, stiffness=NOWHERE, may_leave=finished, finished=finished
    )


def at(time_s: float) -> CycleTime:
    return CycleTime(time_s=time_s)


def test_it_is_a_sound_module():
    wish = RemoteCommand(time_s=0.0, forward_mps=0.1, motion="kick", asked=1)
    check_module(
        RemoteDecider,
        [
            {"now": at(0.0), "told": (), "kick": None},
            {"now": at(0.012), "told": (wish,), "kick": None},
            {"now": at(0.024), "told": (), "kick": kick(finished=False)},
        ],
    )


def test_nobody_at_the_controls_means_to_stand():
    motion, walk, _, _ = RemoteDecider().cycle(at(1.0), (), None)
    assert motion.motion == "walk"
    assert (walk.forward_mps, walk.left_mps, walk.turn_radps) == (0.0, 0.0, 0.0)


def test_a_held_stick_walks_until_the_controls_fall_silent():
    decider = RemoteDecider()
    wish = RemoteCommand(time_s=1.0, forward_mps=0.15, left_mps=-0.05, turn_radps=0.4)
    _, walk, _, _ = decider.cycle(at(1.0), (RemoteCommand(time_s=0.9), wish), None)
    assert (walk.forward_mps, walk.left_mps, walk.turn_radps) == (0.15, -0.05, 0.4)
    _, walk, _, _ = decider.cycle(at(1.4), (), None)
    assert walk.forward_mps == 0.15
    _, walk, _, _ = decider.cycle(at(1.6), (), None)
    assert (walk.forward_mps, walk.left_mps, walk.turn_radps) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("motion", ["sit", "relax"])
def test_a_motion_is_wanted_until_another_is_asked_for(motion: str):
    decider = RemoteDecider()
    wish = RemoteCommand(time_s=0.0, forward_mps=0.2, motion=motion, asked=1)
    for time_s in (0.0, 5.0, 20.0):
        request, walk, _, _ = decider.cycle(at(time_s), (wish,), None)
        assert request.motion == motion
        assert walk.forward_mps == 0.0
    request, _, _, _ = decider.cycle(at(21.0), (RemoteCommand(time_s=21.0, asked=2),), None)
    assert request.motion == "walk"


def test_one_request_is_one_kick():
    decider = RemoteDecider()

    def wanted(asked: int, joints: WantedJoints | None) -> str:
        wish = RemoteCommand(time_s=0.0, motion="kick", asked=asked, kick_kind="side", kick_strength=0.3)
        motion, _, how, _ = decider.cycle(at(0.0), (wish,), joints)
        assert (how.kind, how.strength) == ("side", 0.3)
        return motion.motion

    assert wanted(1, None) == "kick"
    assert wanted(1, kick(finished=False)) == "kick"
    assert wanted(1, kick(finished=True)) == "walk"
    assert wanted(1, None) == "walk"
    assert wanted(2, kick(finished=True)) == "kick"  # the end of the one before
    assert wanted(2, kick(finished=False)) == "kick"
    assert wanted(2, kick(finished=True)) == "walk"
