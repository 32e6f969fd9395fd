"""Short curves that keep their peaks."""

from hypothesis import given
from hypothesis import strategies as st

from ludens.studio.panels.plots import thinned

points = st.lists(st.floats(-1e6, 1e6), max_size=500).map(
    lambda values: [(float(k), value) for k, value in enumerate(values)]
)


@given(points, st.integers(2, 100))
def test_a_thinned_curve_is_short_ordered_and_keeps_its_extremes(
    curve: list[tuple[float, float]], count: int
) -> None:
    short = thinned(curve, count=count)
    assert len(short) <= max(count, 2)
    assert set(short) <= set(curve)
    assert [time for time, _ in short] == sorted(time for time, _ in short)
    if curve:
        values = [value for _, value in curve]
        kept = [value for _, value in short]
        assert (min(kept), max(kept)) == (min(values), max(values))


def test_a_short_curve_is_left_as_it_is() -> None:
    assert thinned([(0.0, 1.0), (1.0, 2.0)], count=10) == [(0.0, 1.0), (1.0, 2.0)]
