"""Positions as one line of text, as the best known engine of this game writes them.

    ********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes

Inner, middle and outer square, each clockwise from twelve o'clock; side to move; phase (p placing, m moving);
what to do next (p place, s select a man, r remove one); men on the board and in hand of white, then of black;
men white, then black, must still remove; six fields of other variants; turns without a mill; move number.
"""

from dataclasses import dataclass

from ludens.games.morris.rules.board import ELEMENTS, SQUARES, point_at
from ludens.games.morris.rules.errors import MorrisError, NotationError
from ludens.games.morris.rules.paper_notation import LENGTH as PAPER_LENGTH
from ludens.games.morris.rules.paper_notation import position_from_paper_string
from ludens.games.morris.rules.position import GamePhase, Position, Side

MARKS = {None: "*", Side.WHITE: "O", Side.BLACK: "@"}
SIDES = {"w": Side.WHITE, "b": Side.BLACK}
# Inner square first; element 5 is at twelve o'clock and elements count counter-clockwise.
POINT_ORDER = tuple(
    point_at(square, 5 - step) for square in reversed(range(SQUARES)) for step in range(ELEMENTS)
)
LEAST_FIELDS = 8  # board, side, phase, action and four counts; many programs leave out the rest
OTHER_VARIANTS = "-1 -1 -1 -1 0"
ENDING = "ids:nodes"
EXAMPLE = "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1"


@dataclass(frozen=True, slots=True)
class Fen:
    """What such a line says.

    `removal_pending`: the side to move has closed a mill, its man already stands there, and it has yet to
    take one of the opponent's. Such a moment lies inside a turn, so it is no `Position` to be judged.
    """

    position: Position
    turns_without_mill: int = 0
    move_number: int = 1
    removal_pending: bool = False


def fen_of(position: Position) -> str:
    """The line for a position, counters as at the start of a game."""
    return format_fen(Fen(position))


def format_fen(fen: Fen) -> str:
    """The line with its counters."""
    position = fen.position
    marks = "".join(MARKS[position.on_point(point)] for point in POINT_ORDER)
    board = "/".join(marks[start : start + ELEMENTS] for start in range(0, len(marks), ELEMENTS))
    placing = position.phase is GamePhase.PLACING
    action = "r" if fen.removal_pending else "p" if placing else "s"
    white = f"{position.white.bit_count()} {position.white_in_hand}"
    black = f"{position.black.bit_count()} {position.black_in_hand}"
    removals = {side: int(fen.removal_pending and side is position.side_to_move) for side in Side}
    return (
        f"{board} {position.side_to_move.value[0]} {'p' if placing else 'm'} {action} {white} {black} "
        f"{removals[Side.WHITE]} {removals[Side.BLACK]} {OTHER_VARIANTS} "
        f"{fen.turns_without_mill} {fen.move_number} {ENDING}"
    )


def position_from_fen(text: str) -> Position:
    """The position of a line, between two turns."""
    fen = parse_fen(text)
    if fen.removal_pending:
        raise NotationError("This position lies inside a turn: a man must still be removed (action 'r').")
    return fen.position


def parse_fen(text: str) -> Fen:
    """Read a line; fields behind the men in hand may be missing. The paper's strings are read, too."""
    fields = text.split()
    if len(fields) == 1 and len(fields[0]) == PAPER_LENGTH:
        return Fen(position_from_paper_string(fields[0]))
    if fields and fields[-1] == ENDING:
        fields.pop()
    if len(fields) < LEAST_FIELDS:
        raise NotationError(
            f"A position has at least {LEAST_FIELDS} fields, this has {len(fields)}; for example: {EXAMPLE}"
        )
    men = _men(fields[0])
    side = SIDES.get(fields[1])
    if side is None:
        raise NotationError(f"The side to move is w or b, not '{fields[1]}'.")
    if fields[2] not in set("rpmo") or fields[3] not in set("psr?"):
        raise NotationError(
            f"Phase is one of p m (or r o), action one of p s r, not '{fields[2]}' and '{fields[3]}'."
        )
    white_on_board, white_in_hand, black_on_board, black_in_hand = (_count(field) for field in fields[4:8])
    for colour, counted in ((Side.WHITE, white_on_board), (Side.BLACK, black_on_board)):
        if men[colour].bit_count() != counted:
            seen = men[colour].bit_count()
            raise NotationError(f"{counted} {colour.value} men are announced, but {seen} stand on the board.")
    try:
        position = Position(men[Side.WHITE], men[Side.BLACK], white_in_hand, black_in_hand, side)
    except MorrisError as error:
        raise NotationError(str(error)) from error
    counters = fields[15:17] if len(fields) >= 17 else ()
    quiet, number = (_count(field) for field in counters) if counters else (0, 1)
    return Fen(position, quiet, max(number, 1), fields[3] == "r")


def _men(board: str) -> dict[Side, int]:
    squares = board.split("/")
    if [len(square) for square in squares] != [ELEMENTS] * SQUARES or set(board) - set("*O@/"):
        raise NotationError(
            f"The board is three squares of eight points, each '*', 'O' or '@', parted by '/', not '{board}'."
        )
    men = {Side.WHITE: 0, Side.BLACK: 0}
    for mark, point in zip("".join(squares), POINT_ORDER, strict=True):
        for side in Side:
            if mark == MARKS[side]:
                men[side] |= 1 << point
    return men


def _count(field: str) -> int:
    if not field.isascii() or not field.isdigit() or len(field) > 6:
        raise NotationError(f"A count of men or turns was expected, not '{field}'.")
    return int(field)
