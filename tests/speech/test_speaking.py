"""The robot's voice and synthetic people, where their programs are installed, and what is said where not."""

import logging

import pytest

from ludens.core.errors import LudensError
from ludens.speech import speaking, voices
from ludens.speech.checking import look_around
from ludens.speech.speaking import Silent, make_speaker
from ludens.speech.voices import is_installed, parse_voice, speak


def test_without_espeak_the_robot_writes_and_says_so_once(monkeypatch, caplog):
    monkeypatch.setattr(speaking, "which", lambda name: None)
    with caplog.at_level(logging.WARNING):
        speaker = make_speaker()
        speaker.say("Hello.")
        speaker.wait()
    assert isinstance(speaker, Silent)
    assert len(caplog.records) == 1
    assert "apt-get install espeak-ng" in caplog.text


def test_names_of_voices_are_read_back_as_they_are_written():
    for name in ("espeak-ng:en-gb+f3", "flite:slt@0.9"):
        assert str(parse_voice(name)) == name
    with pytest.raises(LudensError, match="espeak-ng"):
        parse_voice("espeak:en")


def test_a_voice_whose_engine_is_missing_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(voices, "which", lambda name: None)
    with pytest.raises(LudensError, match="apt-get install flite"):
        speak("hello", parse_voice("flite:slt"))


@pytest.mark.skipif(not is_installed("espeak-ng"), reason="espeak-ng is not installed")
def test_a_sentence_is_synthesised_once_and_then_kept(tmp_path):
    voice = parse_voice("espeak-ng:en-us")
    first = speak("knight to c three", voice, cache=tmp_path)
    assert 0.5 < first.duration_s < 4.0
    (kept,) = tmp_path.iterdir()
    before = kept.stat().st_mtime_ns
    speak("knight to c three", voice, cache=tmp_path)
    assert kept.stat().st_mtime_ns == before


def test_everything_that_is_looked_for_has_a_sentence(tmp_path):
    findings = look_around(tmp_path)
    assert {finding.what for finding in findings} >= {"vosk", "pocketsphinx", "microphone", "espeak-ng"}
    assert all(finding.said.endswith(".") for finding in findings)
    assert not next(finding for finding in findings if finding.what == "vosk").ok


@pytest.mark.skipif(not is_installed("espeak-ng"), reason="espeak-ng is not installed")
def test_the_robot_knows_what_its_loudspeaker_plays():
    speaker = make_speaker("en")
    played = speaker.say("It is your move.")
    speaker.wait()
    assert played is not None
    assert 0.5 < played.duration_s < 4.0
    assert abs(played.samples).max() > 0.05
