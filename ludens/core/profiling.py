"""Where the time goes: the duration of every module in every cycle, against its budget."""

from dataclasses import dataclass
from time import perf_counter_ns

import numpy as np
from numpy.typing import NDArray

REMEMBERED_CYCLES = 2000

stopwatch_ns = perf_counter_ns


@dataclass(frozen=True, slots=True)
class Timing:
    """Durations of one module: quantiles over the remembered cycles, in seconds."""

    path: str
    cycles: int
    minimum_s: float
    lower_quartile_s: float
    median_s: float
    upper_quartile_s: float
    maximum_s: float
    total_s: float  # since the start
    budget_s: float | None
    over_budget: int  # cycles that took longer than the budget


class Profile:
    """Durations of the modules of one cycler; the last cycles are kept, the totals since the start."""

    def __init__(self, paths: tuple[str, ...], budgets_s: tuple[float | None, ...]) -> None:
        self.paths = paths
        self._budgets_s = budgets_s
        self._limits_ns = np.array([np.inf if b is None else b * 1e9 for b in budgets_s])
        self._durations_ns: NDArray[np.int64] = np.zeros((REMEMBERED_CYCLES, len(paths)), dtype=np.int64)
        self._totals_ns: NDArray[np.int64] = np.zeros(len(paths), dtype=np.int64)
        self._over_budget: NDArray[np.int64] = np.zeros(len(paths), dtype=np.int64)
        self._cycles = 0

    def add(self, durations_ns: list[int]) -> None:
        """Note one cycle: a duration for every module, in order."""
        row = self._durations_ns[self._cycles % REMEMBERED_CYCLES]
        row[:] = durations_ns
        self._totals_ns += row
        self._over_budget += row > self._limits_ns
        self._cycles += 1

    def timings(self) -> list[Timing]:
        """What was measured, the slowest module first."""
        remembered = self._durations_ns[: min(self._cycles, REMEMBERED_CYCLES)]
        if not len(remembered):
            return []
        quantiles = np.quantile(remembered, [0.0, 0.25, 0.5, 0.75, 1.0], axis=0) / 1e9
        timings = []
        for column, path in enumerate(self.paths):
            minimum, lower, median, upper, maximum = (float(quantile) for quantile in quantiles[:, column])
            timings.append(
                Timing(
                    path=path,
                    cycles=self._cycles,
                    minimum_s=minimum,
                    lower_quartile_s=lower,
                    median_s=median,
                    upper_quartile_s=upper,
                    maximum_s=maximum,
                    total_s=float(self._totals_ns[column]) / 1e9,
                    budget_s=self._budgets_s[column],
                    over_budget=int(self._over_budget[column]),
                )
            )
        return sorted(timings, key=lambda timing: timing.total_s, reverse=True)
