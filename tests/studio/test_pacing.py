"""How long a run waits for the wall clock."""

import math

import pytest

from ludens.core.runtime.clock import SimulatedClock, nanoseconds
from ludens.studio.pacing import FORGIVEN_LAG_S, Pacer


def paced(speed: float) -> tuple[SimulatedClock, Pacer]:
    clock = SimulatedClock()
    pacer = Pacer(clock)
    pacer.set_speed(speed, 0)
    return clock, pacer


@pytest.mark.parametrize(("speed", "expected_s"), [(0.25, 4.0), (1.0, 1.0), (4.0, 0.25)])
def test_a_second_of_the_run_takes_its_share_of_wall_time(speed: float, expected_s: float) -> None:
    _, pacer = paced(speed)
    assert pacer.wait_s(nanoseconds(1.0)) == pytest.approx(expected_s)


def test_at_infinite_speed_nothing_waits() -> None:
    _, pacer = paced(math.inf)
    assert pacer.wait_s(nanoseconds(1000.0)) == 0.0


def test_a_small_delay_is_made_up() -> None:
    clock, pacer = paced(1.0)
    clock.advance_to(nanoseconds(1.1))
    assert pacer.wait_s(nanoseconds(1.0)) == 0.0
    assert pacer.wait_s(nanoseconds(1.5)) == pytest.approx(0.4)


def test_a_long_delay_is_forgiven_instead_of_raced_after() -> None:
    clock, pacer = paced(1.0)
    clock.advance_to(nanoseconds(5.0 + FORGIVEN_LAG_S))
    assert pacer.wait_s(nanoseconds(1.0)) == 0.0
    assert pacer.wait_s(nanoseconds(2.0)) == pytest.approx(1.0)


def test_a_change_of_speed_counts_from_now_on() -> None:
    clock, pacer = paced(1.0)
    clock.advance_to(nanoseconds(10.0))
    pacer.set_speed(2.0, nanoseconds(10.0))
    assert pacer.wait_s(nanoseconds(12.0)) == pytest.approx(1.0)


def test_the_achieved_speed_is_measured() -> None:
    clock, pacer = paced(math.inf)
    clock.advance_to(nanoseconds(1.0))
    pacer.wait_s(nanoseconds(7.0))
    assert pacer.achieved == pytest.approx(7.0)
