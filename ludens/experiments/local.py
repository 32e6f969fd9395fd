"""Trials on the cores of this machine, each worker a process started afresh.

Not `ProcessPoolExecutor`: there one killed worker breaks the whole pool and nobody knows which trial it had.
Here every worker has its own pipe and one task at a time, so a dead worker costs one retry.
"""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from ludens.experiments.trials import ONE_THREAD, WORKER_DIED, Task, error_row, execute

TRIES = 2


@dataclass(frozen=True, slots=True)
class LocalExecutor:
    """Runs trials in `workers` processes of this machine."""

    workers: int

    def rows(self, tasks: Sequence[Task]) -> Generator[bytes]:
        waiting = deque((task, 1) for task in tasks)
        running: dict[Connection, _Busy] = {}
        idle: list[_Worker] = []
        try:
            while waiting or running:
                while waiting and len(running) < self.workers:
                    worker = idle.pop() if idle else _start_worker()
                    task, attempt = waiting.popleft()
                    running[worker.pipe] = _Busy(worker, task, attempt)
                    worker.give(task)
                for pipe in wait(list(running)):
                    assert isinstance(pipe, Connection)
                    busy = running.pop(pipe)
                    line = busy.worker.take()
                    if line is not None:
                        idle.append(busy.worker)
                        yield line
                        continue
                    busy.worker.stop()
                    if busy.attempt < TRIES:
                        waiting.appendleft((busy.task, busy.attempt + 1))
                    else:
                        yield error_row(busy.task, WORKER_DIED)
        finally:
            for worker in [*idle, *(busy.worker for busy in running.values())]:
                worker.stop()


@dataclass(frozen=True, slots=True)
class _Worker:
    process: SpawnProcess
    pipe: Connection

    def give(self, task: Task) -> None:
        """Hand over a task; if the worker is dead already, `take` finds out."""
        with suppress(OSError):
            self.pipe.send(task)

    def take(self) -> bytes | None:
        """The row the worker has finished, or nothing if it died."""
        try:
            return self.pipe.recv_bytes()
        except (EOFError, OSError):
            return None

    def stop(self) -> None:
        self.process.terminate()
        self.process.join()
        self.pipe.close()


@dataclass(frozen=True, slots=True)
class _Busy:
    worker: _Worker
    task: Task
    attempt: int


def _start_worker() -> _Worker:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs,), daemon=True)
    with _one_thread_per_library():
        process.start()
    theirs.close()
    return _Worker(process, ours)


@contextmanager
def _one_thread_per_library() -> Iterator[None]:
    """The environment a worker inherits: libraries read it once, when they are imported."""
    before = dict(os.environ)
    os.environ.update(ONE_THREAD)
    try:
        yield
    finally:
        for name in ONE_THREAD:
            if name in before:
                os.environ[name] = before[name]
            else:
                del os.environ[name]


def _serve(pipe: Connection) -> None:
    """The life of a worker: one task after another until the pipe is closed."""
    # Ctrl-C reaches every process of the terminal; the runner alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_runner, daemon=True).start()
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        pipe.send_bytes(execute(task))


def _end_with_runner() -> None:
    """A runner that was killed leaves no orphan behind that computes for nobody."""
    runner = multiprocessing.parent_process()
    if runner is not None:
        runner.join()
        os._exit(1)
