"""A move request weighed against the board: the move, a question, or what stands against it.

Of several pieces that may be meant and cannot do it, the reason of the nearest is told.
"""

from collections.abc import Sequence
from dataclasses import replace

import chess

from ludens.games.chess.rules.legality import castling_reason, reason_against
from ludens.games.chess.rules.reasons import Code, RefusalReason
from ludens.games.chess.rules.request import NEAREST_FIRST
from ludens.games.chess.talk.meaning import Ask, Incomplete, MoveRequest, Nonsense, Play, Refuse

Fit = Play | Ask | Refuse | Incomplete | Nonsense


def fit(request: MoveRequest, board: chess.Board) -> Fit:
    """What a request comes to in a position. A legal move is never made out of an illegal request."""
    if request.off_board:
        return refuse(RefusalReason(Code.OFF_BOARD, turn=board.turn))
    if request.castling is not None:
        return _fit_castling(request, board)
    if not _says_where_to(request):
        return _fit_without_target(request, board)
    moves = matching(request, board)
    if moves:
        return _fit_moves(request, moves)
    if request.takes and not request.victim and request.piece != chess.PAWN:
        plain = matching(replace(request, takes=False), board)
        if plain:
            return Ask(tuple(plain), "plain")
    return refuse_move(request, board)


def matching(request: MoveRequest, board: chess.Board) -> list[chess.Move]:
    """The legal moves that are as described; among several, the vaguer words ("left") then choose."""
    moves = [move for move in board.legal_moves if _is_as_described(request, move, board)]
    if request.piece is None and request.origin is None and not request.takes and request.target is not None:
        pawn_moves = [move for move in moves if board.piece_type_at(move.from_square) == chess.PAWN]
        moves = pawn_moves or moves  # "e4" is the pawn's, as in notation
    moves.sort(
        key=lambda move: (chess.square_file(move.from_square), move.from_square, -(move.promotion or 0))
    )
    return _narrowed(request, moves, board.turn)


def _is_as_described(request: MoveRequest, move: chess.Move, board: chess.Board) -> bool:
    origin, target = move.from_square, move.to_square
    victim = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(target)
    return (
        request.piece in (None, board.piece_type_at(origin))
        and request.origin in (None, origin)
        and request.origin_file in (None, chess.square_file(origin))
        and request.origin_rank in (None, chess.square_rank(origin))
        and request.target in (None, target)
        and request.target_file in (None, chess.square_file(target))
        and (not request.takes or board.is_capture(move))
        and request.victim in (None, victim)
        and request.promotion in (None, move.promotion)
        and (not request.promotes or move.promotion is not None)
        and (not request.en_passant or board.is_en_passant(move))
        and not (_is_pawn_shorthand(request) and board.piece_type_at(origin) != chess.PAWN)
    )


def _is_pawn_shorthand(request: MoveRequest) -> bool:
    """Whether a letter stands alone, as in "e takes d5": it is a pawn's file."""
    return request.piece is None and request.origin_file is not None and request.origin is None


def _narrowed(request: MoveRequest, moves: list[chess.Move], turn: chess.Color) -> list[chess.Move]:
    if request.half is not None:
        files = range(4, 8) if request.half == "king" else range(4)
        moves = [move for move in moves if chess.square_file(move.from_square) in files] or moves
    if request.end is not None and moves:
        files_used = [chess.square_file(move.from_square) for move in moves]
        first = (request.end == "left") == turn  # Black sees h on the left
        wanted = min(files_used) if first else max(files_used)
        moves = [move for move in moves if chess.square_file(move.from_square) == wanted]
    return moves


def _fit_moves(request: MoveRequest, moves: Sequence[chess.Move]) -> Fit:
    if len(moves) == 1:
        return Play(moves[0])
    ways = {(move.from_square, move.to_square) for move in moves}
    if len(ways) == 1:
        return Ask(tuple(moves), "promotion")
    if request.promotion is None:
        # Which way comes first; what the pawn becomes is asked when that is known.
        moves = [move for move in moves if move.promotion in (None, chess.QUEEN)]
    return Ask(tuple(moves), "origin")


# ---------------------------------------------------------------- half a move


def _says_where_to(request: MoveRequest) -> bool:
    return (
        request.target is not None
        or request.target_file is not None
        or request.victim is not None
        or request.promotes
        or request.en_passant
        or (request.takes and request.piece is not None)
    )


def _fit_without_target(request: MoveRequest, board: chess.Board) -> Fit:
    if request.origin is not None:
        piece = board.piece_at(request.origin)
        if piece is None or piece.color != board.turn or request.piece not in (None, piece.piece_type):
            return refuse_origin(request, request.origin, board)
        return Incomplete(replace(request, piece=piece.piece_type))
    if request.piece is not None:
        if not board.pieces(request.piece, board.turn):
            return refuse_none_left(request.piece, board)
        return Incomplete(request)
    return Nonsense()


# ---------------------------------------------------------------- castling


def _fit_castling(request: MoveRequest, board: chess.Board) -> Fit:
    side = request.half if request.castling == "either" and request.half else request.castling
    sides = ("king", "queen") if side == "either" else (side,)
    against = {one: _castling_reason(board, kingside=one == "king") for one in sides}
    moves = [_castling_move(board, kingside=one == "king") for one in sides if against[one] is None]
    if len(moves) == 1:
        return Play(moves[0])
    if moves:
        return Ask(tuple(moves), "castling")
    reasons = [reason for reason in against.values() if reason is not None]
    return refuse(min(reasons, key=lambda reason: reason.code is Code.CASTLING_MOVED))


def _castling_reason(board: chess.Board, *, kingside: bool) -> RefusalReason | None:
    reason = castling_reason(board, kingside=kingside)
    if reason is not None and reason.code is Code.OWN_PIECE:  # of the king's move; here it is one in the way
        return replace(reason, code=Code.CASTLING_BLOCKED)
    return reason


def _castling_move(board: chess.Board, *, kingside: bool) -> chess.Move:
    for move in board.generate_castling_moves():
        if board.is_kingside_castling(move) == kingside:
            return move
    raise AssertionError("A castling that nothing stands against was not found.")


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
    telling = [reason for reason in reasons if reason.code is not Code.NOT_HOW_IT_MOVES]
    if telling:
        return refuse(telling[0])
    if len(reasons) == 1:
        return refuse(reasons[0])
    if not reasons:
        return _refuse_capture(board)
    piece = chess.Piece(request.piece or chess.PAWN, board.turn)
    return refuse(RefusalReason(Code.NONE_REACHES, piece=piece, target=request.target, turn=board.turn))


def _refuse_without_target(request: MoveRequest, board: chess.Board) -> Refuse:
    """Nothing can be taken so, or no pawn promotes."""
    if request.promotes:
        return refuse(RefusalReason(Code.WRONG_PROMOTION, promotion=request.promotion, turn=board.turn))
    if request.piece is not None and not board.pieces(request.piece, board.turn):
        return refuse_none_left(request.piece, board)
    return _refuse_capture(board)


def refuse_origin(request: MoveRequest, origin: chess.Square, board: chess.Board) -> Refuse:
    """There is nothing to move on that square, or not what was said."""
    piece = board.piece_at(origin)
    if piece is None:
        return refuse(RefusalReason(Code.EMPTY_SQUARE, origin=origin, target=request.target, turn=board.turn))
    if piece.color != board.turn:
        return refuse(RefusalReason(Code.OPPONENTS_PIECE, piece=piece, origin=origin, turn=board.turn))
    wanted = chess.Piece(request.piece or chess.PAWN, board.turn)
    reason = RefusalReason(
        Code.NOT_HOW_IT_MOVES, piece=wanted, origin=origin, other=piece, other_square=origin, turn=board.turn
    )
    return Refuse("other_piece", reason)


def refuse_none_left(piece: chess.PieceType, board: chess.Board) -> Refuse:
    """The player has no such piece."""
    return refuse(RefusalReason(Code.NONE_LEFT, piece=chess.Piece(piece, board.turn), turn=board.turn))


def _refuse_capture(board: chess.Board) -> Refuse:
    return Refuse("none_takes", RefusalReason(Code.NONE_REACHES, turn=board.turn))


def refuse(reason: RefusalReason) -> Refuse:
    """A refusal for a reason of the rules."""
    return Refuse(reason.code.name.lower(), reason)
