"""Why a move request cannot be done: of the pieces that may be meant, the reason of the nearest."""

from collections.abc import Sequence

import chess

from ludens.games.chess.rules.legality import reason_against
from ludens.games.chess.rules.reasons import RefusalCode, RefusalReason
from ludens.games.chess.rules.request import NEAREST_FIRST
from ludens.games.chess.talk.meaning import MoveRequest, Refuse


def refuse_move(request: MoveRequest, board: chess.Board) -> Refuse:
    """Why no legal move is as described."""
    if request.origin is not None:
        piece = board.piece_at(request.origin)
        if piece is not None and piece.color == board.turn and request.piece not in (None, piece.piece_type):
            return refuse_origin(request, request.origin, board)
    if request.target is None:
        return _refuse_without_target(request, board)
    origins = _origins(request, board)
    if not origins:
        if request.origin is not None:
            return refuse_origin(request, request.origin, board)
        return refuse_none_left(request.piece or chess.PAWN, board)
    reasons = [_reason_between(origin, request, board) for origin in origins]
    return _nearest([reason for reason in reasons if reason is not None], request, board)


def _origins(request: MoveRequest, board: chess.Board) -> list[chess.Square]:
    """The pieces that may be meant. A pawn that takes nothing is the one on the file of its target."""
    if request.origin is not None:
        return [request.origin] if board.piece_at(request.origin) else []
    piece = request.piece or chess.PAWN
    squares = [
        square
        for square in board.pieces(piece, board.turn)
        if request.origin_file in (None, chess.square_file(square))
        and request.origin_rank in (None, chess.square_rank(square))
    ] or list(board.pieces(piece, board.turn))
    if piece == chess.PAWN and not request.takes and request.target is not None:
        file = chess.square_file(request.target)
        return [square for square in squares if chess.square_file(square) == file] or squares
    return squares


def _reason_between(origin: chess.Square, request: MoveRequest, board: chess.Board) -> RefusalReason | None:
    assert request.target is not None
    promotion = request.promotion
    if board.piece_type_at(origin) == chess.PAWN and chess.square_rank(request.target) in (0, 7):
        promotion = promotion or chess.QUEEN
    return reason_against(board, origin, request.target, promotion)


def _nearest(reasons: Sequence[RefusalReason], request: MoveRequest, board: chess.Board) -> Refuse:
    """Of several pieces that cannot do it, the reason of the one that comes nearest to it."""
    for code in NEAREST_FIRST:
        for reason in reasons:
            if reason.code is code:
                return refuse(reason)
    telling = [reason for reason in reasons if reason.code is not RefusalCode.NOT_HOW_IT_MOVES]
    if telling:
        return refuse(telling[0])
    if len(reasons) == 1:
        return refuse(reasons[0])
    if not reasons:
        return _refuse_capture(board)
    piece = chess.Piece(request.piece or chess.PAWN, board.turn)
    return refuse(
        RefusalReason(code=RefusalCode.NONE_REACHES, piece=piece, target=request.target, turn=board.turn)
    )


def _refuse_without_target(request: MoveRequest, board: chess.Board) -> Refuse:
    """Nothing can be taken so, or no pawn promotes."""
    if request.promotes:
        return refuse(
            RefusalReason(code=RefusalCode.WRONG_PROMOTION, promotion=request.promotion, turn=board.turn)
        )
    if request.piece is not None and not board.pieces(request.piece, board.turn):
        return refuse_none_left(request.piece, board)
    return _refuse_capture(board)


def refuse_origin(request: MoveRequest, origin: chess.Square, board: chess.Board) -> Refuse:
    """There is nothing to move on that square, or not what was said."""
    piece = board.piece_at(origin)
    if piece is None:
        return refuse(
            RefusalReason(
                code=RefusalCode.EMPTY_SQUARE, origin=origin, target=request.target, turn=board.turn
            )
        )
    if piece.color != board.turn:
        return refuse(
            RefusalReason(code=RefusalCode.OPPONENTS_PIECE, piece=piece, origin=origin, turn=board.turn)
        )
    wanted = chess.Piece(request.piece or chess.PAWN, board.turn)
    reason = RefusalReason(
        code=RefusalCode.NOT_HOW_IT_MOVES,
        piece=wanted,
        origin=origin,
        other=piece,
        other_square=origin,
        turn=board.turn,
    )
    return Refuse("other_piece", reason)


def refuse_none_left(piece: chess.PieceType, board: chess.Board) -> Refuse:
    """The player has no such piece."""
    return refuse(
        RefusalReason(code=RefusalCode.NONE_LEFT, piece=chess.Piece(piece, board.turn), turn=board.turn)
    )


def _refuse_capture(board: chess.Board) -> Refuse:
    return Refuse("none_takes", RefusalReason(code=RefusalCode.NONE_REACHES, turn=board.turn))


def refuse(reason: RefusalReason) -> Refuse:
    """A refusal for a reason of the rules."""
    return Refuse(reason.code.name.lower(), reason)
