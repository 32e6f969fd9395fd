"""Statistics of many trials: rates with their uncertainty, and quantiles.

Trials that failed with an error hold no values. For a rate they count as "no"; for a quantile they are left
out, as is every trial without that value (a pass that never happened has no time).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

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


def rate(rows: Sequence[Row], column: str) -> dict[str, Json]:
    """The figures `<column>_rate` and `<column>_rate_interval` (Wilson, 95 %) of a column of yes and no."""
    successes = sum(row.get(column) is True for row in rows)
    interval = wilson_interval(successes, trials=len(rows))
    return {
        f"{column}_rate": successes / len(rows) if rows else None,
        f"{column}_rate_interval": [interval.low, interval.high],
    }


def numbers(rows: Sequence[Row], column: str) -> list[float]:
    """The values of a numeric column, where there is one, in order of trial."""
    values = (row.get(column) for row in rows)
    return [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]


def quantile(values: Sequence[float], probability: float) -> float | None:
    """The value below which the given share of all lies, interpolated linearly; none of no values."""
    if not values:
        return None
    ordered = sorted(values)
    position = probability * (len(ordered) - 1)
    below = int(position)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (position - below) * (ordered[above] - ordered[below])
