import random
import time
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
import pytest
from msgspec import Meta
from numpy.typing import NDArray

from ludens.core.contract.declaration import DeclarationError, History, Since
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.core.runtime.module_check import ModuleCheckError, check_module
from ludens.messages import Message
from tests.core.paper_robot import Picture, Reading


class Grid(Message, eq=False):
    cells: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Settings:
    """Of a good module."""

    gain: Annotated[float, Meta(ge=0.0, le=10.0, description="Factor.")] = 2.0


class Good(Module[Settings]):
    """Uses every kind of input, its dice and its debug streams as it should."""

    def start(self) -> None:
        self.total = 0.0

    def cycle(
        self,
        now: CycleTime,
        reading: Reading,
        picture: Picture | None,
        since: Since[Reading],
        history: History[Reading],
    ) -> tuple[Grid, Picture | None]:
        self.total += self.parameters.gain * reading.value + len(since) + len(history) + self.random.random()
        self.debug.plot("total", lambda: self.total)
        return Grid(time_s=now.time_s, cells=np.array([self.total])), picture


def readings(*values: float) -> list[Reading]:
    return [Reading(time_s=value, value=value) for value in values]


EXAMPLES: list[dict[str, Any]] = [
    {"now": CycleTime(time_s=1.0), "reading": readings(1.0)[0]},
    {"now": CycleTime(time_s=2.0), "reading": None},
    {
        "now": CycleTime(time_s=3.0),
        "reading": readings(2.0)[0],
        "picture": Picture(time_s=3.0, value=1.0),
        "since": tuple(readings(1.0, 2.0)),
        "history": readings(0.5, 1.0, 2.0),
    },
]


def test_a_good_module_passes():
    check_module(Good, EXAMPLES)
    check_module(Good, EXAMPLES, parameters=Settings(gain=3.0))


# ---------------------------------------------------------------- modules that break a promise


class Clockwork(Module[NoParameters]):
    """Looks at a clock of its own."""

    def cycle(self, reading: Reading) -> Picture:
        return Picture(time_s=0.0, value=float(time.perf_counter_ns()))


class Gambler(Module[NoParameters]):
    """Throws dice of its own."""

    def cycle(self, reading: Reading) -> Picture:
        return Picture(time_s=0.0, value=random.random())


class Twins(Module[NoParameters]):
    """MotionWeights a counter with all other instances."""

    count: ClassVar[list[int]] = [0]

    def cycle(self, reading: Reading) -> Picture:
        self.count[0] += 1
        return Picture(time_s=0.0, value=float(self.count[0]))


class Actor(Module[NoParameters]):
    """Behaves otherwise while somebody watches."""

    def start(self) -> None:
        self.looks = 0.0

    def look(self) -> float:
        self.looks += 1.0
        return self.looks

    def cycle(self, reading: Reading) -> Picture:
        self.debug.plot("look", self.look)
        return Picture(time_s=0.0, value=self.looks)


class Vandal(Module[NoParameters]):
    """Writes into what it was given."""

    def cycle(self, grid: Grid) -> None:
        grid.cells[0] = 7.0


class LateVandal(Module[NoParameters]):
    """Keeps what it was given and writes into it one cycle later."""

    def start(self) -> None:
        self.last: Grid | None = None

    def cycle(self, grid: Grid) -> None:
        if self.last is not None:
            self.last.cells[0] = 7.0
        self.last = grid


class Miser(Module[NoParameters]):
    """Returns the same array again and again, and writes into it."""

    def start(self) -> None:
        self.cells = np.zeros(1)

    def cycle(self, reading: Reading) -> Grid:
        self.cells += 1.0
        return Grid(time_s=0.0, cells=self.cells)


class Raiser(Module[NoParameters]):
    """Cannot take large readings."""

    def cycle(self, reading: Reading) -> None:
        if reading.value > 1.5:
            raise ValueError("too much")


class Liar(Module[NoParameters]):
    """Returns something else than it says."""

    def cycle(self, reading: Reading) -> Picture:
        return reading  # type: ignore[return-value]


class Mute(Module[NoParameters]):
    def cycle(self, reading: Reading) -> None: ...


@dataclass(frozen=True)
class Unexplained:
    """Has a parameter without a description."""

    gain: Annotated[float, Meta(ge=0.0)] = 1.0


class Mystery(Module[Unexplained]):
    """Does not say what its gain is."""

    def cycle(self, reading: Reading) -> None: ...


@dataclass(frozen=True)
class OutOfRange:
    """Its default is not allowed."""

    gain: Annotated[float, Meta(ge=0.0, description="Factor.")] = -1.0


class Impossible(Module[OutOfRange]):
    """Cannot be configured."""

    def cycle(self, reading: Reading) -> None: ...


@dataclass(frozen=True)
class NoDefault:
    """Has no default."""

    gain: Annotated[float, Meta(ge=0.0, description="Factor.")]


class Demanding(Module[NoDefault]):
    """Cannot be made without parameters."""

    def cycle(self, reading: Reading) -> None: ...


def grid_examples() -> list[dict[str, Any]]:
    return [{"grid": Grid(time_s=0.0, cells=np.zeros(2))} for _ in range(2)]


READINGS = [{"reading": reading} for reading in readings(1.0, 2.0)]


@pytest.mark.parametrize(
    ("module", "examples", "words"),
    [
        (Clockwork, READINGS, ["Clockwork gives different results", "in cycle 0, it[0].value was", "clock"]),
        (Gambler, READINGS, ["Gambler gives different results", "self.random"]),
        (Twins, READINGS, ["Twins gives different results", "was 1.0, is 3.0", "share"]),
        (Actor, READINGS, ["Actor gives different results", "was 0.0, is 1.0"]),
        (
            Vandal,
            grid_examples(),
            ["Vandal changes an input", "in cycle 0", "cells[0] was 0.0, is 7.0", "Copy"],
        ),
        (LateVandal, grid_examples(), ["LateVandal changes an input", "in cycle 0"]),
        (Miser, READINGS, ["Miser changes a result", "in cycle 0", "was 1.0, is 2.0"]),
        (Raiser, READINGS, ["Raiser, cycle 1: ValueError: too much."]),
        (Liar, READINGS, ["Liar, cycle 0", "its signature says Picture"]),
        (Mute, READINGS, ["Mute has no docstring"]),
        (Mystery, READINGS, ["Unexplained.gain has no description", "Meta(description="]),
        (Impossible, READINGS, ["parameters of Impossible", "-1.0"]),
        (Demanding, READINGS, ["parameters of Demanding", "NoDefault"]),
        (Good, [EXAMPLES[1]], ["No example lets Good run"]),
        (Good, [], ["No example lets Good run"]),
        (Good, [{"now": CycleTime(time_s=1.0)}], ["Example 0 for Good does not give 'reading'"]),
        (Raiser, [{"readng": readings(1.0)[0]}], ["gives 'readng'", "did you mean 'reading'?"]),
        (
            Raiser,
            [{"reading": Picture(time_s=0.0, value=0.0)}],
            ["gives a Picture for 'reading'", "takes Reading"],
        ),
    ],
)
def test_a_broken_promise_is_named(module, examples, words):
    with pytest.raises(ModuleCheckError) as refused:
        check_module(module, examples)
    for word in words:
        assert word in str(refused.value)


def test_a_declaration_that_cannot_be_read_is_refused_as_everywhere():
    class Odd(Module[NoParameters]):
        """Takes a number."""

        def cycle(self, number: float) -> None: ...

    with pytest.raises(DeclarationError, match="no message"):
        check_module(Odd, [{"number": 1.0}])


def test_the_examples_of_the_caller_stay_as_they_were():
    (first, _) = examples = grid_examples()
    with pytest.raises(ModuleCheckError):
        check_module(Vandal, examples)
    assert first["grid"].cells.tolist() == [0.0, 0.0]
