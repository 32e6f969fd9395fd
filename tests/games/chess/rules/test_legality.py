"""Legality with reasons: exactly python-chess's legal moves have none, and every reason is true."""

import chess
import numpy as np
import pytest

from ludens.games.chess.rules.configuration import home
from ludens.games.chess.rules.legality import castling_reason, reason_against
from ludens.games.chess.rules.places import OFF
from ludens.games.chess.rules.reasons import FORMS, Code, RefusalReason, sentence
from ludens.games.chess.rules.request import candidates, reason_against_piece
from tests.games.chess.random_games import random_boards

PROMOTIONS = (None, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


def test_no_reason_stands_exactly_against_the_legal_moves_of_random_games():
    rng = np.random.default_rng(901)
    legal_moves = refused = 0
    for number, board in enumerate(random_boards(901, games=3)):
        legal = set(board.legal_moves)
        legal_moves += len(legal)
        for move in legal:
            assert reason_against(board, move.from_square, move.to_square, move.promotion) is None
        if number % 5:
            continue
        for _ in range(60):
            origin, target = (int(square) for square in rng.integers(64, size=2))
            promotion = PROMOTIONS[int(rng.integers(5))] if rng.random() < 0.3 else None
            reason = reason_against(board, origin, target, promotion)
            assert (reason is None) == (chess.Move(origin, target, promotion) in legal)
            if reason is not None:
                refused += 1
                check_is_true(board, reason)
    assert legal_moves > 4_000
    assert refused > 4_000


def test_all_squares_of_some_positions_at_once():
    for number, board in enumerate(random_boards(902, games=2)):
        if number % 80 != 20:
            continue
        legal = set(board.legal_moves)
        for origin in chess.SQUARES:
            for target in chess.SQUARES:
                for promotion in PROMOTIONS[:2]:
                    reason = reason_against(board, origin, target, promotion)
                    assert (reason is None) == (chess.Move(origin, target, promotion) in legal)
                    if reason is not None:
                        check_is_true(board, reason)


def check_is_true(board: chess.Board, reason: RefusalReason) -> None:
    """What the reason says of the board holds, asked of python-chess in another way."""
    said = sentence(reason)
    assert said.endswith(".")
    assert "{" not in said
    assert "  " not in said
    if reason.other is not None and reason.code is not Code.CASTLING_MOVED:
        assert reason.other_square is not None
        assert board.piece_at(reason.other_square) == reason.other
    assert reason.origin is not None
    assert reason.target is not None
    culprit = -1 if reason.other_square is None else reason.other_square
    match reason.code:
        case Code.BLOCKED | Code.CASTLING_BLOCKED:
            corner = reason.target + (1 if reason.target > reason.origin else -2)
            end = corner if reason.code is Code.CASTLING_BLOCKED else reason.target
            assert culprit in chess.SquareSet.between(reason.origin, end)
        case Code.INTO_CHECK | Code.KING_INTO_CHECK | Code.STILL_IN_CHECK:
            after = board.copy(stack=False)
            after.push(chess.Move(reason.origin, reason.target, reason.promotion))
            attacked = after.king(board.turn)
            assert attacked is not None
            assert culprit in after.attackers(not board.turn, attacked)
            if reason.code is Code.STILL_IN_CHECK:
                assert culprit in board.checkers()
        case Code.CASTLING_IN_CHECK:
            assert culprit in board.checkers()
        case Code.NOT_HOW_IT_MOVES:
            alone = chess.Board.empty()
            alone.turn = board.turn
            assert reason.piece is not None
            alone.set_piece_at(reason.origin, reason.piece)
            assert not alone.is_pseudo_legal(chess.Move(reason.origin, reason.target))
        case Code.GAME_OVER:
            assert not any(board.legal_moves)
        case Code.OPPONENTS_PIECE:
            assert board.color_at(reason.origin) is (not board.turn)
        case Code.EMPTY_SQUARE:
            assert board.piece_at(reason.origin) is None
        case Code.OWN_PIECE:
            assert board.color_at(reason.target) is board.turn


GOLDEN = [
    ("7k/8/8/8/8/8/8/K7 w - - 0 1", "c4d5", Code.EMPTY_SQUARE, "There is no piece on c4."),
    (
        chess.STARTING_FEN,
        "e7e5",
        Code.OPPONENTS_PIECE,
        "The pawn on e7 is not yours: white is to move.",
    ),
    (chess.STARTING_FEN, "a1a2", Code.OWN_PIECE, "Your own pawn stands on a2."),
    (chess.STARTING_FEN, "f1c4", Code.BLOCKED, "The pawn on e2 is in the way."),
    (
        chess.STARTING_FEN,
        "b1b3",
        Code.NOT_HOW_IT_MOVES,
        "A knight jumps two squares one way and one to the side; it cannot go from b1 to b3.",
    ),
    (
        "rnbqkbnr/ppp1pppp/8/8/3p4/3P4/PPP1PPPP/RNBQKBNR w KQkq - 0 1",
        "d3d4",
        Code.PAWN_TAKES_ASLANT,
        "A pawn cannot take straight ahead; the pawn on d4 blocks it.",
    ),
    (
        chess.STARTING_FEN,
        "e2d3",
        Code.NOTHING_TO_TAKE,
        "A pawn moves aslant only to take, and there is nothing to take on d3.",
    ),
    (
        "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
        "e3e5",
        Code.DOUBLE_STEP_GONE,
        "A pawn may go two squares only from where it began.",
    ),
    (
        "8/P6k/8/8/8/8/8/K7 w - - 0 1",
        "a7a8",
        Code.PROMOTION_MISSING,
        "The pawn becomes a queen, rook, bishop or knight on a8: say which.",
    ),
    (
        chess.STARTING_FEN,
        "g1f3q",
        Code.WRONG_PROMOTION,
        "Only a pawn that reaches the last rank is promoted, and only to a queen, rook, bishop or knight.",
    ),
    (
        "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1",
        "e2c3",
        Code.INTO_CHECK,
        "Your king would be in check from the rook on e8.",
    ),
    (
        "3r3k/8/8/8/8/8/8/4K3 w - - 0 1",
        "e1d1",
        Code.KING_INTO_CHECK,
        "Your king would be in check on d1, from the rook on d8.",
    ),
    (
        "4r2k/8/8/8/8/8/N7/4K3 w - - 0 1",
        "a2c3",
        Code.STILL_IN_CHECK,
        "You are in check from the rook on e8, and this does not help.",
    ),
    (
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        "e1g1",
        Code.CASTLING_MOVED,
        "You cannot castle there: the king or that rook has moved before.",
    ),
    (
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "e1g1",
        Code.CASTLING_MOVED,
        "You cannot castle there: the rook from h1 has moved or been taken.",
    ),
    (
        chess.STARTING_FEN,
        "e1c1",
        Code.OWN_PIECE,
        "Your own bishop stands on c1.",
    ),
    (
        "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1",
        "e1c1",
        Code.CASTLING_BLOCKED,
        "You cannot castle there: the knight on b1 is in the way.",
    ),
    (
        "4r2k/8/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1",
        Code.CASTLING_IN_CHECK,
        "You cannot castle while you are in check from the rook on e8.",
    ),
    (
        "5r1k/8/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1",
        Code.CASTLING_THROUGH_CHECK,
        "You cannot castle there: the king would pass f1, which the rook on f8 attacks.",
    ),
    (
        "6rk/8/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1",
        Code.KING_INTO_CHECK,
        "Your king would be in check on g1, from the rook on g8.",
    ),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8h7", Code.GAME_OVER, "The game is over by stalemate."),
    ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "h8h7", Code.GAME_OVER, "The game is over by checkmate."),
]


@pytest.mark.parametrize(("fen", "uci", "code", "said"), GOLDEN, ids=[case[1] for case in GOLDEN])
def test_the_reason_and_its_sentence(fen, uci, code, said):
    move = chess.Move.from_uci(uci)
    reason = reason_against(chess.Board(fen), move.from_square, move.to_square, move.promotion)
    assert reason is not None
    assert (reason.code, sentence(reason)) == (code, said)


def played(moves: str) -> chess.Board:
    board = chess.Board()
    for move in moves.split():
        board.push_san(move)
    return board


def test_en_passant_is_too_late_only_for_a_pawn_that_passed():
    late = played("e4 a6 e5 d5 h3 h6")
    reason = reason_against(late, chess.E5, chess.D6)
    assert reason is not None
    assert reason.code is Code.EN_PASSANT_TOO_LATE
    assert sentence(reason) == "It is too late to take the pawn on d5 en passant: that is done at once."
    slow = played("e4 d6 e5 a6 h3 d5")
    reason = reason_against(slow, chess.E5, chess.D6)
    assert reason is not None
    assert reason.code is Code.NOTHING_TO_TAKE


def test_castling_names_who_has_moved():
    board = played("e4 e5 Nf3 Nf6 Be2 Be7 Rg1 a6 Rh1 a5")
    reason = castling_reason(board, kingside=True)
    assert reason is not None
    assert (reason.code, reason.other_square) == (Code.CASTLING_MOVED, chess.H1)
    board = played("e4 e5 Nf3 Nf6 Be2 Be7 Kf1 a6")
    reason = castling_reason(board, kingside=True)
    assert reason is not None
    assert sentence(reason) == "You cannot castle there: the king from e1 has moved or been taken."
    assert castling_reason(played("e4 e5 Nf3 Nf6 Be2 Be7"), kingside=True) is None
    wrong_side = castling_reason(board, kingside=True, mover=chess.BLACK)
    assert wrong_side is not None
    assert wrong_side.code is Code.NOT_YOUR_TURN


def test_turn_end_and_squares_come_before_the_piece():
    board = chess.Board()
    cases = [
        (reason_against(board, chess.E7, chess.E5, mover=chess.BLACK), Code.NOT_YOUR_TURN),
        (reason_against(board, chess.E2, chess.E2), Code.SAME_SQUARE),
        (reason_against(board, chess.E2, 64), Code.OFF_BOARD),
        (reason_against(board, -1, chess.E2), Code.OFF_BOARD),
        (
            reason_against(board, chess.E2, chess.E4, ending=chess.Termination.THREEFOLD_REPETITION),
            Code.GAME_OVER,
        ),
    ]
    for reason, code in cases:
        assert reason is not None
        assert reason.code is code
        assert sentence(reason).endswith(".")


def test_a_request_by_kind_of_piece_finds_all_that_fit_or_the_nearest_reason():
    board = chess.Board("4r2k/8/8/8/8/2N5/4N3/4K3 w - - 0 1")
    both = candidates(board, chess.KNIGHT, chess.D5)
    assert both.moves == (chess.Move(chess.C3, chess.D5),)
    free = chess.Board("7k/8/8/8/8/2N3N1/8/4K3 w - - 0 1")
    assert {move.from_square for move in candidates(free, chess.KNIGHT, chess.E4).moves} == {
        chess.C3,
        chess.G3,
    }
    pinned = candidates(board, chess.KNIGHT, chess.G3).reason
    assert pinned is not None
    assert pinned.code is Code.INTO_CHECK
    none_reaches = candidates(board, chess.KNIGHT, chess.H7).reason
    assert none_reaches is not None
    assert sentence(none_reaches) == "None of your knights can go to h7."
    none_left = candidates(board, chess.QUEEN, chess.H7).reason
    assert none_left is not None
    assert sentence(none_left) == "You have no queen on the board."
    promotion = candidates(chess.Board("8/P6k/8/8/8/8/8/K7 w - - 0 1"), chess.PAWN, chess.A8).reason
    assert promotion is not None
    assert promotion.code is Code.PROMOTION_MISSING


def test_a_piece_beside_the_board_has_been_taken():
    configuration = home().moved(30, OFF)
    reason = reason_against_piece(chess.Board(), configuration, 30, chess.C3)
    assert reason is not None
    assert sentence(reason) == "That knight has been taken."
    assert reason_against_piece(chess.Board(), configuration, 25, chess.F3) is None


def test_every_code_has_a_sentence():
    assert set(FORMS) == set(Code)
