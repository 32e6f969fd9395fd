"""Watching debug streams only while a tap is open."""

from ludens.core.contract.debug import Debug
from ludens.messages import SonarRing
from ludens.studio.taps import Sample, StreamTaps


class Now:
    time_s = 2.0


def publisher(taps: StreamTaps) -> Debug:
    return Debug(taps.hub, "ball/tracker", Now())


def test_the_newest_value_of_every_matching_path_is_kept() -> None:
    taps = StreamTaps()
    debug = publisher(taps)
    tap = taps.tap("*tracker/*")
    debug.plot("x", 1.0)
    debug.plot("x", 2.0)
    debug.plot("y", 5.0)
    assert tap.latest == {"ball/tracker/x": Sample(2.0, 2.0), "ball/tracker/y": Sample(2.0, 5.0)}


def test_nothing_is_computed_before_a_tap_opens_and_after_it_closes() -> None:
    taps = StreamTaps()
    debug = publisher(taps)
    computed = []

    def value() -> float:
        computed.append(1)
        return 1.0

    debug.plot("x", value)
    tap = taps.tap("*x")
    debug.plot("x", value)
    tap.close()
    debug.plot("x", value)
    assert len(computed) == 1
    assert taps.watched == 0


def test_a_muted_board_computes_nothing_and_wakes_up_again() -> None:
    taps = StreamTaps()
    debug = publisher(taps)
    tap = taps.tap("*x")
    taps.mute(True)
    late = taps.tap("*x")
    debug.plot("x", 1.0)
    assert tap.latest == late.latest == {}
    taps.mute(False)
    debug.plot("x", 2.0)
    assert tap.newest() == late.newest() == Sample(2.0, 2.0)


def test_a_tap_lives_on_when_another_run_begins_and_forgets_the_last() -> None:
    taps = StreamTaps()
    tap, series = taps.tap("*x"), taps.series("ball/tracker/x")
    publisher(taps).plot("x", 1.0)
    taps.clear()
    assert tap.newest() is None
    assert not series.points
    publisher(taps).plot("x", 3.0)
    assert tap.newest() == Sample(2.0, 3.0)


def test_a_series_collects_one_number_of_a_message() -> None:
    taps = StreamTaps()
    series = taps.series("SonarRing", "ranges_m[1]")
    stream = taps.hub.stream("SonarRing", "message")
    for k in range(3):
        taps.hub.tell(stream, float(k), SonarRing(time_s=float(k), ranges_m=(0.0, 10.0 + k)))
    assert list(series.points) == [(0.0, 10.0), (1.0, 11.0), (2.0, 12.0)]


def test_closing_twice_does_no_harm() -> None:
    taps = StreamTaps()
    tap = taps.tap("*")
    tap.close()
    tap.close()
    assert taps.watched == 0
