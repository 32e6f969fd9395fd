"""Which physical piece is where: what a settled observation says, and what a plan begins with."""

from collections.abc import Mapping
from dataclasses import dataclass

import chess

from ludens.games.chess.rules.places import OFF, PIECES, PhysicalPiece, PiecePlace, on_square, slots_of


@dataclass(frozen=True, slots=True)
class PieceConfiguration:
    """The place of every piece by its id. It may be impossible: two pieces on one square were seen, say."""

    places: tuple[PiecePlace, ...]

    def __post_init__(self) -> None:
        if len(self.places) != len(PIECES):
            raise ValueError(f"A configuration has {len(PIECES)} places, not {len(self.places)}.")

    @classmethod
    def of(cls, places: Mapping[int, PiecePlace]) -> "PieceConfiguration":
        """From piece ids to places; pieces that are not named are off the board."""
        unknown = sorted(set(places) - set(range(len(PIECES))))
        if unknown:
            raise ValueError(f"There is no piece {unknown[0]}; ids are 0 to {len(PIECES) - 1}.")
        return cls(tuple(places.get(piece.id, OFF) for piece in PIECES))

    def __getitem__(self, piece_id: int) -> PiecePlace:
        return self.places[piece_id]

    def at(self, place: PiecePlace) -> tuple[int, ...]:
        """The ids of the pieces at a place: none, one, or by mistake several."""
        return tuple(number for number, where in enumerate(self.places) if where == place)

    def on(self, square: chess.Square) -> int | None:
        """The piece on a square, the first if several are there."""
        found = self.at(on_square(square))
        return found[0] if found else None

    def moved(self, piece_id: int, place: PiecePlace) -> "PieceConfiguration":
        """Return the configuration with one piece at another place."""
        return PieceConfiguration((*self.places[:piece_id], place, *self.places[piece_id + 1 :]))

    def differences(self, other: "PieceConfiguration") -> tuple[int, ...]:
        """The ids of the pieces that are somewhere else in the other configuration."""
        pairs = zip(self.places, other.places, strict=True)
        return tuple(number for number, (mine, theirs) in enumerate(pairs) if mine != theirs)

    def free_slot(self, colour: chess.Color) -> PiecePlace | None:
        """The first empty slot for taken pieces of a colour; when all are full, one of the other colour."""
        taken = set(self.places)
        slots = (*slots_of(colour), *slots_of(not colour))
        return next((slot for slot in slots if slot not in taken), None)


def home() -> PieceConfiguration:
    """All pieces as at the start of a game."""
    return PieceConfiguration(tuple(on_square(piece.home_square) for piece in PIECES))


def cast(board: chess.Board, configuration: PieceConfiguration) -> dict[int, chess.Piece] | None:
    """What every piece on the board stands for, or None when the configuration is not this position.

    A piece stands for itself; only a pawn may stand for another piece of its colour, because it has become
    one when no such piece was at hand. Pieces beside the board always stand for themselves.
    """
    roles: dict[int, chess.Piece] = {}
    squares: set[chess.Square] = set()
    for piece, place in zip(PIECES, configuration.places, strict=True):
        square = place.square
        if square is None:
            continue
        role = board.piece_at(square)
        if role is None or square in squares or not can_stand_for(piece, role):
            return None
        roles[piece.id] = role
        squares.add(square)
    return roles if len(squares) == chess.popcount(board.occupied) else None


def can_stand_for(piece: PhysicalPiece, role: chess.Piece) -> bool:
    """Whether a physical piece may be on the board for this one."""
    if piece.colour != role.color:
        return False
    return piece.type == role.piece_type or (piece.type == chess.PAWN and role.piece_type != chess.KING)
