"""Sound to utterances: the end of speech is found, then what was said."""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from ludens.messages.speech import Hypothesis
from ludens.speech.endpointing import Endpointer, SileroDetector, segments_of
from ludens.speech.recogniser import Recogniser
from ludens.speech.sound import Sound

Heard = tuple[Hypothesis, ...]


class Ear:
    """A recogniser behind an end-pointer."""

    def __init__(self, recogniser: Recogniser, endpointer: Endpointer | None = None) -> None:
        self.recogniser = recogniser
        self.endpointer = endpointer or Endpointer(SileroDetector())

    def listen(self, blocks: Iterable[NDArray[np.float32]]) -> Iterator[Heard]:
        """What is said in a stream, each time somebody has finished speaking.

        An utterance without hypotheses is a sound that is no speech we know.
        """
        for block in blocks:
            for segment in self.endpointer.feed(block):
                yield self.recogniser.recognise(segment)
        for segment in self.endpointer.finish():
            yield self.recogniser.recognise(segment)

    def hear(self, sound: Sound) -> list[Heard]:
        """What is said in a whole sound; an empty list if nobody speaks in it."""
        return [self.recogniser.recognise(segment) for segment in segments_of(sound, self.endpointer)]
