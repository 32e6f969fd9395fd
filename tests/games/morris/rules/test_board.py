from itertools import product

import pytest

from ludens.games.morris.rules import (
    MILLS,
    MILLS_OF_POINT,
    NEIGHBOURS,
    POINT_NAMES,
    POINTS,
    SIX_MEN,
    SYMMETRIES,
    TWELVE_MEN,
    Layout,
    layout,
    mask_of,
    names_of,
    points_of,
)
from ludens.games.morris.rules.board import transformed
from tests.games.morris.samples import men

LAYOUTS = {
    "standard": layout(),
    "diagonals": TWELVE_MEN.layout,
    "six men": SIX_MEN.layout,
}


def edges(board: Layout) -> set[frozenset[int]]:
    return {
        frozenset((one, other)) for one, others in enumerate(board.neighbours) for other in points_of(others)
    }


def test_the_board_has_24_points_32_lines_16_mills():
    assert len(POINT_NAMES) == len(POINTS) == 24
    assert len(edges(layout())) == 32
    assert len(MILLS) == len(set(MILLS)) == 16
    assert all(mill.bit_count() == 3 for mill in MILLS)


def test_names_say_where_a_point_is():
    """Square and element from the columns and rows of the name, by another road than the table."""
    for point, name in enumerate(POINT_NAMES):
        column, row = "abcdefg".index(name[0]) - 3, int(name[1]) - 4
        assert 3 - max(abs(column), abs(row)) == point // 8
        direction = (max(-1, min(1, column)), max(-1, min(1, row)))
        round_the_square = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
        assert round_the_square.index(direction) == point % 8


def test_mills_are_the_lines_of_the_drawing():
    """A mill is three neighbours in a row or column of the drawing."""
    drawn = set()
    for axis in (0, 1):
        for line in "abcdefg" if axis == 0 else "1234567":
            on_line = [POINTS[name] for name in sorted(POINT_NAMES) if name[axis] == line]
            drawn |= {mask_of(on_line[start : start + 3]) for start in range(0, len(on_line), 3)}
    assert drawn == set(MILLS)


@pytest.mark.parametrize(
    ("name", "line_count", "mill_count"), [("standard", 32, 16), ("diagonals", 40, 20), ("six men", 20, 8)]
)
def test_every_board_is_consistent(name, line_count, mill_count):
    board = LAYOUTS[name]
    assert (len(edges(board)), len(board.mills)) == (line_count, mill_count)
    for point in range(24):
        assert not board.neighbours[point] >> point & 1
        assert all(board.neighbours[other] >> point & 1 for other in points_of(board.neighbours[point]))
        assert {others | 1 << point for others in board.mills_of_point[point]} == {
            mill for mill in board.mills if mill >> point & 1
        }


def test_every_point_of_the_standard_board_lies_in_two_mills():
    assert [len(mills) for mills in MILLS_OF_POINT] == [2] * 24
    assert sum(neighbours.bit_count() for neighbours in NEIGHBOURS) == 64


@pytest.mark.parametrize("board", LAYOUTS.values(), ids=LAYOUTS)
def test_symmetries_form_a_group_of_sixteen(board):
    symmetries = set(board.symmetries)
    identity = tuple(range(24))
    assert len(symmetries) == 16
    assert board.symmetries[0] == identity
    for one, other in product(symmetries, repeat=2):
        assert tuple(one[other[point]] for point in range(24)) in symmetries
    for one in symmetries:
        assert sorted(one) == list(range(24))
        assert any(tuple(one[other[point]] for point in range(24)) == identity for other in symmetries)


@pytest.mark.parametrize("board", LAYOUTS.values(), ids=LAYOUTS)
def test_symmetries_keep_mills_and_lines(board):
    for symmetry in board.symmetries:
        assert {transformed(mill, symmetry) for mill in board.mills} == set(board.mills)
        for point in range(24):
            assert transformed(board.neighbours[point], symmetry) == board.neighbours[symmetry[point]]


def test_there_is_no_seventeenth_symmetry():
    """Follow the images of one corner and its neighbours: they decide the rest, and 16 choices remain."""

    def completed(images: dict[int, int]) -> int:
        if len(images) == 24:
            return 1
        point = next(p for p in range(24) if p not in images and NEIGHBOURS[p] & mask_of(images))
        known = [images[other] for other in points_of(NEIGHBOURS[point]) if other in images]
        options = [
            image
            for image in range(24)
            if image not in images.values() and all(NEIGHBOURS[image] >> one & 1 for one in known)
        ]
        return sum(completed({**images, point: image}) for image in options if _fits(images, point, image))

    def _fits(images: dict[int, int], point: int, image: int) -> bool:
        return all(
            (NEIGHBOURS[point] >> other & 1) == (NEIGHBOURS[image] >> images[other] & 1) for other in images
        )

    assert sum(completed({0: image}) for image in range(24)) == len(SYMMETRIES)


def test_sets_of_points_read_back():
    assert names_of(men("g7 a1 d5")) == ("a1", "g7", "d5")
    assert mask_of(points_of(0b1010_0001)) == 0b1010_0001
