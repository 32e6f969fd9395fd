"""A board as SVG: squares, pieces, marks, and the targets of the piece that was picked up."""

from collections.abc import Callable, Mapping
from html import escape

from ludens.messages.board_picture import BoardPicture

SQUARE = 100
MARGIN = 26  # for the names of columns and rows
SIDES = ("light", "dark")


def board_svg(
    picture: BoardPicture,
    *,
    symbols: Mapping[str, str],
    picked: int | None,
    turned: bool,
    put: int | None = None,
) -> str:
    """The board; every square carries its number as `data-square`, so that a click can be sent.

    `picked` is the piece that was picked up, `put` where it was put down to take another one.
    """
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
    points = {point for line in picture.lines for point in line} or set(range(columns * rows))
    if picture.lines:
        parts += _lines(picture.lines, corner, width=width, height=height)
    else:
        parts += [_square(square, columns, corner(square)) for square in range(columns * rows)]
    for kind, squares in (("last", picture.last), ("asked", picture.asked), ("warned", picture.warned)):
        parts += [_mark(kind, corner(square)) for square in squares]
    parts += [_mark("picked", corner(square)) for square in (picked, put) if square is not None]
    parts += [_names(picture, turned=turned)]
    for piece in picture.pieces:
        x, y = corner(piece.square)
        parts.append(
            f'<g class="piece {SIDES[piece.side]}" transform="translate({x} {y})" '
            f'data-at="{piece.square}" data-symbol="{escape(piece.symbol, quote=True)}">'
            f"{symbols.get(piece.symbol, '')}</g>"
        )
    taken = {piece.square for piece in picture.pieces}
    targets = next_squares(picture, picked, put)
    parts += [_target(corner(square), takes=square in taken) for square in targets]
    origins = {move.origin for move in picture.possible}
    for square in sorted(points):
        x, y = corner(square)
        hot = " hot" if square in origins or square in targets else ""
        parts.append(
            f'<rect class="touch{hot}" data-square="{square}" x="{x}" y="{y}" '
            f'width="{SQUARE}" height="{SQUARE}"/>'
        )
    return "".join(parts) + "</svg>"


def next_squares(picture: BoardPicture, picked: int | None, put: int | None) -> list[int]:
    """Where the next click belongs: the targets of the piece that was picked, or pieces that may be taken."""
    moves = [move for move in picture.possible if move.origin == picked]
    if put is None:
        return list(dict.fromkeys(move.target for move in moves))
    return [move.takes for move in moves if move.target == put and move.takes is not None]


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


def _target(corner: tuple[int, int], *, takes: bool) -> str:
    x, y = corner[0] + SQUARE // 2, corner[1] + SQUARE // 2
    kind, radius = ("takes", 43) if takes else ("free", 15)
    return f'<circle class="target {kind}" cx="{x}" cy="{y}" r="{radius}"/>'


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
