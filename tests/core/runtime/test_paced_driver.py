from threading import Event, Thread

import pytest

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import RealClock, SimulatedClock
from ludens.core.runtime.paced_driver import PacedDriver
from tests.core.paper_robot import PaperRobot, beats, body, drive

MS = 1_000_000


def arrivals_ms(driver, clock):
    times = []
    while driver.next_delivery() is not None:
        times.append(clock.now_ns() / MS)
    return times


@pytest.mark.parametrize(
    ("speed", "expected_ms"), [(1.0, [0, 20, 40, 60]), (2.0, [0, 10, 20, 30]), (0.5, [0, 40, 80, 120])]
)
def test_deliveries_keep_the_pace_of_the_clock(speed, expected_ms):
    clock = SimulatedClock()
    assert arrivals_ms(PacedDriver(PaperRobot(beats(4)), clock, speed=speed), clock) == expected_ms


def test_the_first_delivery_comes_at_once_wherever_its_time_begins():
    clock = SimulatedClock()
    clock.advance_to(7 * MS)
    driver = PacedDriver(PaperRobot([body(100.0), body(100.5)]), clock)
    assert arrivals_ms(driver, clock) == [7, 507]


def test_a_short_delay_is_made_up_and_a_stall_is_not():
    clock = SimulatedClock()
    driver = PacedDriver(PaperRobot(beats(5)), clock)
    driver.next_delivery()
    clock.advance_to(50 * MS)  # a little late: the second is overdue and the third comes in its own time
    driver.next_delivery()
    driver.next_delivery()
    assert clock.now_ns() == 50 * MS
    driver.next_delivery()
    assert clock.now_ns() == 60 * MS
    clock.advance_to(10_000 * MS)
    driver.next_delivery()
    assert clock.now_ns() == 10_000 * MS


def test_after_a_stall_the_pace_is_kept_from_there():
    clock = SimulatedClock()
    driver = PacedDriver(PaperRobot(beats(4)), clock)
    driver.next_delivery()
    clock.advance_to(5000 * MS)
    assert arrivals_ms(driver, clock) == [5000, 5020, 5040]


def test_everything_else_is_passed_on():
    inner = PaperRobot(beats(1))
    driver = PacedDriver(inner, SimulatedClock())
    assert driver.robots is inner.robots
    driver.command("", drive(0.0))
    driver.make_safe("")
    driver.close()
    assert inner.log == [drive(0.0), "safe", "closed"]


def test_who_waits_for_a_delivery_is_let_go_when_the_driver_closes():
    computed = Event()

    def script():
        yield body(0.02)
        computed.set()
        yield body(3600.0)

    driver = PacedDriver(PaperRobot(script()), RealClock())
    driver.next_delivery()
    got = []
    waiting = Thread(target=lambda: got.append(driver.next_delivery()), daemon=True)
    waiting.start()
    assert computed.wait(10.0)
    driver.close()
    waiting.join(10.0)
    assert got == [None]
    assert driver.next_delivery() is None


@pytest.mark.parametrize("speed", [0.0, -1.0, float("nan"), float("inf")])
def test_a_speed_that_is_no_pace_is_refused(speed):
    with pytest.raises(LudensError, match="no pace"):
        PacedDriver(PaperRobot([]), SimulatedClock(), speed=speed)
