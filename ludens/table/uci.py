"""Another program that speaks UCI, the protocol of chess engines, in any dialect; every wait has an end."""

import shlex
import shutil
import subprocess
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import Clock, RealClock, nanoseconds, seconds
from ludens.core.whole_number import whole_number

HELLO_S = 10.0
PATIENCE_S = 5.0  # beyond the time the engine was given
SLOWEST_NODES_PER_S = 1_000  # of an engine that is told how many positions to look at
UNUSUAL_FOLDERS = ("/usr/games", "/usr/local/games")  # Debian puts games where not every PATH looks
ANSWERS = {"uciok": "uci", "readyok": "isready", "bestmove": "go"}  # the word that ends the answer to each
MOST_NUMBER = 1 << 62  # that an engine may name
NO_MOVE = ("none", "(none)", "draw", "resign")

GOODBYE_S = 1.0
LAST_WORDS = 3
MOST_UNREAD_LINES = 1000  # a program that talks without end has to wait


class EngineError(LudensError):
    """A failure of another program, in a sentence."""


def engine_command(name: str) -> list[str]:
    """The command of an engine that was named: a program on the PATH, a file, or a whole command line."""
    try:
        words = shlex.split(name)
    except ValueError as error:
        raise LudensError(f"The command of the engine, {name!r}, cannot be read: {error}.") from error
    if not words:
        raise LudensError("The name of the engine is empty; name a program such as stockfish.")
    for folder in (None, *UNUSUAL_FOLDERS):
        found = shutil.which(words[0], path=folder)
        if found is not None:
            return [found, *words[1:]]
    raise LudensError(
        f"There is no engine '{words[0]}': neither a program on the PATH nor a file that can be run. "
        "Stockfish, for chess, comes with `apt-get install stockfish`; without an engine ours plays."
    )


@dataclass(frozen=True, slots=True)
class UciOption:
    """Something that can be set; numbers have limits."""

    name: str
    kind: str  # check, spin, combo, button or string
    least: int | None = None
    most: int | None = None

    @classmethod
    def read(cls, line: str) -> "UciOption | None":
        """An option from `option name Hash type spin default 16 min 1 max 33554432`, or None."""
        words = line.split()
        if words[:2] != ["option", "name"] or "type" not in words:
            return None
        at = words.index("type")
        kind = words[at + 1] if at + 1 < len(words) else "string"
        return cls(" ".join(words[2:at]), kind, number_after(words, "min"), number_after(words, "max"))

    def require(self, value: str, *, engine: str) -> None:
        """Refuse a value that the engine does not take."""
        if self.kind == "check" and value not in ("true", "false"):
            raise LudensError(f"The option {self.name} of {engine} is true or false, not '{value}'.")
        if self.kind != "spin":
            return
        number = whole_number(value, least=-MOST_NUMBER)
        low, high = self.least, self.most
        if number is None or (low is not None and number < low) or (high is not None and number > high):
            raise LudensError(f"The option {self.name} of {engine} goes from {low} to {high}, not '{value}'.")


class UciEngine:
    """A running engine. Every question has an end: hanging, ending and nonsense are `EngineError`s."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        options: Mapping[str, str] | None = None,
        clock: Clock | None = None,
        hello_s: float = HELLO_S,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._process = LineProcess(command)
        self._clock = clock or RealClock()
        self._patience_s = patience_s
        self.name = Path(self._process.name).name
        self.offered: dict[str, UciOption] = {}
        try:
            self._process.send("uci")
            for line in self._lines_until("uciok", timeout_s=hello_s):
                option = UciOption.read(line)
                if option is not None:
                    self.offered[option.name.lower()] = option
                elif line.startswith("id name "):
                    self.name = self._process.name = line.removeprefix("id name ")
            for name, value in (options or {}).items():
                self.set_option(name, value)
            self._process.send("isready")
            self._lines_until("readyok", timeout_s=hello_s)
            self._process.send("ucinewgame")
        except LudensError:
            self._process.close()
            raise

    def set_option(self, name: str, value: str) -> None:
        """Set an option; one that the engine does not offer, or not so, is a sentence."""
        option = self.offered.get(name.lower())
        if option is None:
            known = ", ".join(sorted(one.name for one in self.offered.values())) or "none"
            raise LudensError(f"The engine {self.name} has no option '{name}'; it offers: {known}.")
        option.require(value, engine=self.name)
        self._process.send(f"setoption name {option.name} value {value}")

    def search(
        self, start: str, moves: Sequence[str], *, movetime_s: float, nodes: int | None = None
    ) -> tuple[str, list[str]]:
        """The best move of a position (`startpos` or `fen …`, then moves), and the lines that led to it.

        With `nodes` it looks at so many positions, however busy the machine is, and the time does not count.
        """
        self._process.send(f"position {start}" + (f" moves {' '.join(moves)}" if moves else ""))
        if nodes is None:
            self._process.send(f"go movetime {max(1, round(1000 * movetime_s))}")
        else:
            self._process.send(f"go nodes {nodes}")
        allowed_s = movetime_s if nodes is None else nodes / SLOWEST_NODES_PER_S
        lines = self._lines_until("bestmove", timeout_s=allowed_s + self._patience_s)
        words = lines[-1].split()  # some engines put their best move behind other facts
        named = words[words.index("bestmove") + 1 :][:1]
        if not named or named[0] in NO_MOVE:
            raise EngineError(f"The engine {self.name} names no move ('{lines[-1]}').")
        return named[0], lines[:-1]

    def close(self) -> None:
        """End the program."""
        self._process.close()

    def _lines_until(self, word: str, *, timeout_s: float) -> list[str]:
        """The lines up to one that has a word."""
        deadline_ns = self._clock.now_ns() + nanoseconds(timeout_s)
        lines: list[str] = []
        while True:
            left_s = seconds(deadline_ns - self._clock.now_ns())
            line = self._process.read(timeout_s=left_s) if left_s > 0 else None
            if line is None:
                raise EngineError(
                    f"The engine {self.name} did not answer '{ANSWERS[word]}' within {timeout_s:g} s."
                )
            lines.append(line)
            if word in line.split():
                return lines


def number_after(words: Sequence[str], name: str) -> int | None:
    """The whole number behind a word of a line, or None."""
    following = words[words.index(name) + 1 :][:1] if name in words else ()
    return whole_number(following[0], least=-MOST_NUMBER) if following else None


class LineProcess:
    """A child process that answers in lines. `name` is what sentences about it call it."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = command[0] if command else ""
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError, IndexError) as error:
            raise EngineError(f"The engine {self.name} cannot be started: {error}.") from error
        self._lines: Queue[str | None] = Queue(MOST_UNREAD_LINES)
        self._last_words: deque[str] = deque(maxlen=LAST_WORDS)
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._readers = (
            Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            Thread(target=self._overhear, args=(self._process.stderr,), daemon=True),
        )
        for reader in self._readers:
            reader.start()

    def send(self, line: str) -> None:
        """Write one line to the program."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def read(self, *, timeout_s: float) -> str | None:
        """The next line, or None when none comes in time. Raises when the program has ended."""
        try:
            line = self._lines.get(timeout=timeout_s)
        except Empty:
            return None
        if line is None:
            raise self._ended()
        return line

    def close(self) -> None:
        """Say goodbye, and end the program if it does not go by itself."""
        try:
            self.send("quit")
            self._process.wait(GOODBYE_S)
        except (EngineError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._let_readers_finish()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                _close(stream)

    def _let_readers_finish(self) -> None:
        """A reader may wait for room in the queue; one whose pipe a grandchild keeps open is left alone."""
        for reader in self._readers:
            for _ in range(100):
                while not self._lines.empty():
                    self._lines.get_nowait()
                reader.join(GOODBYE_S / 100)
                if not reader.is_alive():
                    break

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            self._lines.put(line.strip())
        self._lines.put(None)

    def _overhear(self, stream: IO[str]) -> None:
        for line in stream:
            if line.strip():
                self._last_words.append(line.strip())

    def _ended(self) -> EngineError:
        try:
            code = self._process.wait(GOODBYE_S)
        except subprocess.TimeoutExpired:
            return EngineError(f"The engine {self.name} closed its output and answers no more.")
        self._readers[1].join(GOODBYE_S)
        words = f" Its last words: {' / '.join(self._last_words)}" if self._last_words else ""
        return EngineError(f"The engine {self.name} has ended with code {code}.{words}")


def _close(stream: IO[str]) -> None:
    try:
        stream.close()
    except OSError:
        return  # what was still to be written to an ended program is lost, and nobody needs it
