from ludens.core.runtime.watchdog import Watchdog
from tests.core.paper_robot import body, camera, description


def silent(watchdog, delivery):
    return [(fault.where, fault.time_s) for fault in watchdog.silent(delivery)]


def test_a_source_that_keeps_its_rate_is_never_called_silent():
    watchdog = Watchdog([description()])
    for beat in range(1, 500):
        assert silent(watchdog, body(beat * 0.02)) == []
        if beat % 5 == 0:
            assert silent(watchdog, camera(beat * 0.02)) == []


def test_jitter_and_a_few_lost_deliveries_are_forgiven():
    watchdog = Watchdog([description()])
    assert silent(watchdog, camera(0.1)) == []
    assert silent(watchdog, body(1.05)) == []


def test_a_camera_that_stops_is_noticed_by_the_body_and_again_while_it_lasts():
    watchdog = Watchdog([description("alpha")])
    assert silent(watchdog, camera(0.1, robot="alpha")) == []
    assert silent(watchdog, body(1.12, robot="alpha")) == [("alpha/camera", 1.12)]
    assert silent(watchdog, body(1.14, robot="alpha")) == [("alpha/camera", 1.14)]


def test_a_camera_that_comes_back_is_no_longer_silent():
    watchdog = Watchdog([description()])
    assert silent(watchdog, body(5.0)) == [("camera", 5.0)]
    assert silent(watchdog, camera(5.01)) == []
    assert silent(watchdog, body(5.02)) == []


def test_a_source_that_never_delivered_is_silent_from_the_start():
    watchdog = Watchdog([description()])
    assert silent(watchdog, camera(1.5)) == [("body", 1.5)]


def test_a_source_that_falls_silent_a_second_time_is_noticed_again():
    watchdog = Watchdog([description()])
    assert silent(watchdog, body(5.0)) == [("camera", 5.0)]
    assert silent(watchdog, camera(7.0)) == [("body", 7.0)]
    assert silent(watchdog, body(7.01)) == []
    assert silent(watchdog, body(8.02)) == [("camera", 8.02)]
