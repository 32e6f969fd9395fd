"""Intervals against scipy and published values, quantiles against numpy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from ludens.core.errors import LudensError
from ludens.experiments.statistics import Interval, numbers, quantile, rate, wilson_interval


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
