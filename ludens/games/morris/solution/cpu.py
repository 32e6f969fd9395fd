"""Solving on the processor: all cores, each with its share of a stage."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ludens.games.morris.solution import cpu_kernels
from ludens.games.morris.solution.backend import Check, HostValues
from ludens.games.morris.solution.cpu_turns import numbers_of
from ludens.games.morris.solution.index_tables import index_tables, position_count
from ludens.games.morris.solution.packing import TWIN, values_a_byte
from ludens.games.morris.solution.stages import Stage

# A task takes a fraction of a second, so that a stop is obeyed at once and all cores end together.
BYTES_A_TASK = 1 << 18
_Result = TypeVar("_Result")
NO_VALUES: HostValues = np.empty(0, np.uint8)


class CpuBackend:
    """Compiled loops that let go of Python's lock, in a pool of threads. Use it in a `with` statement."""

    def __init__(self, *, threads: int) -> None:
        self._tables = index_tables()
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="morris-solver")

    def __enter__(self) -> "CpuBackend":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(cancel_futures=True)

    def empty(self, stage: Stage) -> HostValues:
        return np.empty(position_count(stage), np.uint8)

    def put(self, values: HostValues) -> HostValues:
        return values

    def put_results(self, packed: HostValues, count: int) -> HostValues:
        return values_a_byte()[packed].view(np.uint8)[:count]

    def get(self, values: HostValues) -> HostValues:
        return values

    def count(self, values: HostValues, wanted: int) -> int:
        return sum(self._map(lambda part: int(np.count_nonzero(values[part] == wanted)), len(values)))

    def count_odd(self, values: HostValues) -> int:
        return sum(self._map(lambda part: int(np.count_nonzero(values[part] & 1)), len(values)))

    def start_moving(self, stage: Stage, values: HostValues, lower: HostValues | None) -> int:
        def task(part: slice) -> int:
            return cpu_kernels.start_moving(
                self._tables, numbers_of(stage), part.start, part.stop, values, _or_none(lower)
            )

        return max(self._map(task, len(values)))

    def mark_before(
        self, stage: Stage, level: int, values: HostValues, before: HostValues, *, above: int, mark: int
    ) -> None:
        def task(part: slice) -> None:
            cpu_kernels.mark_before(
                self._tables, numbers_of(stage), _places(values, part, level), before, above, mark
            )

        self._run(task, len(values))

    def settle_losses(
        self,
        stage: Stage,
        wanted: int,
        level: int,
        values: HostValues,
        after: HostValues,
        lower: HostValues | None,
    ) -> int:
        def task(part: slice) -> int:
            return cpu_kernels.settle_losses(
                self._tables,
                numbers_of(stage),
                _places(values, part, wanted),
                level,
                values,
                after,
                _or_none(lower),
            )

        return max(self._map(task, len(values)))

    def solve_placing(
        self, stage: Stage, values: HostValues, after: HostValues, lower: HostValues | None
    ) -> int:
        def task(part: slice) -> int:
            return cpu_kernels.solve_placing(
                self._tables, numbers_of(stage), part.start, part.stop, values, after, _or_none(lower)
            )

        return max(self._map(task, len(values)))

    def fill_twins(self, stage: Stage, values: HostValues) -> None:
        def task(part: slice) -> None:
            cpu_kernels.fill_twins(self._tables, numbers_of(stage), _places(values, part, TWIN), values)

        self._run(task, len(values))

    def check(
        self,
        stage: Stage,
        values: HostValues,
        after: HostValues,
        lower: HostValues | None,
        *,
        results_only: bool,
        share: float,
        seed: int,
    ) -> Check:
        def task(part: slice) -> tuple[int, NDArray[np.int64]]:
            places = np.arange(part.start, part.stop)
            if share < 1.0:
                # One stream a part, so that the choice depends on the seed alone, not on the order of work.
                places = places[np.random.default_rng((seed, part.start)).random(len(places)) < share]
            wrong = np.empty(len(places), np.int64)
            count = cpu_kernels.wrong_places(
                self._tables,
                numbers_of(stage),
                stage.is_placing,
                places,
                values,
                after,
                _or_none(lower),
                results_only,
                wrong,
            )
            return len(places), wrong[:count]

        parts = list(self._map(task, len(values)))
        wrong = np.concatenate([places for _, places in parts])
        return Check(sum(count for count, _ in parts), len(wrong), int(wrong[0]) if len(wrong) else None)

    def _map(self, task: Callable[[slice], _Result], count: int) -> Iterator[_Result]:
        """The results of the task on all shares of `count` bytes, in order."""
        shares = (slice(first, min(first + BYTES_A_TASK, count)) for first in range(0, count, BYTES_A_TASK))
        return self._pool.map(task, shares)

    def _run(self, task: Callable[[slice], None], count: int) -> None:
        for _ in self._map(task, count):
            pass


def _or_none(values: HostValues | None) -> HostValues:
    return NO_VALUES if values is None else values


def _places(values: HostValues, part: slice, wanted: int) -> NDArray[np.int64]:
    """Where a byte occurs in a part of the values."""
    places: NDArray[np.int64] = np.flatnonzero(values[part] == wanted) + part.start
    return places
