"""How long an answer takes after the last word: the pause that ends a sentence, hearing, understanding.

The pause is counted in the stream of sound itself, from the last audible sample of the voice to the block in
which the end-pointer gives the sentence out. Hearing begins before that, and only what of it is left then
counts. What the machine does is counted twice: as time that this program computed (what it takes where a core
is free) and by the clock (what it took on this machine, with all that ran beside it).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ludens.core.runtime.profiling import computing_ns, stopwatch_ns
from ludens.speech.hearing import Ear, Heard
from ludens.speech.recogniser import Recogniser
from ludens.speech.sound import RATE_HZ, Sound
from ludens.speech.sources import blocks_of

Result = TypeVar("Result")
AUDIBLE = 0.01  # of full loudness


@dataclass(frozen=True, slots=True)
class Took:
    """How long something took: computing, and by the clock."""

    computing_ms: float = 0.0
    clock_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class HeardInTime:
    """What was heard, the pause before it was given out, and when after the last word it was heard.

    `waiting_ratio` is the time by the clock against that of computing: 1 on a quiet machine.
    """

    heard: Heard
    pause_ms: float
    after: Took
    waiting_ratio: float


class _TimedRecogniser:
    """Notes when in the stream it began to hear, and how long that took."""

    def __init__(self, recogniser: Recogniser) -> None:
        self.name = recogniser.name
        self.recogniser = recogniser
        self.now_ms = 0.0
        self.began_ms, self.took = 0.0, Took()

    def recognise(self, sound: Sound) -> Heard:
        self.began_ms = self.now_ms
        heard, self.took = timed(partial(self.recogniser.recognise, sound))
        return heard

    def stream(self, sound: Sound) -> Iterator[NDArray[np.float32]]:
        """A sound block by block, as from a microphone."""
        self.now_ms = 0.0
        for block in blocks_of(sound, quiet_after_s=0.0):
            self.now_ms += 1000.0 * len(block) / RATE_HZ
            yield block


def timed(work: Callable[[], Result]) -> tuple[Result, Took]:
    """Do something, and say how long it took."""
    computed_ns, began_ns = computing_ns(), stopwatch_ns()
    result = work()
    return result, Took((computing_ns() - computed_ns) / 1e6, (stopwatch_ns() - began_ns) / 1e6)


def hear_in_time(ear: Ear, sound: Sound, *, voice_ends_s: float) -> HeardInTime | None:
    """Hear a sound with the times of it; of several utterances the richest counts. None: nobody was heard."""
    recogniser, voice_ends_ms = _TimedRecogniser(ear.recogniser), 1000.0 * voice_ends_s
    found: list[HeardInTime] = []
    for heard in Ear(recogniser, ear.endpointer).listen(recogniser.stream(sound)):
        began_ms, took, given_ms = recogniser.began_ms, recogniser.took, recogniser.now_ms
        after = Took(
            max(given_ms, began_ms + took.computing_ms) - voice_ends_ms,
            max(given_ms, began_ms + took.clock_ms) - voice_ends_ms,
        )
        waiting = took.clock_ms / max(took.computing_ms, 1e-3)
        found.append(HeardInTime(heard, given_ms - voice_ends_ms, after, waiting))
    return max(found, key=lambda one: len(one.heard), default=None)


def voice_ends_s(sound: Sound) -> float:
    """When the last audible sample of a sound without noise is over."""
    audible = np.flatnonzero(np.abs(sound.samples) > AUDIBLE)
    return float(audible[-1] + 1) / RATE_HZ if len(audible) else 0.0
