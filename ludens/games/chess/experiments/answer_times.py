"""How long an answer takes after the last word: the pause that ends a sentence, hearing, understanding.

The pause is counted in the stream of sound itself, from the last audible sample of the voice to the block in
which the end-pointer gives the sentence out; end-pointing goes on while one speaks and costs nothing after.
Hearing and understanding are counted twice: as time that this program computed (what they take where a core
is free) and by the clock (what they took on this machine, with all that ran beside it).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np

from ludens.core.profiling import computing_ns, stopwatch_ns
from ludens.speech.endpointing import CHUNK
from ludens.speech.hearing import Ear, Heard
from ludens.speech.sound import RATE_HZ, Sound

Result = TypeVar("Result")
AUDIBLE = 0.01  # of full loudness


@dataclass(frozen=True, slots=True)
class Computed:
    """How long something took: computing, and by the clock."""

    computing_ms: float = 0.0
    clock_ms: float = 0.0

    def __add__(self, other: "Computed") -> "Computed":
        return Computed(self.computing_ms + other.computing_ms, self.clock_ms + other.clock_ms)


@dataclass(frozen=True, slots=True)
class HeardInTime:
    """What was heard, how long after the last word it was given out, and what hearing it took."""

    heard: Heard
    pause_ms: float
    hearing: Computed


def timed(work: Callable[[], Result]) -> tuple[Result, Computed]:
    """Do something, and say how long it took."""
    computed_ns, began_ns = computing_ns(), stopwatch_ns()
    result = work()
    return result, Computed((computing_ns() - computed_ns) / 1e6, (stopwatch_ns() - began_ns) / 1e6)


def hear_in_time(ear: Ear, sound: Sound, *, voice_ends_s: float) -> HeardInTime:
    """Hear a sound block by block, as from a microphone; of several utterances the richest counts."""
    found: list[HeardInTime] = []
    for end in range(CHUNK, len(sound.samples) + CHUNK, CHUNK):
        segments = ear.endpointer.feed(sound.samples[end - CHUNK : end])
        if end >= len(sound.samples):
            segments += ear.endpointer.finish()
        for segment in segments:
            heard, hearing = timed(partial(ear.recogniser.recognise, segment))
            found.append(HeardInTime(heard, 1000.0 * (end / RATE_HZ - voice_ends_s), hearing))
    return max(found, key=lambda one: len(one.heard), default=HeardInTime((), 0.0, Computed()))


def voice_ends_s(sound: Sound) -> float:
    """When the last audible sample of a sound without noise is over."""
    audible = np.flatnonzero(np.abs(sound.samples) > AUDIBLE)
    return float(audible[-1] + 1) / RATE_HZ if len(audible) else 0.0
