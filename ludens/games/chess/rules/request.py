"""What a player asks for by kind of piece and target, or by physical piece: what fits, or why nothing."""

from dataclasses import dataclass

import chess

from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.ending import HowEnded
from ludens.games.chess.rules.legality import (
    about_move,
    game_over,
    general_reason,
    reason_against,
    reason_of_illegal,
)
from ludens.games.chess.rules.places import PIECES
from ludens.games.chess.rules.reasons import Code, RefusalReason

# Of several pieces that cannot go there, the reason of the one that comes nearest to it is told.
NEAREST_FIRST = (
    Code.PROMOTION_MISSING,
    Code.INTO_CHECK,
    Code.STILL_IN_CHECK,
    Code.KING_INTO_CHECK,
    Code.EN_PASSANT_TOO_LATE,
    Code.BLOCKED,
    Code.PAWN_TAKES_ASLANT,
    Code.DOUBLE_STEP_GONE,
    Code.NOTHING_TO_TAKE,
)


@dataclass(frozen=True, slots=True)
class Candidates:
    """The legal moves that fit a request; more than one is to be asked about. With none, the reason."""

    moves: tuple[chess.Move, ...]
    reason: RefusalReason | None


def candidates(
    board: chess.Board,
    piece_type: chess.PieceType,
    target: int,
    promotion: chess.PieceType | None = None,
    *,
    mover: chess.Color | None = None,
    ending: HowEnded | None = None,
) -> Candidates:
    """All moves of a kind of piece of the side to move to a square.

    A pawn's way to the last rank without a promotion has no move: the reason is then that it is missing.
    """
    piece = chess.Piece(piece_type, board.turn)
    wanted = [chess.Move(origin, target, promotion) for origin in board.pieces(piece_type, board.turn)]
    if not wanted:
        return Candidates((), RefusalReason(Code.NONE_LEFT, piece=piece, target=target, turn=board.turn))
    general = [general_reason(board, one.from_square, target, mover=mover, ending=ending) for one in wanted]
    legal = _legal(board, [move for move, reason in zip(wanted, general, strict=True) if reason is None])
    if legal:
        return Candidates(legal, None)
    over = game_over(board)
    reasons = [
        (move, reason or over or reason_of_illegal(board, move))
        for move, reason in zip(wanted, general, strict=True)
    ]
    return Candidates((), _nearest(board, reasons, piece))


def _legal(board: chess.Board, wanted: list[chess.Move]) -> tuple[chess.Move, ...]:
    """Those of some moves of one kind of piece to one square that may be played."""
    if len(wanted) <= 1:
        return tuple(filter(board.is_legal, wanted))
    origins = chess.SquareSet(move.from_square for move in wanted)
    legal = set(board.generate_legal_moves(origins.mask, chess.BB_SQUARES[wanted[0].to_square]))
    return tuple(move for move in wanted if move in legal)


def reason_against_piece(
    board: chess.Board,
    configuration: PieceConfiguration,
    piece_id: int,
    target: int,
    promotion: chess.PieceType | None = None,
    *,
    mover: chess.Color | None = None,
    ending: HowEnded | None = None,
) -> RefusalReason | None:
    """What stands against a physical piece's move to a square."""
    square = configuration[piece_id].square
    if square is None:
        return RefusalReason(Code.TAKEN, piece=PIECES[piece_id].symbol, target=target, turn=board.turn)
    return reason_against(board, square, target, promotion, mover=mover, ending=ending)


def _nearest(
    board: chess.Board, reasons: list[tuple[chess.Move, RefusalReason]], piece: chess.Piece
) -> RefusalReason:
    """The reason that says most; that none of several pieces goes there says more than it does of one."""
    codes = [reason.code for _, reason in reasons]
    telling = [code for code in NEAREST_FIRST if code in codes] + [
        code for code in codes if code is not Code.NOT_HOW_IT_MOVES
    ]
    if not telling and len(reasons) > 1:
        return RefusalReason(Code.NONE_REACHES, piece=piece, target=reasons[0][0].to_square, turn=board.turn)
    move, reason = reasons[codes.index(telling[0]) if telling else 0]
    return about_move(reason, board, move)
