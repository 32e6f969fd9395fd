"""Voices at the table: what is heard is said to the robot, and what the robot says is not heard."""

import math
from collections.abc import Iterable, Iterator
from queue import SimpleQueue
from threading import Event

import numpy as np
import pytest
from numpy.typing import NDArray

from ludens.cli.chess.talk import conversation_aloud
from ludens.core.errors import LudensError
from ludens.games.chess.options import ChessPlayOptions
from ludens.games.chess.play import CHESS, make_driver
from ludens.games.chess.spoken import ECHO_S, SpokenWords
from ludens.messages.announcement import Announcement
from ludens.messages.speech import Hypothesis, Reply, Utterance
from ludens.speech.sound import RATE_HZ, Sound

ECHO_BLOCKS = math.ceil(ECHO_S * RATE_HZ / 512)


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

    def say(self, text: str) -> Sound | None:
        self.said.append(text)
        self.began.set()
        return None

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
        yield from [block(2)] * ECHO_BLOCKS  # its voice fades
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


class EarForText:
    """Hears what rooms put into the air: a block is the number of a sentence in the list."""

    def __init__(self, air: list[str]) -> None:
        self._air = air

    def take(self, block: NDArray[np.float32]) -> list[tuple[Hypothesis, ...]]:
        return [(Hypothesis(self._air[int(block[0])]),)]

    def listen(self, blocks: Iterable[NDArray[np.float32]]) -> Iterator[tuple[Hypothesis, ...]]:
        for block in blocks:
            yield from self.take(block)


class Room:
    """A loudspeaker and a microphone that hears it, as its words are said and a moment after.

    A person says one thing at the beginning, and `while_speaking` into the robot's first sentence.
    """

    def __init__(self, *, while_speaking: str = "", most: int = 10) -> None:
        self.air = ["e2e4", while_speaking or "knight to f3"]
        self.said: list[str] = []
        self._most, self._interrupts = most, bool(while_speaking)
        self._blocks: SimpleQueue[NDArray[np.float32] | None] = SimpleQueue()
        self._blocks.put(block(0))

    def say(self, text: str) -> None:
        self.said.append(text)
        self.air.append(text)
        if self._interrupts and len(self.said) == 1:
            self._blocks.put(block(1))
        self._blocks.put(block(len(self.air) - 1))
        if len(self.said) == self._most:
            self._blocks.put(None)

    def wait(self) -> None:
        while not self._blocks.empty():  # the sound has reached the microphone
            Event().wait(0.005)
        Event().wait(0.02)
        if len(self.said) == 1 and not self._interrupts:
            for _ in range(ECHO_BLOCKS):
                self._blocks.put(block(len(self.air) - 1))  # the echo
            self._blocks.put(None)

    def blocks(self) -> Iterator[NDArray[np.float32]]:
        while (one := self._blocks.get()) is not None:
            yield one


def test_a_conversation_aloud_does_not_go_on_with_itself():
    room = Room()
    ear = EarForText(room.air)
    heard = []
    for said, answer in conversation_aloud(ear, room.blocks(), room, stop_ear=ear):  # type: ignore[arg-type]
        heard.append(said[0].text)
        answer("e7e5")

    assert heard == ["e2e4"]
    assert room.said == ["e7e5"]


def test_a_stop_is_heard_while_the_robot_speaks():
    room = Room(while_speaking="i play pawn stop to e five", most=2)
    ear = EarForText(room.air)
    heard = []
    for said, answer in conversation_aloud(ear, room.blocks(), room, stop_ear=ear):  # type: ignore[arg-type]
        heard.append(said[0].text)
        answer("I stop, until you say: go on." if said[0].text == "stop" else "I play pawn to e five.")

    assert heard == ["e2e4", "stop"]


class Loudspeaker(Mouth):
    """Knows what it plays: noise that comes and goes like syllables."""

    def __init__(self) -> None:
        super().__init__()
        times_s = np.arange(3 * RATE_HZ) / RATE_HZ
        noise = np.random.default_rng(903).standard_normal(len(times_s))
        self.voice = Sound((0.1 * noise * np.sin(8.0 * times_s) ** 2).astype(np.float32))

    def say(self, text: str) -> Sound:
        super().say(text)
        return self.voice


class Notebook:
    """An ear that notes what it is given and recognises nothing."""

    def __init__(self) -> None:
        self.given: list[NDArray[np.float32]] = []

    def take(self, block: NDArray[np.float32]) -> list[tuple[Hypothesis, ...]]:
        self.given.append(block)
        return []


def test_its_own_voice_is_taken_out_before_a_stop_is_listened_for():
    mouth, notebook = Loudspeaker(), Notebook()
    ready = Event()
    heard = np.pad(mouth.voice.samples, (1600, 0))

    def blocks() -> Iterator[NDArray[np.float32]]:
        assert ready.wait(10.0)
        words.hear(Announcement(time_s=0.0, text="I play e4."))
        assert mouth.began.wait(10.0)
        Event().wait(0.05)  # until the words know what is played
        yield from np.array_split(heard, len(heard) // 512)

    words = SpokenWords(
        EarForNumbers(),  # type: ignore[arg-type]
        blocks(),
        lambda _: None,
        mouth,
        stop_ear=notebook,  # type: ignore[arg-type]
    )
    ready.set()
    words.join()
    mouth.may_end.set()
    given = np.concatenate(notebook.given)
    assert np.mean(given[RATE_HZ:] ** 2) < 0.05 * np.mean(heard[RATE_HZ:] ** 2)


def test_a_table_without_a_microphone_says_so_before_the_game(monkeypatch):
    def none() -> str:
        raise LudensError("No microphone is connected.")

    monkeypatch.setattr("ludens.games.chess.spoken.microphones", none)
    with pytest.raises(LudensError, match="No microphone"):
        make_driver(CHESS, ChessPlayOptions(white="voice", black="engine"), 900)
