"""Men that stand badly on their points are spoken about once, and again when they are pushed farther."""

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.game_flow.recovery import OffCentreMen
from ludens.games.morris.game_flow.table_seen import TableSeen
from ludens.games.morris.judge import SeenBoard
from ludens.games.morris.rules import POINTS
from ludens.messages.morris_table import SeenMan

MEASURES = MorrisMeasures()
A1, G1 = POINTS["a1"], POINTS["g1"]


def seen(**off_m: float) -> TableSeen:
    """White men on points by name, so far to the right of them."""
    points_m = MEASURES.points_m()
    men = tuple(
        SeenMan(float(points_m[POINTS[name], 0]) + by_m, float(points_m[POINTS[name], 1]), 0.1, 0)
        for name, by_m in off_m.items()
    )
    return TableSeen(SeenBoard(0, 0), men, (), ())


def text_of(phrases):
    return " ".join(map(str, phrases))


def test_a_man_that_stands_well_is_not_spoken_about():
    assert OffCentreMen(MEASURES).look(seen(a1=0.004, g1=-0.005)) == ()


def test_one_that_stands_badly_is_spoken_about_once_and_again_when_pushed_farther():
    off_centre = OffCentreMen(MEASURES)
    first = text_of(off_centre.look(seen(a1=0.009, g1=0.0)))
    assert "The white man on a1 stands 9 mm off its point" in first
    assert off_centre.look(seen(a1=0.010, g1=0.0)) == ()
    assert "14 mm" in text_of(off_centre.look(seen(a1=0.014, g1=0.0)))


def test_who_stands_well_again_and_then_badly_is_news():
    off_centre = OffCentreMen(MEASURES)
    assert off_centre.look(seen(a1=0.009))
    assert off_centre.look(seen(a1=0.001)) == ()
    assert off_centre.look(seen(a1=0.009))


def test_who_stands_now_a_little_better_and_now_a_little_worse_is_spoken_about_once():
    off_centre = OffCentreMen(MEASURES)
    assert off_centre.look(seen(a1=0.0075))
    assert [off_centre.look(seen(a1=off_m)) for off_m in (0.0065, 0.008, 0.006, 0.009)] == [()] * 4


def test_several_are_told_in_one_breath():
    text = text_of(OffCentreMen(MEASURES).look(seen(a1=0.009, g1=0.011)))
    assert "on a1 stands 9 mm" in text
    assert "on g1 stands 11 mm" in text
    assert "push them" in text
