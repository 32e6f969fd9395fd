"""What differs between two configurations on the board itself, kind by kind.

Two pieces of one kind are as good as each other, so squares are compared by what stands there, not by ids;
and what happens beside the board is nobody's business.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import chess

from ludens.games.chess.rules.configuration import Configuration
from ludens.games.chess.rules.physical import captured_square, rook_squares
from ludens.games.chess.rules.pieces import PIECES

Kinds = Mapping[chess.Square, chess.Piece | None]  # what stands on some squares; None is nothing


def kinds_on_board(configuration: Configuration) -> dict[chess.Square, chess.Piece]:
    """Every occupied square with the physical kind of what is there (a pawn that stands in is a pawn)."""
    return {
        place.square: PIECES[piece_id].symbol
        for piece_id, place in enumerate(configuration.places)
        if place.square is not None
    }


def crowded_squares(configuration: Configuration) -> tuple[chess.Square, ...]:
    """Squares with more than one piece."""
    squares = [place.square for place in configuration.places if place.square is not None]
    return tuple(sorted({square for square in squares if squares.count(square) > 1}))


def change_between(
    before: Mapping[chess.Square, chess.Piece], after: Mapping[chess.Square, chess.Piece]
) -> dict[chess.Square, chess.Piece | None]:
    """The squares that differ, with what stands there afterwards."""
    return {
        square: after.get(square)
        for square in sorted({*before, *after})
        if before.get(square) != after.get(square)
    }


def change_of(
    board: chess.Board, move: chess.Move, before: Mapping[chess.Square, chess.Piece]
) -> dict[chess.Square, chess.Piece | None]:
    """What a legal move changes; a promoted pawn is exchanged."""
    change: dict[chess.Square, chess.Piece | None] = {}
    taken = captured_square(board, move)
    if taken is not None:
        change[taken] = None
    change[move.from_square] = None
    mover = before[move.from_square]
    change[move.to_square] = mover if move.promotion is None else chess.Piece(move.promotion, board.turn)
    if board.is_castling(move):
        corner, target = rook_squares(move)
        change[corner] = None
        change[target] = before[corner]
    return change


@dataclass(frozen=True, slots=True)
class Travel:
    """A piece has gone from one square to another."""

    piece: chess.Piece
    origin: chess.Square
    target: chess.Square


@dataclass(frozen=True, slots=True)
class Travels:
    """A change told as ways of pieces: who went where, who vanished from where, who came to where."""

    gone: tuple[Travel, ...]
    vanished: tuple[tuple[chess.Piece, chess.Square], ...]
    come: tuple[tuple[chess.Piece, chess.Square], ...]


def travels(before: Mapping[chess.Square, chess.Piece], change: Kinds) -> Travels:
    """The ways behind a change. Who was taken, its square being entered by another, is not among them."""
    left = [(before[square], square) for square in change if square in before]
    entered = [(piece, square) for square, piece in change.items() if piece is not None]
    gone: list[Travel] = []
    for piece, target in entered:
        fitting = [one for one in left if one[0] == piece]
        if fitting:
            _, origin = min((chess.square_distance(square, target), square) for _, square in fitting)
            left.remove((piece, origin))
            gone.append(Travel(piece, origin, target))
    moved_in = {one.target for one in gone}
    come = tuple(one for one in entered if one[1] not in moved_in)
    vanished = tuple(one for one in left if one[1] not in moved_in)
    return Travels(tuple(gone), vanished, come)
