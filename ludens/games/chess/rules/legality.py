"""Whether a move is legal, and if not, why.

Whether a move is legal is python-chess's word alone; only after its no is the reason looked for.
"""

from dataclasses import replace

import chess

from ludens.games.chess.rules.ending import HowEnded
from ludens.games.chess.rules.reasons import Code, Reason, about_piece
from ludens.games.chess.rules.ways import WAYS, castling_squares, type_at


def reason_against(
    board: chess.Board,
    origin: int,
    target: int,
    promotion: chess.PieceType | None = None,
    *,
    mover: chess.Color | None = None,
    ending: HowEnded | None = None,
) -> Reason | None:
    """What stands against a move between two squares, if anything.

    `mover` is who wants it, if that is known; `ending` how the game has ended by what the board does not show
    (repetition, say). A castling is the king's move by two squares.
    """
    reason = general_reason(board, origin, target, mover=mover, ending=ending)
    move = chess.Move(origin, target, promotion)
    if reason is None:
        if board.is_legal(move):
            return None
        reason = game_over(board) or reason_of_illegal(board, move)
    return about_move(reason, board, move)


def about_move(reason: Reason, board: chess.Board, move: chess.Move) -> Reason:
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
    board: chess.Board,
    *,
    kingside: bool,
    mover: chess.Color | None = None,
    ending: HowEnded | None = None,
) -> Reason | None:
    """What stands against castling of the side to move, wherever its king is."""
    origin, target = castling_squares(board.turn, kingside=kingside)
    if board.king(board.turn) == origin:
        return reason_against(board, origin, target, mover=mover, ending=ending)
    king = chess.Piece(chess.KING, board.turn)
    if (mover is not None and mover != board.turn) or ending is not None:
        general = general_reason(board, origin, target, mover=mover, ending=ending)
        assert general is not None
        return replace(general, piece=king, origin=origin, target=target, turn=board.turn)
    return Reason(
        code=Code.CASTLING_MOVED,
        piece=king,
        origin=origin,
        target=target,
        other=king,
        other_square=origin,
        turn=board.turn,
    )


def general_reason(
    board: chess.Board,
    origin: int,
    target: int,
    *,
    mover: chess.Color | None,
    ending: HowEnded | None,
) -> Reason | None:
    """What no piece may do."""
    if ending is not None:
        return Reason(code=Code.GAME_OVER, ending=ending)
    if origin not in chess.SQUARES or target not in chess.SQUARES:
        return Reason(code=Code.OFF_BOARD)
    if mover is not None and mover != board.turn:
        return Reason(code=Code.NOT_YOUR_TURN)
    if not chess.BB_SQUARES[origin] & board.occupied:
        return Reason(code=Code.EMPTY_SQUARE)
    if not chess.BB_SQUARES[origin] & board.occupied_co[board.turn]:
        return Reason(code=Code.OPPONENTS_PIECE)
    if origin == target:
        return Reason(code=Code.SAME_SQUARE)
    if chess.BB_SQUARES[target] & board.occupied_co[board.turn]:
        return about_piece(board, Code.OWN_PIECE, target)
    return None


def game_over(board: chess.Board) -> Reason | None:
    """That nothing can be played any more, if so."""
    if next(board.generate_legal_moves(), None) is not None:
        return None
    mated = board.is_check()
    return Reason(
        code=Code.GAME_OVER, ending=chess.Termination.CHECKMATE if mated else chess.Termination.STALEMATE
    )


def reason_of_illegal(board: chess.Board, move: chess.Move) -> Reason:
    """Why python-chess says no to a move of one's own piece to a square without another."""
    reason = WAYS[type_at(board, move.from_square)](board, move.from_square, move.to_square)
    if reason is None:
        reason = _reason_of_promotion(board, move) or _reason_of_check(board, move)
    return reason


def _reason_of_promotion(board: chess.Board, move: chess.Move) -> Reason | None:
    promotes = chess.BB_SQUARES[move.from_square] & board.pawns and chess.square_rank(move.to_square) in (
        0,
        7,
    )
    if not promotes:
        return None if move.promotion is None else Reason(code=Code.WRONG_PROMOTION)
    if move.promotion not in (None, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT):
        return Reason(code=Code.WRONG_PROMOTION)
    if move.promotion is None and board.is_legal(chess.Move(move.from_square, move.to_square, chess.QUEEN)):
        return Reason(code=Code.PROMOTION_MISSING)
    return None


def _reason_of_check(board: chess.Board, move: chess.Move) -> Reason:
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
