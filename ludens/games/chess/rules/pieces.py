"""The 32 physical pieces. A piece's id is also the id of the marker on its top.

Ids run along the ranks from the h-file to the a-file, seen from white: 0–7 black's pieces, 8–15 black's
pawns, 16–23 white's pawns, 24–31 white's pieces; so 3 is the black king and 27 the white one.
"""

from dataclasses import dataclass

import chess

BACK_RANK = (
    chess.ROOK,
    chess.KNIGHT,
    chess.BISHOP,
    chess.QUEEN,
    chess.KING,
    chess.BISHOP,
    chess.KNIGHT,
    chess.ROOK,
)  # from the a-file on


@dataclass(frozen=True, slots=True)
class PhysicalPiece:
    """A block of wood with a marker; `home_square` is where it stands at the start of a game."""

    id: int
    colour: chess.Color
    type: chess.PieceType
    home_square: chess.Square

    @property
    def symbol(self) -> chess.Piece:
        """What it stands for on the board."""
        return chess.Piece(self.type, self.colour)

    def __str__(self) -> str:
        return f"{colour_name(self.colour)} {chess.piece_name(self.type)} {self.id}"


def colour_name(colour: chess.Color) -> str:
    """`white` or `black`."""
    return chess.COLOR_NAMES[colour]


def _piece(number: int) -> PhysicalPiece:
    rank, file = 7 - number // 8, 7 - number % 8
    if number >= 16:
        rank -= 4  # ids 16–31 stand on white's two ranks
    colour = number >= 16
    kind = chess.PAWN if rank in (1, 6) else BACK_RANK[file]
    return PhysicalPiece(number, colour, kind, chess.square(file, rank))


PIECES: tuple[PhysicalPiece, ...] = tuple(_piece(number) for number in range(32))
