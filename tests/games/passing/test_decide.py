"""The state machine, walked through by hand, with a world that says what it is told to say."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from ludens.core.runtime.module_check import check_module
from ludens.games.passing.decide import (
    STATES,
    TRANSITIONS,
    PassingDecider,
    PassingDeciderParameters,
)
from ludens.games.passing.meet import CONTACT_M
from ludens.geometry import Pose2
from ludens.messages import Doubt, Intention, MeetingPlan, ObjectBelief, PassPlan, Sighting, StateReport
from tests.games.passing.samples import HERE, belief, nothing_seen, now, odometry, plan, sighting

PARAMETERS = PassingDeciderParameters()
AT_STAGE = plan(before_m=1.0)
ON_THE_WAY = plan(before_m=3.0, offset_m=0.5)
CYCLE_S = 0.02


class Machine:
    """A decider with everything it looks at. Images come every 0.1 s while the camera works."""

    def __init__(self, parameters: PassingDeciderParameters = PARAMETERS) -> None:
        self.decider = PassingDecider(parameters)
        self.cycles = 0
        self.pose = HERE
        self.ball: ObjectBelief | None = belief(1.0, 0.0)
        self.target: ObjectBelief | None = belief(3.0, 0.0)
        self.plan: PassPlan | None = AT_STAGE
        self.meeting: MeetingPlan | None = None
        self.camera_works = True
        self.sees_ball = True
        self.is_ball_renewed = True
        self.visited: list[str] = []
        self.doubts: list[Doubt] = []
        self.told: tuple[Intention, StateReport, Doubt | None]

    @property
    def time_s(self) -> float:
        return self.cycles * CYCLE_S

    @property
    def state(self) -> str:
        return self.told[1].state

    @property
    def intention(self) -> Intention:
        return self.told[0]

    def cycle(self, count: int = 1) -> str:
        for _ in range(count):
            self.cycles += 1
            images: tuple[Sighting, ...] = ()
            if self.camera_works and self.cycles % 5 == 0:
                images = (sighting(self.time_s) if self.sees_ball else nothing_seen(self.time_s),)
            self.told = self.decider.cycle(
                now(self.time_s),
                odometry(self.time_s, self.pose),
                images,
                self._seen_ball(),
                self._renewed(self.target),
                self.plan,
                self.meeting,
            )
            if not self.visited or self.visited[-1] != self.state:
                self.visited.append(self.state)
            if self.told[2] is not None:
                self.doubts.append(self.told[2])
        return self.state

    def cycle_until(self, state: str, *, within_s: float) -> None:
        for _ in range(round(within_s / CYCLE_S)):
            if self.cycle() == state:
                return
        raise AssertionError(f"{state} was not reached, only {' → '.join(self.visited)}")

    def remain(self, seconds: float) -> str:
        return self.cycle(round(seconds / CYCLE_S))

    def reach(self, state: str) -> "Machine":
        """Go the usual way as far as a state."""
        self.ball = self.plan = None
        self.cycle()
        for step in ("navigate", "orient", "verify", "ram", "retreat"):
            if self.state == state:
                break
            if step == "navigate":
                self.plan, self.ball = ON_THE_WAY, belief(3.0, 0.5)
            elif step == "orient":
                self.plan, self.ball = AT_STAGE, belief(0.9, 0.4)
            elif step == "verify":
                self.ball = belief(1.0, 0.0)
            elif step == "retreat":
                self.pose = self.pose @ Pose2(2.0, 0.0, 0.0)
            self.cycle_until(step, within_s=2.0)
        self.doubts.clear()
        return self

    def _seen_ball(self) -> ObjectBelief | None:
        if self.is_ball_renewed:
            self.ball = self._renewed(self.ball)
        return self.ball

    def _renewed(self, known: ObjectBelief | None) -> ObjectBelief | None:
        return None if known is None else structs.replace(known, time_s=self.time_s, seen_s=self.time_s)


def doubted(machine: Machine) -> set[str]:
    return {name for doubt in machine.doubts for name in doubt.about}


# ---------------------------------------------------------------- the usual way


def test_a_pass_goes_through_all_states_in_order():
    machine = Machine().reach("retreat")
    machine.plan = ON_THE_WAY
    machine.pose = machine.pose @ Pose2(-1.0, 0.0, 0.0)
    machine.cycle_until("navigate", within_s=2.0)
    assert machine.visited == [
        "search", "navigate", "orient", "verify", "ram", "retreat", "search", "navigate",
    ]  # fmt: skip


def test_it_begins_by_turning_on_the_spot():
    machine = Machine()
    machine.ball = None
    assert machine.cycle() == "search"
    assert machine.intention.active == ("scan",)
    assert machine.intention.forward_limit_mps == 0.0
    assert machine.intention.turn_limit_radps > 0.0


@pytest.mark.parametrize("missing", ["ball", "target", "plan"])
def test_it_searches_until_everything_is_known(missing: str):
    machine = Machine()
    setattr(machine, missing, None)
    machine.remain(1.0)
    assert set(machine.visited) <= {"search", "watch"}


@pytest.mark.parametrize("vague", [belief(1.0, 0.0, sigma_m=1.0), belief(1.0, 0.0, sightings=1)])
def test_a_vague_belief_is_not_enough(vague: ObjectBelief):
    machine = Machine()
    machine.ball = vague
    assert machine.remain(1.0) == "search"


def test_the_reports_say_since_when_and_why():
    machine = Machine()
    machine.cycle()
    machine.cycle_until("orient", within_s=1.0)
    _, report, _ = machine.told
    assert report.since_s == report.time_s == pytest.approx(machine.time_s)
    assert report.reason
    assert report.states == STATES
    assert set(report.transitions) == set(TRANSITIONS)
    machine.ball = belief(0.5, 0.9)
    entered_s = report.since_s
    machine.cycle()
    assert machine.told[1].since_s == entered_s


@pytest.mark.parametrize(
    ("state", "active"),
    [
        ("navigate", {"avoid", "forward", "navigate"}),
        ("orient", {"face"}),
        ("verify", set()),
        ("ram", {"ram"}),
        ("retreat", {"retreat"}),
    ],
)
def test_every_state_has_its_behaviours(state: str, active: set[str]):
    assert set(Machine().reach(state).intention.active) == active


@pytest.mark.parametrize("state", ["orient", "verify"])
def test_it_does_not_drive_while_it_lines_up(state: str):
    assert Machine().reach(state).intention.forward_limit_mps == 0.0


# ---------------------------------------------------------------- searching


def turn_once(machine: Machine) -> None:
    for _ in range(90):
        machine.pose = machine.pose @ Pose2(0.0, 0.0, 0.1)
        machine.cycle()
        if machine.state != "search":
            return


def test_a_full_turn_in_vain_makes_it_look_from_elsewhere():
    machine = Machine()
    machine.ball = None
    machine.cycle()
    turn_once(machine)
    assert machine.state == "wander"
    assert "wander" in machine.intention.active
    assert machine.intention.forward_limit_mps > 0.0
    machine.cycle_until("search", within_s=PARAMETERS.wander_s + 1.0)


def test_the_next_search_turns_the_other_way():
    machine = Machine()
    machine.ball = None
    machine.cycle()
    first = machine.intention.scan_direction
    turn_once(machine)
    machine.cycle_until("search", within_s=PARAMETERS.wander_s + 1.0)
    assert machine.intention.scan_direction == -first


def test_wandering_ends_as_soon_as_both_are_known():
    machine = Machine()
    machine.ball = None
    machine.cycle()
    turn_once(machine)
    machine.ball = belief(1.0, 0.0)
    assert machine.cycle() == "search"


# ---------------------------------------------------------------- time-outs and doubts, as in the paper


def test_a_stage_that_is_not_reached_in_time_is_given_up():
    machine = Machine().reach("navigate")
    assert machine.remain(PARAMETERS.navigate_timeout_s - 0.5) == "navigate"
    machine.cycle_until("search", within_s=1.0)
    assert doubted(machine) == {"ball", "target", "stage"}


def test_a_ball_that_cannot_be_faced_is_doubted():
    machine = Machine().reach("orient")
    assert machine.remain(PARAMETERS.orient_timeout_s - 0.5) == "orient"
    assert not machine.doubts
    machine.cycle_until("search", within_s=1.0)
    assert doubted(machine) == {"ball"}


def test_a_ball_that_is_not_seen_where_it_should_be_is_doubted():
    machine = Machine().reach("verify")
    machine.sees_ball = False
    machine.cycle_until("search", within_s=PARAMETERS.verify_timeout_s + 0.5)
    assert doubted(machine) == {"ball"}
    assert "ram" not in machine.visited


def test_after_a_push_the_place_of_the_ball_is_doubted():
    machine = Machine().reach("ram")
    machine.pose = machine.pose @ Pose2(2.0, 0.0, 0.0)
    assert machine.cycle() == "retreat"
    assert "ball" in doubted(machine)


def test_a_push_takes_no_longer_than_its_time():
    machine = Machine().reach("ram")
    assert machine.remain(PARAMETERS.ram_timeout_s - 0.2) == "ram"
    machine.cycle_until("retreat", within_s=0.5)
    assert "ball" in doubted(machine)


def test_a_doubt_is_told_once():
    machine = Machine().reach("orient")
    machine.cycle_until("search", within_s=PARAMETERS.orient_timeout_s + 1.0)
    machine.ball = None
    machine.remain(0.5)
    assert len(machine.doubts) == 1


def test_a_retreat_that_is_blocked_ends_all_the_same():
    machine = Machine().reach("retreat")
    machine.plan = ON_THE_WAY
    machine.cycle_until("search", within_s=6.0)


@pytest.mark.parametrize("state", ["navigate", "orient", "verify"])
def test_what_is_lost_is_searched(state: str):
    machine = Machine().reach(state)
    machine.ball = machine.plan = None
    assert machine.cycle() == "search"


# ---------------------------------------------------------------- verifying and pushing


def test_it_looks_several_times_before_it_pushes():
    machine = Machine().reach("verify")
    began_s = machine.time_s
    machine.cycle_until("ram", within_s=2.0)
    assert machine.time_s - began_s > 0.1 * (PARAMETERS.looks - 1)


def test_images_taken_before_it_stood_still_do_not_count():
    machine = Machine().reach("verify")
    machine.camera_works = False
    for _ in range(30):
        machine.cycles += 1
        old = (sighting(machine.told[1].since_s - 0.05),)
        machine.told = machine.decider.cycle(
            now(machine.time_s),
            odometry(machine.time_s, machine.pose),
            old,
            machine.ball,
            machine.target,
            machine.plan,
            None,
        )
    assert machine.state == "verify"


def test_a_ball_off_the_axis_is_faced_again():
    machine = Machine().reach("verify")
    machine.ball = belief(1.0, 0.3)
    machine.cycle_until("orient", within_s=1.0)


@pytest.mark.parametrize("beside", [plan(before_m=1.0, offset_m=0.3), plan(before_m=0.4)])
def test_a_robot_beside_the_line_or_too_near_lines_up_again(beside: PassPlan):
    machine = Machine().reach("verify")
    machine.plan = beside
    machine.cycle_until("navigate", within_s=1.0)


def push(pass_m: float) -> Machine:
    machine = Machine().reach("verify")
    machine.plan = plan(before_m=1.0, pass_m=pass_m)
    machine.cycle_until("ram", within_s=1.0)
    return machine


def test_a_longer_pass_is_pushed_faster_within_the_limits():
    speeds = [push(pass_m).intention.forward_limit_mps for pass_m in (0.5, 1.0, 2.0, 4.0)]
    assert speeds == sorted(speeds)
    assert speeds[0] < speeds[-1]
    assert PARAMETERS.slowest_ram_mps <= speeds[0]
    assert speeds[-1] <= PARAMETERS.fastest_ram_mps


@pytest.mark.parametrize("pass_m", [0.4, 0.8, 1.5, 3.0])
def test_a_push_reaches_the_ball_and_stops_well_before_the_target(pass_m: float):
    machine = push(pass_m)
    start = machine.pose
    travelled_m = 0.0
    while machine.state == "ram" and travelled_m < 5.0:
        travelled_m += 0.01
        machine.pose = start @ Pose2(travelled_m, 0.0, 0.0)
        machine.cycle()
    assert travelled_m > 1.0 - CONTACT_M
    assert travelled_m + CONTACT_M < 1.0 + pass_m


# ---------------------------------------------------------------- a ball that is with the other


def test_a_ball_at_the_target_is_left_there_until_it_comes_back():
    machine = Machine()
    machine.plan = plan(pass_m=0.2)
    machine.cycle_until("wait", within_s=1.0)
    assert machine.intention.active == ("face",)
    assert machine.intention.forward_limit_mps == 0.0
    assert machine.remain(20.0) == "wait"
    machine.plan = ON_THE_WAY
    machine.cycle_until("navigate", within_s=1.0)


def test_a_ball_that_gets_to_the_target_by_itself_is_not_chased():
    machine = Machine().reach("navigate")
    machine.plan = plan(pass_m=0.2)
    machine.cycle_until("wait", within_s=1.0)


def test_a_ball_lost_while_waiting_is_searched():
    machine = Machine()
    machine.plan = plan(pass_m=0.2)
    machine.cycle_until("wait", within_s=1.0)
    machine.plan = machine.ball = None
    assert machine.cycle() == "search"


def test_two_who_share_a_ball_leave_it_to_the_nearer_one():
    sharing = Machine(replace(PARAMETERS, shares_ball=True))
    alone = Machine()
    for machine in (sharing, alone):
        machine.ball, machine.target = belief(3.0, 0.0), belief(4.0, 0.0)
        machine.plan = plan(before_m=3.0, pass_m=1.0)
        machine.cycle(10)
    assert sharing.state == "wait"
    assert alone.state == "navigate"
    sharing.ball, sharing.plan = belief(1.0, 0.0), plan(before_m=1.5, pass_m=3.0)
    sharing.cycle_until("navigate", within_s=1.0)


# ---------------------------------------------------------------- a ball that rolls


def meeting(range_m: float) -> MeetingPlan:
    return MeetingPlan(
        time_s=0.0,
        ball_now_m=(range_m, 0.0),
        ball_m=(0.7 * range_m, 0.0),
        drive_m=0.5,
        after_s=1.0,
        early_s=0.2,
    )


def test_a_ball_just_found_is_faced_for_a_few_images():
    machine = Machine()
    machine.ball = belief(1.0, 0.0, sightings=2)
    machine.cycle_until("watch", within_s=0.5)
    assert machine.intention.active == ("face",)
    machine.cycle_until("search", within_s=0.1 * PARAMETERS.watch_looks + 0.2)
    assert machine.remain(2.0) == "search"  # not again and again


def test_after_a_long_look_there_is_time_for_a_full_turn():
    machine = Machine()
    machine.target = machine.plan = None
    machine.cycle_until("watch", within_s=0.5)
    machine.cycle_until("search", within_s=PARAMETERS.offered_s + 0.5)
    assert machine.remain((2.0 * np.pi + 0.3) / PARAMETERS.scan_radps + 0.5) == "search"


@pytest.mark.parametrize("person", [{"target": None, "plan": None}, {"plan": plan(pass_m=0.45)}])
def test_a_ball_that_somebody_may_hold_is_faced_until_they_would_have_rolled_it(person: dict[str, Any]):
    machine = Machine()
    for name, value in person.items():
        setattr(machine, name, value)
    machine.cycle_until("watch", within_s=0.5)
    assert machine.remain(PARAMETERS.offered_s - 0.2) == "watch"
    machine.cycle_until("search", within_s=0.5)


@pytest.mark.parametrize("state", ["search", "navigate"])
def test_a_ball_that_can_be_met_while_it_rolls_is_met_and_then_backed_off_from(state: str):
    machine = Machine().reach(state)
    machine.ball, machine.meeting = belief(1.5, 0.0), meeting(1.5)
    assert machine.cycle() == "meet"
    assert machine.intention.active == ("meet",)
    assert machine.remain(2.0) == "meet"
    machine.meeting = meeting(CONTACT_M - 0.1)
    assert machine.remain(1.0) == "meet"  # it may come a little later than foreseen
    machine.cycle_until("retreat", within_s=1.0)
    assert doubted(machine) == {"ball"}


def test_a_ball_that_stops_before_it_is_met_is_played_as_one_that_lies():
    machine = Machine().reach("search")
    machine.ball, machine.meeting = belief(1.5, 0.0), meeting(1.5)
    machine.cycle_until("meet", within_s=0.5)
    machine.meeting, machine.plan = None, ON_THE_WAY
    machine.cycle_until("navigate", within_s=1.5)


def test_a_ball_near_by_is_awaited_where_its_path_is_not_known_for_a_moment():
    machine = Machine().reach("search")
    machine.ball, machine.meeting = belief(1.5, 0.0), meeting(1.5)
    machine.cycle_until("meet", within_s=0.5)
    machine.ball, machine.meeting = belief(0.6, 0.0), None
    assert machine.remain(1.2) == "meet"
    machine.cycle_until("retreat", within_s=1.0)


@pytest.mark.parametrize("other", [{"plan": plan(pass_m=0.2)}, {"ball": belief(1.5, 0.0, sightings=2)}])
def test_neither_the_persons_ball_nor_a_glimpse_is_met(other: dict[str, Any]):
    machine = Machine()
    machine.ball, machine.meeting = belief(1.5, 0.0), meeting(1.5)
    for name, value in other.items():
        setattr(machine, name, value)
    machine.remain(1.0)
    assert "meet" not in machine.visited


def test_a_ball_that_may_hide_the_person_is_watched_before_the_robot_looks_from_elsewhere():
    machine = Machine()
    machine.target = machine.plan = None
    machine.cycle_until("watch", within_s=0.5)
    machine.cycle_until("search", within_s=PARAMETERS.offered_s + 0.5)
    turn_once(machine)
    assert machine.state == "watch"
    assert machine.remain(PARAMETERS.expect_s - 0.5) == "watch"
    machine.cycle_until("search", within_s=1.0)
    turn_once(machine)
    assert machine.state == "wander"


def test_a_ball_that_is_not_in_sight_is_not_waited_for_for_ever():
    machine = Machine()
    machine.plan = plan(pass_m=0.2)
    machine.cycle_until("wait", within_s=0.5)
    assert machine.remain(2.0 * PARAMETERS.wait_unseen_s) == "wait"
    machine.is_ball_renewed = False
    machine.cycle_until("search", within_s=PARAMETERS.wait_unseen_s + 0.5)
    assert doubted(machine) == {"ball"}
    turn_once(machine)
    assert machine.state in ("watch", "wander")


# ---------------------------------------------------------------- a camera that falls silent


@pytest.mark.parametrize("state", ["search", "navigate", "orient", "verify", "ram", "retreat"])
def test_a_silent_camera_stops_the_robot_in_any_state(state: str):
    machine = Machine(replace(PARAMETERS, ram_timeout_s=20.0)).reach(state)
    machine.camera_works = False
    machine.cycle_until("blind", within_s=PARAMETERS.blind_s + 0.5)
    assert machine.intention.active == ()
    assert (machine.intention.forward_limit_mps, machine.intention.turn_limit_radps) == (0.0, 0.0)
    assert machine.remain(10.0) == "blind"


def test_a_camera_that_was_never_heard_of_counts_as_silent():
    machine = Machine()
    machine.camera_works = False
    machine.cycle_until("blind", within_s=PARAMETERS.blind_s + 0.5)


def test_when_the_camera_speaks_again_it_searches():
    machine = Machine().reach("navigate")
    machine.camera_works = False
    machine.cycle_until("blind", within_s=PARAMETERS.blind_s + 0.5)
    machine.camera_works = True
    machine.ball = None
    machine.cycle_until("search", within_s=0.5)
    assert machine.remain(3.0) == "search"


def test_a_camera_that_sees_no_ball_is_not_silent():
    machine = Machine()
    machine.ball, machine.sees_ball = None, False
    assert machine.remain(5.0) == "search"


# ---------------------------------------------------------------- the machine as a whole


def test_only_drawn_transitions_happen():
    """Chance tells all stories at once: they stay on the drawn arrows. Only `blind` comes from anywhere."""
    random = np.random.default_rng(5)
    machine = Machine()
    for _ in range(3000):
        if random.random() < 0.03:
            machine.camera_works = random.random() < 0.9
            machine.sees_ball = random.random() < 0.8
            machine.ball = None if random.random() < 0.15 else belief(1.0, float(random.normal(0.0, 0.15)))
            offset_m, pass_m = float(random.normal(0.0, 0.05)), float(random.uniform(0.2, 3.0))
            machine.plan = plan(offset_m=offset_m, pass_m=pass_m)
            if machine.ball is None or random.random() < 0.1:
                machine.plan = None
        step_m = {"ram": 0.03, "retreat": -0.01}.get(machine.visited[-1] if machine.visited else "", 0.0)
        machine.pose = machine.pose @ Pose2(step_m, 0.0, 0.02)
        machine.cycle()
    walked = set(zip(machine.visited, machine.visited[1:], strict=False))
    assert walked <= set(TRANSITIONS)
    assert set(machine.visited) <= set(STATES)
    assert len(walked) > 8


def test_the_drawn_machine_is_whole():
    drawn = {state for way in TRANSITIONS for state in way}
    assert drawn == set(STATES)


def test_the_decider_keeps_the_contract_of_modules():
    cycles = [
        {
            "now": now(0.1 * number),
            "odometry": odometry(0.1 * number, Pose2(0.0, 0.0, 0.1 * number)),
            "images": (sighting(0.1 * number),),
            "ball": belief(1.0, 0.0),
            "target": belief(3.0, 0.0),
            "plan": AT_STAGE,
        }
        for number in range(1, 12)
    ]
    check_module(PassingDecider, cycles)
