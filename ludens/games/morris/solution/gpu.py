"""Solving on an NVIDIA graphics card, through CuPy."""

from functools import cache
from importlib import resources
from types import ModuleType
from typing import Any

import numpy as np

from ludens.games.morris.solution.backend import Check, HostValues, Values
from ludens.games.morris.solution.index_tables import index_tables, position_count
from ludens.games.morris.solution.packing import values_a_byte
from ludens.games.morris.solution.stages import SolutionError, Stage

THREADS = 256  # as in cuda_kernels.cu
BLOCKS_A_MULTIPROCESSOR = 8
PADDING = 16  # kernels load so many bytes at once


class GpuBackend:
    """Kernels of `cuda_kernels.cu`, compiled when the program starts; tables stay in the card's memory."""

    def __init__(self) -> None:
        self._cupy = _cupy()
        source = (
            resources.files("ludens.games.morris.solution").joinpath("cuda_kernels.cu").read_text("utf-8")
        )
        self._module = self._cupy.RawModule(code=source, options=("-std=c++17",))
        self._tables = [self._cupy.asarray(table) for table in index_tables()]
        pointers = np.array([table.data.ptr for table in self._tables], np.uint64)
        self._cupy.ndarray(len(pointers), np.uint64, memptr=self._module.get_global("tables")).set(pointers)
        self._values_a_byte = self._cupy.asarray(values_a_byte())
        self._farthest = self._cupy.zeros(1, np.int32)
        self._counted = self._cupy.zeros(1, np.uint64)
        properties = self._cupy.cuda.runtime.getDeviceProperties(0)
        self._blocks = properties["multiProcessorCount"] * BLOCKS_A_MULTIPROCESSOR

    def empty(self, stage: Stage) -> Values:
        return self._room(position_count(stage))

    def put(self, values: HostValues) -> Values:
        room = self._room(len(values))
        room.set(values)
        return room

    def put_results(self, packed: HostValues, count: int) -> Values:
        room = self._room(count)
        room[:] = self._values_a_byte[self._cupy.asarray(packed)].view(np.uint8)[:count]
        return room

    def get(self, values: Values) -> HostValues:
        host: HostValues = values.get()
        return host

    def count(self, values: Values, wanted: int) -> int:
        self._counted.fill(0)
        self._run("count_equal", values, np.uint32(len(values)), np.int32(wanted), self._counted)
        return int(self._counted.get()[0])

    def count_odd(self, values: Values) -> int:
        return int(self._cupy.count_nonzero(values & 1))

    def start_moving(self, stage: Stage, values: Values, lower: Values | None) -> int:
        self._farthest.fill(0)
        self._run(
            "start_moving",
            *(np.uint32(len(values)), *_counts(stage), np.uint32(stage.ranks), _ranks(stage.after_capture)),
            *(values, _pointer(lower), self._farthest),
        )
        return int(self._farthest.get()[0])

    def mark_before(
        self, stage: Stage, level: int, values: Values, before: Values, *, above: int, mark: int
    ) -> None:
        self._run(
            "mark_before",
            *(np.uint32(len(values)), np.int32(level), *_counts(stage)),
            *(np.uint32(stage.ranks), np.uint32(stage.mirrored.ranks)),
            *(values, before, np.int32(above), np.int32(mark)),
        )

    def settle_losses(
        self, stage: Stage, wanted: int, level: int, values: Values, after: Values, lower: Values | None
    ) -> int:
        self._farthest.fill(0)
        self._run(
            "settle_losses",
            *(np.uint32(len(values)), np.int32(wanted), np.int32(level), *_counts(stage)),
            *(np.uint32(stage.ranks), np.uint32(stage.mirrored.ranks), _ranks(stage.after_capture)),
            *(values, after, _pointer(lower), self._farthest),
        )
        return int(self._farthest.get()[0])

    def solve_placing(self, stage: Stage, values: Values, after: Values, lower: Values | None) -> int:
        self._farthest.fill(0)
        self._run(
            "solve_placing",
            *(np.uint32(len(values)), *_counts(stage), np.uint32(stage.ranks)),
            *(np.uint32(stage.after_quiet_turn.ranks), _ranks(stage.after_capture)),
            *(values, after, _pointer(lower), self._farthest),
        )
        return int(self._farthest.get()[0])

    def fill_twins(self, stage: Stage, values: Values) -> None:
        self._run("fill_twins", np.uint32(len(values)), *_counts(stage), np.uint32(stage.ranks), values)

    def check(
        self,
        stage: Stage,
        values: Values,
        after: Values,
        lower: Values | None,
        *,
        results_only: bool,
        share: float,
        seed: int,
    ) -> Check:
        tally = self._cupy.zeros(3, np.uint64)  # looked at, wrong, one wrong place
        self._run(
            "check_places",
            *(np.uint32(len(values)), *_counts(stage), np.int32(stage.is_placing), np.uint32(stage.ranks)),
            *(np.uint32(stage.after_quiet_turn.ranks), _ranks(stage.after_capture)),
            *(values, after, _pointer(lower), np.int32(results_only)),
            *(np.uint64(round(share * 2**32)), np.uint32(seed), tally),
        )
        looked_at, wrong, example = (int(number) for number in tally.get())
        return Check(looked_at, wrong, example if wrong else None)

    def _room(self, count: int) -> Values:
        padded = self._cupy.empty(-(-count // PADDING) * PADDING, np.uint8)
        return padded[:count]

    def _run(self, kernel: str, *arguments: Any) -> None:
        self._module.get_function(kernel)((self._blocks,), (THREADS,), arguments)


@cache
def _cupy() -> ModuleType:
    try:
        import cupy
    except ImportError:
        raise SolutionError(
            "The graphics card is reached through CuPy, which is not installed. Install it with"
            " pip install 'ludens[gpu]', or solve with --device cpu."
        ) from None
    try:
        cards = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise SolutionError(
            f"No NVIDIA graphics card can be used ({error}). Mend its driver, or solve with --device cpu."
        ) from None
    if not cards:
        raise SolutionError("This machine has no NVIDIA graphics card. Solve with --device cpu.")
    module: ModuleType = cupy
    return module


def _counts(stage: Stage) -> tuple[np.int32, np.int32]:
    return np.int32(stage.own), np.int32(stage.other)


def _ranks(stage: Stage | None) -> np.uint32:
    return np.uint32(stage.ranks if stage else 0)


def _pointer(values: Values | None) -> Any:
    """The address of the values; zero, which the kernels know, when there are none."""
    return np.uint64(0) if values is None else values
