from threading import Event

from hypothesis import given
from hypothesis import strategies as st

from ludens.core.runtime.clock import RealClock, SimulatedClock, nanoseconds, seconds


@given(st.integers(min_value=0, max_value=10**15))
def test_nanoseconds_survive_the_way_through_seconds_within_eleven_days(time_ns):
    assert nanoseconds(seconds(time_ns)) == time_ns


def test_a_simulated_clock_moves_when_it_is_told_and_never_back():
    clock = SimulatedClock()
    assert clock.now_ns() == 0
    clock.advance_to(20)
    clock.advance_to(10)
    assert clock.now_ns() == 20


def test_a_real_clock_starts_at_zero_and_does_not_run_backwards():
    clock = RealClock()
    times_ns = [clock.now_ns() for _ in range(100)]
    assert times_ns[0] >= 0
    assert times_ns == sorted(times_ns)


def test_a_real_clock_waits_until_the_moment_asked_for():
    clock = RealClock()
    moment_ns = clock.now_ns() + 2_000_000
    clock.sleep_until(moment_ns)
    assert clock.now_ns() >= moment_ns
    clock.sleep_until(moment_ns)  # past: returns


def test_what_happens_ends_the_waiting():
    happened = Event()
    happened.set()
    RealClock().sleep_until(3600 * 10**9, unless=happened)  # returns
