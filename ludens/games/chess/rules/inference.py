"""What a person did, from two settled configurations: a move, nothing, half a move, or something to undo.

A move is believed only when the whole board is as that move leaves it; so a wrong one is never believed. Of a
change that is no move, half or whole, the one reason is found that the person is told.
"""

from dataclasses import dataclass, replace

import chess

from ludens.games.chess.rules.arrangement import PieceMove, arrange
from ludens.games.chess.rules.board_change import (
    Half,
    Travels,
    change_between,
    change_of,
    crowded_squares,
    half_done,
    kinds_on_board,
    travels,
)
from ludens.games.chess.rules.configuration import PieceConfiguration, cast
from ludens.games.chess.rules.ending import HowEnded
from ludens.games.chess.rules.errors import ChessError
from ludens.games.chess.rules.legality import castling_reason, reason_against
from ludens.games.chess.rules.physical import rook_squares
from ludens.games.chess.rules.places import PIECES, on_square
from ludens.games.chess.rules.reasons import Code, RefusalReason


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The position is the same; pieces of one kind may have changed places, so the ids are those now."""

    configuration: PieceConfiguration


@dataclass(frozen=True, slots=True)
class Moved:
    """A legal move was made. `may_become` is the castling that a rook's move may be the first half of."""

    move: chess.Move
    configuration: PieceConfiguration
    may_become: chess.Move | None = None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Every change so far belongs to one of these moves: wait, then ask.

    `reason` says what is missing, `rest` what is still to be done where only one move is possible.
    """

    moves: tuple[chess.Move, ...]
    reason: RefusalReason
    rest: tuple[PieceMove, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """What was done must be undone: `undo`, in order, restores the position."""

    reason: RefusalReason
    undo: tuple[PieceMove, ...]


Inference = Unchanged | Moved | Unfinished | Refused


def infer(
    board: chess.Board,
    before: PieceConfiguration,
    after: PieceConfiguration,
    *,
    mover: chess.Color | None = None,
    ending: HowEnded | None = None,
) -> Inference:
    """What happened between two settled configurations, the first of which shows the board.

    `mover` is the player whose hand it was, if that is known; `ending` how the game has ended already.
    """
    if cast(board, before) is None:
        raise ChessError("The configuration before does not show the position of the board.")
    kinds = kinds_on_board(before)
    crowded = crowded_squares(after)
    change = change_between(kinds, kinds_on_board(after))
    if not change and not crowded:
        return Unchanged(after)
    reason = _no_move_at_all(board, mover, ending)
    if reason is None and not crowded:
        for move in board.generate_legal_moves():
            if move.from_square in change and change_of(board, move, kinds) == change:
                return Moved(move, after, _castling_begun_by(board, move))
    if reason is None:
        half = half_done(board, kinds, after, change, crowded)
        if half is not None:
            return Unfinished(half.moves, half.reason, _rest(board, half, after))
        reason = suspicion(board, travels(kinds, change), after, crowded)
    undo = arrange(board, after, like=before)
    return Refused(replace(reason, turn=board.turn), undo)


def _no_move_at_all(
    board: chess.Board, mover: chess.Color | None, ending: HowEnded | None
) -> RefusalReason | None:
    if ending is not None:
        return RefusalReason(Code.GAME_OVER, ending=ending)
    if mover is not None and mover != board.turn:
        return RefusalReason(Code.NOT_YOUR_TURN)
    return None


def _castling_begun_by(board: chess.Board, move: chess.Move) -> chess.Move | None:
    """A castling whose rook has just been moved."""
    for castling in board.generate_castling_moves():
        if rook_squares(castling) == (move.from_square, move.to_square) and board.is_legal(castling):
            return castling
    return None


def _rest(board: chess.Board, half: Half, after: PieceConfiguration) -> tuple[PieceMove, ...]:
    if len(half.moves) != 1:
        return ()
    then = board.copy(stack=False)
    then.push(half.moves[0])
    return arrange(then, after)


def suspicion(
    board: chess.Board, seen: Travels, after: PieceConfiguration, crowded: tuple[chess.Square, ...]
) -> RefusalReason:
    """The reason against what was done, looked at as a move where it looks like one."""
    if crowded:
        there = after.at(on_square(crowded[0]))
        one, other = (PIECES[piece_id].symbol for piece_id in there[:2])
        return RefusalReason(Code.TWO_ON_SQUARE, piece=one, other=other, target=crowded[0], squares=crowded)
    if seen.come:
        piece, target = seen.come[0]
        return RefusalReason(
            Code.PIECE_ADDED, piece=piece, target=target, squares=tuple(at for _, at in seen.come)
        )
    if len(seen.gone) == 1 and not seen.vanished:
        return _against(board, seen)
    if not seen.gone:
        piece, origin = seen.vanished[0]
        squares = tuple(at for _, at in seen.vanished)
        return RefusalReason(Code.PIECE_MISSING, piece=piece, origin=origin, squares=squares)
    castling = _against_castling(board, seen)
    if castling is not None:
        return castling
    touched = [square for travel in seen.gone for square in (travel.origin, travel.target)]
    touched += [square for _, square in seen.vanished]
    return RefusalReason(Code.SEVERAL_MOVED, squares=tuple(dict.fromkeys(touched)))


def _against(board: chess.Board, seen: Travels) -> RefusalReason:
    travel = seen.gone[0]
    reason = reason_against(board, travel.origin, travel.target)
    if reason is None or reason.code is Code.PROMOTION_MISSING:
        # The move itself would be legal, so more must have changed than it may.
        squares = (travel.origin, travel.target)
        return RefusalReason(Code.SEVERAL_MOVED, piece=travel.piece, squares=squares)
    return reason


def _against_castling(board: chess.Board, seen: Travels) -> RefusalReason | None:
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
