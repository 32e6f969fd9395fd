"""`ludens morris solve`: compute the value of every position."""

from pathlib import Path

import click

from ludens.cli.morris.solution_options import opened, solution_options, stages_text
from ludens.cli.morris.solve_progress import SolveProgress
from ludens.core.errors import LudensError
from ludens.core.runtime.clock import RealClock, seconds
from ludens.games.morris.solution.solve import Checkpoints, chosen_stages, positions_of, solve, tasks_of
from ludens.games.morris.solution.stages import SolutionError
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
    type=click.FloatRange(0.0),
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
