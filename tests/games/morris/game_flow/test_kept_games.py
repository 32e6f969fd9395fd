"""Games that were begun before: kept in a file, or only on the board."""

import pytest

from ludens.games.morris.rules import POINTS, Position, fen_of, mask_of
from ludens.messages.manipulation import HandReport
from ludens.messages.task import TaskState
from tests.games.morris.game_flow.paper_table import PaperTable, order, position

A1, D1, G1, B2, D2 = (POINTS[name] for name in ("a1", "d1", "g1", "b2", "d2"))


@pytest.mark.parametrize("board", [{}, {A1: 0}])
def test_a_kept_game_goes_on_whether_or_not_the_hand_had_finished(board):
    table = PaperTable(board)
    table.order(order("a1"))
    table.run(until=lambda: table.state == "waiting")
    assert table.board == {A1: 0}
    assert any("I had not finished a1" in text for text in table.said) == (not board)


def test_a_kept_game_sees_what_the_person_has_done_meanwhile():
    table = PaperTable({A1: 0, G1: 1})
    table.turns = ["d1"]
    table.order(order("a1"))
    table.run(until=lambda: len(table.games[-1].turns if table.games else ()) == 3)
    assert table.games[-1].turns == ("a1", "g1", "d1")


def test_an_old_game_goes_on_from_what_stands_on_the_board():
    table = PaperTable({A1: 0, D1: 0, B2: 0, G1: 1, D2: 1, 20: 1})
    start = "********/********/******** w m s 0 0 0 0 0 0 -1 -1 -1 -1 0 0 1"
    table.turns = ["a1-a4"]
    table.order(order(start=start, from_board=True))
    table.run(until=lambda: table.state == "waiting")
    assert table.board[POINTS["a4"]] == 0
    assert any("3 white and 3 black men" in text for text in table.said)


def test_an_old_game_is_drawn_when_nobody_has_closed_a_mill_for_too_long_before_and_since():
    table = PaperTable({A1: 0, D1: 0, B2: 0, G1: 1, D2: 1, 20: 1})
    start = "********/********/******** w m s 0 0 0 0 0 0 -1 -1 -1 -1 0 99 60"
    table.turns = ["a1-a4"]
    table.order(order(start=start, from_board=True))
    table.run(until=lambda: table.state == "over")
    assert table.board[POINTS["a4"]] == 0
    assert table.games[-1].outcome.startswith("Draw: nobody closed a mill")
    assert "Draw" in table.said[-1]


WON = ("a1", "d1", "g4", "c3"), ("b6", "d5", "f6")
WINS = "g4-g1xd5"


@pytest.mark.parametrize("disturbed", [False, True])
def test_a_kept_game_whose_last_turn_was_decided_is_carried_out_and_then_over(disturbed):
    men = {POINTS[name]: colour for colour in (0, 1) for name in WON[colour]}
    white, black = (mask_of(POINTS[name] for name in names) for names in WON)
    start = fen_of(Position(white, black))
    table = PaperTable(men)
    if disturbed:
        table.board[POINTS["a7"]] = table.board.pop(POINTS["f6"])
    table.order(order(WINS, start=start))
    table.run(until=lambda: table.state == "over")
    assert table.board == {POINTS[name]: 0 for name in ("a1", "d1", "g1", "c3")} | {
        POINTS[name]: 1 for name in ("b6", "f6")
    }
    assert any(f"I had not finished {WINS}" in text for text in table.said) == (not disturbed)
    assert not any("your turn" in text for text in table.said)


def test_a_kept_game_that_began_with_men_on_the_board_asks_for_no_men_to_learn_from():
    men, start = position("a1 d1 b2 c3", "f2 d5 f6 d2")
    table = PaperTable(men)
    table.turns = ["a1-a4"]
    table.order(order(start=start, learns_colours=True))
    table.run(until=lambda: table.state == "waiting")
    assert table.games[-1].turns == ("a1-a4",)
    assert not any("learn their colours" in text for text in table.said)
    assert any("Our game goes on after 0 turns." in text for text in table.said)


def test_men_that_cannot_be_on_a_board_call_for_help_and_are_looked_at_again():
    men = {**dict.fromkeys(range(10), 0), **dict.fromkeys(range(10, 15), 1)}
    table = PaperTable(men)

    def answer(asked):
        if asked.asking == "help":
            table.board.pop(0, None)
        return None if asked.asking == "turn" else table.obliging(asked)

    table.person = answer
    start = "********/********/******** b m s 0 0 0 0 0 0 -1 -1 -1 -1 0 0 1"
    table.order(order(start=start, from_board=True))
    table.run(until=lambda: table.state == "waiting")
    assert any("White has 10 men" in text for text in table.said)
    assert any("I see 9 white and 5 black men" in text for text in table.said)


def test_a_game_from_the_board_is_told_only_when_its_men_were_seen():
    men, start = position("a1 d1 b2 c3", "f2 d5 f6 d2")
    table = PaperTable(men)
    table.turns = ["a1-a4"]
    told = "********/********/******** w m s 0 0 0 0 0 0 -1 -1 -1 -1 0 0 1"
    table.order(order(start=told, from_board=True))
    table.run(until=lambda: table.state == "waiting")
    assert {game.start for game in table.games} == {start}


def test_a_second_game_is_not_begun_with_a_thought_of_the_first():
    table = PaperTable()
    table.turns = ["a1"]
    table.order(order())
    table.run(until=lambda: table.state == "waiting")
    table.board.clear()
    table.turns = ["d1"]
    table.order(order())
    table.run(until=lambda: table.state == "waiting" and table.board != {})
    assert table.board == {D1: 0}


def test_a_man_that_was_in_the_hand_when_a_game_broke_off_is_asked_for_and_not_taken_for_lost():
    men, start = position("a1 d1 b2 c3", "f2 d5 f6 d2")
    del men[A1]
    table = PaperTable(men)
    table.held = {"left": 0}
    table._hand = HandReport(time_s=0.0, number=0, state=TaskState.DONE, holds=(True, False))
    table.order(order("a1-a4", start=start))
    table.run(until=lambda: table.state == "waiting")
    assert table.board[POINTS["a4"]] == 0
    assert "The white man belongs on a4. I try again with it in my hand." in table.said
    assert not any("missing" in text for text in table.said)
