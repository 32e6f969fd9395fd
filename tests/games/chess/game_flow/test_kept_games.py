"""Games that are kept while they are played, and go on, with a robot on paper."""

import chess

from ludens.games.chess.rules.arrangement import carried_out
from ludens.games.chess.rules.configuration import cast, home
from ludens.games.chess.rules.physical import plan_of
from ludens.messages.chess_game import ChessOrder
from tests.games.chess.game_flow.paper_table import PaperTable

MATE = ("f2f3", "e7e5", "g2g4", "d8h4")


def test_a_kept_game_whose_mate_was_decided_is_carried_out_and_then_over():
    board, pieces = chess.Board(), home()
    for text in MATE[:-1]:
        move = chess.Move.from_uci(text)
        pieces = carried_out(plan_of(board, move, pieces), pieces)
        board.push(move)
    order = ChessOrder(time_s=0.0, start=chess.STARTING_FEN, moves=MATE, white="words", black="engine")
    table = PaperTable(order, pieces=pieces)

    table.run_until("over")

    assert cast(table.board(), table.pieces) is not None
    assert table.said[-1] == "Black wins by checkmate."


def test_a_new_game_is_told_from_one_that_is_taken_back_to_its_start():
    table = PaperTable(ChessOrder(time_s=0.0, start=chess.STARTING_FEN, white="words", black="hand"))
    table.run_until("listening")
    assert table.game is not None
    begun_s = table.game.begun_s
    table.want("move", "e2e4")
    table.run_until("waiting")

    table.want("take_back")
    table.run_until("listening")
    assert (table.game.moves, table.game.begun_s) == ((), begun_s)

    table.want("new_game")
    table.run_until("looking")
    table.run_until("listening")
    assert (table.game.moves, table.game.begun_s > begun_s) == ((), True)
