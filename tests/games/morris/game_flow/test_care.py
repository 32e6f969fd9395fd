"""The keeper of a game in trouble with its own body, and with men that are not where they should be."""

import pytest

from ludens.games.morris.rules import POINTS
from ludens.messages.manipulation import HandContents, HandReport
from ludens.messages.morris_table import SeenMan
from ludens.messages.task import TaskState
from tests.games.morris.game_flow.paper_table import PaperTable, order

A1, D1, G1, B2, D2 = (POINTS[name] for name in ("a1", "d1", "g1", "b2", "d2"))


def said(table: PaperTable, words: str) -> bool:
    return any(words in text for text in table.said)


def ordered(table: PaperTable, *turns: str) -> PaperTable:
    table.order(order(*turns))
    return table


def test_a_robot_that_falls_with_a_man_in_hand_gets_up_comes_back_and_places_it():
    table = ordered(PaperTable())
    table.turns = ["a1"]
    table.run(until=lambda: bool(table.held))
    table.lies = True
    table.held.clear()  # it rolled away
    table.run(until=lambda: said(table, "I have fallen"))
    table.lies = False
    table.run(until=lambda: table.state == "waiting")
    assert said(table, "I stand again")
    assert table.board == {A1: 0}
    assert table.helped == 0


def test_a_robot_that_falls_while_it_waits_still_hears_that_the_turn_is_done():
    table = ordered(PaperTable({A1: 0}), "a1")
    table.turns = ["d1"]
    table.person = lambda asked: None if asked.asking == "turn" else table.obliging(asked)
    table.run(until=lambda: table.state == "waiting")
    table.lies = True
    table.run(until=lambda: said(table, "I have fallen"))
    table.board[G1] = 1
    table._pressed.append("head front")
    table.run(until=lambda: not table._pressed)
    table.lies = False
    table.run(until=lambda: len(table.games[-1].turns) == 3)
    assert table.games[-1].turns == ("a1", "g1", "d1")


@pytest.mark.parametrize(
    ("leans", "words"),
    [(False, "I have fallen and cannot get up by myself"), (True, "I have fallen against the table")],
)
def test_a_robot_that_cannot_get_up_is_helped(leans, words):
    table = ordered(PaperTable({A1: 0}), "a1")

    def answer(asked):
        if asked.asking == "help":
            table.lies = False
        return None if asked.asking == "turn" else table.obliging(asked)

    table.person = answer
    table.run(until=lambda: table.state == "waiting")
    table.lies, table.leans = True, leans
    table.run(until=lambda: said(table, "I stand again") and table.state == "waiting")
    assert table.helped == 1
    assert said(table, words)


def test_who_waits_for_an_answer_that_never_comes_says_so_again_and_spares_its_legs():
    table = ordered(PaperTable({A1: 0}, patience_s=20.0), "a1")
    table.person = lambda _: None
    table.run(until=lambda: sum("It is your turn" in text for text in table.said) == 3)
    table.temperature_c = 72.0
    table.run(until=lambda: table.motions[-1] == "rest")
    assert said(table, "My legs are hot")
    table.temperature_c = 50.0
    table.run(until=lambda: said(table, "My legs have cooled"))
    table.run(until=lambda: table.motions[-1] == "walk" and table.place_m[1] > -0.4)
    assert table.state == "waiting"


@pytest.mark.parametrize(
    ("strays", "words"),
    [
        ((), "The black man of g1 is missing: it may have fallen off the table"),
        ((SeenMan(0.17, -0.12, 0.2, 1),), "A black man stands at the table's edge near g1 and belongs on g1"),
        ((SeenMan(0.14, -0.13, 0.2, 1),), "A black man stands beside g1 and belongs on g1"),
    ],
)
def test_a_man_that_is_not_where_it_belongs_is_spoken_about_and_brought_back(strays, words):
    table = PaperTable({A1: 0})
    table.strays, table.turns = list(strays), ["d1"]
    ordered(table, "a1", "g1")
    table.run(until=lambda: table.state == "waiting")
    assert said(table, words)
    assert table.board == {A1: 0, D1: 0, G1: 1}
    assert sum("belongs" in text or "missing" in text for text in table.said) == 1


def test_a_man_that_fell_off_the_table_when_it_was_placed_is_asked_for_again():
    table = ordered(PaperTable())
    table.turns = ["a1"]
    table.run(until=lambda: [act.act for act in table.acts][-1:] == ["tuck"])
    table.board.clear()
    table.run(until=lambda: table.state == "waiting")
    assert said(table, "The white man of a1 is missing")
    assert table.board == {A1: 0}


def test_a_hand_in_the_way_is_spoken_about_once_and_waited_for():
    table = PaperTable({A1: 0})
    table.hindered = 5
    ordered(table, "a1")
    table.run(until=lambda: table.state == "waiting")
    assert sum("in the way" in text for text in table.said) == 1
    assert table.helped == 0


def test_a_man_that_is_still_in_the_hand_when_a_kept_game_goes_on_is_handed_back_first():
    table = PaperTable()
    table.held = {"left": 0}
    table._hand = HandReport(time_s=0.0, number=0, state=TaskState.DONE, holds=(True, False))
    ordered(table, "a1")
    table.run(until=lambda: table.state == "waiting")
    assert said(table, "Please take what is in my left hand")
    assert table.board == {A1: 0}
    assert [act.act for act in table.acts][:2] == ["offer", "accept"]


@pytest.mark.parametrize(("seen", "is_black"), [((0.9, 0.05, 0.05), False), ((0.9, 0.01, 0.09), True)])
def test_fingers_that_feel_a_man_are_believed_where_eyes_see_none(monkeypatch, seen, is_black):
    table = ordered(PaperTable())
    table.turns = ["a1"]

    def in_hand() -> HandContents | None:
        is_first = sum(act.act == "accept" for act in table.acts) == 1
        chances = seen if is_first else (0.05, 0.9, 0.05)
        return HandContents(time_s=table.time_s, hand=table._shown or "left", probabilities=chances)

    monkeypatch.setattr(table, "_in_hand", in_hand)
    table.run(until=lambda: table.state == "waiting")
    assert table.board == {A1: 0}
    assert said(table, "This is a black man") == is_black  # what eyes say of its colour still counts


def test_hot_legs_rest_between_two_men_of_one_turn():
    table = PaperTable({A1: 0, B2: 1, D1: 0, D2: 1})
    table.turns = ["g1xb2"]
    table.order(order("a1", "b2", "d1", "d2"))
    table.run(until=lambda: [act.act for act in table.acts][-1:] == ["place"])
    table.temperature_c = 72.0
    table.run(until=lambda: table.motions[-1] == "rest")
    assert "grasp" not in [act.act for act in table.acts]
    table.temperature_c = 50.0
    table.run(until=lambda: table.state == "waiting")
    assert table.board == {A1: 0, D1: 0, G1: 0, D2: 1}


def test_who_was_helped_up_has_not_shown_the_men_that_were_asked_for_before():
    table = PaperTable()

    def answer(asked):
        if asked.asking == "help":
            table.lies = False
            return "head middle"
        return None

    table.person = answer
    table.order(order(learns_colours=True))
    table.run(until=lambda: said(table, "so that I learn their colours"))
    table.lies = table.leans = True
    table.run(until=lambda: said(table, "I stand again"))
    scans = table.scans
    until_s = table.time_s + 20.0
    table.run(until=lambda: table.time_s > until_s)
    assert table.scans == scans
    assert table.state == "init"


def test_of_two_men_on_one_point_the_second_is_taken_off_without_touching_the_first():
    table = PaperTable({A1: 0, G1: 1})
    second = SeenMan(0.1585 - 0.027, -0.1585, 0.2, 0)
    table.strays, table.turns = [second], ["d1"]
    ordered(table, "a1", "g1")
    table.run(until=lambda: any(act.act == "grasp" for act in table.acts))
    (grasp,) = (act for act in table.acts if act.act == "grasp")
    assert grasp.place_m == (second.x_m, second.y_m)
    assert any(abs(x_m - 0.1585) < 0.001 and abs(y_m + 0.1585) < 0.001 for x_m, y_m in grasp.neighbours_m)
    table.run(until=lambda: table.state == "waiting")
    assert table.board == {A1: 0, G1: 1, D1: 0}
