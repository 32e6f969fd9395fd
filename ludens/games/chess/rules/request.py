"""What a player asks for by kind of piece and target, or by physical piece: what fits, or why nothing."""

from dataclasses import dataclass

import chess

from ludens.games.chess.rules.configuration import Configuration
from ludens.games.chess.rules.ending import HowEnded
from ludens.games.chess.rules.legality import reason_against
from ludens.games.chess.rules.pieces import PIECES
from ludens.games.chess.rules.reasons import Code, Reason

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
    reason: Reason | None


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
    reasons: list[Reason] = []
    moves: list[chess.Move] = []
    for origin in board.pieces(piece_type, board.turn):
        reason = reason_against(board, origin, target, promotion, mover=mover, ending=ending)
        if reason is None:
            moves.append(chess.Move(origin, target, promotion))
        else:
            reasons.append(reason)
    if moves:
        return Candidates(tuple(moves), None)
    if not reasons:
        return Candidates((), Reason(code=Code.NONE_LEFT, piece=piece, target=target, turn=board.turn))
    return Candidates((), _nearest(reasons, piece, target))


def reason_against_piece(
    board: chess.Board,
    configuration: Configuration,
    piece_id: int,
    target: int,
    promotion: chess.PieceType | None = None,
    *,
    mover: chess.Color | None = None,
    ending: HowEnded | None = None,
) -> Reason | None:
    """What stands against a physical piece's move to a square."""
    square = configuration[piece_id].square
    if square is None:
        return Reason(code=Code.TAKEN, piece=PIECES[piece_id].symbol, target=target, turn=board.turn)
    return reason_against(board, square, target, promotion, mover=mover, ending=ending)


def _nearest(reasons: list[Reason], piece: chess.Piece, target: int) -> Reason:
    for code in NEAREST_FIRST:
        for reason in reasons:
            if reason.code is code:
                return reason
    if len(reasons) == 1 or any(reason.code is not Code.NOT_HOW_IT_MOVES for reason in reasons):
        return next((one for one in reasons if one.code is not Code.NOT_HOW_IT_MOVES), reasons[0])
    return Reason(code=Code.NONE_REACHES, piece=piece, target=target, turn=reasons[0].turn)
