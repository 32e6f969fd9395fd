"""What a person does before the robot has looked, or after the game."""

import chess
import pytest

from ludens.games.chess.rules.arrangement import arrange, carried_out
from ludens.games.chess.rules.configuration import PieceConfiguration, cast, home
from ludens.games.chess.rules.places import in_slot, on_square
from ludens.messages.chess_game import ChessOrder
from tests.games.chess.game_flow.paper_table import PaperTable, scripted

CASTLING = "4k2r/8/8/8/8/8/8/R3K3 w k - 0 1"
PROMOTION = "4k3/8/8/8/8/8/p7/4K2q w - - 0 1"


def shown(fen: str) -> PieceConfiguration:
    return carried_out(arrange(chess.Board(fen), home()), home())


def after_its_move(fen: str, *sans: str) -> PaperTable:
    """Its first move has been made, and the arm is still under way."""
    table = PaperTable(ChessOrder(time_s=0.0, start=fen), pieces=shown(fen))
    table.engine = scripted(*sans)
    table.run_until("moving")
    while cast(table.board(), table.pieces) is None:
        table.step()
    assert table.state == "moving"
    return table


def test_a_reply_that_is_made_while_the_arm_goes_home_counts():
    table = after_its_move(chess.STARTING_FEN, "e4", "Nf3")

    table.play_by_hand("e5")
    table.run_until("thinking")
    table.run_until("waiting")

    assert [move.uci() for move in table.board().move_stack] == ["e2e4", "e7e5", "g1f3"]
    assert "You played e5." in table.said
    assert cast(table.board(), table.pieces) is not None


def test_half_a_castling_that_is_made_so_early_may_still_be_finished():
    table = after_its_move(CASTLING, "Ra2", "Rb2")
    table.by_hand((table.pieces.on(chess.E8), on_square(chess.G8)))  # type: ignore[arg-type]
    table.run_until("waiting")
    table.run(1.0)

    table.by_hand((table.pieces.on(chess.H8), on_square(chess.F8)))  # type: ignore[arg-type]
    table.run_until("thinking")

    assert table.board().peek() == chess.Move.from_uci("e8g8")


def test_a_pawn_that_arrives_so_early_is_asked_about_and_not_put_back():
    table = after_its_move(PROMOTION, "Kd2")
    table.by_hand((table.pieces.on(chess.A2), on_square(chess.A1)))  # type: ignore[arg-type]

    table.run_until("asking")

    assert table.game is not None
    assert "a2a1q" in table.game.choices


@pytest.mark.parametrize("moves", [(), ("e2e4",)])
def test_what_stands_on_the_board_when_a_new_game_is_wished_for_is_no_move_of_it(moves):
    order = ChessOrder(time_s=0.0, start=chess.STARTING_FEN, moves=moves, white="hand", black="hand")
    table = PaperTable(order)
    table.run_until("waiting")
    table.run(0.2)
    if not moves:
        table.play_by_hand("e4")
        table.run(0.5)

    table.want("new_game")
    table.run_until("repairing")
    table.run_until("waiting")

    assert table.board().move_stack == []
    assert table.pieces == home()


def test_pieces_that_are_put_away_after_the_end_are_spoken_of_once():
    table = PaperTable()
    table.run_until("waiting")
    table.want("resign")
    table.run_until("over")
    table.run(0.2)
    before = len(table.said)

    for piece in (19, 20, 21):
        table.by_hand((piece, in_slot(chess.WHITE, piece - 19)))
        table.run(1.0)

    assert len(table.said[before:]) == 1
    assert table.said[-1].startswith("The game is over.")
