"""What is not clear is heard twice, once without the noise and once with it."""

import numpy as np
import pytest

from ludens.messages.speech import Hypothesis
from ludens.speech.careful_recogniser import CarefulRecogniser, both, cleaned
from ludens.speech.disturbances import with_noise
from ludens.speech.sound import RATE_HZ, Sound


class Parrot:
    """Says what it was told to, and remembers how often it was asked."""

    name = "parrot"

    def __init__(self, *answers: tuple[Hypothesis, ...]) -> None:
        self.answers = answers
        self.sounds: list[Sound] = []

    def recognise(self, sound: Sound) -> tuple[Hypothesis, ...]:
        self.sounds.append(sound)
        return self.answers[len(self.sounds) - 1]


def voice(duration_s: float = 2.0) -> Sound:
    """Tones that come and go, with silence before and after."""
    times = np.arange(round(duration_s * RATE_HZ)) / RATE_HZ
    tone = sum(np.sin(2 * np.pi * pitch * times) for pitch in (220.0, 660.0, 1100.0))
    loud = (np.sin(2 * np.pi * 3.0 * times) > 0) & (times > 0.4) & (times < duration_s - 0.4)
    return Sound((0.15 * tone * loud).astype(np.float32))


def test_a_clear_hearing_is_enough():
    parrot = Parrot((Hypothesis("knight to f three", 0.95), Hypothesis("knight to h three", 0.05)))
    assert CarefulRecogniser(parrot).recognise(voice()) == parrot.answers[0]
    assert len(parrot.sounds) == 1


def test_an_unclear_one_is_weighed_with_a_second():
    parrot = Parrot(
        (Hypothesis("pawn to d four", 0.5), Hypothesis("pawn to e four", 0.5)),
        (Hypothesis("pawn to e four", 0.8), Hypothesis("pawn to b four", 0.2)),
    )
    heard = CarefulRecogniser(parrot).recognise(voice())
    assert [one.text for one in heard] == ["pawn to e four", "pawn to d four", "pawn to b four"]
    assert heard[0].confidence == pytest.approx(0.65)
    assert sum(one.confidence for one in heard) == pytest.approx(1.0)


def test_the_first_hearing_is_without_the_noise_and_the_second_is_of_the_sound_itself():
    noisy = with_noise(voice(), ratio_db=10.0, random=np.random.default_rng(5))
    parrot = Parrot((Hypothesis("help", 0.5),), (Hypothesis("help", 0.5),))
    CarefulRecogniser(parrot).recognise(noisy)
    assert np.mean(parrot.sounds[0].samples ** 2) < np.mean(noisy.samples**2)
    assert parrot.sounds[1] is noisy


def test_a_hearing_that_brought_nothing_counts_for_nothing():
    something = (Hypothesis("help", 1.0),)
    assert both((), something) == both(something, ()) == something
    assert both((), ()) == ()


def test_cleaning_takes_away_noise_and_leaves_the_voice():
    clean = voice()
    noisy = with_noise(clean, ratio_db=10.0, random=np.random.default_rng(5))
    after = cleaned(noisy)
    assert len(after.samples) == len(noisy.samples)
    before_error = np.mean((noisy.samples - clean.samples) ** 2)
    after_error = np.mean((after.samples - clean.samples) ** 2)
    assert after_error < 0.4 * before_error
    assert np.mean(after.samples * clean.samples) > 0.8 * np.mean(clean.samples**2)


def test_a_click_and_silence_are_left_alone():
    click = Sound(np.ones(300, np.float32))
    assert cleaned(click) is click
    assert not cleaned(Sound(np.zeros(16000, np.float32))).samples.any()
