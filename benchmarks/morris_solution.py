"""How fast the solution of Nine Men's Morris is computed on the processor, and asked.

    python -m benchmarks.morris_solution [FOLDER]

Solves the stages of the moving phase with up to nine men into FOLDER (a new one by default), says how many
positions a second a core solves, and times probes of random positions whose blocks have been unpacked before.
Processor time, so that other programs disturb little.
"""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import numpy as np

from benchmarks.machine import machine
from ludens.experiments.cores import available_cores
from ludens.games.morris.rules import Position
from ludens.games.morris.solution.backend import open_backend
from ludens.games.morris.solution.index_tables import index_tables, position_count
from ludens.games.morris.solution.indexing import position_at
from ludens.games.morris.solution.solve import Checkpoints, chosen_stages, positions_of, solve
from ludens.games.morris.solution.stages import Stage
from ludens.games.morris.solution.store import Store
from ludens.games.morris.solution.tables import Tables

WARM_UP = "8"
MEASURED = "9"
PROBES = 20_000


class Stopwatch:
    """Adds up positions and time of the stages it hears of."""

    def __init__(self) -> None:
        self.positions = 0
        self.elapsed_s = 0.0
        self._began_s = 0.0

    def stage_begins(self, stages: tuple[Stage, ...]) -> None:
        self._began_s = time.process_time()

    def level_done(self, level: int, farthest: int) -> None: ...

    def stage_done(self, stages: tuple[Stage, ...], *, was_held: bool) -> None:
        self.positions += positions_of(stages)
        self.elapsed_s += time.process_time() - self._began_s


def main(folder: Path) -> None:
    """Solve, then probe."""
    threads = available_cores()
    with (
        open_backend("cpu", threads=threads) as backend,
        Store(
            folder, backend, distance=True, keep_bytes=1 << 30, waiting_bytes=1 << 29, threads=threads
        ) as store,
    ):
        for choice in (WARM_UP, MEASURED):
            watch = Stopwatch()
            stages = [stage for stage in chosen_stages(choice) if not store.holds(stage)]
            solve(stages, store, backend, report=watch, checkpoints=Checkpoints(time.process_time))
    if watch.positions:
        rate = watch.positions / watch.elapsed_s
        click.echo(f"{watch.positions:,} positions of nine men: {rate / 1e6:.2f} million a second and core")
    click.echo(f"a warm probe: {probe_s(folder) * 1e6:.1f} µs")
    click.echo(f"on {machine()}")


def probe_s(folder: Path) -> float:
    """Seconds a probe takes, all blocks unpacked before."""
    tables = Tables.open(folder)
    stage = Stage(4, 5)
    places = np.random.default_rng(1).integers(position_count(stage), size=PROBES)
    positions = [
        Position.of_sides(*position_at(index_tables(), int(place), stage.own, stage.other, stage.ranks)[:2])
        for place in places
    ]
    for position in positions:
        tables.probe(position)
    began_s = time.process_time()
    for position in positions:
        tables.probe(position)
    return (time.process_time() - began_s) / PROBES


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with TemporaryDirectory() as folder:
            main(Path(folder))
