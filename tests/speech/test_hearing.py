"""When an ear listens: before the pause that ends a sentence is over, and anew if the speaker goes on."""

import numpy as np

from ludens.messages.speech import Hypothesis
from ludens.speech.endpointing import Endpointer, EndpointingParameters
from ludens.speech.hearing import Ear
from ludens.speech.sound import RATE_HZ, Sound


class Loudness:
    """A detector that takes whatever is loud for speech."""

    def probability(self, chunk):
        return float(np.abs(chunk).max() > 0.1)

    def reset(self):
        pass


class Stopwatch:
    """Hears how much of a sound is loud, in tenths of a second, and keeps how long each sound was."""

    name = "stopwatch"

    def __init__(self):
        self.lengths_s = []

    def recognise(self, sound):
        self.lengths_s.append(sound.duration_s)
        return (Hypothesis(str(round(10 * np.mean(np.abs(sound.samples) > 0.1) * sound.duration_s))),)


def sound_of(*parts):
    """Seconds of voice and of quiet by turns."""
    pieces = [np.full(round(RATE_HZ * s), 0.5 * (index % 2 == 0)) for index, s in enumerate(parts)]
    return Sound(np.concatenate(pieces).astype(np.float32))


def heard_in(*parts):
    recogniser = Stopwatch()
    ear = Ear(recogniser, Endpointer(Loudness(), EndpointingParameters(early_s=0.2, pause_s=0.5)))
    return [one[0].text for one in ear.hear(sound_of(*parts))], recogniser.lengths_s


def test_what_is_probably_over_is_heard_before_the_pause_is():
    said, lengths_s = heard_in(1.0, 1.0)
    assert said == ["10"]
    assert len(lengths_s) == 1
    assert 1.15 < lengths_s[0] < 1.35


def test_who_goes_on_after_a_short_pause_is_heard_anew_as_one_sentence():
    said, lengths_s = heard_in(1.0, 0.35, 0.5, 1.0)
    assert said == ["15"]
    assert len(lengths_s) == 2


def test_two_sentences_are_two_and_the_end_of_the_sound_ends_the_last():
    said, _ = heard_in(1.0, 0.8, 0.5)
    assert said == ["10", "5"]
