import pytest

from ludens.core.runtime.profiling import REMEMBERED_CYCLES, Profile

MS = 1_000_000


def test_quantiles_are_those_of_the_measured_durations():
    profile = Profile(("eye",), (None,))
    for duration_ms in (5, 1, 4, 2, 3):
        profile.add([duration_ms * MS])
    (timing,) = profile.timings()
    assert timing.path == "eye"
    assert timing.cycles == 5
    assert timing.minimum_s == pytest.approx(0.001)
    assert timing.lower_quartile_s == pytest.approx(0.002)
    assert timing.median_s == pytest.approx(0.003)
    assert timing.upper_quartile_s == pytest.approx(0.004)
    assert timing.maximum_s == pytest.approx(0.005)
    assert timing.total_s == pytest.approx(0.015)


def test_the_slowest_module_comes_first():
    profile = Profile(("quick", "slow", "middle"), (None, None, None))
    profile.add([1 * MS, 30 * MS, 10 * MS])
    assert [timing.path for timing in profile.timings()] == ["slow", "middle", "quick"]


def test_cycles_in_which_a_module_did_not_run_are_not_counted():
    profile = Profile(("often", "rarely", "never"), (None, None, None))
    for cycle in range(10):
        profile.add([2 * MS, 8 * MS if cycle == 4 else 0, 0])
    often, rarely = profile.timings()
    assert (often.path, often.cycles) == ("often", 10)
    assert (rarely.path, rarely.cycles) == ("rarely", 1)
    assert rarely.median_s == pytest.approx(0.008)


def test_cycles_over_the_budget_are_counted():
    profile = Profile(("eye", "free"), (0.003, None))
    for duration_ms in (1, 3, 4, 9):
        profile.add([duration_ms * MS, 1000 * MS])
    timings = {timing.path: timing for timing in profile.timings()}
    assert (timings["eye"].budget_s, timings["eye"].over_budget) == (0.003, 2)
    assert (timings["free"].budget_s, timings["free"].over_budget) == (None, 0)


def test_quantiles_forget_but_totals_do_not():
    profile = Profile(("eye",), (None,))
    profile.add([1000 * MS])
    for _ in range(REMEMBERED_CYCLES):
        profile.add([1 * MS])
    (timing,) = profile.timings()
    assert timing.maximum_s == pytest.approx(0.001)
    assert timing.cycles == REMEMBERED_CYCLES + 1
    assert timing.total_s == pytest.approx(1.0 + REMEMBERED_CYCLES * 0.001)


def test_a_profile_without_cycles_is_empty():
    assert Profile(("eye",), (None,)).timings() == []
    assert Profile((), ()).timings() == []
