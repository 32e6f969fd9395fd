"""What differs between two configurations on the board, and which moves that may be the first half of.

Two pieces of one kind are interchangeable, so squares are compared by the kind that stands there, not by ids;
changes beside the board do not count. Half a move is a castling without its rook, a pawn not yet exchanged, a
piece in the hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import chess

from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.physical import captured_square, rook_squares
from ludens.games.chess.rules.places import PIECES, on_square
from ludens.games.chess.rules.reasons import Code, RefusalReason

Pieces = Mapping[chess.Square, chess.Piece]  # what stands on the occupied squares
Kinds = Mapping[chess.Square, chess.Piece | None]  # what stands on some squares; None is nothing


def kinds_on_board(configuration: PieceConfiguration) -> dict[chess.Square, chess.Piece]:
    """Every occupied square with the physical kind of what is there (a pawn that stands in is a pawn)."""
    return {
        place.square: PIECES[piece_id].symbol
        for piece_id, place in enumerate(configuration.places)
        if place.square is not None
    }


def crowded_squares(configuration: PieceConfiguration) -> tuple[chess.Square, ...]:
    """Squares with more than one piece."""
    squares = [place.square for place in configuration.places if place.square is not None]
    return tuple(sorted({square for square in squares if squares.count(square) > 1}))


def change_between(before: Pieces, after: Pieces) -> dict[chess.Square, chess.Piece | None]:
    """The squares that differ, with what stands there afterwards."""
    return {
        square: after.get(square)
        for square in sorted({*before, *after})
        if before.get(square) != after.get(square)
    }


def change_of(board: chess.Board, move: chess.Move, before: Pieces) -> dict[chess.Square, chess.Piece | None]:
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


def travels(before: Pieces, change: Kinds) -> Travels:
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


@dataclass(frozen=True, slots=True)
class Half:
    """The moves that what was done so far may become, and what is missing."""

    moves: tuple[chess.Move, ...]
    reason: RefusalReason


def half_done(
    board: chess.Board,
    before: Pieces,
    after: PieceConfiguration,
    change: Kinds,
    crowded: tuple[chess.Square, ...],
) -> Half | None:
    """What a change may be the first half of, if anything."""
    if crowded:
        return _not_yet_taken(board, before, after, change, crowded)
    moves = tuple(
        move
        for move in board.generate_legal_moves()
        if _is_begun(change, change_of(board, move, before), move)
    )
    if moves:
        return Half(moves, _what_is_missing(board, moves, before, change))
    return _with_a_piece_missing(board, before, change)


def _is_begun(change: Kinds, whole: Kinds, move: chess.Move) -> bool:
    """Whether all that changed belongs to a move: done already, or its square still empty."""
    for square, piece in change.items():
        if square not in whole:
            return False
        pawn_arrived = move.promotion is not None and square == move.to_square and _is_pawn(piece)
        if piece is not None and piece != whole[square] and not pawn_arrived:
            return False
    return True


def _what_is_missing(
    board: chess.Board, moves: tuple[chess.Move, ...], before: Pieces, change: Kinds
) -> RefusalReason:
    move = moves[0]
    origin, target = move.from_square, move.to_square
    piece, arrived = before[origin], change.get(target)

    def still_there(code: Code, square: chess.Square) -> RefusalReason:
        other = before[square]
        return RefusalReason(
            code, piece=piece, origin=origin, target=target, other=other, other_square=square
        )

    if move.promotion is not None and (_is_pawn(arrived) or origin in change):
        return RefusalReason(Code.PROMOTION_MISSING, piece=piece, origin=origin, target=target)
    if len(moves) == 1 and board.is_castling(move) and arrived is not None:
        return still_there(Code.CASTLING_HALF_DONE, rook_squares(move)[0])
    passed = captured_square(board, move)
    if len(moves) == 1 and board.is_en_passant(move) and arrived is not None and passed is not None:
        return still_there(Code.EN_PASSANT_HALF_DONE, passed)
    empty = tuple(square for square, kind in change.items() if kind is None)
    if empty:
        return _missing(before, empty)
    return RefusalReason(
        Code.PROMOTION_HALF_DONE, piece=arrived, target=target, other=piece, other_square=origin
    )


def _missing(before: Pieces, squares: tuple[chess.Square, ...]) -> RefusalReason:
    return RefusalReason(Code.PIECE_MISSING, piece=before[squares[0]], origin=squares[0], squares=squares)


def _with_a_piece_missing(board: chess.Board, before: Pieces, change: Kinds) -> Half | None:
    """A whole move, and besides one piece that has vanished: knocked over, or not seen."""
    for square in [square for square, piece in change.items() if piece is None]:
        rest = {other: piece for other, piece in change.items() if other != square}
        for move in board.generate_legal_moves():
            if change_of(board, move, before) == rest:
                return Half((move,), _missing(before, (square,)))
    return None


def _not_yet_taken(
    board: chess.Board,
    before: Pieces,
    after: PieceConfiguration,
    change: Kinds,
    crowded: tuple[chess.Square, ...],
) -> Half | None:
    """A piece has been put onto the square of one that it may take, and that is still there."""
    if len(crowded) > 1:
        return None
    target = crowded[0]
    there = sorted(PIECES[one].symbol.symbol() for one in after.at(on_square(target)))
    elsewhere = {square: piece for square, piece in change.items() if square != target}
    for move in board.generate_legal_moves():
        if move.to_square != target or captured_square(board, move) != target or move.promotion is not None:
            continue
        mover, taken = before[move.from_square], before[target]
        if elsewhere == {move.from_square: None} and there == sorted((mover.symbol(), taken.symbol())):
            return Half((move,), RefusalReason(Code.TWO_ON_SQUARE, piece=mover, other=taken, target=target))
    return None


def _is_pawn(piece: chess.Piece | None) -> bool:
    return piece is not None and piece.piece_type == chess.PAWN
