"""How each kind of piece moves, asked from the other end: why it cannot go from one square to another.

The king's safety is left to `legality.py`; so is whose turn it is and what stands on the target.
"""

from dataclasses import replace

import chess

from ludens.games.chess.rules.reasons import Code, Reason, about_piece


def castling_squares(colour: chess.Color, *, kingside: bool) -> tuple[chess.Square, chess.Square]:
    """From where to where the king goes when it castles."""
    rank = 0 if colour else 7
    return chess.square(4, rank), chess.square(6 if kingside else 2, rank)


def _reason_of_line(board: chess.Board, origin: chess.Square, target: chess.Square) -> Reason | None:
    """A queen, rook or bishop: is the way its own, and is it clear?"""
    straight = chess.square_file(origin) == chess.square_file(target) or chess.square_rank(
        origin
    ) == chess.square_rank(target)
    if not chess.ray(origin, target) or type_at(board, origin) == (chess.BISHOP if straight else chess.ROOK):
        return Reason(code=Code.NOT_HOW_IT_MOVES)
    blocker = first_between(board, origin, target)
    return None if blocker is None else about_piece(board, Code.BLOCKED, blocker)


def _reason_of_knight(_: chess.Board, origin: chess.Square, target: chess.Square) -> Reason | None:
    reaches = chess.BB_KNIGHT_ATTACKS[origin] & chess.BB_SQUARES[target]
    return None if reaches else Reason(code=Code.NOT_HOW_IT_MOVES)


def _reason_of_king(board: chess.Board, origin: chess.Square, target: chess.Square) -> Reason | None:
    if chess.BB_KING_ATTACKS[origin] & chess.BB_SQUARES[target]:
        return None
    for kingside in (True, False):
        if (origin, target) == castling_squares(board.turn, kingside=kingside):
            return _reason_of_castling(board, origin, target)
    return Reason(code=Code.NOT_HOW_IT_MOVES)


def _reason_of_castling(board: chess.Board, origin: chess.Square, target: chess.Square) -> Reason | None:
    corner = chess.square(7 if target > origin else 0, chess.square_rank(origin))
    if not board.castling_rights & chess.BB_SQUARES[corner]:
        return _who_moved(board, origin, corner)
    blocker = first_between(board, origin, corner)
    if blocker is not None:
        return about_piece(board, Code.CASTLING_BLOCKED, blocker)
    checkers = board.checkers_mask()
    if checkers:
        return about_piece(board, Code.CASTLING_IN_CHECK, chess.msb(checkers))
    crossed = (origin + target) // 2
    attackers = board.attackers_mask(not board.turn, crossed)
    if attackers:
        return replace(about_piece(board, Code.CASTLING_THROUGH_CHECK, chess.msb(attackers)), crossed=crossed)
    return None


def _who_moved(board: chess.Board, king_home: chess.Square, corner: chess.Square) -> Reason:
    """The king if it ever left its square, else the rook; neither where the game's beginning is not known."""
    king, rook = chess.Piece(chess.KING, board.turn), chess.Piece(chess.ROOK, board.turn)
    left = {move.from_square for move in board.move_stack}
    entered = {move.to_square for move in board.move_stack}
    if king_home in left:
        return Reason(code=Code.CASTLING_MOVED, other=king, other_square=king_home)
    if corner in left or corner in entered or board.piece_at(corner) != rook:
        return Reason(code=Code.CASTLING_MOVED, other=rook, other_square=corner)
    return Reason(code=Code.CASTLING_MOVED)


def _reason_of_pawn(board: chess.Board, origin: chess.Square, target: chess.Square) -> Reason | None:
    forward = 1 if board.turn else -1
    ranks = forward * (chess.square_rank(target) - chess.square_rank(origin))
    files = abs(chess.square_file(target) - chess.square_file(origin))
    if (files, ranks) == (1, 1):
        return _reason_of_pawn_capture(board, origin, target)
    if files or ranks not in (1, 2):
        return Reason(code=Code.NOT_HOW_IT_MOVES)
    if ranks == 2 and chess.square_rank(origin) != (1 if board.turn else 6):
        return Reason(code=Code.DOUBLE_STEP_GONE)
    blocker = first_between(board, origin, target)
    if blocker is not None:
        return about_piece(board, Code.BLOCKED, blocker)
    if chess.BB_SQUARES[target] & board.occupied:
        return about_piece(board, Code.PAWN_TAKES_ASLANT, target)
    return None


def _reason_of_pawn_capture(board: chess.Board, origin: chess.Square, target: chess.Square) -> Reason | None:
    if chess.BB_SQUARES[target] & board.occupied or target == board.ep_square:
        return None
    passed = chess.square(chess.square_file(target), chess.square_rank(origin))
    if board.piece_at(passed) == chess.Piece(chess.PAWN, not board.turn):
        last = next((move for move in reversed(board.move_stack) if move.to_square == passed), None)
        if last is not None and abs(last.from_square - passed) == 16:
            return about_piece(board, Code.EN_PASSANT_TOO_LATE, passed)
    return Reason(code=Code.NOTHING_TO_TAKE)


def first_between(board: chess.Board, origin: chess.Square, target: chess.Square) -> chess.Square | None:
    """The first occupied square on a straight way, ends excluded, seen from the origin."""
    between = chess.between(origin, target) & board.occupied
    if not between:
        return None
    return chess.lsb(between) if target > origin else chess.msb(between)


def type_at(board: chess.Board, square: chess.Square) -> chess.PieceType:
    """The kind of the piece on a square that is not empty."""
    piece_type = board.piece_type_at(square)
    assert piece_type is not None
    return piece_type


WAYS = {
    chess.PAWN: _reason_of_pawn,
    chess.KNIGHT: _reason_of_knight,
    chess.BISHOP: _reason_of_line,
    chess.ROOK: _reason_of_line,
    chess.QUEEN: _reason_of_line,
    chess.KING: _reason_of_king,
}
