"""The 32 physical pieces, and where each can be: on a square, in a slot for taken pieces, or off the board.

A piece's id is also the id of the marker on its top. Ids run along the ranks from the h-file to the a-file,
seen from white: 0–7 black's pieces, 8–15 black's pawns, 16–23 white's pawns, 24–31 white's pieces; so 3 is
the black king and 27 the white one.

Taken black pieces have their slots left of the board, white ones right (seen from white), in columns of six,
six and four. A person may put a taken piece into any slot, or somewhere else: then it is off the board.
"""

from dataclasses import dataclass
from functools import cache

import chess

SLOT_COLUMNS = (6, 6, 4)  # slots in every column, the column nearest to the board first
SLOT_COUNT = sum(SLOT_COLUMNS)
FIRST_SLOT = 64
PLACE_COUNT = FIRST_SLOT + 2 * SLOT_COUNT + 1
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


@dataclass(frozen=True, slots=True, order=True)
class PiecePlace:
    """A place by its number: 0–63 squares as python-chess counts them, then black's slots, white's, off.

    Make one with `on_square`, `in_slot` or `OFF`; the number is what is recorded.
    """

    number: int

    def __post_init__(self) -> None:
        if not 0 <= self.number < PLACE_COUNT:
            raise ValueError(f"There is no place {self.number}; places are numbered 0 to {PLACE_COUNT - 1}.")

    @property
    def square(self) -> chess.Square | None:
        """The square, if it is one."""
        return self.number if self.number < FIRST_SLOT else None

    @property
    def slot(self) -> tuple[chess.Color, int] | None:
        """Colour of the taken pieces that belong there, and number 0–15, if it is a slot."""
        if not FIRST_SLOT <= self.number < PLACE_COUNT - 1:
            return None
        side, number = divmod(self.number - FIRST_SLOT, SLOT_COUNT)
        return bool(side), number

    @property
    def is_off(self) -> bool:
        """Whether it is neither a square nor a slot."""
        return self.number == PLACE_COUNT - 1

    def __str__(self) -> str:
        if self.square is not None:
            return chess.square_name(self.square)
        if self.slot is not None:
            colour, number = self.slot
            return f"slot {number + 1} of {chess.COLOR_NAMES[colour]}"
        return "off the board"


@cache
def on_square(square: chess.Square) -> PiecePlace:
    """A square of the board."""
    if square not in chess.SQUARES:
        raise ValueError(f"There is no square {square}; squares are numbered 0 (a1) to 63 (h8).")
    return PiecePlace(square)


@cache
def in_slot(colour: chess.Color, number: int) -> PiecePlace:
    """A slot for taken pieces of a colour, 0 to 15."""
    if not 0 <= number < SLOT_COUNT:
        raise ValueError(f"There is no slot {number}; they are numbered 0 to {SLOT_COUNT - 1}.")
    return PiecePlace(FIRST_SLOT + SLOT_COUNT * int(colour) + number)


OFF = PiecePlace(PLACE_COUNT - 1)


def slots_of(colour: chess.Color) -> tuple[PiecePlace, ...]:
    """The slots for taken pieces of a colour, the first to be filled first."""
    return tuple(in_slot(colour, number) for number in range(SLOT_COUNT))


def column_and_row(number: int) -> tuple[int, int]:
    """Where a slot lies: column 0 is nearest to the board, row 0 nearest to white."""
    for column, length in enumerate(SLOT_COLUMNS):
        if number < length:
            return column, number
        number -= length
    raise ValueError(f"There are only {SLOT_COUNT} slots on a side.")


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
