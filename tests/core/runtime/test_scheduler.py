"""Which cycler runs when, and what travels between them."""

from itertools import pairwise

import pytest

from ludens.core.contract.declaration import Since
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.messages import Message
from tests.core.paper_robot import Picture, Reading, beats, body, camera, every, paper_run, played, setup_of


class Tick(Message):
    heard: int = 0


class Metronome(Module[NoParameters]):
    def cycle(self, now: CycleTime) -> Tick:
        return Tick(time_s=now.time_s)


class Listener(Module[NoParameters]):
    def cycle(self, now: CycleTime, ticks: Since[Tick]) -> Reading:
        return Reading(time_s=now.time_s, value=len(ticks))


def with_cyclers(*plans: CyclerPlan) -> Setup:
    return Setup("paper", plans)


def cycles(notebook, cycler):
    return [time_ns for time_ns, name, _ in notebook.outputs if name == cycler]


def test_a_cycler_driven_by_the_clock_runs_at_exact_multiples_of_its_period():
    notebook = played(with_cyclers(every(0.03, Metronome)), beats(50))
    assert cycles(notebook, "slow") == [30_000_000 * (index + 1) for index in range(33)]
    assert [tick.time_s for tick in notebook.of("Tick")][:3] == [0.03, 0.06, 0.09]


def test_periods_do_not_drift_over_hours():
    period_s = 1.0 / 3.0
    notebook = played(with_cyclers(every(period_s, Metronome)), [body(36_00.0)])
    times_ns = cycles(notebook, "slow")
    assert {after - before for before, after in pairwise(times_ns)} == {333_333_333}


def test_a_long_silence_is_made_up_cycle_by_cycle_in_order_of_time():
    setup = with_cyclers(every(0.1, Metronome, name="a"), every(0.15, Node(Metronome, under="b"), name="b"))
    notebook = played(setup, [body(0.31)])
    assert [(time_ns // 1_000_000, name) for time_ns, name, _ in notebook.outputs] == [
        (100, "a"),
        (150, "b"),
        (200, "a"),
        (300, "a"),
        (300, "b"),
    ]


def test_what_is_due_at_a_delivery_runs_before_it():
    setup = with_cyclers(
        CyclerPlan("body", "body", (Node(Metronome),)), every(0.02, Node(Listener, under="x"))
    )
    notebook = played(setup, beats(2))
    assert [name for _, name, _ in notebook.outputs] == ["slow", "body", "slow", "body"]
    assert [reading.value for reading in notebook.of("x/Reading")] == [0, 1]


def test_a_source_drives_its_own_cycler_only():
    setup = setup_of(Metronome, camera=[Node(Metronome, under="eye")])
    notebook = played(setup, [body(0.02), camera(0.03), body(0.04)])
    assert cycles(notebook, "body") == [20_000_000, 40_000_000]
    assert cycles(notebook, "camera") == [30_000_000]


def test_two_cyclers_of_one_source_both_run_and_hear_each_other_in_the_order_of_the_setup():
    setup = with_cyclers(
        CyclerPlan("first", "body", (Node(Metronome),)),
        CyclerPlan("second", "body", (Node(Listener, under="x"),)),
    )
    notebook = played(setup, beats(2))
    assert [name for _, name, _ in notebook.outputs] == ["first", "second"] * 2
    assert [reading.value for reading in notebook.of("x/Reading")] == [1, 1]


def test_only_what_somebody_reads_travels():
    class Reader(Module[NoParameters]):
        def cycle(self, tick: Tick) -> None: ...

    class Chatter(Module[NoParameters]):
        def cycle(self, now: CycleTime) -> tuple[Tick, Message]:
            return Tick(time_s=now.time_s), Message(time_s=now.time_s)

    setup = setup_of(Chatter, camera=[Reader])
    run, _, _ = paper_run(setup, beats(1))
    body_cycler, camera_cycler = run.cyclers
    assert body_cycler.wanted == frozenset()
    assert camera_cycler.wanted == {"Tick"}
    run.step()
    assert len(camera_cycler.mailbox("Tick")) == 1


def test_a_source_that_drives_nobody_is_still_heard():
    class Reader(Module[NoParameters]):
        def cycle(self, picture: Picture) -> Tick:
            return Tick(time_s=picture.time_s)

    notebook = played(setup_of(Reader), [camera(0.01), body(0.02), body(0.04)])
    assert [tick.time_s for tick in notebook.of("Tick")] == [0.01]


@pytest.mark.parametrize("source", ["spectator", "unknown"])
def test_a_delivery_from_elsewhere_disturbs_nobody(source):
    stranger = type(body(0.01))(10_000_000, "", source, (Picture(time_s=0.01, value=0.0),))
    notebook = played(setup_of(Metronome), [stranger, body(0.02)])
    assert cycles(notebook, "body") == [20_000_000]
    assert notebook.faults == []
