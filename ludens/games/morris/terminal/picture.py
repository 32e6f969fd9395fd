"""The board as coloured text. Men differ by shape too, so that it can be read without colours."""

from rich.text import Text

from ludens.games.morris.rules import POINT_COUNT, POINT_NAMES, Position, Side, Turn

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
STYLES = {Side.WHITE: "bold bright_yellow", Side.BLACK: "bold bright_magenta"}
TAKEN, LEFT = "×", "∘"


def man(side: Side) -> Text:
    """One man as it stands on the board."""
    return Text(MARKS[side], style=STYLES[side])


def named(side: Side) -> Text:
    """A side with its man: `○ white`."""
    return Text.assemble(man(side), f" {side.value}")


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
            style = STYLES[side] + (" underline" if last is not None and last.target == point else "")
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
