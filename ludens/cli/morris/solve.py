"""`ludens morris solve`: compute the value of every position."""

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from ludens.cli.morris.solution_options import opened, solution_options, stages_text
from ludens.cli.numbers import Number
from ludens.core.errors import LudensError
from ludens.core.runtime.clock import RealClock, seconds
from ludens.games.morris.solution.solve import Checkpoints, chosen_stages, positions_of, solve, tasks_of
from ludens.games.morris.solution.stages import SolutionError, Stage
from ludens.games.morris.solution.table_file import SUFFIXES


@click.command("solve")
@solution_options
@click.option(
    "--out",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("morris-tables"),
    show_default=True,
    metavar="DIR",
    help="Where the tables go, one file a stage.",
)
@click.option(
    "--save-every",
    "save_every_s",
    type=Number(0.0),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="How often a stage in work is kept, so that a stop costs no more than this.",
)
def command(
    device: str, stages: str | None, distance: bool, threads: int, folder: Path, save_every_s: float
) -> None:
    """Compute the value of every position of Nine Men's Morris: won, drawn or lost for the side to move.

    Stop it at any moment with Ctrl-C, or pull the plug: the same command goes on where it was. The moving
    phase with up to 11 men takes minutes on two cores, the whole game hours; on a large graphics card the
    whole game takes less than a minute.
    """
    clock = RealClock()

    def now_s() -> float:
        return seconds(clock.now_ns())

    try:
        chosen = chosen_stages(stages or "all")
    except SolutionError as error:
        raise LudensError(str(error)) from error
    started_s = now_s()
    with opened(device, folder, distance=distance, threads=threads) as (backend, store):
        tasks = tasks_of(chosen)
        with SolveProgress(sum(map(positions_of, tasks)), now_s) as progress:
            solve(chosen, store, backend, report=progress, checkpoints=Checkpoints(now_s, save_every_s))
        solved_s = now_s() - started_s
        click.echo(f"Solved {stages_text(len(chosen))}, {progress.positions:,} places, in {solved_s:.1f} s.")
    size = sum(path.stat().st_size for suffix in SUFFIXES.values() for path in folder.glob(f"*{suffix}"))
    click.echo(f"All is in {folder} ({size / 1e6:,.1f} MB) after {now_s() - started_s:.1f} s.")


class SolveProgress:
    """A bar by positions, since stages differ a millionfold; shown inside `with`, and only on a terminal.

    The time left is that of the remaining positions at the pace of this run so far, stages that were held
    already left out. Positions with more men have more turns, so an early estimate is somewhat low.
    """

    def __init__(self, total_positions: int, clock: Callable[[], float]) -> None:
        console = Console(stderr=True)
        self.positions = 0
        self._total = total_positions
        self._clock = clock
        self._began_s = 0.0
        self._solved = 0
        self._solving_s = 0.0
        self._stages = ""
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[left]}"),
            console=console,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=total_positions, left="")

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def stage_begins(self, stages: tuple[Stage, ...]) -> None:
        self._began_s = self._clock()
        self._stages = " ".join(str(stage) for stage in stages)
        self._bar.update(self._task, description=f"stage {self._stages}")

    def level_done(self, level: int, farthest: int) -> None:
        self._bar.update(self._task, description=f"stage {self._stages}, level {level} of {farthest} or more")

    def stage_done(self, stages: tuple[Stage, ...], *, was_held: bool) -> None:
        positions = positions_of(stages)
        self.positions += positions
        if not was_held:
            self._solved += positions
            self._solving_s += self._clock() - self._began_s
        self._bar.update(self._task, completed=self.positions, left=self._left())

    def _left(self) -> str:
        if not self._solved:
            return ""
        return about(self._solving_s / self._solved * (self._total - self.positions))


def about(duration_s: float) -> str:
    """A rough duration in words: "about 3 min left"."""
    for unit, length_s in (("h", 3600.0), ("min", 60.0)):
        if duration_s >= 2.0 * length_s:
            return f"about {duration_s / length_s:.0f} {unit} left"
    return f"about {duration_s:.0f} s left"
