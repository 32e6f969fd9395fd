"""Words typed into the terminal, or lines of a file: said to the robot as they come, or when it listens."""

import sys
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Lock, Thread

from ludens.messages import Message, StateReport
from ludens.messages.chess_game import ChessGame
from ludens.messages.speech import Reply, Utterance
from ludens.speech.stop_command import is_stop
from ludens.table.utterances import utterance

Say = Callable[[Utterance], None]


class TypedWords:
    """Reads lines in a thread of its own. A person's are said at once, those of a file when it is time.

    A stop does not wait until the robot listens, only for the lines before it.
    """

    def __init__(self, lines: Iterable[str], say: Say, *, at_once: bool) -> None:
        self._say, self._at_once = say, at_once
        self._waiting: deque[str] = deque()
        self._lock = Lock()
        self._answered_s: float | None = None  # since when the robot listened when it was last told something
        self._replied_s: float | None = None  # when it answered that
        self._game: ChessGame | None = None
        self._reader = Thread(target=self._read, args=(lines,), name="typed words", daemon=True)
        self._reader.start()

    def hear(self, message: Message) -> None:
        """Say the next line when the robot begins to listen, and when it has answered and still listens.

        So what it has asked is answered, and after a refusal the game goes on. A wish that it grants changes
        its state before it is told again.
        """
        if isinstance(message, ChessGame):
            self._game = message
        elif isinstance(message, Reply):
            self._replied_s = message.time_s
        elif isinstance(message, StateReport) and self._is_for_us(message):
            with self._lock:
                is_due = message.since_s != self._answered_s or (
                    self._replied_s is not None and message.time_s > self._replied_s
                )
                if is_due and self._waiting:
                    self._answered_s, self._replied_s = message.since_s, None
                    self._say(utterance(self._waiting.popleft()))

    def _is_for_us(self, report: StateReport) -> bool:
        """Whether the robot waits for words: for a move, or for which one somebody who talks has begun."""
        if report.state == "asking" and self._game is not None and self._game.choices:
            return (self._game.white if self._game.turn == "white" else self._game.black) == "words"
        return report.state == "listening"

    def join(self) -> None:
        """Wait until everything has been read."""
        self._reader.join()

    def _read(self, lines: Iterable[str]) -> None:
        with suppress(OSError, ValueError):  # closed while it is read: then nothing more is typed
            for line in lines:
                self._take(line.strip())

    def _take(self, text: str) -> None:
        if not text:
            return
        with self._lock:
            waits = not self._at_once and (bool(self._waiting) or not is_stop(text))
            if waits:
                self._waiting.append(text)
        if not waits:
            self._say(utterance(text))


def terminal_words(say: Say) -> TypedWords | None:
    """What is typed here, if there is a terminal or a file to read from."""
    if sys.stdin is None or sys.stdin.closed:
        return None
    return TypedWords(sys.stdin, say, at_once=sys.stdin.isatty())
