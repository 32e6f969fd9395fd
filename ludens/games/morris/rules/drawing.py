"""A position as a drawing of plain characters: `O` white, `@` black, `·` free."""

from ludens.games.morris.rules.board import POINT_NAMES
from ludens.games.morris.rules.position import Position, Side

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


def drawing(position: Position) -> str:
    """The board with its men, and below it whose turn it is and the men in hand."""
    text = LINES
    for point, name in enumerate(POINT_NAMES):
        # Each point is two characters wide in the plan; the second one goes back to the line beside it.
        line = "-" if f"{name}-" in LINES else " " if f"{name} " in LINES else ""
        text = text.replace(name, MARKS[position.on_point(point)] + line)
    hands = f"in hand: white {position.white_in_hand}, black {position.black_in_hand}"
    return f"{text}\n{position.side_to_move.value} to move; {hands}"
