"""Of two robots at one table each passes the word only from where it is out of the other one's way."""

import math

import pytest

from ludens.games.morris.game_flow.clear_table import AT_HOME_M
from ludens.games.morris.rules import POINTS
from ludens.geometry import Pose2
from tests.games.morris.game_flow.paper_table import PaperTable, order

A1 = POINTS["a1"]
HOME = Pose2(0.0, -0.72, math.pi / 2)


def one_of_two(table: PaperTable, *, passes: int, **more) -> list[float]:
    """Play beside another robot that does nothing `passes` times; return where the word was passed from."""
    passed_m: list[float] = []

    def answer(asked):
        if asked.asking == "turn":
            passed_m.append(math.hypot(table.place_m[0] - HOME.x_m, table.place_m[1] - HOME.y_m))
            return "head front" if len(passed_m) <= passes else None
        return table.obliging(asked)

    table.person = answer
    table.turns = ["a1"]
    table.order(order(home=HOME, **more))
    return passed_m


@pytest.mark.parametrize("stuck", [1, 2])
def test_who_cannot_stand_aside_is_helped_before_it_passes_the_word(stuck):
    table = PaperTable()
    passed_m = one_of_two(table, passes=0)
    table.run(until=lambda: table.state == "moving" and table.board == {A1: 0})
    table.stuck = stuck
    table.run(until=lambda: bool(passed_m))
    assert passed_m == [0.0]
    assert table.helped == stuck
    assert any("I cannot stand aside. I could not go there: something is in" in said for said in table.said)
    assert table.state == "waiting"


def test_who_looked_for_nothing_stands_aside_again_before_it_passes_the_word_once_more():
    table = PaperTable()
    passed_m = one_of_two(table, passes=2)
    table.run(until=lambda: len(passed_m) == 3)
    assert table.scans > 3
    assert passed_m == [0.0, 0.0, 0.0]


def test_who_falls_on_its_way_aside_gets_up_and_goes_there_before_it_passes_the_word():
    table = PaperTable()
    passed_m = one_of_two(table, passes=0)
    table.run(until=lambda: table.state == "moving" and table.board == {A1: 0})
    table.is_slow = True
    table.run(until=lambda: table.walks[-1].board_from_robot == HOME)
    table.lies = True
    table.run(until=lambda: any("I have fallen" in text for text in table.said))
    table.lies = table.is_slow = False
    table.run(until=lambda: bool(passed_m))
    assert passed_m == [0.0]
    assert table.helped == 0


def test_nobody_shuffles_for_millimetres_where_it_only_waits():
    table = PaperTable()
    passed_m = one_of_two(table, passes=0)
    table.run(until=lambda: bool(passed_m))
    assert table.walks[-1].board_from_robot == HOME
    assert table.walks[-1].within_m == AT_HOME_M
    assert all(walk.within_m < 0.02 for walk in table.walks[:-1])


def test_who_made_the_last_turn_stands_aside_before_the_other_one_is_called_to_see_it():
    men = {"a1": 0, "d1": 0, "g4": 0, "c3": 0, "b6": 1, "d5": 1, "f6": 1}
    table = PaperTable({POINTS[name]: colour for name, colour in men.items()})
    start = "********/********/******** w m s 0 0 0 0 0 0 -1 -1 -1 -1 0 0 1"
    passed_m = one_of_two(table, passes=0, start=start, from_board=True)
    table.turns = ["g4-g1xd5"]
    table.run(until=lambda: table.state == "moving" and table.board.get(POINTS["d5"]) is None)
    table.stuck = 1
    table.run(until=lambda: bool(passed_m))
    assert passed_m == [0.0]
    assert table.helped == 1
    assert table.state == "over"
