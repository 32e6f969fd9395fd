"""Statistics of many trials: rates with their uncertainty, and quantiles.

A trial that crashed holds only an `error`, and counts as a failure of everything: as "no" in a column of what
is wanted and as "yes" in one of what is not (`wanted=False`: falls, collisions), as one in a sum of mishaps,
and as the worst value of all in `quantile_of`. A trial without a value that has ended well is left out of
quantiles (a pass that never happened has no time; how many happened is told beside).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite, sqrt
from statistics import NormalDist
from typing import Literal

from ludens.core.errors import LudensError
from ludens.experiments.json_values import Json, Row


@dataclass(frozen=True, slots=True)
class Interval:
    """Both ends of a confidence interval."""

    low: float
    high: float


def wilson_interval(successes: int, *, trials: int, confidence: float = 0.95) -> Interval:
    """Wilson's score interval of a proportion p = k/n: sensible also for few trials and at 0 and 1.

    With z the two-sided normal quantile: centre (p + z²/2n) / (1 + z²/n), half width
    z / (1 + z²/n) · √(p(1 − p)/n + z²/4n²). (Wilson 1927, JASA 22:209.)
    """
    if not 0 <= successes <= trials or not 0 < confidence < 1:
        raise LudensError(
            f"There is no interval for {successes} of {trials} at confidence {confidence}: successes lie "
            "between 0 and the number of trials, confidence between 0 and 1."
        )
    if trials == 0:
        return Interval(0.0, 1.0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    p = successes / trials
    shrink = 1 / (1 + z * z / trials)
    centre = shrink * (p + z * z / (2 * trials))
    half_width = shrink * z * sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    # At 0 and 1 the formula touches the end exactly; rounding must not push it away.
    low = 0.0 if successes == 0 else centre - half_width
    high = 1.0 if successes == trials else centre + half_width
    return Interval(low, high)


def crashed(rows: Sequence[Row]) -> int:
    """How many trials gave nothing but an error."""
    return sum("error" in row for row in rows)


def count(rows: Sequence[Row], column: str, *, wanted: bool = True) -> int:
    """How often a column says yes; where that is not wanted, crashed trials count as yes."""
    return sum(row.get(column) is True or (not wanted and "error" in row) for row in rows)


def rate(rows: Sequence[Row], column: str, *, wanted: bool = True) -> dict[str, Json]:
    """The figures `<column>_rate` and `<column>_rate_interval` (Wilson, 95 %) of a column of yes and no.

    Where yes is not wanted (`fell`), crashed trials count as yes.
    """
    return rate_of(column, count(rows, column, wanted=wanted), trials=len(rows))


def rate_of(name: str, successes: int, *, trials: int) -> dict[str, Json]:
    """The figures `<name>_rate` and `<name>_rate_interval` (Wilson, 95 %) of what was counted."""
    interval = wilson_interval(successes, trials=trials)
    return {
        f"{name}_rate": successes / trials if trials else None,
        f"{name}_rate_interval": [interval.low, interval.high],
    }


def mishaps(rows: Sequence[Row], column: str) -> int:
    """The sum of a column of counts of what must not happen; a crashed trial counts as one."""
    return round(sum(numbers(rows, column))) + crashed(rows)


def share(part: float, whole: float) -> float | None:
    """A part of a whole; None of nothing."""
    return part / whole if whole else None


def numbers(rows: Sequence[Row], column: str) -> list[float]:
    """The values of a numeric column, where there is one, in order of trial."""
    values = (row.get(column) for row in rows)
    return [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]


def quantile(values: Sequence[float], probability: float) -> float | None:
    """The value below which the given share of all lies, interpolated linearly.

    None of no values, and where it would be infinite.
    """
    if not values:
        return None
    ordered = sorted(values)
    position = probability * (len(ordered) - 1)
    below = int(position)
    above = min(below + 1, len(ordered) - 1)
    if position == below:
        above = below
    if not (isfinite(ordered[below]) and isfinite(ordered[above])):
        return None
    return ordered[below] + (position - below) * (ordered[above] - ordered[below])


def quantile_of(
    rows: Sequence[Row], column: str, probability: float, *, wanted: Literal["low", "high"] = "low"
) -> float | None:
    """The quantile of a numeric column in which every crashed trial is worse than all others.

    None where so many crashed that it is not finite. With `wanted="low"` and probability 1 it is the worst.
    """
    worst = inf if wanted == "low" else -inf
    return quantile([*numbers(rows, column), *[worst] * crashed(rows)], probability)
