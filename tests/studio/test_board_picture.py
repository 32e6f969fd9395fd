"""The picture of a board: squares where they belong from either side, marks, targets, moves in pairs."""

import re

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from ludens.messages.board_picture import BoardMove, BoardPicture, BoardPiece, BoardPosition, BoardSide
from ludens.studio.board_picture import (
    SQUARE,
    at_ply,
    board_svg,
    clock_words,
    numbered,
    square_name,
    symbols_svg,
)

SIDE = BoardSide(name="White", player="you", who="you", taken=())
PICTURE = BoardPicture(
    column_names=("a", "b", "c"),
    row_names=("1", "2"),
    pieces=(BoardPiece(0, "K", 0), BoardPiece(5, "Q", 1)),
    possible=(BoardMove(0, 1, "a1 b1"), BoardMove(0, 5, "a1 c2")),
    sides=(SIDE, SIDE),
)
SYMBOLS = {"K": "<path id='king'/>", "Q": "<path id='queen'/>"}


def corners(svg: str, kind: str) -> list[tuple[int, int]]:
    found = re.findall(rf'<rect class="{kind}[^"]*"[^>]*? x="(\d+)" y="(\d+)"', svg)
    return [(int(x), int(y)) for x, y in found]


def draw(picture: BoardPicture = PICTURE, *, turned: bool = False) -> str:
    return board_svg(picture, symbols=SYMBOLS, turned=turned)


def test_the_first_square_is_dark_at_the_lower_left_and_turned_at_the_upper_right() -> None:
    assert corners(draw(), "square dark")[0] == (0, SQUARE)
    assert corners(draw(turned=True), "square dark")[0] == (2 * SQUARE, 0)


@given(turned=st.booleans(), square=st.integers(0, 5))
def test_a_piece_is_drawn_on_its_square_from_either_side(turned: bool, square: int) -> None:
    svg = draw(structs.replace(PICTURE, pieces=(BoardPiece(square, "K", 0),)), turned=turned)
    drawn = re.search(r'class="piece light" transform="translate\((\d+) (\d+)\)"', svg)
    assert drawn is not None
    column, row = square % 3, square // 3
    x, y = (2 - column, row) if turned else (column, 1 - row)
    assert drawn.groups() == (str(x * SQUARE), str(y * SQUARE))
    assert square_name(PICTURE, square) == "abc"[column] + "12"[row]


def test_a_piece_that_is_still_to_be_brought_there_is_drawn_faintly() -> None:
    assert "owed" not in draw(structs.replace(PICTURE, last=(1, 0)))
    svg = draw(structs.replace(PICTURE, last=(1, 0), is_owed=True))
    assert svg.count('class="piece light owed"') == 1
    assert svg.count('class="piece dark owed"') == 0


def test_an_earlier_position_is_to_look_at_and_not_to_play_on() -> None:
    before = BoardPosition((BoardPiece(3, "K", 0),), (0, 3))
    earlier = at_ply(structs.replace(PICTURE, history=(before,), is_owed=True, asked=(1,)), 0)
    assert earlier.pieces == before.pieces
    assert earlier.last == (0, 3)
    assert (earlier.possible, earlier.asked, earlier.is_owed) == ((), (), False)


def test_marks_stand_where_something_is_to_be_seen() -> None:
    svg = draw(structs.replace(PICTURE, last=(0, 1), warned=(5,), asked=(4,)))
    assert corners(svg, "mark last") == [(0, SQUARE), (SQUARE, SQUARE)]
    assert corners(svg, "mark warned") == [(2 * SQUARE, 0)]
    assert corners(svg, "mark asked") == [(SQUARE, 0)]


def test_what_a_stream_says_is_never_run_by_the_page() -> None:
    evil = '"><script>alert(1)</script>'
    pieces = (BoardPiece(0, evil, 0),)
    svg = draw(structs.replace(PICTURE, pieces=pieces, column_names=(evil, "b", "c")))
    assert "<script" not in svg


def test_moves_come_in_pairs_also_when_the_second_side_began() -> None:
    assert numbered(structs.replace(PICTURE, moves=("e4", "e5", "Nf3"))) == [(1, "e4", "e5"), (2, "Nf3", "")]
    began = structs.replace(PICTURE, moves=("e5", "Nf3"), first_number=7, second_began=True)
    assert numbered(began) == [(7, "…", "e5"), (8, "Nf3", "")]


def test_clocks_count_minutes_and_seconds() -> None:
    assert [clock_words(used_s) for used_s in (0.0, 59.9, 61.0, 3600.0)] == ["0:00", "0:59", "1:01", "60:00"]


def test_taken_pieces_stand_in_a_row() -> None:
    assert symbols_svg((), side=0, symbols=SYMBOLS) == ""
    assert symbols_svg(("Q", "K"), side=1, symbols=SYMBOLS).count('class="piece dark"') == 2
