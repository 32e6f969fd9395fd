import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from ludens.core.runtime.finite import is_finite
from ludens.geometry import Pose2
from ludens.messages import LedCommand, Message, Odometry


class Anything(Message):
    content: Any


NOT_NUMBERS = [float("nan"), float("inf"), float("-inf"), np.float32("nan"), np.float64("inf")]


@pytest.mark.parametrize("number", NOT_NUMBERS)
@pytest.mark.parametrize(
    "wrap",
    [
        lambda number: number,
        lambda number: (1.0, (2.0, number)),
        lambda number: [number],
        lambda number: (number, -number),
        lambda number: {"left": (0.0, number)},
        lambda number: np.array([[0.0, number]]),
        lambda number: np.array([number], dtype=np.float32),
        lambda number: np.array([complex(0.0, number)]),
        lambda number: Pose2(0.0, number, 0.0),
        lambda number: Anything(time_s=number, content=None),
    ],
)
def test_a_number_that_is_none_is_found_wherever_it_hides(number, wrap):
    assert not is_finite(Anything(time_s=0.0, content=wrap(number)))


@pytest.mark.parametrize(
    "content",
    [
        1,
        1.0,
        "words",
        None,
        True,
        b"bytes",
        (),
        (1, 2.0),
        (1e308, 1e308),
        (1.0, "words", None),
        np.zeros(3),
        np.array([1, 2]),
        np.array(["nan"]),
        {},
    ],
)
def test_everything_else_is_sound(content):
    assert is_finite(Anything(time_s=0.0, content=content))


def test_a_message_without_a_time_is_not_sound():
    odometry = Odometry(
        time_s=float("nan"), odometry_from_robot=Pose2(0.0, 0.0, 0.0), forward_mps=0.0, turn_radps=0.0
    )
    assert not is_finite(odometry)


def test_colours_in_a_table_are_looked_at():
    assert not is_finite(LedCommand(time_s=0.0, colours={"chest": (0.0, float("nan"), 0.0)}))
    assert is_finite(LedCommand(time_s=0.0, colours={"chest": (0.0, 1.0, 0.0)}))


@dataclass(frozen=True)
class Part:
    share: float
    name: str = "a part"


class Declared(Message):
    number: int
    place_m: tuple[float, float]
    height_m: float | None
    corners: tuple[tuple[tuple[float, float], float], ...]
    parts: tuple[Part, ...]
    best: Part | None


NUMBERS = st.floats(width=64)
POINTS = st.tuples(NUMBERS, NUMBERS)


@given(NUMBERS, POINTS, st.none() | NUMBERS, st.lists(st.tuples(POINTS, NUMBERS)), st.lists(NUMBERS))
def test_a_message_is_sound_if_every_number_in_it_is(time_s, place_m, height_m, corners, shares):
    parts = tuple(Part(share) for share in shares)
    message = Declared(
        time_s=time_s,
        number=1,
        place_m=place_m,
        height_m=height_m,
        corners=tuple(corners),
        parts=parts,
        best=parts[0] if parts else None,
    )
    numbers = [time_s, *place_m, *shares, *(number for at, yaw in corners for number in (*at, yaw))]
    numbers += [] if height_m is None else [height_m]
    assert is_finite(message) == all(map(math.isfinite, numbers))


def test_a_value_that_is_not_as_declared_is_looked_at():
    wrong: Any = (("left", math.nan), None)
    sound = Declared(
        time_s=0.0, number=10**400, place_m=(0.0, 0.0), height_m=0.0, corners=(), parts=(), best=None
    )
    assert is_finite(sound)
    assert not is_finite(structs.replace(sound, corners=wrong))
    assert not is_finite(structs.replace(sound, best=wrong))
