"""What a player at a page wants beside turns: to take back, to give up, a draw, advice, another game."""

import pytest

from ludens.games.morris.rules import POINTS
from ludens.messages.morris_game import PersonAsked
from tests.games.morris.game_flow.paper_table import PaperTable, order

A1, D1, B2, D2 = (POINTS[name] for name in ("a1", "d1", "b2", "d2"))


def waiting_table(*turns: str) -> PaperTable:
    """A table at which the robot, white, waits for black, who is at a page and says nothing."""
    men = {POINTS[name]: number % 2 for number, name in enumerate(turns)}
    table = PaperTable(men)
    table.turns = ["a7", "g7"]
    table.person = lambda asked: None if asked.asking == "turn" else table.obliging(asked)
    table.order(order(*turns, at_page=("black",)))
    table.run(until=lambda: table.state == "waiting")
    return table


def test_a_turn_that_is_taken_back_is_put_back_on_the_board_by_whoever_is_there():
    table = waiting_table("a1", "b2", "d1")
    table.wish("take_back")
    table.run(until=lambda: table.state == "put right")
    assert "Please put the men back" in table.said[-1]
    table.run(until=lambda: table.state == "waiting")
    assert table.board == {A1: 0}  # before black's last turn
    assert table.games[-1].turns == ("a1",)
    assert table.games[-1].turn == "black"


def test_what_is_taken_back_while_a_hand_is_at_work_waits_for_it():
    table = waiting_table("a1", "b2", "d1")
    table.board[D2] = 1
    table._pressed.append("head front")
    table.run(until=lambda: table.state == "moving")
    table.wish("take_back")
    table.run(until=lambda: "I do so as soon as my hands are free." in table.said)
    table.run(until=lambda: table.state == "waiting")
    assert table.games[-1].turns == ("a1", "b2", "d1")
    assert table.board == {A1: 0, B2: 1, D1: 0}


def test_who_gives_up_has_lost_at_once_and_the_game_is_kept_as_over():
    table = waiting_table("a1")
    table.wish("resign")
    table.run(until=lambda: table.state == "over", most_s=1.0)
    assert table.said[-1] == "White wins: the opponent has given up."
    assert table.games[-1].closed == "black resigns"
    assert table.games[-1].outcome == table.said[-1]


@pytest.mark.parametrize(
    ("score", "state", "answer"), [(50, "over", "I accept."), (-50, "waiting", "I would rather play on.")]
)
def test_a_draw_is_taken_by_a_robot_that_is_not_ahead(score: int, state: str, answer: str):
    table = waiting_table("a1")
    table.score = score  # of the player, who is to move
    table.wish("draw")
    table.run(until=lambda: answer in table.said, most_s=2.0)
    table.run(until=lambda: table.state == state, most_s=1.0)
    assert (table.games[-1].closed == "draw agreed") == (state == "over")


def test_advice_is_told_while_the_game_goes_on():
    table = waiting_table("a1")
    table.wish("hint")
    table.run(until=lambda: table.said[-1] == "About hint.", most_s=2.0)
    assert table.state == "waiting"


def test_another_game_begins_on_a_board_that_people_clear():
    table = waiting_table("a1", "b2", "d1", "d2", "a7")
    table.wish("new_game")
    table.turns = ["a1"]
    table.run(until=lambda: table.state == "waiting" and len(table.games[-1].turns) == 1)
    assert any("Men of another game stand on the board" in text for text in table.said)
    assert table.board == {A1: 0}
    assert table.games[-1].begun_s > 0.0


def test_a_player_at_a_page_is_asked_for_turns_and_whoever_is_there_for_the_rest():
    table = waiting_table("a1")
    keeper = table.module.table
    assert keeper is not None
    assert table.said[-1] == "It is your turn, black."
    assert keeper.audience_of("turn") == "player"
    assert keeper.audience_of("hand over") == "table"
    assert isinstance(table.asked[-1], PersonAsked)


def test_a_robot_that_was_ended_by_its_button_can_still_take_back():
    table = waiting_table("a1", "b2", "d1")
    table._pressed.append("head rear")
    table.run(until=lambda: table.state == "over")
    table.wish("take_back")
    table.run(until=lambda: table.state == "waiting")
    assert table.board == {A1: 0}
