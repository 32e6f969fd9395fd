"""Solved positions as players ask for them: tables of a folder, small endings that grow meanwhile, or none.

What is wrong with files is a sentence.
"""

import logging
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from threading import Event, Thread
from typing import Protocol

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import Clock, seconds
from ludens.games.morris.rules import Position
from ludens.games.morris.solution import tables as solution
from ludens.games.morris.solution.backend import open_backend
from ludens.games.morris.solution.solve import Checkpoints, chosen_stages, solve
from ludens.games.morris.solution.stages import SolutionError, Stage
from ludens.games.morris.solution.store import Store
from ludens.table.values import Value

_log = logging.getLogger(__name__)

MEN = (6, 7, 8)  # of small endings, both sides together; the last takes about a minute of one core
KEEP_BYTES = 100_000_000

# Adds some stages to a folder; returns early, in good order, once the flag is set.
Build = Callable[[Path, Event], None]


class PositionTables(Protocol):
    """Solved positions."""

    def probe(self, position: Position) -> Value | None:
        """The value for the side to move, or None where the position's stage is not held."""
        ...


class NoTables:
    """Knows nothing."""

    def probe(self, position: Position) -> Value | None:
        return None


class FolderTables:
    """All tables of a folder; a damaged one is found when it is asked."""

    def __init__(self, folder: Path) -> None:
        try:
            self._tables = solution.Tables.open(folder)
        except (SolutionError, OSError) as error:
            raise LudensError(f"The tables in '{folder}' cannot be read: {error}") from error
        self.holds_any = bool(self._tables.stages)

    def probe(self, position: Position) -> Value | None:
        """The value for the side to move, or None where it is not held."""
        try:
            return self._tables.probe(position)
        except SolutionError as error:
            raise LudensError(str(error)) from error


@cache
def open_tables(folder: str) -> PositionTables:
    """The tables in a folder; an empty name means none. Opened once a process."""
    if not folder:
        return NoTables()
    if not Path(folder).is_dir():
        raise LudensError(f"There is no folder '{folder}' with tables; `ludens morris solve` makes one.")
    opened = FolderTables(Path(folder))
    if not opened.holds_any:
        raise LudensError(f"The folder '{folder}' holds no tables; `ludens morris solve` makes some.")
    return opened


class GrowingTables:
    """Tables in `folder`, to which `builds` add one after the other; after each they are opened anew.

    A build that fails ends the growing, is logged, and costs nothing else: what was there before stays.
    """

    def __init__(
        self, folder: Path, *, builds: Sequence[Build], open_tables: Callable[[Path], PositionTables]
    ) -> None:
        self._folder = folder
        self._builds = tuple(builds)
        self._open = open_tables
        self._tables: PositionTables = NoTables()
        self._stop = Event()
        self._thread = Thread(target=self._grow, name="morris-tables", daemon=True)

    def start(self) -> None:
        """Open what lies in the folder already, and begin to build the rest."""
        if self._folder.is_dir():
            try:
                self._tables = self._open(self._folder)
            except LudensError as error:
                _log.warning("Endings are tabulated anew: %s", error)
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


def small_endings(folder: Path, *, clock: Clock) -> GrowingTables:
    """Tables of small endings in a folder, not begun yet; what is there already costs nothing."""
    return GrowingTables(folder, builds=[build(men, clock=clock) for men in MEN], open_tables=FolderTables)


def build(men: int, *, clock: Clock) -> Build:
    """Solve all endings with at most so many men, with distances, on one core."""

    def run(folder: Path, stop: Event) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        checkpoints = Checkpoints(lambda: seconds(clock.now_ns()))
        with (
            open_backend("cpu", threads=1) as backend,
            Store(
                folder, backend, distance=True, keep_bytes=KEEP_BYTES, waiting_bytes=KEEP_BYTES, threads=1
            ) as store,
        ):
            try:
                solve(
                    chosen_stages(str(men)),
                    store,
                    backend,
                    report=_Stop(stop.is_set),
                    checkpoints=checkpoints,
                )
            except _StoppedError:
                return

    return run


class _StoppedError(Exception):
    """The work ends early because somebody asked for it."""


class _Stop:
    """Listens to the solver's progress, only to stop it."""

    def __init__(self, is_set: Callable[[], bool]) -> None:
        self._is_set = is_set

    def stage_begins(self, stages: tuple[Stage, ...]) -> None:
        self._check()

    def level_done(self, level: int, farthest: int) -> None:
        self._check()

    def stage_done(self, stages: tuple[Stage, ...], *, was_held: bool) -> None:
        self._check()

    def _check(self) -> None:
        if self._is_set():
            raise _StoppedError
