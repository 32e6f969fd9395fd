"""Tables that several tests look at, solved once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludens.games.morris.solution.backend import Backend, open_backend
from ludens.games.morris.solution.solve import Checkpoints, chosen_stages, solve
from ludens.games.morris.solution.stages import Stage
from ludens.games.morris.solution.store import Store


class Silent:
    def stage_begins(self, stages: tuple[Stage, ...]) -> None: ...
    def level_done(self, level: int, farthest: int) -> None: ...
    def stage_done(self, stages: tuple[Stage, ...], *, was_held: bool) -> None: ...


class Solving:
    """Solve stages into folders as a person would, without the command line around it."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend

    def store(self, folder: Path, *, distance: bool = True) -> Store:
        sizes = {"keep_bytes": 1 << 28, "waiting_bytes": 1 << 28}
        return Store(folder, self.backend, distance=distance, threads=2, **sizes)

    def solve(self, folder: Path, stages: str, *, distance: bool = True) -> tuple[Stage, ...]:
        chosen = chosen_stages(stages)
        with self.store(folder, distance=distance) as store:
            solve(chosen, store, self.backend, report=Silent(), checkpoints=Checkpoints(lambda: 0.0))
        return chosen


@pytest.fixture(scope="session")
def solving() -> Iterator[Solving]:
    with open_backend("cpu", threads=2) as backend:
        yield Solving(backend)


@pytest.fixture(scope="session")
def solved(solving: Solving, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Stages of the moving phase with up to eight men, and some of the placing phase, with distances."""
    folder: Path = tmp_path_factory.mktemp("morris-tables")
    solving.solve(folder, "8")
    solving.solve(folder, "2-2+2-2,3-3+1-1")
    return folder
