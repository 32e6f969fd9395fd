from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from ludens.core.contract.module import CycleTime
from ludens.core.contract.module_check import check_module
from ludens.messages import (
    CalibratedJoints,
    FallReport,
    JointCalibration,
    KickJoints,
    MotionActivations,
    MotionRequest,
    PlayedJoints,
    TouchState,
    WalkJoints,
)
from ludens.messages.balance import FallDirection, FallState
from ludens.motion.dispatcher import MotionDispatcher, MotionDispatcherParameters
from ludens.motion.files import MotionPlayer
from ludens.motion.protection import FALLING
from ludens.robots.nao.joints import INDEX, JOINTS
from ludens.robots.nao.stance import stance

CYCLE_S = 0.012


def joints(time_s: float, status=None) -> CalibratedJoints:
    many = np.ones(len(JOINTS))
    calm = np.zeros(len(JOINTS), dtype=np.int64)
    return CalibratedJoints(
        time_s=time_s,
        position_rad=stance(),
        stiffness=many,
        current_a=many,
        temperature_c=many,
        status=calm if status is None else status,
    )


class Body:
    """A dispatcher with a player, and stand-ins for walk and kick that may be left when told so."""

    def __init__(self, **parameters) -> None:
        self.dispatcher = MotionDispatcher(MotionDispatcherParameters(**parameters))
        self.player = MotionPlayer()
        self.time_s = 0.0
        self.may_leave = True
        self.damaged: tuple[str, ...] = ()
        self.pressed: tuple[str, ...] = ()
        self.status: NDArray[np.int64] | None = None
        self.state: FallState = "upright"
        self.direction: FallDirection = "forward"
        self.played: PlayedJoints | None = None
        self.last: MotionActivations | None = None

    def step(self, motion: str) -> MotionActivations:
        now = self.time_s
        wish: dict[str, Any] = {
            "time_s": now,
            "position_rad": stance(),
            "stiffness": stance(),
            "may_leave": self.may_leave,
        }
        lean_rad = 0.0 if self.state == "upright" else 1.5
        had = {} if self.last is None else self.last.shares
        activations = self.dispatcher.cycle(
            CycleTime(time_s=now),
            MotionRequest(time_s=now, motion=motion),
            joints(now, self.status),
            JointCalibration(time_s=now, offset_rad=np.zeros(len(JOINTS)), damaged=self.damaged),
            FallReport(time_s=now, state=self.state, direction=self.direction, lean_rad=lean_rad),
            TouchState(time_s=now, pressed=self.pressed),
            WalkJoints(**wish) if had.get("walk") else None,
            KickJoints(**wish) if had.get("kick") else None,
            self.played,
        )
        self.played = self.player.cycle(activations, joints(now), None)
        self.last = activations
        self.time_s += CYCLE_S
        return activations

    def run(self, motion: str, seconds: float) -> list[MotionActivations]:
        return [self.step(motion) for _ in range(round(seconds / CYCLE_S))]


def test_it_keeps_the_promises_of_a_module() -> None:
    request = MotionRequest(time_s=0.0, motion="kick")
    check_module(
        MotionDispatcher,
        [{"now": CycleTime(time_s=t), "request": request, "joints": joints(t)} for t in (0.0, 0.012, 0.024)],
    )


def test_without_a_request_the_body_walks_at_once() -> None:
    dispatcher = MotionDispatcher()
    nothing = (None,) * 6
    first = dispatcher.cycle(CycleTime(time_s=0.0), None, joints(0.0), *nothing)
    assert first.motion == "walk"
    assert first.shares["walk"] == 1.0


def test_before_the_joints_are_known_the_body_is_limp() -> None:
    first = MotionDispatcher().cycle(CycleTime(time_s=0.0), None, *(None,) * 7)
    assert first.shares["relax"] == 1.0


def test_a_motion_is_left_only_where_it_may_be() -> None:
    body = Body()
    body.run("walk", 0.1)
    body.may_leave = False
    for activations in body.run("kick", 0.6):
        assert activations.motion == "kick"
        assert activations.shares["walk"] == 1.0
    body.may_leave = True
    assert body.run("kick", 0.3)[-1].shares["kick"] == 1.0


def test_a_file_is_played_to_its_end_before_another_motion_has_the_body() -> None:
    body = Body()
    body.run("walk", 0.1)
    body.run("squat", 0.5)
    waiting = body.run("walk", 0.1)
    assert {activations.motion for activations in waiting} == {"squat"}
    on_the_way = body.run("walk", 1.0)
    assert on_the_way[-1].motion == "stand"
    assert on_the_way[-1].reason == "first 'stand'"
    assert body.run("walk", 2.0)[-1].shares["walk"] == 1.0


def test_a_fall_takes_the_joints_at_once_whoever_has_them() -> None:
    for motion in ("walk", "kick", "squat"):
        body = Body()
        body.run("walk", 0.1)
        body.run(motion, 0.4)
        body.may_leave = False
        body.state, body.direction = "falling", "backward"
        activations = body.step(motion)
        assert activations.motion == "fall_backward"
        assert activations.reason == FALLING
        assert activations.shares["play"] == 1.0
        assert activations.head == 0.0


def test_the_chest_button_penalises_and_lets_go_on() -> None:
    body = Body()
    body.run("kick", 0.4)
    body.pressed = ("chest button",)
    penalised = body.run("kick", 1.0)
    assert penalised[0].motion == penalised[-1].motion == "stand"
    assert penalised[0].reason == "chest button"
    body.pressed = ()
    assert body.run("kick", 0.5)[-1].motion == "stand"
    body.pressed = ("chest button",)
    assert body.run("kick", 1.5)[-1].motion == "kick"


def test_the_floor_that_presses_the_chest_penalises_nobody() -> None:
    body = Body()
    body.run("walk", 0.1)
    body.state, body.pressed = "fallen", ("chest button",)
    body.run("walk", 0.2)
    body.state, body.pressed = "upright", ()
    assert body.run("walk", 3.0)[-1].motion == "walk"


def test_a_file_that_ended_on_the_floor_is_done_again_only_when_asked_anew() -> None:
    body = Body()
    body.run("walk", 0.1)
    body.run("squat", 0.5)
    body.state = "falling"
    body.run("squat", 0.2)
    body.state = "upright"
    seen = body.run("squat", 2.0)[-1]
    assert seen.motion == "walk"
    assert "'squat' ended on the floor" in seen.reason
    body.run("walk", 0.1)
    assert body.run("squat", 0.5)[-1].motion == "squat"


def test_a_body_that_shall_be_limp_stays_down() -> None:
    body = Body()
    body.run("walk", 0.1)
    body.state = "fallen"
    seen = body.run("relax", 2.0)[-1]
    assert seen.shares["relax"] == 1.0
    assert seen.motion == "relax"


def test_without_getting_up_it_lies_protected() -> None:
    body = Body(get_up=False)
    body.run("walk", 0.1)
    body.state = "fallen"
    assert body.run("walk", 3.0)[-1].motion == "fall_forward"


def test_who_cannot_get_up_because_of_damage_lies_limp_and_says_so() -> None:
    body = Body()
    body.damaged = ("LElbowRoll",)
    body.run("walk", 0.1)
    body.state = "fallen"
    seen = body.run("walk", 1.5)[-1]
    assert seen.shares["relax"] == 1.0
    assert seen.reason == "lies limp: there is no way up from lying on the front; damaged: LElbowRoll"


def test_damaged_legs_leave_the_body_limp_and_it_says_why() -> None:
    body = Body()
    body.damaged = ("RAnklePitch",)
    seen = body.run("walk", 0.5)[-1]
    assert seen.shares["relax"] == 1.0
    assert seen.reason == "RAnklePitch is damaged, so 'walk' is not done"


def test_hot_legs_ask_for_rest() -> None:
    body = Body()
    body.status = np.zeros(len(JOINTS), dtype=np.int64)
    body.status[INDEX["LKneePitch"]] = 2
    seen = body.run("walk", 0.1)[-1]
    assert seen.motion == "walk"
    assert seen.reason == "rest is needed: LKneePitch is hot"


def test_a_fall_takes_the_whole_body_also_from_a_file_that_was_only_getting_it() -> None:
    body = Body()
    body.step("walk")
    body.may_leave = True
    body.step("relax")
    assert 0.0 < body.step("relax").shares["play"] < 1.0  # the way to being limp leads through a squat
    body.state = "falling"
    assert body.step("walk").shares["play"] == 1.0


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(("walk", "kick", "relax", "squat", "stand", "dance")),
            st.sampled_from(("upright", "upright", "falling", "fallen")),
            st.booleans(),
            st.integers(1, 40),
        ),
        max_size=6,
    )
)
def test_shares_sum_to_one_whatever_happens(events) -> None:
    body = Body()
    for motion, state, may_leave, cycles in events:
        body.state, body.may_leave = state, may_leave
        for _ in range(cycles):
            activations = body.step(motion)
            assert sum(activations.shares.values()) == pytest.approx(1.0)
            assert all(0.0 <= share <= 1.0 for share in activations.shares.values())
            assert 0.0 <= activations.head <= 1.0
            if activations.reason == FALLING:
                assert activations.shares["play"] == 1.0
