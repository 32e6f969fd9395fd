"""Intervals against scipy and published values, quantiles against numpy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from ludens.core.errors import LudensError
from ludens.experiments.json_values import Row
from ludens.experiments.statistics import (
    Interval,
    count,
    crashed,
    mishaps,
    numbers,
    quantile,
    quantile_of,
    rate,
    wilson_interval,
)


@given(
    st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.floats(0.5, 0.999)
)
def test_wilson_interval_is_scipys(counts: tuple[int, int], confidence: float) -> None:
    successes, trials = counts
    ours = wilson_interval(successes, trials=trials, confidence=confidence)
    theirs = binomtest(successes, trials).proportion_ci(confidence, method="wilson")
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


def test_wilson_interval_of_81_of_263_is_the_published_one() -> None:
    # Newcombe 1998, Statistics in Medicine 17:857, table I, method 3.
    interval = wilson_interval(81, trials=263)
    assert (round(interval.low, 4), round(interval.high, 4)) == (0.2553, 0.3662)


def test_no_trials_tell_nothing() -> None:
    assert wilson_interval(0, trials=0) == Interval(0.0, 1.0)


@pytest.mark.parametrize(("successes", "trials", "confidence"), [(5, 4, 0.95), (-1, 4, 0.95), (1, 4, 1.0)])
def test_impossible_counts_are_refused(successes: int, trials: int, confidence: float) -> None:
    with pytest.raises(LudensError, match="There is no interval"):
        wilson_interval(successes, trials=trials, confidence=confidence)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=50), st.floats(0, 1))
def test_quantile_is_numpys(values: list[float], probability: float) -> None:
    assert quantile(values, probability) == pytest.approx(np.quantile(values, probability), abs=1e-6)


def test_the_quantile_of_nothing_is_nothing() -> None:
    assert quantile([], 0.5) is None


def test_a_failed_trial_counts_as_no_success() -> None:
    figures = rate([{"success": True}, {"success": False}, {"error": "fell"}, {"success": True}], "success")
    assert figures["success_rate"] == 0.5
    interval = wilson_interval(2, trials=4)
    assert figures["success_rate_interval"] == [interval.low, interval.high]


def test_numbers_leave_out_what_is_none() -> None:
    rows = [{"time_s": 1.5}, {"time_s": None}, {"error": "fell"}, {"time_s": 2}, {"time_s": True}]
    assert numbers(rows, "time_s") == [1.5, 2]  # type: ignore[arg-type]


CRASHED: Row = {"error": "ValueError: it broke"}


def test_a_crashed_trial_counts_as_what_is_not_wanted() -> None:
    rows: list[Row] = [{"fell": True}, {"fell": False}, CRASHED, {"fell": False}]
    assert rate(rows, "fell", wanted=False)["fell_rate"] == 0.5
    assert (count(rows, "fell", wanted=False), count(rows, "fell"), crashed(rows)) == (2, 1, 1)


def test_a_crashed_trial_is_one_mishap() -> None:
    assert mishaps([{"disturbed": 2}, {"disturbed": 0}, CRASHED, CRASHED], "disturbed") == 4


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30), st.integers(0, 30), st.floats(0, 1))
def test_crashed_trials_never_make_a_quantile_better(
    values: list[float], broken: int, probability: float
) -> None:
    good: list[Row] = [{"time_s": value} for value in values]
    rows = good + [CRASHED] * broken
    without = quantile(values, probability)
    low, high = (quantile_of(rows, "time_s", probability, wanted=how) for how in ("low", "high"))
    assert without is not None
    assert low is None or low >= without - 1e-6
    assert high is None or high <= without + 1e-6


def test_a_quantile_among_crashed_trials_is_none() -> None:
    rows: list[Row] = [{"time_s": 1.0}, {"time_s": 2.0}, CRASHED]
    assert quantile_of(rows, "time_s", 0.5) == 2.0
    assert quantile_of(rows, "time_s", 0.9) is None
    assert quantile_of(rows, "time_s", 0.0, wanted="high") is None
    assert quantile_of([CRASHED], "time_s", 0.5) is None
