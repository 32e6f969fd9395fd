from typing import Literal

import pytest

from ludens.core.behaviour import Behaviour, BehaviourState, StateMachine, state, transitions_of
from ludens.core.errors import LudensError


class Fetch(StateMachine):
    first = "search"
    interrupts = ("fallen",)

    def __init__(self) -> None:
        super().__init__(reason="it begins")
        self.sees_ball = False
        self.steps: list[str] = []

    @state
    def search(self) -> Behaviour[Literal["approach"]]:
        while not self.sees_ball:
            self.steps.append("turn")
            yield
        return self.to("approach", "the ball is seen")

    @state
    def approach(self) -> Behaviour[Literal["search"] | None]:
        try:
            for _ in range(2):
                self.steps.append("walk")
                yield
        finally:
            self.steps.append("stop")
        return None

    @state
    def fallen(self) -> Behaviour[Literal["search"]]:
        self.steps.append("get up")
        yield
        return self.to("search", "it stands again")


def stepped(machine: Fetch, times: int = 1) -> Fetch:
    for _ in range(times):
        machine.time_s += 0.1
        machine.step()
    return machine


def test_a_state_that_ends_hands_over_within_the_same_cycle():
    machine = stepped(Fetch(), 2)
    machine.sees_ball = True
    stepped(machine)
    assert machine.state == "approach"
    assert machine.steps == ["turn", "turn", "walk"]
    assert machine.current.reason == "the ball is seen"
    assert machine.current.since_s == pytest.approx(0.3)


def test_a_machine_whose_last_state_ends_is_finished_and_stays_so():
    machine = Fetch()
    machine.sees_ball = True
    stepped(machine, 5)
    assert machine.finished
    assert machine.steps == ["walk", "walk", "stop"]


def test_an_interrupt_runs_what_the_broken_off_state_leaves_behind():
    machine = Fetch()
    machine.sees_ball = True
    stepped(machine)
    machine.interrupt("fallen", "it fell")
    stepped(machine)
    assert machine.steps == ["walk", "stop", "get up"]
    assert machine.state == "fallen"


def test_only_declared_interrupts_are_taken():
    with pytest.raises(LudensError, match="no interrupt 'approach'"):
        Fetch().interrupt("approach", "because")


def test_states_and_transitions_are_read_from_the_code():
    states, transitions = transitions_of(Fetch)
    assert states == ("search", "approach", "fallen")
    assert set(transitions) == {
        ("search", "approach"),
        ("approach", "search"),
        ("fallen", "search"),
        ("search", "fallen"),
        ("approach", "fallen"),
    }


class Lost(StateMachine):
    first = "here"

    @state
    def here(self) -> Behaviour[Literal["nowhere"]]:
        yield
        return "nowhere"


def test_a_transition_to_no_state_is_refused_before_the_first_step():
    with pytest.raises(LudensError, match=r"Lost goes to 'nowhere'.*it has here"):
        Lost()


class Silent(StateMachine):
    first = "here"

    @state
    def here(self) -> Behaviour[str]:
        yield
        return "here"


def test_a_state_must_say_what_follows():
    with pytest.raises(LudensError, match="'here' does not say what may follow"):
        Silent()


class Giddy(StateMachine):
    first = "here"

    @state
    def here(self) -> Behaviour[Literal["here"]]:
        if self.time_s < 0.0:
            yield
        return "here"


def test_states_that_never_yield_are_told_of_instead_of_hanging():
    with pytest.raises(LudensError, match="changed its state"):
        Giddy().step()


class Stumbling(StateMachine):
    first = "walk"
    falls = 1

    @state
    def walk(self) -> Behaviour[None]:
        yield
        if self.falls:
            self.falls -= 1
            raise RuntimeError("stumbled")


def test_a_state_in_which_a_fault_happened_begins_anew_instead_of_counting_as_done():
    machine = Stumbling()
    machine.step()
    with pytest.raises(RuntimeError, match="stumbled"):
        machine.step()
    assert not machine.finished
    machine.step()
    machine.step()
    assert machine.finished


def test_a_state_is_published_at_once_and_then_once_a_second():
    current = BehaviourState(("a", "b"), (("a", "b"),), first="a", reason="start")
    times_s = [t / 10 for t in range(25)]
    published = [time_s for time_s in times_s if current.report(time_s) is not None]
    assert published == [0.0, 1.0, 2.0]
    current.enter("b", 2.5, "because")
    report = current.report(2.5)
    assert report is not None
    assert (report.state, report.since_s, report.reason) == ("b", 2.5, "because")
