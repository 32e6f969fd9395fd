"""Whether a move is legal, and if not, why.

Whether a move is legal is for python-chess alone to say; only after its no is the reason looked for: first in
how the kind of piece moves, then in the safety of the king.
"""

from dataclasses import replace

import chess

from ludens.games.chess.rules.ending import HowEnded
from ludens.games.chess.rules.reasons import Code, RefusalReason, about_piece


def reason_against(
    board: chess.Board,
    origin: int,
    target: int,
    promotion: chess.PieceType | None = None,
    *,
    mover: chess.Color | None = None,
    ending: HowEnded | None = None,
) -> RefusalReason | None:
    """What stands against a move between two squares, if anything.

    `mover` is the side that wants it, if that is known; `ending` how the game has ended by what the board
    does not show (repetition, say). A castling is the king's move by two squares.
    """
    reason = general_reason(board, origin, target, mover=mover, ending=ending)
    move = chess.Move(origin, target, promotion)
    if reason is None:
        if board.is_legal(move):
            return None
        reason = game_over(board) or reason_of_illegal(board, move)
    return about_move(reason, board, move)


def about_move(reason: RefusalReason, board: chess.Board, move: chess.Move) -> RefusalReason:
    """A reason with the facts of the move that it stands against."""
    piece = board.piece_at(move.from_square) if move.from_square in chess.SQUARES else None
    return replace(
        reason,
        piece=piece,
        origin=move.from_square,
        target=move.to_square,
        promotion=move.promotion,
        turn=board.turn,
    )


def castling_reason(
    board: chess.Board, *, kingside: bool, mover: chess.Color | None = None, ending: HowEnded | None = None
) -> RefusalReason | None:
    """What stands against castling of the side to move, wherever its king is."""
    origin, target = castling_squares(board.turn, kingside=kingside)
    if board.king(board.turn) == origin:
        return reason_against(board, origin, target, mover=mover, ending=ending)
    king = chess.Piece(chess.KING, board.turn)
    if (mover is not None and mover != board.turn) or ending is not None:
        general = general_reason(board, origin, target, mover=mover, ending=ending)
        assert general is not None
        return replace(general, piece=king, origin=origin, target=target, turn=board.turn)
    return RefusalReason(
        Code.CASTLING_MOVED,
        piece=king,
        origin=origin,
        target=target,
        other=king,
        other_square=origin,
        turn=board.turn,
    )


def general_reason(
    board: chess.Board, origin: int, target: int, *, mover: chess.Color | None, ending: HowEnded | None
) -> RefusalReason | None:
    """What no piece may do."""
    if ending is not None:
        return RefusalReason(Code.GAME_OVER, ending=ending)
    if origin not in chess.SQUARES or target not in chess.SQUARES:
        return RefusalReason(Code.OFF_BOARD)
    if mover is not None and mover != board.turn:
        return RefusalReason(Code.NOT_YOUR_TURN)
    if not chess.BB_SQUARES[origin] & board.occupied:
        return RefusalReason(Code.EMPTY_SQUARE)
    if not chess.BB_SQUARES[origin] & board.occupied_co[board.turn]:
        return RefusalReason(Code.OPPONENTS_PIECE)
    if origin == target:
        return RefusalReason(Code.SAME_SQUARE)
    if chess.BB_SQUARES[target] & board.occupied_co[board.turn]:
        return about_piece(board, Code.OWN_PIECE, target)
    return None


def game_over(board: chess.Board) -> RefusalReason | None:
    """The reason that nothing can be played any more, if so."""
    if next(board.generate_legal_moves(), None) is not None:
        return None
    mated = board.is_check()
    return RefusalReason(
        Code.GAME_OVER, ending=chess.Termination.CHECKMATE if mated else chess.Termination.STALEMATE
    )


def reason_of_illegal(board: chess.Board, move: chess.Move) -> RefusalReason:
    """Why python-chess says no to a move of one's own piece to a square without another."""
    reason = WAYS[type_at(board, move.from_square)](board, move.from_square, move.to_square)
    if reason is None:
        reason = _reason_of_promotion(board, move) or _reason_of_check(board, move)
    return reason


def _reason_of_promotion(board: chess.Board, move: chess.Move) -> RefusalReason | None:
    promotes = chess.BB_SQUARES[move.from_square] & board.pawns and chess.square_rank(move.to_square) in (
        0,
        7,
    )
    if not promotes:
        return None if move.promotion is None else RefusalReason(Code.WRONG_PROMOTION)
    if move.promotion not in (None, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT):
        return RefusalReason(Code.WRONG_PROMOTION)
    if move.promotion is None and board.is_legal(chess.Move(move.from_square, move.to_square, chess.QUEEN)):
        return RefusalReason(Code.PROMOTION_MISSING)
    return None


def _reason_of_check(board: chess.Board, move: chess.Move) -> RefusalReason:
    """The move goes as the piece goes, so what forbids it is the king's safety."""
    after = board.copy(stack=False)
    after.push(move)
    king = after.king(board.turn)
    assert king is not None
    attackers = after.attackers_mask(not board.turn, king)
    before = board.checkers_mask()
    if king == move.to_square:
        code = Code.KING_INTO_CHECK
    elif attackers & before:
        code, attackers = Code.STILL_IN_CHECK, attackers & before
    else:
        code = Code.INTO_CHECK
    return about_piece(after, code, chess.msb(attackers))


def castling_squares(colour: chess.Color, *, kingside: bool) -> tuple[chess.Square, chess.Square]:
    """Origin and target of the king when it castles."""
    rank = 0 if colour else 7
    return chess.square(4, rank), chess.square(6 if kingside else 2, rank)


def _reason_of_line(board: chess.Board, origin: chess.Square, target: chess.Square) -> RefusalReason | None:
    """A queen, rook or bishop: is the way its own, and is it clear?"""
    straight = chess.square_file(origin) == chess.square_file(target) or chess.square_rank(
        origin
    ) == chess.square_rank(target)
    if not chess.ray(origin, target) or type_at(board, origin) == (chess.BISHOP if straight else chess.ROOK):
        return RefusalReason(Code.NOT_HOW_IT_MOVES)
    blocker = first_between(board, origin, target)
    return None if blocker is None else about_piece(board, Code.BLOCKED, blocker)


def _reason_of_knight(_: chess.Board, origin: chess.Square, target: chess.Square) -> RefusalReason | None:
    reaches = chess.BB_KNIGHT_ATTACKS[origin] & chess.BB_SQUARES[target]
    return None if reaches else RefusalReason(Code.NOT_HOW_IT_MOVES)


def _reason_of_king(board: chess.Board, origin: chess.Square, target: chess.Square) -> RefusalReason | None:
    if chess.BB_KING_ATTACKS[origin] & chess.BB_SQUARES[target]:
        return None
    for kingside in (True, False):
        if (origin, target) == castling_squares(board.turn, kingside=kingside):
            return _reason_of_castling(board, origin, target)
    return RefusalReason(Code.NOT_HOW_IT_MOVES)


def _reason_of_castling(
    board: chess.Board, origin: chess.Square, target: chess.Square
) -> RefusalReason | None:
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


def _who_moved(board: chess.Board, king_home: chess.Square, corner: chess.Square) -> RefusalReason:
    """The king if it ever left its square, else the rook; neither where the game's beginning is not known."""
    king, rook = chess.Piece(chess.KING, board.turn), chess.Piece(chess.ROOK, board.turn)
    left = {move.from_square for move in board.move_stack}
    entered = {move.to_square for move in board.move_stack}
    if king_home in left:
        return RefusalReason(Code.CASTLING_MOVED, other=king, other_square=king_home)
    if corner in left or corner in entered or board.piece_at(corner) != rook:
        return RefusalReason(Code.CASTLING_MOVED, other=rook, other_square=corner)
    return RefusalReason(Code.CASTLING_MOVED)


def _reason_of_pawn(board: chess.Board, origin: chess.Square, target: chess.Square) -> RefusalReason | None:
    forward = 1 if board.turn else -1
    ranks = forward * (chess.square_rank(target) - chess.square_rank(origin))
    files = abs(chess.square_file(target) - chess.square_file(origin))
    if (files, ranks) == (1, 1):
        return _reason_of_pawn_capture(board, origin, target)
    if files or ranks not in (1, 2):
        return RefusalReason(Code.NOT_HOW_IT_MOVES)
    if ranks == 2 and chess.square_rank(origin) != (1 if board.turn else 6):
        return RefusalReason(Code.DOUBLE_STEP_GONE)
    blocker = first_between(board, origin, target)
    if blocker is not None:
        return about_piece(board, Code.BLOCKED, blocker)
    if chess.BB_SQUARES[target] & board.occupied:
        return about_piece(board, Code.PAWN_TAKES_ASLANT, target)
    return None


def _reason_of_pawn_capture(
    board: chess.Board, origin: chess.Square, target: chess.Square
) -> RefusalReason | None:
    if chess.BB_SQUARES[target] & board.occupied or target == board.ep_square:
        return None
    passed = chess.square(chess.square_file(target), chess.square_rank(origin))
    if board.piece_at(passed) == chess.Piece(chess.PAWN, not board.turn):
        last = next((move for move in reversed(board.move_stack) if move.to_square == passed), None)
        if last is not None and abs(last.from_square - passed) == 16:
            return about_piece(board, Code.EN_PASSANT_TOO_LATE, passed)
    return RefusalReason(Code.NOTHING_TO_TAKE)


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
