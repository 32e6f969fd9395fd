"""What people do with pieces that is no move: by mistake, or to see whether anybody notices."""

from collections.abc import Callable

import chess
import numpy as np

from ludens.games.chess.rules.arrangement import PieceMove, carried_out
from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.physical import plan_of
from ludens.games.chess.rules.places import OFF, on_square

Deed = Callable[[chess.Board, PieceConfiguration, np.random.Generator], tuple[PieceMove, ...]]


def illegal_move(
    board: chess.Board, now: PieceConfiguration, random: np.random.Generator
) -> tuple[PieceMove, ...]:
    """One of the player's own pieces goes to an empty square where it may not go."""
    legal = {(move.from_square, move.to_square) for move in board.legal_moves}
    pairs = [
        (origin, target)
        for origin in chess.SquareSet(board.occupied_co[board.turn])
        for target in chess.SQUARES
        if board.piece_at(target) is None and (origin, target) not in legal
    ]
    return _carried(pairs[int(random.integers(len(pairs)))], now)


def opponents_piece(
    board: chess.Board, now: PieceConfiguration, random: np.random.Generator
) -> tuple[PieceMove, ...]:
    """A piece of the other side is moved as if it were one's own."""
    other = board.copy(stack=False)
    other.turn, other.ep_square = not board.turn, None
    quiet = [move for move in other.pseudo_legal_moves if other.piece_at(move.to_square) is None]
    if not quiet:
        return illegal_move(board, now, random)
    move = quiet[int(random.integers(len(quiet)))]
    return _carried((move.from_square, move.to_square), now)


def two_moves(
    board: chess.Board, now: PieceConfiguration, random: np.random.Generator
) -> tuple[PieceMove, ...]:
    """Two moves at once, by two pieces: what one piece does in two might be legal in one."""
    done: tuple[PieceMove, ...] = ()
    ahead = board.copy(stack=False)
    moved: chess.Square | None = None
    for _ in range(2):
        quiet = [
            move
            for move in ahead.legal_moves
            if move.from_square != moved and not ahead.is_capture(move) and not move.promotion
        ]
        if not quiet:
            return illegal_move(board, now, random)
        move = quiet[int(random.integers(len(quiet)))]
        plan = plan_of(ahead, move, now)
        done, now = (*done, *plan), carried_out(plan, now)
        moved = move.to_square
        ahead.push(move)
        ahead.push(chess.Move.null())
    return done


def stolen_piece(
    board: chess.Board, now: PieceConfiguration, random: np.random.Generator
) -> tuple[PieceMove, ...]:
    """A piece of the other side vanishes."""
    prey = list(chess.SquareSet(board.occupied_co[not board.turn] & ~board.kings))
    if not prey:
        return illegal_move(board, now, random)
    square = prey[int(random.integers(len(prey)))]
    piece = now.on(square)
    assert piece is not None
    return (PieceMove(piece, now[piece], OFF),)


MISCHIEF: tuple[Deed, ...] = (illegal_move, opponents_piece, two_moves, stolen_piece)


def _carried(pair: tuple[chess.Square, chess.Square], now: PieceConfiguration) -> tuple[PieceMove, ...]:
    piece = now.on(pair[0])
    assert piece is not None
    return (PieceMove(piece, now[piece], on_square(pair[1])),)
