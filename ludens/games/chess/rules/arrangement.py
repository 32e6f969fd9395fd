"""Moves of physical pieces, one at a time, in an order in which none stands in another's way.

`arrange` sets up a position from any configuration with as few of them as there can be: for a new game, a
game that goes on after the board was cleared, taking back, and undoing what is not allowed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import chess

from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.errors import NoPieceError
from ludens.games.chess.rules.places import PIECES, PiecePlace, on_square, slots_of

NON_PAWNS = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


@dataclass(frozen=True, slots=True)
class PieceMove:
    """One physical piece is taken from one place and put to another."""

    piece_id: int
    origin: PiecePlace
    target: PiecePlace

    def __str__(self) -> str:
        piece = PIECES[self.piece_id]
        return f"{piece} from {self.origin} to {self.target}"


def carried_out(moves: Iterable[PieceMove], configuration: PieceConfiguration) -> PieceConfiguration:
    """The configuration after some piece moves."""
    for move in moves:
        configuration = configuration.moved(move.piece_id, move.target)
    return configuration


def in_order(targets: Mapping[int, PiecePlace], configuration: PieceConfiguration) -> tuple[PieceMove, ...]:
    """Bring pieces to their targets; what stands on a target must be among those that move.

    Pieces that stand on each other's targets in a ring need one move more: one of them waits in a slot.
    """
    steps: list[PieceMove] = []
    waiting = dict(targets)
    while waiting:
        occupied = set(configuration.places)
        piece_id = next(
            (one for one, place in waiting.items() if place.is_off or place not in occupied), None
        )
        if piece_id is None:
            piece_id = next(iter(waiting))
            target = _waiting_place(piece_id, occupied | set(waiting.values()))
        else:
            target = waiting.pop(piece_id)
        steps.append(PieceMove(piece_id, configuration[piece_id], target))
        configuration = configuration.moved(piece_id, target)
    return tuple(steps)


def _waiting_place(piece_id: int, occupied: set[PiecePlace]) -> PiecePlace:
    colour = PIECES[piece_id].colour
    slots = (*slots_of(colour), *slots_of(not colour))
    return next(slot for slot in slots if slot not in occupied)


def arrange(
    board: chess.Board, configuration: PieceConfiguration, *, like: PieceConfiguration | None = None
) -> tuple[PieceMove, ...]:
    """Piece moves after which the configuration shows the position of the board.

    Pieces that stand right stay. Of several that fit a square, the one that stands there in `like` is taken,
    then one that is on the board and must leave its square anyway. What the board has too much goes to slots,
    or beside the board where `like` has it.
    """
    return _Arrangement(board, configuration, like or configuration).plan()


class _Arrangement:
    """Which piece goes to which square, filled step by step by `plan`."""

    def __init__(self, board: chess.Board, now: PieceConfiguration, like: PieceConfiguration) -> None:
        self._board = board
        self._now = now
        self._like = like
        self._chosen: dict[int, chess.Square] = {}
        self._open = dict(board.piece_map())  # squares that have no piece chosen yet

    def plan(self) -> tuple[PieceMove, ...]:
        self._keep()
        short: list[chess.Square] = []
        for colour in chess.COLORS:
            for piece_type in NON_PAWNS:
                short += self._reserve(chess.Piece(piece_type, colour))
        for colour in chess.COLORS:
            for piece_type in (*NON_PAWNS, chess.PAWN):
                piece = chess.Piece(piece_type, colour)
                self._fill([square for square in self._squares(piece) if square not in short], piece)
        for square in short:
            if square in self._open:
                self._fill([square], chess.Piece(chess.PAWN, self._open[square].color))
        targets = {
            piece_id: on_square(square)
            for piece_id, square in self._chosen.items()
            if self._now[piece_id] != on_square(square)
        }
        return in_order({**self._removals(targets.values()), **targets}, self._now)

    def _keep(self) -> None:
        """Pieces that stand right stay."""
        staying = sorted(range(len(PIECES)), key=lambda one: self._now[one] != self._like[one])
        for piece_id in staying:
            square = self._now[piece_id].square
            if square is not None and self._open.get(square) == PIECES[piece_id].symbol:
                self._choose(piece_id, square)

    def _reserve(self, piece: chess.Piece) -> list[chess.Square]:
        """Squares of this piece that only a pawn can fill; one that stands there for it already stays."""
        squares = self._squares(piece)
        lacking = max(0, len(squares) - len(self._free(piece)))
        if not lacking:
            return []
        pawn = chess.Piece(chess.PAWN, piece.color)
        here = {self._now[one].square: one for one in self._free(pawn)}
        short = sorted(squares, key=lambda square: square not in here)[:lacking]
        for square in short:
            if square in here and piece.piece_type != chess.KING:
                self._choose(here[square], square)
        return short

    def _fill(self, squares: Iterable[chess.Square], piece: chess.Piece) -> None:
        for square in squares:
            free = self._free(piece)
            wanted = self._open[square]
            if not free or (wanted != piece and wanted.piece_type == chess.KING):
                raise NoPieceError(wanted, square)
            self._choose(min((self._effort(one, square), one) for one in free)[1], square)

    def _effort(self, piece_id: int, square: chess.Square) -> tuple[bool, int, bool]:
        place = self._now[piece_id]
        where = 0 if place.square is not None else 2 if place.is_off else 1
        return self._like[piece_id] != on_square(square), where, PIECES[piece_id].home_square != square

    def _removals(self, taken: Iterable[PiecePlace]) -> dict[int, PiecePlace]:
        """Where the pieces go that the position does not need."""
        occupied = {*self._now.places, *taken}
        removals: dict[int, PiecePlace] = {}
        for piece in PIECES:
            if piece.id in self._chosen or self._now[piece.id].square is None:
                continue
            before = self._like[piece.id]
            slots = (*slots_of(piece.colour), *slots_of(not piece.colour))
            wanted = (
                [before] if before.is_off or (before.square is None and before not in occupied) else slots
            )
            removals[piece.id] = next(place for place in wanted if place.is_off or place not in occupied)
            occupied.add(removals[piece.id])
        return removals

    def _squares(self, piece: chess.Piece) -> list[chess.Square]:
        return [square for square, wanted in self._open.items() if wanted == piece]

    def _free(self, piece: chess.Piece) -> list[int]:
        return [one.id for one in PIECES if one.id not in self._chosen and one.symbol == piece]

    def _choose(self, piece_id: int, square: chess.Square) -> None:
        self._chosen[piece_id] = square
        del self._open[square]
