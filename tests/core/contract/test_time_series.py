import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.core.contract.time_series import TimeSeries
from tests.core.paper_robot import Reading

times = st.floats(min_value=0.0, max_value=4.0)


def series_of(times_s, span_s=5.0):
    series = TimeSeries[Reading](span_s)
    for number, time_s in enumerate(times_s):
        series.add(Reading(time_s=time_s, value=number))
    return series


@given(st.lists(times, max_size=50))
def test_late_messages_are_sorted_in_and_ties_keep_their_order_of_arrival(times_s):
    kept = [(message.time_s, message.value) for message in series_of(times_s)]
    assert kept == sorted((time_s, number) for number, time_s in enumerate(times_s))


@given(st.lists(times, min_size=1, max_size=50), times)
def test_a_look_back_finds_the_newest_message_that_was_true_by_then(times_s, asked_s):
    series = series_of(times_s)
    earlier = [time_s for time_s in times_s if time_s <= asked_s]
    found = series.at_or_before(asked_s)
    assert (found.time_s if found else None) == max(earlier, default=None)


@given(st.lists(times, min_size=1, max_size=50), st.floats(min_value=-1.0, max_value=5.0))
def test_around_gives_neighbours_and_a_fraction_that_interpolate_the_time_asked_for(times_s, asked_s):
    found = series_of(times_s).around(asked_s)
    assert found is not None
    before, after, fraction = found
    clipped_s = min(max(asked_s, min(times_s)), max(times_s))
    assert 0.0 <= fraction <= 1.0
    assert before.time_s <= clipped_s <= after.time_s
    assert before.time_s + fraction * (after.time_s - before.time_s) == pytest.approx(clipped_s)


def test_an_empty_series_knows_nothing():
    series = TimeSeries[Reading]()
    assert series.latest is None
    assert series.at_or_before(1.0) is None
    assert series.around(1.0) is None
    assert len(series) == 0


@pytest.mark.parametrize("period_s", [0.02, 0.0005])
def test_a_series_keeps_its_span_and_forgets_what_is_much_older(period_s):
    series = series_of([number * period_s for number in range(40_000)], span_s=2.0)
    kept_s = [message.time_s for message in series]
    assert kept_s[-1] - kept_s[0] >= 2.0
    assert len(kept_s) <= 2.0 / period_s + 66
    assert series.latest is not None
    assert series.latest.value == 39_999


def test_a_series_is_bounded_even_when_time_stands_still():
    assert len(series_of([1.0] * 20_000)) <= 10_000
