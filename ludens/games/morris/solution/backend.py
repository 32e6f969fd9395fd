"""What a machine must offer to solve stages: loops over whole tables, the same results on every machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ludens.games.morris.solution.stages import SolutionError, Stage

HostValues = NDArray[np.uint8]
Values = Any  # an array of bytes where the back end keeps it: numpy's or, on a graphics card, CuPy's
DEVICES = ("cpu", "gpu")


@dataclass(frozen=True, slots=True)
class Check:
    """How many places were derived anew, how many differ, and one of these."""

    looked_at: int
    wrong: int
    example: int | None


class Backend(Protocol):
    """The steps of a solution. Stages are (own, other) of `values`; see `cpu_kernels` for the bytes."""

    def empty(self, stage: Stage) -> Values:
        """Room for the values of a stage."""

    def put(self, values: HostValues) -> Values:
        """Bring values to where the back end works."""

    def put_results(self, packed: HostValues, count: int) -> Values:
        """Likewise from packed results: values that are 0, 1 or UNKNOWN."""

    def get(self, values: Values) -> HostValues:
        """Bring them back."""

    def count(self, values: Values, wanted: int) -> int:
        """How often a byte occurs."""

    def count_odd(self, values: Values) -> int:
        """How many bytes are odd: wins and unknown ones."""

    def start_moving(self, stage: Stage, values: Values, lower: Values | None) -> int:
        """Write what blockade and captures decide; returns the farthest level written."""

    def mark_before(
        self, stage: Stage, level: int, values: Values, before: Values, *, above: int, mark: int
    ) -> None:
        """Mark what in the mirrored stage is above `above` and leads to `level` by a quiet turn."""

    def settle_losses(
        self, stage: Stage, wanted: int, level: int, values: Values, after: Values, lower: Values | None
    ) -> int:
        """Say of all places that hold `wanted` whether they are lost; returns the farthest loss."""

    def solve_placing(self, stage: Stage, values: Values, after: Values, lower: Values | None) -> int:
        """Write the values of a stage with men in hand; returns the farthest level written."""

    def fill_twins(self, stage: Stage, values: Values) -> None:
        """Give twins the value of the place that stands for them."""

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
        """Derive a random share of the places anew from their successors and compare.

        With `results_only` the values hold nothing but results: 0, 1 and UNKNOWN.
        """


@contextmanager
def open_backend(device: str, *, threads: int) -> Iterator[Backend]:
    """The back end of this name, `cpu` or `gpu`; a sentence when this machine cannot offer it."""
    if device == "cpu":
        from ludens.games.morris.solution.cpu import CpuBackend

        with CpuBackend(threads=threads) as backend:
            yield backend
    elif device == "gpu":
        from ludens.games.morris.solution.gpu import GpuBackend

        yield GpuBackend()
    else:
        raise SolutionError(f"There is no device '{device}'. Choose one of: {', '.join(DEVICES)}.")
