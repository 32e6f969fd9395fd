"""Chess moves done with pieces: after every plan they show the position, and none is put on another."""

import chess
import numpy as np
import pytest

from ludens.games.chess.rules.arrangement import PieceMovePlan, arrange, carried_out
from ludens.games.chess.rules.configuration import PieceConfiguration, cast, home
from ludens.games.chess.rules.errors import ChessError
from ludens.games.chess.rules.physical import plan_of, take_back
from ludens.games.chess.rules.places import OFF, PIECES, in_slot, on_square
from tests.games.chess.random_games import lively, random_boards


def carry_out(plan: PieceMovePlan, configuration: PieceConfiguration) -> PieceConfiguration:
    """Do the piece moves one by one; each must find its piece and a free place."""
    for move in plan.moves:
        assert configuration[move.piece_id] == move.origin
        assert move.target.is_off or not configuration.at(move.target)
        configuration = configuration.moved(move.piece_id, move.target)
    assert configuration == carried_out(plan.moves, configuration)
    return configuration


def configuration_of(fen: str) -> PieceConfiguration:
    everything_beside = PieceConfiguration(tuple(in_slot(piece.colour, piece.id % 16) for piece in PIECES))
    return carry_out(arrange(chess.Board(fen), everything_beside), everything_beside)


def names(plan: PieceMovePlan) -> list[str]:
    return [str(move) for move in plan.moves]


def test_random_games_are_played_with_pieces_and_every_move_can_be_taken_back():
    rng = np.random.default_rng(903)
    stand_ins = played = 0
    for _ in range(4):
        board, configuration = chess.Board(), home()
        for _ in range(200):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = lively(board, moves, rng)
            plan = plan_of(board, move, configuration)
            after = carry_out(plan, configuration)
            board.push(move)
            assert cast(board, after) is not None
            stand_ins += len(plan.stand_ins)
            if played % 5 == 0:
                back = carry_out(take_back(board, after), after)
                before = board.copy()
                before.pop()
                assert cast(before, back) is not None
                assert len(take_back(board, after).moves) == len(plan.moves)
            configuration = after
            played += 1
    assert played > 400
    assert stand_ins > 0


def test_any_position_is_set_up_from_any_configuration():
    rng = np.random.default_rng(904)
    boards = [
        board.copy(stack=False) for number, board in enumerate(random_boards(904, games=3)) if number % 9 == 0
    ]
    for board in boards:
        numbers = rng.permutation(96)[:32]
        places = [on_square(int(n)) if n < 64 else in_slot(bool(n >= 80), int(n - 64) % 16) for n in numbers]
        scattered = PieceConfiguration(tuple(places))
        plan = arrange(board, scattered)
        assert cast(board, carry_out(plan, scattered)) is not None
        wrong = sum(
            place.square is not None and board.piece_at(place.square) != piece.symbol
            for piece, place in zip(PIECES, scattered.places, strict=True)
        )
        lacking = sum(
            not any(PIECES[one].symbol == piece for one in scattered.at(on_square(square)))
            for square, piece in board.piece_map().items()
        )
        # Rings cost a move each, and a ring has two pieces at least.
        assert max(wrong, lacking) - len(plan.stand_ins) <= len(plan.moves) <= (wrong + lacking) * 3 // 2


def test_what_stands_right_is_not_touched():
    board = chess.Board()
    assert arrange(board, home()).moves == ()
    swapped = home().moved(31, on_square(chess.H1)).moved(24, on_square(chess.A1))
    assert arrange(board, swapped).moves == ()
    after_e4 = home().moved(19, on_square(chess.E4))
    assert names(arrange(board, after_e4)) == ["white pawn 19 from e4 to e2"]


def test_two_pieces_on_each_others_squares_need_a_third_place():
    exchanged = home().moved(28, on_square(chess.E1)).moved(27, on_square(chess.D1))
    plan = arrange(chess.Board(), exchanged)
    assert len(plan.moves) == 3
    assert carry_out(plan, exchanged) == home()


def test_a_piece_that_nobody_sees_is_asked_for():
    plan = arrange(chess.Board(), home().moved(24, OFF))
    assert [(move.piece_id, move.by_hand) for move in plan.moves] == [(24, True)]


def test_what_is_taken_leaves_first_to_the_first_free_slot():
    board = chess.Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    plan = plan_of(board, chess.Move.from_uci("e4d5"), configuration_of(board.fen()).moved(28, OFF))
    taken, mover = plan.moves
    assert (PIECES[taken.piece_id].symbol.symbol(), str(taken.origin)) == ("p", "d5")
    assert taken.target.slot is not None
    assert taken.target.slot[0] == chess.BLACK
    assert (str(mover.origin), str(mover.target)) == ("e4", "d5")


def test_castling_en_passant_and_promotion_have_their_order():
    castling = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1")
    plan = plan_of(castling, chess.Move.from_uci("e8c8"), configuration_of(castling.fen()))
    assert [(str(move.origin), str(move.target)) for move in plan.moves] == [("e8", "c8"), ("a8", "d8")]
    passing = chess.Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    plan = plan_of(passing, chess.Move.from_uci("e5d6"), configuration_of(passing.fen()))
    assert [str(move.origin) for move in plan.moves] == ["d5", "e5"]
    assert str(plan.moves[1].target) == "d6"
    promoting = chess.Board("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1")
    plan = plan_of(promoting, chess.Move.from_uci("e7d8q"), configuration_of(promoting.fen()))
    assert [str(move.origin) for move in plan.moves][:2] == ["d8", "e7"]
    assert (plan.moves[2].piece_id, str(plan.moves[2].target)) == (28, "d8")
    assert plan.stand_ins == ()


def test_a_pawn_stands_for_a_second_queen_and_a_lost_queen_is_asked_for():
    second = chess.Board("7k/4P3/8/8/8/8/8/Q3K3 w - - 0 1")
    configuration = configuration_of(second.fen())
    plan = plan_of(second, chess.Move.from_uci("e7e8q"), configuration)
    (move,) = plan.moves
    assert plan.stand_ins == (move.piece_id,)
    only = chess.Board("7k/4P3/8/8/8/8/8/4K3 w - - 0 1")
    configuration = configuration_of(only.fen()).moved(28, OFF)
    plan = plan_of(only, chess.Move.from_uci("e7e8q"), configuration)
    assert [move.by_hand for move in plan.moves] == [False, True]
    assert plan_of(only, chess.Move.from_uci("e7e8q"), configuration, stand_in=True).stand_ins


def test_what_cannot_be_done_is_said():
    with pytest.raises(ChessError, match="not legal"):
        plan_of(chess.Board(), chess.Move.from_uci("e2e5"), home())
    with pytest.raises(ChessError, match="set right"):
        plan_of(chess.Board(), chess.Move.from_uci("e2e4"), home().moved(19, OFF))
    with pytest.raises(ChessError, match="none to take back"):
        take_back(chess.Board(), home())
    crowd = chess.Board("4k3/8/8/8/8/RRR5/PPPPPPPP/4K3 w - - 0 1")
    with pytest.raises(ChessError, match="white rook"):
        arrange(crowd, home())
