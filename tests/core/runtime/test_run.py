import gc
import weakref
from typing import Any

import numpy as np
import pytest

from ludens.core.contract.graph import GraphError
from ludens.core.contract.module import Module, NoParameters
from ludens.core.contract.setup import Node
from ludens.messages import BaseVelocityCommand, Fault, Message
from tests.core.paper_robot import (
    Notebook,
    PaperParameters,
    Picture,
    Reading,
    beats,
    body,
    camera,
    description,
    drive,
    every,
    paper_run,
    played,
    setup_of,
)


class Wish(Message):
    forward_mps: float


class Mind(Module[NoParameters]):
    """Raises in its hundredth cycle."""

    def start(self) -> None:
        self.cycles = 0

    def cycle(self, reading: Reading) -> Wish:
        self.cycles += 1
        if self.cycles == 100:
            raise ArithmeticError("lost my head")
        return Wish(time_s=reading.time_s, forward_mps=1.0)


class Wheels(Module[NoParameters]):
    def cycle(self, wish: Wish) -> BaseVelocityCommand:
        return drive(wish.time_s, wish.forward_mps)


def with_camera(script: Any) -> list[Any]:
    """A script in which the camera keeps its rate, so that nobody misses it."""
    last_s = script[-1].time_ns * 1e-9
    pictures = [camera(0.1 * (index + 1)) for index in range(int(last_s / 0.1))]
    return sorted([*script, *pictures], key=lambda delivery: delivery.time_ns)


# ---------------------------------------------------------------- faults


def test_a_module_that_raises_in_the_hundredth_cycle_costs_that_cycle_and_no_more():
    run, robot, notebook = paper_run(setup_of(Wheels, Mind), with_camera(beats(200)))
    run.run_until(4.0)
    (fault,) = notebook.faults
    assert fault.where == "mind"
    assert fault.time_s == 2.0
    assert "ArithmeticError: lost my head" in fault.what
    assert fault.inputs == ("reading=Reading(time_s=2.0, value=2.0)",)
    assert len(robot.log) == 200
    assert [index for index, entry in enumerate(robot.log) if entry == "safe"] == [99]
    assert [outputs for time_ns, _, outputs in notebook.outputs if time_ns == 2_000_000_000] == [()]
    assert run.stop_reason is None


def test_a_run_that_shall_stop_at_a_fault_stops_cleanly():
    run, robot, notebook = paper_run(setup_of(Wheels, Mind), with_camera(beats(200)), on_fault="stop")
    run.run_until(4.0)
    assert run.stop_reason == "mind: The module raised ArithmeticError: lost my head."
    assert robot.log[:99] == [drive(0.02 * (index + 1)) for index in range(99)]
    assert robot.log[99:] == ["safe", "closed"]
    assert notebook.closed == 1
    assert notebook.outputs[-1] == (2_000_000_000, "body", ())
    assert run.step() is None


def test_nothing_runs_any_more_once_a_timed_cycler_has_ended_the_run():
    class Broken(Module[NoParameters]):
        def cycle(self) -> None:
            raise RuntimeError("no")

    setup = setup_of(Wheels, Mind)
    setup = type(setup)("paper", (*setup.cyclers, every(0.01, Broken)))
    run, robot, notebook = paper_run(setup, beats(5), on_fault="stop")
    assert run.step() is not None
    assert robot.log == ["safe", "closed"]
    assert notebook.deliveries == []
    assert [time_ns for time_ns, _, _ in notebook.outputs] == [10_000_000]


def test_a_reading_that_is_not_a_number_is_dropped_and_reported():
    bad = body(0.04, Reading(time_s=0.04, value=float("nan")), Picture(time_s=0.04, value=1.0))
    run, robot, notebook = paper_run(setup_of(Wheels, Mind), [body(0.02), bad, body(0.06)])
    run.run_until(0.06)
    (fault,) = notebook.faults
    assert (fault.where, fault.time_s) == ("Reading", 0.04)
    assert "not a number" in fault.what
    assert fault.consequence == "The reading was dropped."
    assert robot.log == [drive(0.02), "safe", drive(0.06)]
    assert notebook.deliveries[1] is bad  # onlookers see what really came


def test_a_reading_that_is_not_a_number_ends_a_run_that_shall_stop():
    bad = body(0.02, Reading(time_s=0.02, value=float("inf")))
    run, robot, notebook = paper_run(setup_of(Wheels, Mind), [bad, body(0.04)], on_fault="stop")
    run.run_until(1.0)
    assert robot.log == ["safe", "closed"]
    assert notebook.outputs == []


def test_a_run_keeps_its_faults():
    run, _, notebook = paper_run(setup_of(Wheels, Mind), with_camera(beats(100)))
    run.run_until(2.0)
    assert run.faults.total == 1
    assert run.faults.faults == notebook.faults


# ---------------------------------------------------------------- beginning and end


def test_a_run_ends_with_its_driver_and_says_so():
    run, robot, notebook = paper_run(setup_of(Wheels, Mind), beats(2))
    run.run_until(100.0)
    assert run.time_s == 0.04
    assert run.stop_reason == "The driver has nothing more to deliver."
    assert robot.log[-2:] == ["safe", "closed"]
    assert notebook.closed == 1


def test_a_run_goes_until_the_moment_asked_for():
    run, _, notebook = paper_run(setup_of(Mind), beats(100))
    run.run_until(0.5)
    assert run.time_s == 0.5
    assert len(notebook.deliveries) == 25
    run.run_until(0.5)
    assert len(notebook.deliveries) == 25


def test_stopping_twice_stops_once_and_keeps_the_first_reason():
    run, robot, notebook = paper_run(setup_of(Mind), beats(5))
    run.step()
    run.stop("Enough.")
    run.stop("Really enough.")
    assert run.stop_reason == "Enough."
    assert robot.log == ["safe", "closed"]
    assert notebook.closed == 1
    assert run.step() is None


def test_every_robot_is_made_safe_at_the_end():
    robots = (description("alpha"), description("beta"))
    run, robot, _ = paper_run(setup_of(Mind).for_robots("alpha", "beta"), [], robots=robots)
    run.stop("Enough.")
    assert robot.log == ["safe alpha", "safe beta", "closed"]


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, RuntimeError])
def test_a_run_used_as_a_context_is_stopped_whatever_happens(interruption):
    run, robot, notebook = paper_run(setup_of(Mind), beats(5))
    run.step()
    with pytest.raises(interruption), run:
        raise interruption
    assert run.stop_reason == f"It was broken off: {interruption.__name__}."
    assert robot.log == ["safe", "closed"]
    assert notebook.closed == 1


def test_an_observer_that_cannot_close_keeps_nobody_from_closing():
    class Stubborn(Notebook):
        def close(self) -> None:
            raise OSError("disk full")

    run, robot, notebook = paper_run(setup_of(Mind), beats(5))
    run.observers.insert(0, Stubborn())
    with pytest.raises(OSError, match="disk full"):
        run.stop("Enough.")
    assert robot.log == ["safe", "closed"]
    assert notebook.closed == 1


def test_a_setup_that_does_not_fit_is_refused_before_anything_is_read():
    def script():
        raise AssertionError("nobody may ask for a delivery")
        yield

    with pytest.raises(GraphError):
        paper_run(setup_of(Wheels), script())


def test_faults_told_after_the_end_do_not_reach_closed_observers():
    run, _, notebook = paper_run(setup_of(Wheels, Mind), with_camera(beats(100)))
    run.stop("Enough.")
    run.report(Fault(time_s=0.0, where="camera", what="It is dark.", consequence="Nothing is seen."))
    assert notebook.faults == []
    assert run.faults.total == 1


# ---------------------------------------------------------------- chance


class Dice(Module[NoParameters]):
    def cycle(self, reading: Reading) -> Wish:
        return Wish(time_s=reading.time_s, forward_mps=float(self.random.random()))


def throws(setup: Any, key: str, seed: int) -> list[float]:
    return [wish.forward_mps for wish in played(setup, beats(5), seed=seed).of(key)]


def test_the_same_seed_throws_the_same_dice():
    assert throws(setup_of(Dice), "Wish", 1) == throws(setup_of(Dice), "Wish", 1)
    assert throws(setup_of(Dice), "Wish", 1) != throws(setup_of(Dice), "Wish", 2)


def test_adding_or_moving_modules_changes_nobody_elses_dice():
    alone = throws(setup_of(Node(Dice, under="a")), "a/Wish", 3)
    crowd = setup_of(Node(Dice, under="0"), Mind, Node(Dice, under="a"), Node(Dice, under="b"))
    assert throws(crowd, "a/Wish", 3) == alone
    assert throws(crowd, "b/Wish", 3) != alone


def test_modules_outside_a_run_have_dice_too():
    assert isinstance(Dice().random, np.random.Generator)
    assert Dice().random.random() == Dice().random.random()


# ---------------------------------------------------------------- onlookers


def test_observers_are_told_everything_in_order():
    events: list[str] = []

    class Scribe:
        def on_delivery(self, delivery: Any) -> None:
            events.append(f"delivery {delivery.source}")

        def on_outputs(self, time_ns: int, cycler: str, outputs: Any) -> None:
            events.append(f"outputs {cycler} {[key for key, _ in outputs]}")

        def on_fault(self, fault: Any) -> None:
            events.append(f"fault {fault.where}")

        def close(self) -> None:
            events.append("close")

    bad = body(0.04, Reading(time_s=0.04, value=float("nan")))
    run, _, _ = paper_run(setup_of(Wheels, Mind), [body(0.02), bad])
    run.observers.append(Scribe())
    run.run_until(1.0)
    assert events == [
        "delivery body",
        "outputs body ['Wish', 'BaseVelocityCommand']",
        "delivery body",
        "fault Reading",
        "outputs body []",
        "close",
    ]


def test_two_runs_of_one_seed_are_equal_to_the_last_message():
    setup = setup_of(Mind, Wheels, Node(Dice, under="luck"))
    first, second = (played(setup, with_camera(beats(150)), seed=7) for _ in range(2))
    assert first.outputs == second.outputs
    assert first.faults == second.faults


def test_a_configuration_does_not_keep_old_runs_alive():
    setup = setup_of(Mind)
    configuration = PaperParameters(setup)
    run, _, _ = paper_run(setup, beats(1), configuration=configuration)
    run.step()
    gone = weakref.ref(run.cyclers[0])
    del run
    gc.collect()
    assert gone() is None
    configuration.edit("mind", NoParameters())
