"""What a run takes in of a delivery."""

import math

import numpy as np

from ludens.core.contract.declaration import Since
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.messages import Message
from tests.core.paper_robot import Picture, Reading, body, every, played


class Heard(Message):
    values: tuple[float, ...]


class Listener(Module[NoParameters]):
    def cycle(self, now: CycleTime, readings: Since[Reading]) -> Heard:
        return Heard(time_s=now.time_s, values=tuple(reading.value for reading in readings))


BOTH = Setup(
    "paper",
    (CyclerPlan("reflex", "body", (Node(Listener, under="reflex"),)), every(0.05, Listener, name="mind")),
)


def heard(*messages):
    """Return what the driven cycler and the timed one were given of a delivery, and the run's notes."""
    notebook = played(BOTH, [body(0.02, *messages), body(0.06, Picture(time_s=0.06, value=0.0))])
    reflex, mind = notebook.of("reflex/Heard"), notebook.of("Heard")
    return reflex[0].values, mind[0].values, notebook


def reading(value):
    return Reading(time_s=0.02, value=value)


def test_the_driven_cycler_and_one_that_only_reads_find_a_message_once_each():
    assert heard(reading(1.0))[:2] == ((1.0,), (1.0,))


def test_only_the_message_that_is_not_finite_is_dropped_from_a_delivery():
    reflex, mind, notebook = heard(reading(1.0), reading(math.nan), reading(3.0))
    assert reflex == mind == (1.0, 3.0)
    assert [fault.where for fault in notebook.faults] == ["Reading"]


def test_a_delivery_whose_sum_alone_is_infinite_is_taken_in_as_a_whole():
    reflex, mind, notebook = heard(reading(1.5e308), reading(1.5e308))
    assert reflex == mind == (1.5e308, 1.5e308)
    assert not notebook.faults


def test_a_field_that_holds_no_number_does_not_take_the_other_messages_with_it():
    reflex, _, notebook = heard(reading("words"), reading(2.0))
    assert reflex == ("words", 2.0)
    assert not notebook.faults


def test_a_field_that_holds_many_numbers_does_not_end_the_run():
    reflex, _, _ = heard(reading(np.array([1.0, math.nan])), reading(2.0))
    assert reflex[-1] == 2.0
