"""Where the time goes: the duration of every module in every cycle, against its budget."""

from dataclasses import dataclass
from threading import Lock
from time import perf_counter_ns, process_time_ns

import numpy as np
from numpy.typing import NDArray

REMEMBERED_CYCLES = 2000
COUNTED_TOGETHER = 50
"""Cycles: the costs of arithmetic on arrays are mostly those of beginning it."""

stopwatch_ns = perf_counter_ns
computing_ns = process_time_ns
"""Time that this program has computed, on all its cores together: what a figure means by "on one core"."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Durations of one module: quantiles over the remembered cycles in which it ran, in seconds."""

    path: str
    cycles: int  # in which it ran, since the start
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
        self._ran: NDArray[np.int64] = np.zeros(len(paths), dtype=np.int64)
        self._over_budget: NDArray[np.int64] = np.zeros(len(paths), dtype=np.int64)
        self._cycles = 0
        self._newest_ns: list[list[int]] = []
        self._lock = Lock()  # the studio asks from another thread than the one that runs the cycler

    def add(self, durations_ns: list[int]) -> None:
        """Note one cycle: a duration for every module, in order; 0 for one that did not run."""
        with self._lock:
            self._newest_ns.append(durations_ns)
            if len(self._newest_ns) == COUNTED_TOGETHER:
                self._count()

    def _count(self) -> None:
        """Take in the newest cycles."""
        if not self._newest_ns:
            return
        rows = np.array(self._newest_ns, dtype=np.int64)
        self._newest_ns.clear()
        self._durations_ns[np.arange(self._cycles, self._cycles + len(rows)) % REMEMBERED_CYCLES] = rows
        self._totals_ns += rows.sum(axis=0)
        self._ran += (rows > 0).sum(axis=0)
        self._over_budget += (rows > self._limits_ns).sum(axis=0)
        self._cycles += len(rows)

    def timings(self) -> list[Timing]:
        """What was measured of the modules that ran, the slowest first."""
        with self._lock:
            self._count()
        remembered = self._durations_ns[: min(self._cycles, REMEMBERED_CYCLES)]
        timings = []
        for column, path in enumerate(self.paths):
            durations_ns = remembered[remembered[:, column] > 0, column]
            if not len(durations_ns):
                continue
            quantiles_ns = np.quantile(durations_ns, [0.0, 0.25, 0.5, 0.75, 1.0])
            minimum_s, lower_s, median_s, upper_s, maximum_s = map(float, quantiles_ns / 1e9)
            timings.append(
                Timing(
                    path=path,
                    cycles=int(self._ran[column]),
                    minimum_s=minimum_s,
                    lower_quartile_s=lower_s,
                    median_s=median_s,
                    upper_quartile_s=upper_s,
                    maximum_s=maximum_s,
                    total_s=float(self._totals_ns[column]) / 1e9,
                    budget_s=self._budgets_s[column],
                    over_budget=int(self._over_budget[column]),
                )
            )
        return sorted(timings, key=lambda timing: timing.total_s, reverse=True)
