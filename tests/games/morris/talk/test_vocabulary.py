"""What is listened for at a morris board."""

from pathlib import Path

import pytest

from ludens.games.morris.talk.vocabulary import page_recogniser
from ludens.speech.sound import read_wav
from ludens.speech.stop_command import heard_stop

RECORDINGS = Path(__file__).parents[3] / "speech" / "recordings"


def test_a_stop_is_heard_and_a_turn_is_none() -> None:
    pytest.importorskip("pocketsphinx", reason="the extra 'voice' is not installed")
    recogniser = page_recogniser("en")
    assert heard_stop(recogniser.recognise(read_wav(RECORDINGS / "stop.wav").padded(0.4, 0.8)))
    assert not heard_stop(recogniser.recognise(read_wav(RECORDINGS / "bravo_four.wav").padded(0.4, 0.8)))
