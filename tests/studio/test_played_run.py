"""Whether robots are alive."""

import pytest

from ludens.core.contract.driver import Delivery, RobotDescription, Source
from ludens.core.runtime.clock import nanoseconds
from ludens.studio.run_observers import Heartbeat

ROBOTS = (RobotDescription("alpha", "toy", (Source("body", 0.02, ()), Source("camera", 0.1, ()))),)


def heard(source: str, period_s: float, count: int) -> Heartbeat:
    heartbeat = Heartbeat(ROBOTS)
    for k in range(count):
        heartbeat.on_delivery(Delivery(nanoseconds(k * period_s), "alpha", source, ()))
    return heartbeat


def test_a_source_that_keeps_its_promise_is_alive_with_its_rate() -> None:
    body, camera = heard("body", 0.02, 101).pulses(2.0)
    assert (body.source, body.condition, body.age_s) == ("body", "alive", 0.0)
    assert body.measured_hz == pytest.approx(body.wanted_hz) == pytest.approx(50.0)
    assert (camera.condition, camera.age_s) == ("awaited", None)


def test_a_slow_source_shows_its_real_rate() -> None:
    camera = heard("camera", 0.25, 20).pulses(4.75)[1]
    assert camera.measured_hz == pytest.approx(4.0)


@pytest.mark.parametrize(("now_s", "condition"), [(0.95, "alive"), (1.3, "late"), (2.5, "silent")])
def test_a_source_that_stops_becomes_late_and_then_silent(now_s: float, condition: str) -> None:
    assert heard("camera", 0.1, 10).pulses(now_s)[1].condition == condition


def test_strangers_are_ignored() -> None:
    heartbeat = Heartbeat(ROBOTS)
    heartbeat.on_delivery(Delivery(0, "", "spectator", ()))
    assert [pulse.condition for pulse in heartbeat.pulses(1.0)] == ["awaited", "awaited"]
