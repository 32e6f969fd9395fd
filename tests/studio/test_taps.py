"""Watching debug streams only while a tap is open."""

from ludens.core.contract.debug import Debug
from ludens.messages import SonarRing
from ludens.studio.taps import Board, Sample


class Now:
    time_s = 2.0


def publisher(board: Board) -> Debug:
    return Debug(board.hub, "ball/tracker", Now())


def test_the_newest_value_of_every_matching_path_is_kept() -> None:
    board = Board()
    debug = publisher(board)
    tap = board.tap("*tracker/*")
    debug.plot("x", 1.0)
    debug.plot("x", 2.0)
    debug.plot("y", 5.0)
    assert tap.latest == {"ball/tracker/x": Sample(2.0, 2.0), "ball/tracker/y": Sample(2.0, 5.0)}


def test_nothing_is_computed_before_a_tap_opens_and_after_it_closes() -> None:
    board = Board()
    debug = publisher(board)
    computed = []

    def value() -> float:
        computed.append(1)
        return 1.0

    debug.plot("x", value)
    tap = board.tap("*x")
    debug.plot("x", value)
    tap.close()
    debug.plot("x", value)
    assert len(computed) == 1
    assert board.watched == 0


def test_a_muted_board_computes_nothing_and_wakes_up_again() -> None:
    board = Board()
    debug = publisher(board)
    tap = board.tap("*x")
    board.mute(True)
    late = board.tap("*x")
    debug.plot("x", 1.0)
    assert tap.latest == late.latest == {}
    board.mute(False)
    debug.plot("x", 2.0)
    assert tap.newest() == late.newest() == Sample(2.0, 2.0)


def test_a_tap_lives_on_when_another_run_begins_and_forgets_the_last() -> None:
    board = Board()
    tap, series = board.tap("*x"), board.series("ball/tracker/x")
    publisher(board).plot("x", 1.0)
    board.clear()
    assert tap.newest() is None
    assert not series.points
    publisher(board).plot("x", 3.0)
    assert tap.newest() == Sample(2.0, 3.0)


def test_a_series_collects_one_number_of_a_message() -> None:
    board = Board()
    series = board.series("SonarRing", "ranges_m[1]")
    stream = board.hub.stream("SonarRing", "message")
    for k in range(3):
        board.hub.tell(stream, float(k), SonarRing(time_s=float(k), ranges_m=(0.0, 10.0 + k)))
    assert list(series.points) == [(0.0, 10.0), (1.0, 11.0), (2.0, 12.0)]


def test_closing_twice_does_no_harm() -> None:
    board = Board()
    tap = board.tap("*")
    tap.close()
    tap.close()
    assert board.watched == 0
