"""How games end at the table, and turns that are seldom: wins, draws, mills, men that fly."""

import pytest

from ludens.games.morris.rules import POINTS
from ludens.messages.morris_game import PersonAsked
from tests.games.morris.game_flow.paper_table import PaperTable, order, position


def plays(table: PaperTable, *changes: str) -> None:
    """Let a person of black make these changes, turn by turn: `g1 b2` moves, `xa1` takes, `+a1` places."""
    left = list(changes)

    def answer(asked):
        if asked.asking == "turn" and left:
            for word in left.pop(0).split(","):
                if word.startswith("x"):
                    del table.board[POINTS[word[1:]]]
                elif word.startswith("+"):
                    table.board[POINTS[word[1:]]] = 1
                else:
                    origin, target = word.split()
                    table.board[POINTS[target]] = table.board.pop(POINTS[origin])
        return table.obliging(asked)

    table.person = answer


def begun(white: str, black: str, *turns: str, mind: list[str]) -> PaperTable:
    men, start = position(white, black)
    table = PaperTable(men)
    table.turns = mind
    table.order(order(*turns, start=start))
    return table


def said(table: PaperTable, words: str) -> bool:
    return any(words in text for text in table.said)


def ends(table: PaperTable, words: str) -> None:
    table.run(until=lambda: table.state == "over")
    table.run(until=lambda: said(table, words), most_s=2.0)
    assert table.games[-1].outcome == words


def test_a_position_that_stands_for_the_third_time_is_a_draw_and_said_to_be():
    table = begun(
        "a1 d2 c5 e3",
        "g1 b4 d7 f6",
        mind=["a1-a4", "a4-a1", "a1-a4", "a4-a1"],
    )
    plays(table, "g1 g4", "g4 g1", "g1 g4", "g4 g1")
    ends(table, "Draw: the same position stood on the board too often.")
    assert len(table.games[-1].turns) == 8


def test_a_robot_that_is_shut_in_has_lost_and_says_so():
    table = begun("a7 d7 g7 d2", "a1 g1 b2 f2 d3 a4 d6 g4", mind=["d2-d1"])
    plays(table, "b2 d2")
    ends(table, "Black wins: the opponent cannot move.")


def test_a_person_who_is_left_with_two_men_has_lost():
    table = begun("a1 d1 g4 c3", "b6 d5 f6", mind=["g4-g1xd5"])
    ends(table, "White wins: the opponent has fewer than three men.")
    assert POINTS["d5"] not in table.board
    assert not said(table, "your turn")


def test_a_person_with_three_men_may_fly():
    table = begun("a1 d1 g4 c3 e5", "b6 d5 f6", mind=["g4-g7", "g7-g4"])
    plays(table, "b6 g1")
    table.run(until=lambda: len(table.games[-1].turns if table.games else ()) == 3)
    assert table.games[-1].turns[1] == "b6-g1"
    assert table.games[-1].offences == ()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("d3 d2,xa7", "a7"),  # which stands in a mill and is safe
        ("d3 d2,xe5,xc4", "2 men"),
        ("d3 d2", "mill"),  # and takes nothing
    ],
)
def test_who_takes_wrongly_after_a_mill_is_told_so_and_puts_it_right(change, sentence):
    table = begun("a7 d7 g4 e5 c4", "b2 f2 d3 a1", mind=["g4-g7xa1", "g7-g4"])
    plays(table, change)
    table.run(until=lambda: len(table.games[-1].turns if table.games else ()) == 3)
    (wrong,) = (asked.text for asked in table.asked if asked.asking == "put right")
    assert sentence in wrong
    assert len(table.games[-1].offences) == 1


# ------------------------------------------------------------------------------------------- nobody answers


@pytest.mark.parametrize("ignored", ["start", "turn", "put right", "help"])
def test_what_nobody_answers_is_asked_for_again_and_the_game_goes_on_when_somebody_does(ignored):
    table = PaperTable(patience_s=20.0)
    table.turns = ["a1", "d1"]
    unheard: list[PersonAsked] = []

    def answer(asked):
        if asked.asking == "turn" and len(table.board) == 1:
            table.board |= {POINTS["g1"]: 1} | ({POINTS["b2"]: 1} if ignored == "put right" else {})
            table.blind = 2 if ignored == "help" else 0
        if asked.asking == ignored and not unheard:
            unheard.append(asked)
            return None
        return table.obliging(asked)

    table.person = answer
    table.order(order())
    table.run(until=lambda: bool(unheard))
    table.run(until=lambda: sum(unheard[0].text in text for text in table.said) == 4, most_s=150.0)
    table._pressed += ["", table.obliging(unheard[0]) or ""]
    table.run(until=lambda: len(table.games[-1].turns) == 3)


def test_a_man_that_nobody_hands_over_is_asked_for_again_then_help_is_called_and_the_game_goes_on():
    table = PaperTable()
    table.turns, table.fails = ["a1"], {"accept": 3}

    def answer(asked):
        gives = asked.asking != "hand over" or table.fails["accept"] == 0
        return table.obliging(asked) if gives else None

    table.person = answer
    table.order(order())
    table.run(until=lambda: table.state == "waiting")
    assert (
        sum("Please put a white man into my" in text for text in table.said) == 3
    )  # then somebody puts it on its point
    assert table.helped == 1
    assert table.board == {POINTS["a1"]: 0}


def test_who_directs_the_robot_is_asked_for_its_turn_again_and_legs_rest_meanwhile():
    table = PaperTable(patience_s=20.0)
    table.turns, table.thinks = ["a1"], False
    table.order(order(level="director"))
    question = "Which turn shall I play for white?"
    table.run(until=lambda: table.said.count(question) == 3, most_s=70.0)
    table.temperature_c = 72.0
    table.run(until=lambda: table.motions[-1] == "rest")
    table.temperature_c, table.thinks = 50.0, True
    table.run(until=lambda: table.state == "waiting")
    assert table.board == {POINTS["a1"]: 0}
    assert table.games[-1].turns == ("a1",)
