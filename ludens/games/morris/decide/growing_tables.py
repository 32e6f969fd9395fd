"""Small tables of endings, built in a thread while one plays, and asked as soon as they are there."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event, Thread

from ludens.core.errors import LudensError
from ludens.games.morris.rules import Position
from ludens.games.morris.solution.values import NoTables, Tables, Value

_log = logging.getLogger(__name__)

# Adds some stages to a folder; returns early, in good order, once the flag is set.
Build = Callable[[Path, Event], None]
Open = Callable[[Path], Tables]


class GrowingTables:
    """Tables in `folder`, to which `builds` add one after the other; after each they are opened anew.

    A build that fails ends the growing, is logged, and costs nothing else: what was there before stays.
    """

    def __init__(self, folder: Path, *, builds: Sequence[Build], open_tables: Open) -> None:
        self._folder = folder
        self._builds = tuple(builds)
        self._open = open_tables
        self._tables: Tables = NoTables()
        self._stop = Event()
        self._thread = Thread(target=self._grow, name="morris-tables", daemon=True)

    def start(self) -> None:
        """Begin to build."""
        self._thread.start()

    def stop(self) -> None:
        """Stop building, and wait until it has."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def wait(self) -> None:
        """Wait until all is built."""
        self._thread.join()

    def probe(self, position: Position) -> Value | None:
        """The value for the side to move, or None where it is not held (yet)."""
        return self._tables.probe(position)

    def _grow(self) -> None:
        for build in self._builds:
            if self._stop.is_set():
                return
            try:
                build(self._folder, self._stop)
                self._tables = self._open(self._folder)
            except (OSError, ValueError, LudensError, MemoryError) as error:
                _log.warning("Endings are not tabulated further: %s", error)
                return
