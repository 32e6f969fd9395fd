"""What a recogniser is: sound in, hypotheses out, the best first."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ludens.messages.speech import Hypothesis
from ludens.speech.sound import Sound

UNKNOWN_WORD = "unknown"  # stands for what is no word of the vocabulary


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What to listen for: typical sentences of all that may be said, whether or not it makes sense now.

    A recogniser learns from them which words there are and which follow which; it also hears sentences that
    are not among them. A sentence that stands there twice is expected twice as often.
    """

    sentences: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """All words, in order."""
        return tuple(sorted({word for sentence in self.sentences for word in sentence.split()}))

    def restricted_to(self, is_known: Callable[[str], bool]) -> list[str]:
        """The sentences all of whose words a recogniser's model knows."""
        known = {word for word in self.words if is_known(word)}
        return [sentence for sentence in self.sentences if sentence and known.issuperset(sentence.split())]


class Recogniser(Protocol):
    """A peer of the others: Vosk where its model is installed, pocketsphinx everywhere."""

    name: str

    def recognise(self, sound: Sound) -> tuple[Hypothesis, ...]:
        """What may have been said, best first; nothing at all if it was no speech."""
        ...


def shares(scores: list[float], *, scale: float) -> list[float]:
    """Scores of hypotheses (logarithms of likelihoods) as confidences that add up to one."""
    if not scores:
        return []
    weights = np.exp(scale * (np.array(scores) - max(scores)))
    return [float(weight) for weight in weights / weights.sum()]
