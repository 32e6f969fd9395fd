"""Options that the commands on the solution share, and what they open."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from ludens.cli.numbers import WholeNumber
from ludens.core.errors import LudensError
from ludens.experiments.cores import available_cores
from ludens.games.morris.solution.backend import DEVICES, Backend, open_backend
from ludens.games.morris.solution.stages import SolutionError
from ludens.games.morris.solution.store import Store

# What stays in memory beside the stage in work: solved, and not yet written. On the processor this is, with
# the largest pair, below 6 GB. A card must hold two steps of the placing phase, its host what waits.
KEEP_BYTES = {"cpu": 1_500_000_000, "gpu": 40_000_000_000}
WAITING_BYTES = {"cpu": 600_000_000, "gpu": 40_000_000_000}


def solution_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--device`, `--stages`, `--distance` and `--threads`."""
    options = (
        click.option(
            "--device",
            type=click.Choice(DEVICES),
            default="cpu",
            show_default=True,
            help="The processor, or an NVIDIA graphics card (needs the extra 'gpu').",
        ),
        click.option(
            "--stages",
            default=None,
            metavar="WHICH",
            help="'all', 'moving', a number of men on the board such as 9, or names such as 5-4,4-4+2-1.",
        ),
        click.option(
            "--distance",
            is_flag=True,
            help="Also how many plies are left to the end under best play.",
        ),
        click.option(
            "--threads",
            type=WholeNumber(1),
            default=available_cores,
            show_default="all cores",
            help="Threads that compute and compress.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def stages_text(count: int) -> str:
    """`1 stage`, `3 stages`."""
    return f"{count} {'stage' if count == 1 else 'stages'}"


@contextmanager
def opened(device: str, folder: Path, *, distance: bool, threads: int) -> Iterator[tuple[Backend, Store]]:
    """Back end and store; what goes wrong inside becomes a sentence for the person at the terminal."""
    try:
        with (
            open_backend(device, threads=threads) as backend,
            Store(
                folder,
                backend,
                distance=distance,
                keep_bytes=KEEP_BYTES[device],
                waiting_bytes=WAITING_BYTES[device],
                threads=threads,
            ) as store,
        ):
            yield backend, store
    except SolutionError as error:
        raise LudensError(str(error)) from error
    except OSError as error:
        raise LudensError(
            f"The tables in {folder} could not be read or written: {error}. Make room or mend the folder; the"
            " same command then goes on."
        ) from error
    except MemoryError as error:
        raise LudensError(
            f"There is not enough memory for this stage on the {device}. Close other programs, or take a"
            " machine with more; what is solved stays."
        ) from error
