"""Trials on a Ray cluster: the same tasks, the same rows, on as many machines as there are.

Every machine needs this package in the same version; one with other code is refused, because its rows would
not be those of this machine. Ray itself starts a task again when the machine it ran on is lost.
"""

import io
import logging
import os
import socket
from collections.abc import Generator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import Any

from ludens.core.errors import LudensError
from ludens.core.whole_number import whole_number
from ludens.experiments.result_folder import code_version
from ludens.experiments.trials import ONE_THREAD, WORKER_DIED, Task, error_row, execute

LOG = logging.getLogger(__name__)
LOCAL = "local"
CONNECTION_TIMEOUT_S = 5.0
RETRIES = 3  # how often Ray starts a task again whose process or machine was lost


@dataclass(frozen=True, slots=True)
class ClusterExecutor:
    """Runs trials on the Ray cluster at `address`; `local` starts one on this machine for the run."""

    address: str

    def rows(self, tasks: Sequence[Task]) -> Generator[bytes]:
        ray = _import_ray()
        with redirect_stdout(_ToLog()):
            yield from self._rows(ray, tasks)

    def _rows(self, ray: Any, tasks: Sequence[Task]) -> Generator[bytes]:
        _connect(ray, self.address)
        try:
            run = ray.remote(num_cpus=1, max_retries=RETRIES)(_execute_if_same_code)
            running = {run.remote(task, code_version()): task for task in tasks}
            while running:
                (finished,), _ = ray.wait(list(running), num_returns=1)
                yield _result(ray, finished, running.pop(finished))
        finally:
            ray.shutdown()


class _ToLog(io.TextIOBase):
    """Takes Ray's messages about lost machines: it prints them to standard output, which is for results."""

    def write(self, text: str) -> int:
        if text.strip():
            LOG.info(text.rstrip())
        return len(text)


def _import_ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray reads it at import
    try:
        import ray
    except ModuleNotFoundError:
        raise LudensError(
            "A cluster needs Ray, which is not installed; get the extra: pip install -e '.[cluster]'"
        ) from None
    return ray


def _connect(ray: Any, address: str) -> None:
    own = {"include_dashboard": False} if address == LOCAL else {}
    try:
        _knock(address)
        ray.init(
            address=address,
            runtime_env={"env_vars": ONE_THREAD},
            log_to_driver=False,
            logging_level=logging.ERROR,
            **own,
        )
    except (OSError, ValueError, RuntimeError, ray.exceptions.RayError) as error:
        raise LudensError(
            f"No Ray cluster answered at '{address}' ({error}). Start one with 'ray start --head' and give "
            "the address it prints; all machines and this one need the same token (RAY_AUTH_MODE=token)."
        ) from error


def _knock(address: str) -> None:
    """Raise at once where nobody listens: Ray itself keeps trying for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if host and (number := whole_number(port, most=65535)) is not None:
        socket.create_connection((host, number), timeout=CONNECTION_TIMEOUT_S).close()


def _execute_if_same_code(task: Task, wanted_version: str) -> tuple[str, bytes | None]:
    """Runs on the cluster: the version of the code there, and the row if that is the wanted one."""
    version = code_version()
    return version, execute(task) if version == wanted_version else None


def _result(ray: Any, finished: Any, task: Task) -> bytes:
    lost = (
        ray.exceptions.NodeDiedError,
        ray.exceptions.ObjectLostError,
        ray.exceptions.OutOfMemoryError,
        ray.exceptions.WorkerCrashedError,
    )
    try:
        version, line = ray.get(finished)
    except lost:
        return error_row(task, WORKER_DIED)
    except ray.exceptions.RayError as error:
        raise LudensError(
            f"A machine of the cluster could not run trial {task.index}: {error}. "
            "Every machine needs ludens and what its trials import."
        ) from error
    if line is None:
        raise LudensError(
            f"A machine of the cluster has ludens {version}, this one has {code_version()}; "
            "install the same code on all of them."
        )
    return bytes(line)
