"""Sound to utterances: the end of speech is found, then what was said."""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from ludens.messages.speech import Hypothesis
from ludens.speech.endpointing import CHUNK, Endpointer, SileroDetector
from ludens.speech.recogniser import Recogniser
from ludens.speech.sound import Sound

Heard = tuple[Hypothesis, ...]


class Ear:
    """A recogniser behind an end-pointer.

    It does not wait for the end of the pause that ends a sentence: what is probably over is heard at once,
    and heard anew if the speaker goes on. So the answer comes with the end of the pause, not a hearing later.
    """

    def __init__(self, recogniser: Recogniser, endpointer: Endpointer | None = None) -> None:
        self.recogniser = recogniser
        self.endpointer = endpointer or Endpointer(SileroDetector())

    def listen(self, blocks: Iterable[NDArray[np.float32]]) -> Iterator[Heard]:
        """What is said in a stream, each time somebody has finished speaking.

        An utterance without hypotheses is a sound that is no speech we know.
        """
        early: Heard | None = None
        for block in blocks:
            for segment in self.endpointer.feed(block):
                yield self.recogniser.recognise(segment) if early is None else early
                early = None
            so_far = self.endpointer.probably_over
            if so_far is None:
                early = None  # nobody speaks, or somebody speaks again
            elif early is None:
                early = self.recogniser.recognise(so_far)
        for segment in self.endpointer.finish():
            yield self.recogniser.recognise(segment) if early is None else early

    def hear(self, sound: Sound) -> list[Heard]:
        """What is said in a whole sound; an empty list if nobody speaks in it."""
        starts = range(0, len(sound.samples), CHUNK)
        return list(self.listen(sound.samples[start : start + CHUNK] for start in starts))
