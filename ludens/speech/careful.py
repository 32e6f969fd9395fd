"""A second hearing where the first was not clear: the same recogniser, without the noise and with it."""

from ludens.messages.speech import Hypothesis
from ludens.speech.cleaning import cleaned
from ludens.speech.recogniser import Recogniser
from ludens.speech.sound import Sound

CLEAR = 0.9  # confidence in the best hypothesis from which on one hearing is enough


class CarefulRecogniser:
    """Asks another recogniser once or twice: first for the sound without its noise, which is heard better.

    Noise makes a recogniser err by chance, and cleaning makes it err elsewhere: what both hearings have is
    likelier to have been said than what only one has.
    """

    def __init__(self, recogniser: Recogniser) -> None:
        self.recogniser = recogniser
        self.name = recogniser.name

    def recognise(self, sound: Sound) -> tuple[Hypothesis, ...]:
        first = self.recogniser.recognise(cleaned(sound))
        if first and first[0].confidence >= CLEAR:
            return first
        return both(first, self.recogniser.recognise(sound))


def both(first: tuple[Hypothesis, ...], second: tuple[Hypothesis, ...]) -> tuple[Hypothesis, ...]:
    """Two lists of hypotheses as one, each worth half."""
    if not first or not second:
        return first or second
    found: dict[str, float] = {}
    for hypothesis in (*first, *second):
        found[hypothesis.text] = found.get(hypothesis.text, 0.0) + 0.5 * hypothesis.confidence
    return tuple(Hypothesis(text, found[text]) for text in sorted(found, key=lambda text: -found[text]))
