"""A game on a board of squares, as people who look on see it; and what was said beside it.

Squares are counted from the lower left, row by row; the first side sits below. Where pieces stand on points
that lines join, points are squares too: those that are no points stay empty. Symbols are names whose
drawings the page of the game has.
"""

from typing import Literal

from msgspec import Struct

from ludens.messages.announcement import Audience

Speaker = Literal["person", "robot"]
Manner = Literal["plain", "question", "refusal", "plea", "trouble"]
SidePlayer = Literal["you", "robot", "person"]
"""Who plays a side: whoever sits at the page, a robot, or somebody at the table."""
ActionName = Literal["hint", "take_back", "draw", "resign"]


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


class MoveForms(Struct, frozen=True):
    """How moves are said that nobody has checked, so that the robot can tell why one of them is illegal.

    Forms with the names of squares: `{origin}`, `{target}`, `{taken}`; "" where there is no such move.
    """

    step: str
    place: str = ""  # a piece that comes from nowhere
    step_takes: str = ""  # with a piece taken elsewhere
    place_takes: str = ""


class BoardAction(Struct, frozen=True):
    """What a player may want beside a move, and what one says to have it."""

    name: ActionName
    words: str


class BoardPosition(Struct, frozen=True):
    """How the board stood earlier, and which squares the move before had changed."""

    pieces: tuple[BoardPiece, ...]
    last: tuple[int, ...] = ()


class BoardSide(Struct, frozen=True, kw_only=True):
    """One of the two who play."""

    name: str
    player: SidePlayer
    who: str  # in a word or two
    taken: tuple[str, ...]  # symbols of the other side's pieces that it has taken
    places: str = ""  # symbol of the pieces that it still brings onto the board
    used_s: float = 0.0  # time on its clock
    clock_runs: bool = False


class Line(Struct, frozen=True):
    """One thing that was said. The number counts from the beginning of the run."""

    number: int
    time_s: float
    speaker: Speaker
    text: str
    manner: Manner = "plain"
    audience: Audience = "everyone"
    answers: tuple[str, ...] = ()  # to a question: what one can say
    button: str = ""  # of the robot, that answers it


class Lines(Struct, frozen=True):
    """The newest of what was said, and what is often said to this robot."""

    lines: tuple[Line, ...] = ()
    suggestions: tuple[str, ...] = ()
    language: str = "en"  # of all of it: a code, or a language file
    voice: str = "en"  # of a synthesiser that speaks it


class BoardPicture(Struct, frozen=True, kw_only=True):
    """The board, the two sides, and the game so far."""

    column_names: tuple[str, ...]
    row_names: tuple[str, ...]
    pieces: tuple[BoardPiece, ...]
    lines: tuple[tuple[int, int], ...] = ()  # pairs of points, where the board has lines instead of squares
    possible: tuple[BoardMove, ...] = ()  # of the side to move, where that is yours
    premoves: tuple[BoardMove, ...] = ()  # that may be possible after the other side's move
    words: MoveForms = MoveForms("{origin} {target}")
    last: tuple[int, ...] = ()  # squares of the last move
    is_owed: bool = False  # the last move is decided, and still being made on the board
    warned: tuple[int, ...] = ()  # such as that of a king in check
    asked: tuple[int, ...] = ()  # where something is to be put right
    sides: tuple[BoardSide, BoardSide]
    to_move: int | None = 0  # the side; None when the game is over
    is_awaited: bool = False  # whether the robot waits for a move of yours now
    told: BoardMove | None = None  # the robot was told this move, and has not seen it on the board yet
    turned: bool = False  # the second side sits below, unless whoever looks wants it otherwise
    invitation: str = "click a piece"  # what one does to move
    sentence: str = ""  # what is going on
    balance: float = 0.5  # from 0, the second side wins, to 1, the first does
    balance_words: str = ""
    moves: tuple[str, ...] = ()  # in the game's notation
    history: tuple[BoardPosition, ...] = ()  # before each of the moves
    first_number: int = 1  # of the first move
    second_began: bool = False  # the first move was the second side's
    result: str = ""
    actions: tuple[BoardAction, ...] = ()  # that are possible now
    heard: int = 0  # how often people have said something
    reply: Line | None = None  # a question that is open, or a refusal since somebody spoke
    record: str = ""  # the game as a file
    file_name: str = "game.txt"
