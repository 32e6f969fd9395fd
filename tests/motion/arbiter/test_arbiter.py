from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from ludens.core.contract.module import CycleTime
from ludens.core.runtime.module_check import check_module
from ludens.messages import (
    CalibratedJoints,
    FallReport,
    JointCalibration,
    MotionReason,
    MotionRequest,
    MotionWeights,
    Penalty,
    WantedJoints,
)
from ludens.messages.balance import FallDirection, FallState
from ludens.motion.arbiter.arbiter import MotionArbiter, MotionArbiterParameters
from ludens.motion.files import MotionPlayer
from ludens.robots.nao.joints import INDEX, JOINTS
from ludens.robots.nao.kinematics.stance import stance

CYCLE_S = 0.012
NOTHING: dict[str, WantedJoints | None] = {"walk": None, "kick": None, "files": None}


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
    """A arbiter with a player, and stand-ins for walk and kick that may be left when told so."""

    def __init__(self, **parameters) -> None:
        self.arbiter = MotionArbiter(MotionArbiterParameters(**parameters))
        self.player = MotionPlayer()
        self.time_s = 0.0
        self.may_leave = True
        self.damaged: tuple[str, ...] = ()
        self.penalised = self.uses_head = False
        self.status: NDArray[np.int64] | None = None
        self.state: FallState = "upright"
        self.direction: FallDirection = "forward"
        self.played: WantedJoints | None = None
        self.last: MotionWeights | None = None

    def step(self, motion: str) -> MotionWeights:
        now = self.time_s
        wish: dict[str, Any] = {
            "time_s": now,
            "position_rad": stance(),
            "stiffness": stance(),
            "may_leave": self.may_leave,
            "uses_head": self.uses_head,
        }
        lean_rad = 0.0 if self.state == "upright" else 1.5
        had = {} if self.last is None else self.last.weights
        weights = self.arbiter.cycle(
            CycleTime(time_s=now),
            MotionRequest(time_s=now, motion=motion),
            joints(now, self.status),
            JointCalibration(time_s=now, offset_rad=np.zeros(len(JOINTS)), damaged=self.damaged),
            FallReport(time_s=now, state=self.state, direction=self.direction, lean_rad=lean_rad),
            Penalty(time_s=now, penalised=self.penalised),
            {
                "walk": WantedJoints(**wish) if had.get("walk") else None,
                "kick": WantedJoints(**wish) if had.get("kick") else None,
                "files": self.played,
            },
        )
        self.played = self.player.cycle(weights, joints(now), None)
        self.last = weights
        self.time_s += CYCLE_S
        return weights

    def run(self, motion: str, seconds: float) -> list[MotionWeights]:
        return [self.step(motion) for _ in range(round(seconds / CYCLE_S))]


def test_it_keeps_the_promises_of_a_module() -> None:
    request = MotionRequest(time_s=0.0, motion="kick")
    check_module(
        MotionArbiter,
        [
            {"now": CycleTime(time_s=t), "request": request, "joints": joints(t), "motions": NOTHING}
            for t in (0.0, 0.012, 0.024)
        ],
    )


def test_without_a_request_the_body_walks_at_once() -> None:
    arbiter = MotionArbiter()
    first = arbiter.cycle(CycleTime(time_s=0.0), None, joints(0.0), None, None, None, NOTHING)
    assert first.motion == "walk"
    assert first.weights["walk"] == 1.0


def test_before_the_joints_are_known_the_body_is_limp() -> None:
    first = MotionArbiter().cycle(CycleTime(time_s=0.0), None, None, None, None, None, NOTHING)
    assert first.weights["relax"] == 1.0


def test_a_motion_is_left_only_where_it_may_be() -> None:
    body = Body()
    body.run("walk", 0.1)
    body.may_leave = False
    for weights in body.run("kick", 0.6):
        assert weights.motion == "kick"
        assert weights.weights["walk"] == 1.0
    body.may_leave = True
    assert body.run("kick", 0.3)[-1].weights["kick"] == 1.0


def test_a_file_is_played_to_its_end_before_another_motion_has_the_body() -> None:
    body = Body()
    body.run("walk", 0.1)
    body.run("squat", 0.5)
    waiting = body.run("walk", 0.1)
    assert {weights.motion for weights in waiting} == {"squat"}
    on_the_way = body.run("walk", 1.0)
    assert on_the_way[-1].motion == "stand"
    assert on_the_way[-1].reason is MotionReason.ON_THE_WAY
    assert body.run("walk", 2.0)[-1].weights["walk"] == 1.0


def test_a_fall_takes_the_joints_at_once_whoever_has_them() -> None:
    for motion in ("walk", "kick", "squat"):
        body = Body()
        body.run("walk", 0.1)
        body.run(motion, 0.4)
        body.may_leave = False
        body.state, body.direction = "falling", "backward"
        weights = body.step(motion)
        assert weights.motion == "fall_backward"
        assert weights.reason == MotionReason.FALLING
        assert weights.weights["files"] == 1.0
        assert weights.head == 0.0


def test_a_penalised_body_stands_still_head_included_until_it_may_go_on() -> None:
    body = Body()
    body.run("kick", 0.4)
    body.penalised = True
    penalised = body.run("kick", 1.0)
    assert penalised[0].motion == penalised[-1].motion == "stand"
    assert penalised[0].reason is MotionReason.PENALISED
    assert penalised[-1].head == 0.0
    body.penalised = False
    assert body.run("kick", 1.5)[-1].motion == "kick"


def test_a_motion_that_uses_the_head_keeps_it_from_looking_around() -> None:
    body = Body()
    assert body.run("kick", 0.5)[-1].head == 1.0
    body.uses_head = True
    assert body.run("kick", 0.5)[-1].head == 0.0


def test_a_new_motion_is_known_by_its_name_alone() -> None:
    arbiter, last = MotionArbiter(), None
    for cycle in range(40):
        now = cycle * CYCLE_S
        motions = {**NOTHING, "wave": None}
        request = MotionRequest(time_s=now, motion="wave")
        last = arbiter.cycle(CycleTime(time_s=now), request, joints(now), None, None, None, motions)
    assert last is not None
    assert last.of("wave") == 1.0


def test_a_file_that_ended_on_the_floor_is_done_again_only_when_asked_anew() -> None:
    body = Body()
    body.run("walk", 0.1)
    body.run("squat", 0.5)
    body.state = "falling"
    body.run("squat", 0.2)
    body.state = "upright"
    seen = body.run("squat", 2.0)[-1]
    assert seen.motion == "walk"
    assert (seen.reason, seen.details) == (MotionReason.ENDED_ON_FLOOR, "squat")
    body.run("walk", 0.1)
    assert body.run("squat", 0.5)[-1].motion == "squat"


def test_a_body_that_shall_be_limp_stays_down() -> None:
    body = Body()
    body.run("walk", 0.1)
    body.state = "fallen"
    seen = body.run("relax", 2.0)[-1]
    assert seen.weights["relax"] == 1.0
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
    assert seen.weights["relax"] == 1.0
    assert seen.reason is MotionReason.GIVEN_UP
    assert seen.details == "there is no way up from lying on the front; damaged: LElbowRoll"


def test_damaged_legs_leave_the_body_limp_and_it_says_why() -> None:
    body = Body()
    body.damaged = ("RAnklePitch",)
    seen = body.run("walk", 0.5)[-1]
    assert seen.weights["relax"] == 1.0
    assert (seen.reason, seen.details) == (MotionReason.DAMAGED, "RAnklePitch")


def test_hot_legs_ask_for_rest() -> None:
    body = Body()
    body.status = np.zeros(len(JOINTS), dtype=np.int64)
    body.status[INDEX["LKneePitch"]] = 2
    seen = body.run("walk", 0.1)[-1]
    assert seen.motion == "walk"
    assert (seen.reason, seen.details) == (MotionReason.HOT, "LKneePitch")


def test_a_fall_takes_the_whole_body_also_from_a_file_that_was_only_getting_it() -> None:
    body = Body()
    body.step("walk")
    body.may_leave = True
    body.step("relax")
    assert 0.0 < body.step("relax").weights["files"] < 1.0  # the way to being limp leads through a squat
    body.state = "falling"
    assert body.step("walk").weights["files"] == 1.0


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
            weights = body.step(motion)
            assert sum(weights.weights.values()) == pytest.approx(1.0)
            assert all(0.0 <= share <= 1.0 for share in weights.weights.values())
            assert 0.0 <= weights.head <= 1.0
            if weights.reason == MotionReason.FALLING:
                assert weights.weights["files"] == 1.0
