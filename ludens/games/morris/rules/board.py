"""The board: 24 points, the lines that join them, the 16 mills and the 16 symmetries.

Points are numbered 8 · square + element: square 0 is the outer one, element 0 is at the bottom left, and
elements count counter-clockwise, so that odd elements are the middles of sides, which join the squares. A set
of points is an integer whose bit p stands for point p.

    a7 ------- d7 ------- g7        6 ------- 5 ------- 4
    |   b6 --- d6 --- f6   |        |   14 -- 13 -- 12  |
    |   |  c5  d5  e5 |    |        |   | 22  21  20 |  |
    a4  b4 c4     e4  f4  g4        7  15 23     19  11  3
    |   |  c3  d3  e3 |    |        |   | 16  17  18 |  |
    |   b2 --- d2 --- f2   |        |   8 --- 9 --- 10  |
    a1 ------- d1 ------- g1        0 ------- 1 ------- 2
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

POINT_COUNT = 24
SQUARES = 3
ELEMENTS = 8

POINT_NAMES = (
    *("a1", "d1", "g1", "g4", "g7", "d7", "a7", "a4"),
    *("b2", "d2", "f2", "f4", "f6", "d6", "b6", "b4"),
    *("c3", "d3", "e3", "e4", "e5", "d5", "c5", "c4"),
)
POINTS = {name: point for point, name in enumerate(POINT_NAMES)}


def point_at(square: int, element: int) -> int:
    """The number of a point; elements are taken modulo 8, so that 8 is 0 again."""
    return ELEMENTS * square + element % ELEMENTS


def mask_of(points: Iterable[int]) -> int:
    """The set of these points."""
    mask = 0
    for point in points:
        mask |= 1 << point
    return mask


def points_of(mask: int) -> Iterator[int]:
    """The points of a set, lowest number first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def names_of(mask: int) -> tuple[str, ...]:
    """The names of the points of a set, lowest number first."""
    return tuple(POINT_NAMES[point] for point in points_of(mask))


@dataclass(frozen=True, slots=True)
class Layout:
    """Which points there are and how they are joined.

    `mills_of_point[p]` holds, for every mill through p, the set of its two other points. `symmetries` are the
    rearrangements of the points that keep lines and mills, the one that moves nothing first:
    `symmetry[p]` is where p goes.
    """

    points: int
    neighbours: tuple[int, ...]
    mills: tuple[int, ...]
    mills_of_point: tuple[tuple[int, ...], ...]
    symmetries: tuple[tuple[int, ...], ...]


@cache
def layout(*, squares: int = SQUARES, diagonals: bool = False) -> Layout:
    """The board of three squares, or of the outer two; with `diagonals` also the corners are joined."""
    lines = _lines_round(squares) + _lines_across(squares, diagonals)
    mills = tuple(mask_of(line) for line in lines if len(line) == 3)
    neighbours = [0] * POINT_COUNT
    for line in lines:
        for one, next_one in pairwise(line):
            neighbours[one] |= 1 << next_one
            neighbours[next_one] |= 1 << one
    return Layout(
        points=(1 << ELEMENTS * squares) - 1,
        neighbours=tuple(neighbours),
        mills=mills,
        mills_of_point=tuple(
            tuple(mill & ~(1 << point) for mill in mills if mill >> point & 1) for point in range(POINT_COUNT)
        ),
        symmetries=_symmetries(squares),
    )


def _lines_round(squares: int) -> list[tuple[int, ...]]:
    """The four sides of every square, corner to corner."""
    return [
        tuple(point_at(square, corner + step) for step in range(3))
        for square in range(squares)
        for corner in range(0, ELEMENTS, 2)
    ]


def _lines_across(squares: int, diagonals: bool) -> list[tuple[int, ...]]:
    """The lines from the outer square inwards: of two points only, and so no mill, where squares are two."""
    elements = range(ELEMENTS) if diagonals else range(1, ELEMENTS, 2)
    return [tuple(point_at(square, element) for square in range(squares)) for element in elements]


def _symmetries(squares: int) -> tuple[tuple[int, ...], ...]:
    """Four turns, each plain or reflected, each with the squares in order or turned inside out."""
    return tuple(
        tuple(
            point_at(_square_image(square, squares, swapped), turn + direction * element)
            for square in range(SQUARES)
            for element in range(ELEMENTS)
        )
        for swapped in (False, True)
        for direction in (1, -1)
        for turn in range(0, ELEMENTS, 2)
    )


def _square_image(square: int, squares: int, swapped: bool) -> int:
    return squares - 1 - square if swapped and square < squares else square


def transformed(mask: int, symmetry: tuple[int, ...]) -> int:
    """Where a set of points goes under a symmetry."""
    return mask_of(symmetry[point] for point in points_of(mask))


STANDARD_LAYOUT = layout()
NEIGHBOURS = STANDARD_LAYOUT.neighbours
MILLS = STANDARD_LAYOUT.mills
MILLS_OF_POINT = STANDARD_LAYOUT.mills_of_point
SYMMETRIES = STANDARD_LAYOUT.symmetries
