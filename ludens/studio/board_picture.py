"""A board as SVG: squares, pieces and marks; and a game's moves as a list."""

from collections.abc import Callable, Mapping
from html import escape

from msgspec import structs

from ludens.messages.board_picture import BoardPicture

SQUARE = 100
MARGIN = 26  # for the names of columns and rows
SIDES = ("light", "dark")


def board_svg(picture: BoardPicture, *, symbols: Mapping[str, str], turned: bool) -> str:
    """The board with its pieces and marks. A piece that is still to be brought there is drawn faintly."""
    columns, rows = len(picture.column_names), len(picture.row_names)
    width, height = columns * SQUARE, rows * SQUARE

    def corner(square: int) -> tuple[int, int]:
        column, row = square % columns, square // columns
        if turned:
            return (columns - 1 - column) * SQUARE, row * SQUARE
        return column * SQUARE, (rows - 1 - row) * SQUARE

    parts = [
        f'<svg class="board" viewBox="{-MARGIN} 0 {width + MARGIN} {height + MARGIN}" '
        'data-testid="board-picture">'
    ]
    if picture.lines:
        parts += _lines(picture.lines, corner, width=width, height=height)
    else:
        parts += [_square(square, columns, corner(square)) for square in range(columns * rows)]
    for kind, squares in (("last", picture.last), ("asked", picture.asked), ("warned", picture.warned)):
        parts += [_mark(kind, corner(square)) for square in squares]
    parts += [_names(picture, turned=turned)]
    owed = picture.last[-1] if picture.is_owed and picture.last else None
    for piece in picture.pieces:
        x, y = corner(piece.square)
        faint = " owed" if piece.square == owed else ""
        parts.append(
            f'<g class="piece {SIDES[piece.side]}{faint}" transform="translate({x} {y})" '
            f'data-at="{piece.square}" data-symbol="{escape(piece.symbol, quote=True)}">'
            f"{symbols.get(piece.symbol, '')}</g>"
        )
    return "".join(parts) + "</svg>"


def points_of(picture: BoardPicture) -> list[int]:
    """The squares on which pieces can stand."""
    squares = range(len(picture.column_names) * len(picture.row_names))
    return sorted({point for line in picture.lines for point in line}) if picture.lines else list(squares)


def square_name(picture: BoardPicture, square: int) -> str:
    """Such as `e4`."""
    columns = len(picture.column_names)
    return picture.column_names[square % columns] + picture.row_names[square // columns]


def at_ply(picture: BoardPicture, ply: int) -> BoardPicture:
    """The board as it stood after so many moves, to look at and not to play on."""
    before = picture.history[ply]
    return structs.replace(
        picture,
        pieces=before.pieces,
        last=before.last,
        possible=(),
        premoves=(),
        warned=(),
        asked=(),
        is_owed=False,
        told=None,
    )


def symbols_svg(names: tuple[str, ...], *, side: int, symbols: Mapping[str, str]) -> str:
    """A row of symbols, small."""
    step = 62
    parts = [
        f'<g class="piece {SIDES[side]}" transform="translate({step * number} 0)">{symbols.get(name, "")}</g>'
        for number, name in enumerate(names)
    ]
    width = step * len(names) + 40
    return f'<svg class="taken" viewBox="0 0 {width} 100">{"".join(parts)}</svg>' if names else ""


def clock_words(used_s: float) -> str:
    """Minutes and seconds."""
    minutes, seconds = divmod(int(used_s), 60)
    return f"{minutes}:{seconds:02d}"


def numbered(picture: BoardPicture) -> list[tuple[int, str, str]]:
    """The moves in pairs: number, the first side's, the second's; "…" where the second side began."""
    moves = (("…",) if picture.second_began else ()) + picture.moves
    return [
        (picture.first_number + start // 2, moves[start], moves[start + 1] if start + 1 < len(moves) else "")
        for start in range(0, len(moves), 2)
    ]


def _square(square: int, columns: int, corner: tuple[int, int]) -> str:
    shade = SIDES[(square % columns + square // columns + 1) % 2]
    x, y = corner
    return f'<rect class="square {shade}" x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}"/>'


def _lines(
    lines: tuple[tuple[int, int], ...],
    corner: Callable[[int], tuple[int, int]],
    *,
    width: int,
    height: int,
) -> list[str]:
    """A plain board with lines between the middles of some squares."""
    parts = [f'<rect class="plain" x="0" y="0" width="{width}" height="{height}"/>']
    half = SQUARE // 2
    for first, second in lines:
        (x, y), (to_x, to_y) = corner(first), corner(second)
        parts.append(
            f'<line class="joint" x1="{x + half}" y1="{y + half}" x2="{to_x + half}" y2="{to_y + half}"/>'
        )
    return parts


def _mark(kind: str, corner: tuple[int, int]) -> str:
    x, y = corner
    return f'<rect class="mark {kind}" x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}"/>'


def _names(picture: BoardPicture, *, turned: bool) -> str:
    columns, rows = list(picture.column_names), list(picture.row_names)
    below = columns[::-1] if turned else columns
    downwards = rows if turned else rows[::-1]
    under = "".join(
        f'<text x="{SQUARE * at + SQUARE // 2}" y="{len(rows) * SQUARE + 20}">{escape(name)}</text>'
        for at, name in enumerate(below)
    )
    beside = "".join(
        f'<text x="{-MARGIN // 2}" y="{SQUARE * at + SQUARE // 2 + 7}">{escape(name)}</text>'
        for at, name in enumerate(downwards)
    )
    return f'<g class="names">{under}{beside}</g>'
