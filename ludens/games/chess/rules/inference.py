"""What a person did, from two settled configurations: a move, nothing, half a move, or something to undo.

A move is believed only when the whole board is as that move leaves it; so a wrong one is never believed.
"""

from dataclasses import dataclass, replace

import chess

from ludens.games.chess.rules.arrangement import arrange
from ludens.games.chess.rules.board_change import (
    change_between,
    change_of,
    crowded_squares,
    kinds_on_board,
    travels,
)
from ludens.games.chess.rules.configuration import Configuration, cast
from ludens.games.chess.rules.ending import HowEnded
from ludens.games.chess.rules.errors import ChessError
from ludens.games.chess.rules.physical import rook_squares
from ludens.games.chess.rules.piece_moves import PieceMove
from ludens.games.chess.rules.reasons import Code, Reason
from ludens.games.chess.rules.suspicion import suspicion
from ludens.games.chess.rules.unfinished import Half, half_done


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The position is the same; pieces of one kind may have changed places, so the ids are those now."""

    configuration: Configuration


@dataclass(frozen=True, slots=True)
class Moved:
    """A legal move was made. `may_become` is the castling that a rook's move may be the first half of."""

    move: chess.Move
    configuration: Configuration
    may_become: chess.Move | None = None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Every change so far belongs to one of these moves: wait, then ask.

    `reason` says what is missing, `rest` what is still to be done where only one move is possible.
    """

    moves: tuple[chess.Move, ...]
    reason: Reason
    rest: tuple[PieceMove, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """What was done must be undone: `undo`, in order, restores the position."""

    reason: Reason
    undo: tuple[PieceMove, ...]


Inference = Unchanged | Moved | Unfinished | Refused


def infer(
    board: chess.Board,
    before: Configuration,
    after: Configuration,
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
    undo = arrange(board, after, like=before).moves
    return Refused(replace(reason, turn=board.turn), undo)


def _no_move_at_all(board: chess.Board, mover: chess.Color | None, ending: HowEnded | None) -> Reason | None:
    if ending is not None:
        return Reason(code=Code.GAME_OVER, ending=ending)
    if mover is not None and mover != board.turn:
        return Reason(code=Code.NOT_YOUR_TURN)
    return None


def _castling_begun_by(board: chess.Board, move: chess.Move) -> chess.Move | None:
    """A castling whose rook has just been moved."""
    for castling in board.generate_castling_moves():
        if rook_squares(castling) == (move.from_square, move.to_square) and board.is_legal(castling):
            return castling
    return None


def _rest(board: chess.Board, half: Half, after: Configuration) -> tuple[PieceMove, ...]:
    if len(half.moves) != 1:
        return ()
    then = board.copy(stack=False)
    then.push(half.moves[0])
    return arrange(then, after).moves
