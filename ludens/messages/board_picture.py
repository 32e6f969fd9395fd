"""A game on a board of squares, as people who look on see it; and what was said beside it.

Squares are counted from the lower left, row by row; the first side sits below. Where pieces stand on points
that lines join, points are squares too: those that are no points stay empty. Symbols are names whose
drawings the page of the game has.
"""

from typing import Literal

from msgspec import Struct

Speaker = Literal["person", "robot"]
Manner = Literal["plain", "question", "refusal", "plea", "trouble"]


class BoardPiece(Struct, frozen=True):
    """A piece on a square; `side` is 0 or 1."""

    square: int
    symbol: str
    side: int


class BoardMove(Struct, frozen=True):
    """A move that can be made now, and what one says to have it made.

    A piece that comes from nowhere has its target for an origin, too. Where the same step may take one piece
    or another elsewhere on the board, each is a move of its own.
    """

    origin: int
    target: int
    words: str
    takes: int | None = None  # the square of a piece that it takes and does not move onto


class BoardSide(Struct, frozen=True, kw_only=True):
    """One of the two who play."""

    name: str
    who: str  # in a word or two
    used_s: float  # time on its clock
    clock_runs: bool
    taken: tuple[str, ...]  # symbols of the other side's pieces that it has taken


class BoardPicture(Struct, frozen=True, kw_only=True):
    """The board, the two sides, and the game so far."""

    column_names: tuple[str, ...]
    row_names: tuple[str, ...]
    pieces: tuple[BoardPiece, ...]
    lines: tuple[tuple[int, int], ...] = ()  # pairs of points, where the board has lines instead of squares
    possible: tuple[BoardMove, ...] = ()
    last: tuple[int, ...] = ()  # squares of the last move
    warned: tuple[int, ...] = ()  # such as that of a king in check
    asked: tuple[int, ...] = ()  # where something is to be put right
    sides: tuple[BoardSide, BoardSide]
    turned: bool = False  # the second side sits below, unless whoever looks wants it otherwise
    sentence: str = ""  # how it stands
    balance: float = 0.5  # from 0, the second side wins, to 1, the first does
    balance_words: str = ""
    moves: tuple[str, ...] = ()  # in the game's notation
    first_number: int = 1  # of the first move
    second_began: bool = False  # the first move was the second side's
    result: str = ""
    record: str = ""  # the game as a file
    file_name: str = "game.txt"


class Line(Struct, frozen=True):
    """One thing that was said. The number counts from the beginning of the run."""

    number: int
    time_s: float
    speaker: Speaker
    text: str
    manner: Manner = "plain"


class Lines(Struct, frozen=True):
    """The newest of what was said."""

    lines: tuple[Line, ...] = ()
