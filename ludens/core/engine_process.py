"""Another program, such as an engine, as a child process that answers in lines; every wait has an end."""

import subprocess
from collections import deque
from collections.abc import Sequence
from queue import Empty, Queue
from threading import Thread
from typing import IO

from ludens.core.errors import LudensError

GOODBYE_S = 1.0
LAST_WORDS = 3
MOST_UNREAD_LINES = 1000  # a program that talks without end has to wait


class EngineError(LudensError):
    """What went wrong with another program."""


class LineProcess:
    """A running program. `name` is what sentences about it call it."""

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
            raise EngineError(f"The engine '{self.name}' cannot be started: {error}.") from error
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
            return EngineError(f"The engine '{self.name}' closed its output and answers no more.")
        self._readers[1].join(GOODBYE_S)
        words = f" Its last words: {' / '.join(self._last_words)}" if self._last_words else ""
        return EngineError(f"The engine '{self.name}' has ended with code {code}.{words}")


def _close(stream: IO[str]) -> None:
    try:
        stream.close()
    except OSError:
        return  # what was still to be written to an ended program is lost, and nobody needs it
