"""Turns as text, and a position as a drawing of plain characters.

A whole turn is written `d6` (place), `d6-d5` (move or fly), `d6xb4` and `d6-d5xc3` (with a capture). Other
programs send a turn as one or two tokens: `d6` or `d6-d5`, then `xb4` on its own.
"""

import re
from collections.abc import Iterable, Sequence

from ludens.games.morris.rules.board import POINT_NAMES, POINTS
from ludens.games.morris.rules.errors import NotationError
from ludens.games.morris.rules.position import Position, Side
from ludens.games.morris.rules.turns import Turn

TURN = re.compile(r"(?:(?P<origin>[a-g][1-7])-)?(?P<target>[a-g][1-7])(?:x(?P<captured>[a-g][1-7]))?")
CAPTURE = re.compile(r"x(?P<captured>[a-g][1-7])")
EXAMPLES = "write d6 to place, d6-d5 to move, and xb4 behind it to take, as in d6-d5xb4."
MARKS = {None: "·", Side.WHITE: "O", Side.BLACK: "@"}
LINES = """\
7  a7----------d7----------g7
   |           |           |
6  |   b6------d6------f6  |
   |   |       |       |   |
5  |   |   c5--d5--e5  |   |
   |   |   |       |   |   |
4  a4--b4--c4      e4--f4--g4
   |   |   |       |   |   |
3  |   |   c3--d3--e3  |   |
   |   |       |       |   |
2  |   b2------d2------f2  |
   |           |           |
1  a1----------d1----------g1
   a   b   c   d   e   f   g"""


def point_from_text(text: str) -> int:
    """The point of this name."""
    point = POINTS.get(text.strip().lower())
    if point is None:
        raise NotationError(f"There is no point '{text.strip()}'; the points are {', '.join(POINT_NAMES)}.")
    return point


def turn_text(turn: Turn) -> str:
    """The whole turn in one word."""
    return "".join(tokens_of(turn))


def turn_from_text(text: str) -> Turn:
    """The turn written in one word; capital letters and spaces round the word do not matter."""
    match = TURN.fullmatch(text.strip().lower())
    if match is None:
        raise NotationError(f"'{text.strip()}' is no turn; {EXAMPLES}")
    origin, captured = match["origin"], match["captured"]
    return Turn(
        point_from_text(match["target"]),
        None if origin is None else point_from_text(origin),
        None if captured is None else point_from_text(captured),
    )


def tokens_of(turn: Turn) -> tuple[str, ...]:
    """The turn as one token, and a second one for a capture."""
    target = POINT_NAMES[turn.target]
    step = target if turn.origin is None else f"{POINT_NAMES[turn.origin]}-{target}"
    return (step,) if turn.captured is None else (step, f"x{POINT_NAMES[turn.captured]}")


def turns_from_tokens(tokens: Iterable[str]) -> tuple[Turn, ...]:
    """The turns of a list of tokens, captures joined to the turn before. Whole turns may stand among them.

    The last turn may still lack its capture: see `awaits_capture`.
    """
    turns: list[Turn] = []
    for token in tokens:
        match = CAPTURE.fullmatch(token.strip().lower())
        if match is None:
            turns.append(turn_from_text(token))
            continue
        if not turns or turns[-1].captured is not None:
            raise NotationError(f"'{token}' takes a man, but no turn that could take one stands before it.")
        last = turns[-1]
        turns[-1] = Turn(last.target, last.origin, point_from_text(match["captured"]))
    return tuple(turns)


def turns_text(turns: Sequence[Turn]) -> str:
    """Several turns, parted by spaces."""
    return " ".join(turn_text(turn) for turn in turns)


def drawing(position: Position) -> str:
    """The board with its men, and below it whose turn it is and the men in hand."""
    text = LINES
    for point, name in enumerate(POINT_NAMES):
        # Each point is two characters wide in the plan; the second one goes back to the line beside it.
        line = "-" if f"{name}-" in LINES else " " if f"{name} " in LINES else ""
        text = text.replace(name, MARKS[position.on_point(point)] + line)
    hands = f"in hand: white {position.white_in_hand}, black {position.black_in_hand}"
    return f"{text}\n{position.side_to_move.value} to move; {hands}"
