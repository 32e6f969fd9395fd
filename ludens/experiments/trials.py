"""One trial: what it is given, how its seed is made, and its execution in whichever process it landed."""

import gc
import traceback
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar, cast

from ludens.core.errors import LudensError
from ludens.experiments.importing import load_object
from ludens.experiments.json_values import Row, encode

OptionsT = TypeVar("OptionsT")

MOST_TRIALS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialRequest(Generic[OptionsT]):
    """All that a trial may depend on.

    `noise` is the name of a noise level (`off`, `default`, `harsh`) or the path of a noise file.
    """

    seed: int
    noise: str
    options: OptionsT


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One trial to be run somewhere: the function to import, which trial it is, and its request."""

    trial: str
    index: int
    request: TrialRequest[Any]


def trial_seed(seed: int, *, index: int) -> int:
    """Seed of trial `index` (from 0): seed · 1 000 000 + index.

    Plain on purpose: seed 1, trial 7 is 1000007, so a row can be played again by hand. It depends neither
    on the number of trials nor on that of workers. Neighbouring numbers are fine for
    `numpy.random.default_rng`, which hashes its seed.
    """
    if seed < 0 or not 0 <= index < MOST_TRIALS:
        raise LudensError(
            f"Seed {seed} with trial {index} is out of range: seeds start at 0, trials go from 0 to 999999."
        )
    return seed * MOST_TRIALS + index


def execute(task: Task) -> bytes:
    """Run one trial and return its encoded row; a trial that raises becomes a row with `error`."""
    try:
        trial = cast(Callable[[TrialRequest[Any]], Row], load_object(task.trial))
        return encode(_row(task, trial(task.request)))
    except Exception as error:  # noqa: BLE001 - whatever a trial raises is shown in its row, never dropped
        return error_row(task, _sentence(error))
    finally:
        gc.collect()  # a run's parts know each other, and Python would let dozens of dead worlds pile up


def error_row(task: Task, sentence: str) -> bytes:
    """The encoded row of a trial that gave no result."""
    return encode(_row(task, {"error": sentence}))


def _row(task: Task, result: Row) -> Row:
    return {"trial": task.index, "seed": task.request.seed} | result


def _sentence(error: Exception) -> str:
    """`ValueError: what happened (see.py:41)`: the innermost place, without the paths of this machine."""
    innermost = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(innermost.filename).name}:{innermost.lineno})"


# One trial, one core: a library that starts threads of its own would only take cores from other trials.
ONE_THREAD = {
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OPENCV_FOR_THREADS_NUM": "1",
}

WORKER_DIED = "The process died each time this trial was tried; it may have run out of memory."


class Executor(Protocol):
    """Runs tasks and hands over each encoded row as soon as it is finished, in any order."""

    def rows(self, tasks: Sequence[Task]) -> Generator[bytes]:
        """One row per task. Closing the generator early stops what is still running."""
        ...
