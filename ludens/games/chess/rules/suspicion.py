"""What was wrong with a change that is no move, half or whole: the one reason to tell the person."""

import chess

from ludens.games.chess.rules.board_change import Travels
from ludens.games.chess.rules.configuration import Configuration
from ludens.games.chess.rules.legality import castling_reason, reason_against
from ludens.games.chess.rules.physical import rook_squares
from ludens.games.chess.rules.pieces import PIECES
from ludens.games.chess.rules.places import on_square
from ludens.games.chess.rules.reasons import Code, Reason


def suspicion(
    board: chess.Board, seen: Travels, after: Configuration, crowded: tuple[chess.Square, ...]
) -> Reason:
    """The reason against what was done, looked at as a move where it looks like one."""
    if crowded:
        there = after.at(on_square(crowded[0]))
        one, other = (PIECES[piece_id].symbol for piece_id in there[:2])
        return Reason(code=Code.TWO_ON_SQUARE, piece=one, other=other, target=crowded[0], squares=crowded)
    if seen.come:
        piece, target = seen.come[0]
        return Reason(
            code=Code.PIECE_ADDED, piece=piece, target=target, squares=tuple(at for _, at in seen.come)
        )
    if len(seen.gone) == 1 and not seen.vanished:
        return _against(board, seen)
    if not seen.gone:
        piece, origin = seen.vanished[0]
        squares = tuple(at for _, at in seen.vanished)
        return Reason(code=Code.PIECE_MISSING, piece=piece, origin=origin, squares=squares)
    castling = _against_castling(board, seen)
    if castling is not None:
        return castling
    touched = [square for travel in seen.gone for square in (travel.origin, travel.target)]
    touched += [square for _, square in seen.vanished]
    return Reason(code=Code.SEVERAL_MOVED, squares=tuple(dict.fromkeys(touched)))


def _against(board: chess.Board, seen: Travels) -> Reason:
    travel = seen.gone[0]
    reason = reason_against(board, travel.origin, travel.target)
    if reason is None or reason.code is Code.PROMOTION_MISSING:
        # The move itself would be legal, so more must have changed than it may.
        squares = (travel.origin, travel.target)
        return Reason(code=Code.SEVERAL_MOVED, piece=travel.piece, squares=squares)
    return reason


def _against_castling(board: chess.Board, seen: Travels) -> Reason | None:
    """Why a castling is not allowed that king and rook have done rightly."""
    if len(seen.gone) != 2 or seen.vanished:
        return None
    kings = [one for one in seen.gone if one.piece == chess.Piece(chess.KING, board.turn)]
    rooks = [one for one in seen.gone if one.piece == chess.Piece(chess.ROOK, board.turn)]
    if not kings or not rooks:
        return None
    king, rook = kings[0], rooks[0]
    if abs(king.origin - king.target) != 2 or chess.square_file(king.origin) != 4:
        return None
    if rook_squares(chess.Move(king.origin, king.target)) != (rook.origin, rook.target):
        return None
    return castling_reason(board, kingside=king.target > king.origin)
