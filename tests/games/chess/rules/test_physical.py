"""Chess moves done with pieces: after every plan they show the position, and none is put on another."""

import chess
import numpy as np
import pytest

from ludens.games.chess.rules.arrangement import PieceMove, arrange, carried_out
from ludens.games.chess.rules.configuration import PieceConfiguration, cast, home
from ludens.games.chess.rules.errors import ChessError
from ludens.games.chess.rules.physical import plan_of
from ludens.games.chess.rules.places import OFF, PIECES, in_slot, on_square
from tests.games.chess.random_games import lively, random_boards


def carry_out(plan: tuple[PieceMove, ...], configuration: PieceConfiguration) -> PieceConfiguration:
    """Do the piece moves one by one; each must find its piece and a free place."""
    for move in plan:
        assert configuration[move.piece_id] == move.origin
        assert move.target.is_off or not configuration.at(move.target)
        configuration = configuration.moved(move.piece_id, move.target)
    assert configuration == carried_out(plan, configuration)
    return configuration


def configuration_of(fen: str) -> PieceConfiguration:
    everything_beside = PieceConfiguration(tuple(in_slot(piece.colour, piece.id % 16) for piece in PIECES))
    return carry_out(arrange(chess.Board(fen), everything_beside), everything_beside)


def names(plan: tuple[PieceMove, ...]) -> list[str]:
    return [str(move) for move in plan]


def stand_ins(board: chess.Board, configuration: PieceConfiguration) -> list[int]:
    """Pawns that stand for other pieces."""
    roles = cast(board, configuration)
    assert roles is not None
    return [piece for piece, role in roles.items() if role.piece_type != PIECES[piece].type]


def by_hand(move: PieceMove) -> bool:
    """Whether only a person can do it: the piece is, or goes, where the arm does not reach."""
    return move.origin.is_off or move.target.is_off


def test_random_games_are_played_with_pieces_and_every_move_can_be_taken_back():
    rng = np.random.default_rng(903)
    standing_in = played = 0
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
            standing_in += len(stand_ins(board, after))
            if played % 5 == 0:
                before = board.copy()
                before.pop()
                back = arrange(before, after)
                assert cast(before, carry_out(back, after)) is not None
                assert len(back) == len(plan)
            configuration = after
            played += 1
    assert played > 400
    assert standing_in > 0


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
        standing_in = stand_ins(board, carry_out(plan, scattered))
        wrong = sum(
            place.square is not None and board.piece_at(place.square) != piece.symbol
            for piece, place in zip(PIECES, scattered.places, strict=True)
        )
        lacking = sum(
            not any(PIECES[one].symbol == piece for one in scattered.at(on_square(square)))
            for square, piece in board.piece_map().items()
        )
        # Rings cost a move each, and a ring has two pieces at least.
        assert max(wrong, lacking) - len(standing_in) <= len(plan) <= (wrong + lacking) * 3 // 2


def test_what_stands_right_is_not_touched():
    board = chess.Board()
    assert arrange(board, home()) == ()
    swapped = home().moved(31, on_square(chess.H1)).moved(24, on_square(chess.A1))
    assert arrange(board, swapped) == ()
    after_e4 = home().moved(19, on_square(chess.E4))
    assert names(arrange(board, after_e4)) == ["white pawn 19 from e4 to e2"]


def test_two_pieces_on_each_others_squares_need_a_third_place():
    exchanged = home().moved(28, on_square(chess.E1)).moved(27, on_square(chess.D1))
    plan = arrange(chess.Board(), exchanged)
    assert len(plan) == 3
    assert carry_out(plan, exchanged) == home()


def test_a_piece_that_nobody_sees_is_asked_for():
    plan = arrange(chess.Board(), home().moved(24, OFF))
    assert [(move.piece_id, by_hand(move)) for move in plan] == [(24, True)]


def test_what_is_taken_leaves_first_to_the_first_free_slot():
    board = chess.Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    plan = plan_of(board, chess.Move.from_uci("e4d5"), configuration_of(board.fen()).moved(28, OFF))
    taken, mover = plan
    assert (PIECES[taken.piece_id].symbol.symbol(), str(taken.origin)) == ("p", "d5")
    assert taken.target.slot is not None
    assert taken.target.slot[0] == chess.BLACK
    assert (str(mover.origin), str(mover.target)) == ("e4", "d5")


def test_castling_en_passant_and_promotion_have_their_order():
    castling = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1")
    plan = plan_of(castling, chess.Move.from_uci("e8c8"), configuration_of(castling.fen()))
    assert [(str(move.origin), str(move.target)) for move in plan] == [("e8", "c8"), ("a8", "d8")]
    passing = chess.Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    plan = plan_of(passing, chess.Move.from_uci("e5d6"), configuration_of(passing.fen()))
    assert [str(move.origin) for move in plan] == ["d5", "e5"]
    assert str(plan[1].target) == "d6"
    promoting = chess.Board("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1")
    plan = plan_of(promoting, chess.Move.from_uci("e7d8q"), configuration_of(promoting.fen()))
    assert [str(move.origin) for move in plan][:2] == ["d8", "e7"]
    assert (plan[2].piece_id, str(plan[2].target)) == (28, "d8")
    assert [PIECES[plan[2].piece_id].type] == [chess.QUEEN]


def test_a_pawn_stands_for_a_second_queen_and_a_lost_queen_is_asked_for():
    second = chess.Board("7k/4P3/8/8/8/8/8/Q3K3 w - - 0 1")
    configuration = configuration_of(second.fen())
    plan = plan_of(second, chess.Move.from_uci("e7e8q"), configuration)
    (move,) = plan
    assert (PIECES[move.piece_id].type, str(move.target)) == (chess.PAWN, "e8")
    only = chess.Board("7k/4P3/8/8/8/8/8/4K3 w - - 0 1")
    configuration = configuration_of(only.fen()).moved(28, OFF)
    plan = plan_of(only, chess.Move.from_uci("e7e8q"), configuration)
    assert [by_hand(move) for move in plan] == [False, True]
    (move,) = plan_of(only, chess.Move.from_uci("e7e8q"), configuration, stand_in=True)
    assert PIECES[move.piece_id].type == chess.PAWN


def test_what_cannot_be_done_is_said():
    with pytest.raises(ChessError, match="not legal"):
        plan_of(chess.Board(), chess.Move.from_uci("e2e5"), home())
    with pytest.raises(ChessError, match="set right"):
        plan_of(chess.Board(), chess.Move.from_uci("e2e4"), home().moved(19, OFF))
    crowd = chess.Board("4k3/8/8/8/8/RRR5/PPPPPPPP/4K3 w - - 0 1")
    with pytest.raises(ChessError, match="white rook"):
        arrange(crowd, home())
