"""Voices at the table: what is heard is said to the robot, and what the robot says is not heard."""

from collections.abc import Iterable, Iterator
from threading import Event

import numpy as np
import pytest
from numpy.typing import NDArray

from ludens.core.errors import LudensError
from ludens.games.chess.options import ChessPlayOptions
from ludens.games.chess.play import CHESS, make_driver
from ludens.games.chess.spoken import SpokenWords
from ludens.messages.announcement import Announcement
from ludens.messages.speech import Hypothesis, Reply, Utterance


class EarForNumbers:
    """Takes every block for one sentence: the number that is in it."""

    def listen(self, blocks: Iterable[NDArray[np.float32]]) -> Iterator[tuple[Hypothesis, ...]]:
        for block in blocks:
            yield (Hypothesis(f"rook to a {block[0]:.0f}"),)


class Mouth:
    """Speaks until it is told that it has ended."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.began, self.may_end = Event(), Event()

    def say(self, text: str) -> None:
        self.said.append(text)
        self.began.set()

    def wait(self) -> None:
        assert self.may_end.wait(10.0)


def block(number: float) -> NDArray[np.float32]:
    return np.full(512, number, np.float32)


def test_what_is_heard_is_said_to_the_robot_as_voice():
    said: list[Utterance] = []
    SpokenWords(EarForNumbers(), [block(3), block(4)], said.append, Mouth()).join()  # type: ignore[arg-type]

    assert [one.hypotheses[0].text for one in said] == ["rook to a 3", "rook to a 4"]
    assert {one.medium for one in said} == {"voice"}


def test_while_the_robot_speaks_it_does_not_hear_itself():
    said: list[Utterance] = []
    mouth, done = Mouth(), Event()

    def blocks() -> Iterator[NDArray[np.float32]]:
        yield block(1)
        words.hear(Announcement(time_s=0.0, text="I play e4."))
        words.hear(Reply(time_s=0.0, text="Your move."))
        assert mouth.began.wait(10.0)
        yield block(2)
        mouth.may_end.set()
        assert done.wait(10.0)
        yield block(3)

    class Waiting:
        """Lets the words be made before the first block is heard."""

        def __iter__(self) -> Iterator[NDArray[np.float32]]:
            assert ready.wait(10.0)
            yield from blocks()

    ready = Event()
    words = SpokenWords(EarForNumbers(), Waiting(), said.append, mouth)  # type: ignore[arg-type]
    ready.set()
    while len(mouth.said) < 2 or not words.is_quiet:
        mouth.began.wait(0.01)
    done.set()
    words.join()

    assert [one.hypotheses[0].text for one in said] == ["rook to a 1", "rook to a 3"]
    assert mouth.said == ["I play e4.", "Your move."]


def test_a_table_without_a_microphone_says_so_before_the_game(monkeypatch):
    def none() -> str:
        raise LudensError("No microphone is connected.")

    monkeypatch.setattr("ludens.games.chess.spoken.microphones", none)
    with pytest.raises(LudensError, match="No microphone"):
        make_driver(CHESS, ChessPlayOptions(white="voice", black="engine"), 900)
