"""Damages bytes in the ways that disks, transfers and people do: seeded, so that a failure can be made again.

`LUDENS_MUTATIONS` is how many each test tries: a few hundred by default, ten thousand before a release:

    LUDENS_MUTATIONS=10000 pytest -m mutations

`LUDENS_MUTATION_SEED` is the first seed: another one tries damage that nobody has seen before.
"""

import os
import resource
import signal
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ludens.core.errors import LudensError

COUNT = int(os.environ.get("LUDENS_MUTATIONS", "300"))
FIRST_SEED = int(os.environ.get("LUDENS_MUTATION_SEED", "0"))
LONGEST_S = 5.0  # for one mutation; more counts as a hang
MOST_BYTES = 500 << 20

SEEDS = (b"\x00", b"\xff", b"\x80", b"[", b"{", b'"', b"-", b"e99", b"null", b"\n", b"9" * 5000, b"[" * 3000)


def chance(number: int) -> np.random.Generator:
    """The generator of the mutation of a number."""
    return np.random.default_rng(FIRST_SEED + number)


def mutated(content: bytes, random: np.random.Generator) -> bytes:
    """The content with one kind of damage, at a random place."""
    data = bytearray(content)
    place = int(random.integers(len(data))) if data else 0
    length = int(2 ** random.uniform(0, 8))
    kind = random.integers(7)
    if kind == 0:  # bits flipped
        for at in random.integers(len(data), size=min(length, 8)):
            data[at] ^= 1 << int(random.integers(8))
    elif kind == 1:  # cut off
        del data[place:]
    elif kind == 2:  # a piece lost
        del data[place : place + length]
    elif kind == 3:  # a piece twice
        data[place:place] = data[place : place + length]
    elif kind == 4:  # a piece overwritten with noise
        data[place : place + length] = random.bytes(length)
    elif kind == 5:  # something inserted
        data[place:place] = SEEDS[int(random.integers(len(SEEDS)))]
    else:  # two places exchanged
        other = int(random.integers(len(data)))
        data[place : place + length], data[other : other + length] = (
            data[other : other + length],
            data[place : place + length],
        )
    return bytes(data)


WRONG: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    2**63,
    10**30,
    1e308,
    "",
    "x",
    "²",
    [],
    {},
    [[]],
    {"a": 1},
    "NaN",
)


def with_wrong_value(value: Any, random: np.random.Generator) -> Any:
    """Plain Python with one value somewhere inside replaced by another type, lost, or doubled."""
    if isinstance(value, dict) and value and random.random() < 0.85:
        key = list(value)[int(random.integers(len(value)))]
        changed = dict(value)
        if random.random() < 0.1:
            del changed[key]
        else:
            changed[key] = with_wrong_value(value[key], random)
        return changed
    if isinstance(value, (list, tuple)) and value and random.random() < 0.85:
        place = int(random.integers(len(value)))
        items = list(value)
        items[place : place + 1] = [with_wrong_value(items[place], random)] * int(random.integers(0, 3))
        return items
    return WRONG[int(random.integers(len(WRONG)))]


def survives(
    read: Callable[[bytes], object], samples: Iterator[bytes] | list[bytes], count: int = COUNT
) -> tuple[int, int]:
    """Read `count` mutations of the samples; anything but success or a sentence fails. Counts both."""
    fine = refused = 0
    whole = list(samples)
    before = peak_bytes()
    for number in range(count):
        random = chance(number)
        data = mutated(whole[number % len(whole)], random)
        outcome = attempt(lambda data=data: read(data), f"mutation {number}")  # type: ignore[misc]
        fine, refused = fine + outcome, refused + (not outcome)
    assert refused > 0, "nothing was ever refused: are the mutations read at all?"
    needed_bytes = peak_bytes() - before  # other tests of this process have had their peaks before
    assert needed_bytes < MOST_BYTES, f"{needed_bytes >> 20} MB were needed"
    return fine, refused


class HangError(BaseException):
    """Reading took too long; no reader may swallow this."""


def attempt(read: Callable[[], object], name: str) -> bool:
    """Whether reading succeeded; a sentence is fine too, a traceback or a hang is not."""

    def too_long(*_: object) -> None:
        raise HangError(f"{name} takes more than {LONGEST_S} s.")

    before = signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST_S)  # time of this process, however busy the machine is
    try:
        read()
    except LudensError as error:
        sentence = str(error)
    except Exception as error:
        raise AssertionError(f"{name} ends in {type(error).__name__}: {error}") from error
    else:
        return True
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)
    assert sentence.endswith((".", "?", ")")), f"{name} is refused without a sentence: {sentence}"
    return False


def peak_bytes() -> int:
    """The most memory that this process has used."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
