"""The endings that a player without the whole solution tabulates for itself: few men, no men in hand."""

from collections.abc import Callable
from pathlib import Path
from threading import Event

from ludens.core.runtime.clock import Clock, seconds
from ludens.games.morris.decide.growing_tables import Build, GrowingTables
from ludens.games.morris.decide.table_folder import FolderTables
from ludens.games.morris.solution.backend import open_backend
from ludens.games.morris.solution.solve import Checkpoints, chosen_stages, solve
from ludens.games.morris.solution.stages import Stage
from ludens.games.morris.solution.store import Store

MEN = (6, 7, 8)  # on the board, both sides together; the last takes about a minute of one core
KEEP_BYTES = 100_000_000


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
