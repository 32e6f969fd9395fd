"""The board as coloured text, and lists of good turns: as a table to read, and as values for other programs.

Men differ by shape too, so that the board can be read without colours.
"""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from ludens.experiments.json_values import Json
from ludens.games.morris.decide.candidates import MorrisCandidate, opinion
from ludens.games.morris.rules import POINT_COUNT, POINT_NAMES, Position, Side, Turn, turn_text
from ludens.table.terminal import STYLES
from ludens.table.values import Result

LINES = (
    "7  ·───────────·───────────·",
    "   │           │           │",
    "6  │   ·───────·───────·   │",
    "   │   │       │       │   │",
    "5  │   │   ·───·───·   │   │",
    "   │   │   │       │   │   │",
    "4  ·───·───·       ·───·───·",
    "   │   │   │       │   │   │",
    "3  │   │   ·───·───·   │   │",
    "   │   │       │       │   │",
    "2  │   ·───────·───────·   │",
    "   │           │           │",
    "1  ·───────────·───────────·",
    "   a   b   c   d   e   f   g",
)
MARGIN = 3  # columns left of file a
MARKS = {Side.WHITE: "○", Side.BLACK: "●"}
RESULT_STYLES = {Result.WIN: "green", Result.DRAW: "default", Result.LOSS: "red"}
TAKEN, LEFT = "×", "∘"


def board_text(position: Position, last: Turn | None = None) -> Text:
    """The board; of the last turn the man is underlined, and its origin and its prey are marked."""
    cells = [[(mark, "dim") for mark in line] for line in LINES]
    for line in cells:
        line[0] = (line[0][0], "default")
    cells[-1] = [(mark, "default") for mark, _ in cells[-1]]
    for point in range(POINT_COUNT):
        side = position.on_point(point)
        row, column = _place(point)
        if side is not None:
            style = STYLES[side.value] + (" underline" if last is not None and last.target == point else "")
            cells[row][column] = (MARKS[side], style)
        elif last is not None and point == last.captured:
            cells[row][column] = (TAKEN, "bold red")
        elif last is not None and point == last.origin:
            cells[row][column] = (LEFT, "default")
    text = Text()
    for number, line in enumerate(cells):
        text.append("\n" if number else "")
        for mark, style in line:
            text.append(mark, style=style)
    return text


def _place(point: int) -> tuple[int, int]:
    """Row and column of a point in the drawing."""
    name = POINT_NAMES[point]
    return 2 * (7 - int(name[1])), MARGIN + 4 * (ord(name[0]) - ord("a"))


def turns_table(candidates: Sequence[MorrisCandidate]) -> Table:
    """The turns, best first."""
    table = Table(header_style="bold")
    table.add_column("", justify="right")
    table.add_column("turn")
    table.add_column("value")
    table.add_column("certain")
    for place, candidate in enumerate(candidates, start=1):
        style = "default" if candidate.value is None else RESULT_STYLES[candidate.value.result]
        certain = "no, searched" if candidate.value is None else "yes"
        table.add_row(str(place), turn_text(candidate.move), opinion(candidate), certain, style=style)
    return table


def turns_json(candidates: Sequence[MorrisCandidate]) -> list[Json]:
    """The turns, best first; `result` and `plies` are null where nothing is certain."""
    return [
        {
            "turn": turn_text(one.move),
            "score_men": one.score / 100 if one.value is None else None,
            "result": None if one.value is None else one.value.result.word,
            "plies": None if one.value is None else one.value.plies,
        }
        for one in candidates
    ]
