"""Watching debug streams only while a tap is open."""

import numpy as np
import pytest

from ludens.core.contract.debug import Debug
from ludens.core.contract.driver import Delivery
from ludens.geometry import Pose2
from ludens.messages import Odometry, SonarRing, StateReport
from ludens.studio.page import Figure, PlotLine
from ludens.studio.taps import FigureReader, Sample, StreamTaps, number_in, numbers_in


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


def test_a_page_that_comes_back_begins_with_what_the_last_one_saw_of_this_run() -> None:
    taps = StreamTaps()
    debug = publisher(taps)
    first = taps.tap("*tracker/*")
    debug.plot("x", 1.0)
    first.close()
    assert taps.tap("*x").latest == {"ball/tracker/x": Sample(2.0, 1.0)}
    assert taps.tap("*y").latest == {}
    taps.clear()  # another run begins
    assert taps.tap("*x").latest == {}


def test_a_second_page_sees_in_a_pause_what_the_first_one_sees_and_any_message_that_there_was() -> None:
    taps = StreamTaps()
    taps.tap("*tracker/*")  # stays open
    publisher(taps).plot("x", 1.0)
    ring = SonarRing(time_s=0.4, ranges_m=(1.0,))
    taps.memory.on_delivery(Delivery(500_000_000, "alpha", "body", (ring,)))
    assert taps.tap("*x").latest == {"ball/tracker/x": Sample(2.0, 1.0)}
    assert taps.tap("alpha/*").latest == {"alpha/SonarRing": Sample(0.5, ring)}
    taps.clear()
    assert taps.tap("*").latest == {}


def test_the_last_few_samples_of_a_path_are_kept_on_request() -> None:
    taps = StreamTaps()
    debug = publisher(taps)
    tap = taps.tap("*x", kept=2)
    for value in (1.0, 2.0, 3.0):
        debug.plot("x", value)
    assert tap.recent("ball/tracker/x") == [Sample(2.0, 2.0), Sample(2.0, 3.0)]
    tap.close()
    assert taps.tap("*x", kept=2).recent("ball/tracker/x") == [Sample(2.0, 3.0)]


def test_a_muted_tap_computes_nothing_and_wakes_up_again() -> None:
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


ODOMETRY = Odometry(time_s=1.0, odometry_from_robot=Pose2(1.5, -2.0, 0.25), forward_mps=0.5, turn_radps=-0.1)


def test_every_number_of_a_message_is_found_except_its_time() -> None:
    assert numbers_in(ODOMETRY) == [
        "odometry_from_robot.x_m",
        "odometry_from_robot.y_m",
        "odometry_from_robot.yaw_rad",
        "forward_mps",
        "turn_radps",
    ]


def test_every_name_found_leads_to_its_number() -> None:
    values = [number_in(ODOMETRY, name) for name in numbers_in(ODOMETRY)]
    assert values == [1.5, -2.0, 0.25, 0.5, -0.1]


def test_a_plain_number_has_the_empty_name() -> None:
    assert numbers_in(3.5) == [""]
    assert number_in(3.5, "") == 3.5
    assert number_in(np.float32(2.0), "") == 2.0
    assert number_in(True, "") == 1.0


def test_lists_and_arrays_are_opened() -> None:
    sonar = SonarRing(time_s=0.0, ranges_m=(1.0, 2.0, 3.0))
    assert numbers_in(sonar) == ["ranges_m[0]", "ranges_m[1]", "ranges_m[2]"]
    assert number_in(sonar, "ranges_m[2]") == 3.0
    assert numbers_in(np.eye(2)) == ["[0][0]", "[0][1]", "[1][0]", "[1][1]"]
    assert number_in(np.eye(2), "[1][1]") == 1.0


def test_the_pixels_of_an_image_are_not_offered() -> None:
    assert numbers_in(np.zeros((240, 320, 3), dtype=np.uint8)) == []


def test_a_message_without_numbers_offers_only_what_counts() -> None:
    report = StateReport(time_s=0.0, state="a", since_s=1.0, reason="", states=("a",), transitions=())
    assert numbers_in(report) == ["since_s"]


@pytest.mark.parametrize("name", ["ranges_m[9]", "nothing", "ranges_m.x"])
def test_a_name_that_leads_nowhere_gives_nothing(name: str) -> None:
    assert number_in(SonarRing(time_s=0.0, ranges_m=(1.0,)), name) is None


def test_what_is_no_finite_number_is_not_plotted() -> None:
    assert number_in(float("nan"), "") is None
    assert number_in(float("inf"), "") is None
    assert number_in("three", "") is None


def test_a_figure_shows_label_number_and_unit_and_a_dash_before() -> None:
    taps = StreamTaps()
    reader = FigureReader(
        taps, [Figure("rally", "*/rally"), Figure("", "*/speed_mps", unit="%", factor=100.0)]
    )
    assert reader.texts() == ["rally –", "– %"]
    debug = Debug(taps.hub, "referee", Now())
    debug.value("rally", 3)
    debug.plot("speed_mps", 0.256)
    assert reader.texts() == ["rally 3", "26 %"]
    reader.close()
    assert taps.watched == 0


def test_a_second_page_and_one_that_comes_back_begin_with_the_curve_of_the_first() -> None:
    taps = StreamTaps()
    first = taps.series("ball/tracker/x")
    publisher(taps).plot("x", 1.0)
    assert list(taps.series("ball/tracker/x").points) == list(first.points) != []
    first.close()
    assert list(taps.series("ball/tracker/x").points) == list(first.points)
    taps.clear()
    assert not taps.series("ball/tracker/x").points


def test_the_games_own_lines_are_known_to_a_page_that_is_opened_late() -> None:
    taps = StreamTaps([PlotLine("*/x"), PlotLine("*Odometry", "forward_mps")])
    publisher(taps).plot("x", 1.0)
    Debug(taps.hub, "other/tracker", Now()).plot("x", 7.0)
    assert list(taps.series("ball/tracker/x").points) == [(2.0, 1.0)]
    assert taps.watched == 1  # a memory is no page
    taps.clear()
    assert not taps.series("ball/tracker/x").points
