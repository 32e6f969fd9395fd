"""Where trials run: local processes or a cluster, peers of one interface."""

from collections.abc import Generator, Sequence
from typing import Protocol

from ludens.experiments.trials import Task

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
