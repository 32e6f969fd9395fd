"""A stop typed into the terminal of `ludens play` halts the robots of any game, with a page or without."""

import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Thread
from typing import Protocol

from ludens.speech.stop_command import is_stop

GO_ON = frozenset({"go on", "continue", "weiter", "mach weiter"})
UNHEARD = "Only a stop is heard here; 'go on' goes on after one, Ctrl-C ends the run."


class HaltableSession(Protocol):
    """What is halted: a session of the studio."""

    def halt(self) -> None:
        """Make every robot safe at once."""

    def start(self) -> None:
        """Go on."""


class TypedStops:
    """Reads lines in a thread of its own: a stop halts, "go on" goes on, all else is answered."""

    def __init__(
        self, lines: Iterable[str], session: Callable[[], HaltableSession | None], say: Callable[[str], None]
    ) -> None:
        self._session, self._say = session, say
        self._is_halted = False
        self._reader = Thread(target=self._read, args=(lines,), name="typed stops", daemon=True)
        self._reader.start()

    def join(self) -> None:
        """Wait until everything has been read."""
        self._reader.join()

    def _read(self, lines: Iterable[str]) -> None:
        with suppress(OSError, ValueError):  # closed while it is read: then nothing more is typed
            for line in lines:
                self._take(line.strip())

    def _take(self, text: str) -> None:
        session = self._session()
        if not text or session is None:
            return
        if is_stop(text):
            self._is_halted = True
            session.halt()
        elif self._is_halted and text.casefold().strip("!. ") in GO_ON:
            self._is_halted = False
            session.start()
        else:
            self._say(UNHEARD)


def hear_typed_stops(session: Callable[[], HaltableSession | None], say: Callable[[str], None]) -> None:
    """Obey stops that are typed here, if there is a terminal or a file to read from."""
    if sys.stdin is None or sys.stdin.closed:
        return
    if hasattr(signal, "SIGTTIN"):  # a run in the background is not suspended because it would read
        signal.signal(signal.SIGTTIN, signal.SIG_IGN)
    TypedStops(sys.stdin, session, say)
