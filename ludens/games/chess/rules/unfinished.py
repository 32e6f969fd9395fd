"""Moves that are half done: a castling without its rook, a pawn not yet exchanged, a piece in the hand."""

from collections.abc import Mapping
from dataclasses import dataclass

import chess

from ludens.games.chess.rules.board_change import Kinds, change_of
from ludens.games.chess.rules.configuration import Configuration
from ludens.games.chess.rules.physical import captured_square, rook_squares
from ludens.games.chess.rules.pieces import PIECES
from ludens.games.chess.rules.places import on_square
from ludens.games.chess.rules.reasons import Code, Reason


@dataclass(frozen=True, slots=True)
class Half:
    """The moves that what was done so far may become, and what is missing."""

    moves: tuple[chess.Move, ...]
    reason: Reason


def half_done(
    board: chess.Board,
    before: Mapping[chess.Square, chess.Piece],
    after: Configuration,
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
    board: chess.Board,
    moves: tuple[chess.Move, ...],
    before: Mapping[chess.Square, chess.Piece],
    change: Kinds,
) -> Reason:
    move = moves[0]
    arrived = change.get(move.to_square)
    if move.promotion is not None and (_is_pawn(arrived) or move.from_square in change):
        return Reason(
            code=Code.PROMOTION_MISSING,
            piece=before[move.from_square],
            origin=move.from_square,
            target=move.to_square,
        )
    if len(moves) == 1 and board.is_castling(move) and arrived is not None:
        corner, _ = rook_squares(move)
        return Reason(
            code=Code.CASTLING_HALF_DONE,
            piece=before[move.from_square],
            origin=move.from_square,
            target=move.to_square,
            other=before[corner],
            other_square=corner,
        )
    if len(moves) == 1 and board.is_en_passant(move) and arrived is not None:
        passed = captured_square(board, move)
        assert passed is not None
        return Reason(
            code=Code.EN_PASSANT_HALF_DONE,
            piece=before[move.from_square],
            origin=move.from_square,
            target=move.to_square,
            other=before[passed],
            other_square=passed,
        )
    empty = tuple(square for square, piece in change.items() if piece is None)
    if not empty:
        return Reason(
            code=Code.PROMOTION_HALF_DONE,
            piece=arrived,
            target=move.to_square,
            other=before[move.from_square],
            other_square=move.from_square,
        )
    return _missing(before, empty)


def _missing(before: Mapping[chess.Square, chess.Piece], squares: tuple[chess.Square, ...]) -> Reason:
    return Reason(code=Code.PIECE_MISSING, piece=before[squares[0]], origin=squares[0], squares=squares)


def _with_a_piece_missing(
    board: chess.Board, before: Mapping[chess.Square, chess.Piece], change: Kinds
) -> Half | None:
    """A whole move, and besides one piece that has vanished: knocked over, or not seen."""
    for square in [square for square, piece in change.items() if piece is None]:
        rest = {other: piece for other, piece in change.items() if other != square}
        for move in board.generate_legal_moves():
            if change_of(board, move, before) == rest:
                return Half((move,), _missing(before, (square,)))
    return None


def _not_yet_taken(
    board: chess.Board,
    before: Mapping[chess.Square, chess.Piece],
    after: Configuration,
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
            return Half((move,), Reason(code=Code.TWO_ON_SQUARE, piece=mover, other=taken, target=target))
    return None


def _is_pawn(piece: chess.Piece | None) -> bool:
    return piece is not None and piece.piece_type == chess.PAWN
