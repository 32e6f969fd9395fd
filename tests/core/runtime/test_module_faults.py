"""What a module may return, and how it is told when it does not, or raises."""

from typing import Any

import numpy as np
import pytest

from ludens.core.contract.capabilities import CAMERA
from ludens.core.contract.declaration import History, Since
from ludens.core.contract.module import Module, NoParameters
from ludens.core.runtime.cycler import FAULTS_BEFORE_OFF
from ludens.messages import CameraImage
from tests.core.paper_robot import Notebook, Picture, Reading, beats, body, description, played, setup_of

BLIND_AND_NUMB = description(body=(), camera=())
PICTURE = Picture(time_s=0.0, value=1.0)
READING = Reading(time_s=0.0, value=1.0)


def outcome(result: Any, declared: Any) -> Notebook:
    """One cycle of a module that returns something and declares something."""

    class Returning(Module[NoParameters]):
        def cycle(self) -> declared:
            return result

    return played(setup_of(Returning), beats(1), robots=(BLIND_AND_NUMB,))


@pytest.mark.parametrize(
    ("result", "declared", "words"),
    [
        ("words", Picture, "The module returned 'words'; its signature says Picture."),
        (READING, Picture, "The module returned Reading(time_s=0.0, value=1.0); its signature says Picture."),
        (3, None, "The module returned 3; its signature says None."),
        ((PICTURE,), Picture, "its signature says Picture."),
        (PICTURE, tuple[Picture, Reading], "its signature says a tuple of 2."),
        (None, tuple[Picture, Reading], "The module returned None; its signature says a tuple of 2."),
        ((PICTURE,), tuple[Picture, Reading | None], "its signature says a tuple of 2."),
        ((PICTURE, PICTURE), tuple[Picture], "its signature says a tuple of 1."),
        ((PICTURE, 1.5), tuple[Picture, Reading], "The module returned 1.5 in the place of Reading."),
    ],
)
def test_a_result_of_the_wrong_type_is_a_fault_that_says_so_and_produces_nothing(result, declared, words):
    notebook = outcome(result, declared)
    (fault,) = notebook.faults
    assert fault.where == "returning"
    assert words in fault.what
    assert notebook.outputs == [(20_000_000, "body", ())]


@pytest.mark.parametrize(
    ("result", "declared", "produced"),
    [
        (PICTURE, Picture, (("Picture", PICTURE),)),
        (None, Picture | None, ()),
        (None, None, ()),
        ((PICTURE, READING), tuple[Picture, Reading], (("Picture", PICTURE), ("Reading", READING))),
        ((None, READING), tuple[Picture | None, Reading], (("Reading", READING),)),
        ((None, None), tuple[Picture | None, Reading | None], ()),
    ],
)
def test_a_result_as_declared_is_produced_and_empty_parts_are_not(result, declared, produced):
    notebook = outcome(result, declared)
    assert notebook.faults == []
    assert notebook.outputs == [(20_000_000, "body", produced)]


class Touchy(Module[NoParameters]):
    """Raises at readings above a limit."""

    limit = 0.0

    def cycle(self, reading: Reading, since: Since[Reading], history: History[Reading]) -> Picture:
        if reading.value > self.limit:
            raise ValueError(f"{reading.value} is too much")
        return PICTURE


def test_a_module_that_raises_is_reported_with_its_inputs_and_where_it_happened():
    notebook = played(setup_of(Touchy), beats(1), robots=(description(camera=()),))
    (fault,) = notebook.faults
    assert fault.time_s == 0.02
    assert fault.where == "touchy"
    assert fault.what == "The module raised ValueError: 0.02 is too much."
    assert "outputs are empty in this cycle" in fault.consequence
    assert fault.inputs == (
        "reading=Reading(time_s=0.02, value=0.02)",
        "since=(Reading(time_s=0.02, value=0.02),)",
        "history=TimeSeries of 1, latest Reading(time_s=0.02, value=0.02)",
    )
    assert "in cycle" in fault.traceback
    assert "is too much" in fault.traceback


def test_a_fault_reads_the_same_in_every_run():
    """No address of an object in it: recordings of one seed are equal byte for byte."""
    first, second = (
        played(setup_of(Touchy), beats(1), robots=(description(camera=()),)).faults for _ in range(2)
    )
    assert first == second


def test_large_inputs_are_shortened():
    class Blind(Module[NoParameters]):
        def cycle(self, image: CameraImage) -> None:
            raise RuntimeError("dark")

    image = CameraImage(time_s=0.0, pixels_rgb=np.zeros((240, 320, 3), np.uint8), jpeg=b"x" * 20_000)
    notebook = played(setup_of(Blind), [body(0.02, image)], robots=(description(camera=(CAMERA,)),))
    (shown,) = notebook.faults[0].inputs
    assert shown.startswith("image=CameraImage(time_s=0.0")
    assert len(shown) < 200


def test_after_ten_faults_in_a_row_a_module_is_switched_off_and_that_is_told():
    notebook = played(setup_of(Touchy), beats(40), robots=(description(camera=()),))
    told = [fault.consequence for fault in notebook.faults]
    assert len(told) == 2
    assert "switched off for the rest of the run" in told[1]
    assert notebook.faults[1].time_s == pytest.approx(FAULTS_BEFORE_OFF * 0.02)


def test_faults_with_good_cycles_between_them_do_not_switch_a_module_off():
    class Moody(Module[NoParameters]):
        def start(self) -> None:
            self.cycles = 0

        def cycle(self, reading: Reading) -> Picture:
            self.cycles += 1
            if self.cycles % FAULTS_BEFORE_OFF:
                raise ValueError("not today")
            return PICTURE

    notebook = played(setup_of(Moody), beats(100), robots=(description(camera=()),))
    assert len(notebook.of("Picture")) == 100 // FAULTS_BEFORE_OFF
