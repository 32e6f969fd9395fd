"""From a position to its place in a table and back, by table look-up.

The men of the side to move are reduced by symmetry: every set of points belongs to a class of sets that are
turned, reflected or turned inside out into each other, and a class is named by its smallest set. The same
symmetry is applied to the opponent's men, which are then ranked among the points left free:

    index = class · ranks + rank

Sets of equal size are ranked in the order of their bit masks, which is the colexicographic one: the rank of
points p1 < p2 < … is Σ C(p_i, i), whatever the number of points. It is read from two small tables, one for
the low twelve bits and one for the high twelve. Where a symmetry keeps a class's own set, several indices
mean one position: the smallest is used, the others are *twins* of it.

Only numpy is needed here: the same arrays serve the compiled code of the processor and of the graphics card.
"""

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.games.morris.rules.board import MILLS_OF_POINT, NEIGHBOURS, SYMMETRIES
from ludens.games.morris.solution.stages import MEN, POINT_COUNT, Stage

HALF_BITS = 12
HALF_SIZE = 1 << HALF_BITS

Words = NDArray[np.int32]


class IndexTables(NamedTuple):
    """Flat arrays; the layout of each is said beside it. `k` is a number of men, `g` a symmetry."""

    subsets: Words  # all sets of k points in order, k = 0 … 9, one after the other
    subset_start: Words  # [k] where those of k points begin
    rank_low: Words  # [low twelve bits] rank of these points
    rank_high: Words  # [points in the low bits · 4096 + high twelve bits] what the high points add
    class_entry: Words  # beside `subsets`: class << 5 | has twins << 4 | symmetry to the class's own set
    class_set: Words  # the smallest set of each class, k = 0 … 9, one after the other
    class_start: Words  # [k] where the classes of k points begin
    class_keepers: Words  # beside `class_set`: bit g where symmetry g keeps the set
    image: Words  # [(g · 3 + byte) · 256 + bits] where these points go
    point_image: Words  # [g · 24 + point] where one point goes
    pack: NDArray[np.int16]  # [free byte · 256 + byte] bits of the byte gathered at the free places
    unpack: NDArray[np.int16]  # [free byte · 256 + bits] the inverse
    neighbours: Words  # [point] set
    mills: Words  # [point · 2 + i] the two other points of its i-th mill


def position_count(stage: Stage) -> int:
    """Length of the stage's table."""
    return class_count(stage.own) * stage.ranks


def class_count(men: int) -> int:
    """How many sets of so many points differ by more than a symmetry."""
    tables = index_tables()
    return int(tables.class_start[men + 1] - tables.class_start[men])


@cache
def index_tables() -> IndexTables:
    """The one set of tables of this process; half a second when first asked for."""
    rank_low, rank_high = _rank_tables()
    image = _image_table()
    subsets = [_subsets(men) for men in range(MEN + 1)]
    entries, sets, keepers = zip(*(_classes(masks, image) for masks in subsets), strict=True)
    pack, unpack = _packing_tables()
    return IndexTables(
        subsets=np.concatenate(subsets),
        subset_start=_starts(subsets),
        rank_low=rank_low,
        rank_high=rank_high,
        class_entry=np.concatenate(entries),
        class_set=np.concatenate(sets),
        class_start=_starts(sets),
        class_keepers=np.concatenate(keepers),
        image=image.reshape(-1),
        point_image=np.array(SYMMETRIES, np.int32).reshape(-1),
        pack=pack,
        unpack=unpack,
        neighbours=np.array(NEIGHBOURS, np.int32),
        mills=np.array(MILLS_OF_POINT, np.int32).reshape(-1),
    )


def _starts(parts: "list[Words] | tuple[Words, ...]") -> Words:
    return np.cumsum([0, *(len(part) for part in parts)]).astype(np.int32)


def _subsets(men: int) -> Words:
    """All masks of so many of the 24 points, in ascending order."""
    if men == 0:
        return np.zeros(1, np.int32)
    smaller = _subsets(men - 1)
    # Above the lowest `comb(top, men - 1)` sets, all of which lie below `top`, comes the point `top` itself.
    parts = [smaller[: comb(top, men - 1)] | np.int32(1 << top) for top in range(men - 1, POINT_COUNT)]
    return np.concatenate(parts)


def _rank_tables() -> tuple[Words, Words]:
    low = np.zeros(HALF_SIZE, np.int32)
    high = np.zeros((HALF_BITS + 1, HALF_SIZE), np.int32)
    for bits in range(1, HALF_SIZE):
        top = bits.bit_length() - 1
        rest = bits ^ (1 << top)
        order = bits.bit_count()
        low[bits] = low[rest] + comb(top, order)
        for points_below in range(HALF_BITS + 1):
            high[points_below, bits] = high[points_below, rest] + comb(HALF_BITS + top, points_below + order)
    return low, high.reshape(-1)


def _image_table() -> Words:
    image = np.zeros((len(SYMMETRIES), 3, 256), np.int32)
    bits = np.arange(256)
    for number, symmetry in enumerate(SYMMETRIES):
        for point, goes_to in enumerate(symmetry):
            image[number, point // 8] |= ((bits >> point % 8 & 1) << goes_to).astype(np.int32)
    return image


def _classes(masks: Words, image: Words) -> tuple[Words, Words, Words]:
    """Entry of every set, and the smallest set of every class with the symmetries that keep it."""
    smallest = masks.copy()
    symmetry = np.zeros(len(masks), np.int32)
    keepers = np.zeros(len(masks), np.int32)
    for number in range(len(image)):
        moved = (
            image[number, 0][masks & 255] | image[number, 1][masks >> 8 & 255] | image[number, 2][masks >> 16]
        )
        keepers |= (moved == masks).astype(np.int32) << np.int32(number)
        smaller = moved < smallest
        smallest[smaller] = moved[smaller]
        symmetry[smaller] = number
    class_sets = masks[smallest == masks]
    class_keepers = keepers[smallest == masks]
    number_of_class = np.searchsorted(class_sets, smallest).astype(np.int32)
    has_twins = (class_keepers[number_of_class] != 1).astype(np.int32)
    return number_of_class << np.int32(5) | has_twins << np.int32(4) | symmetry, class_sets, class_keepers


def _packing_tables() -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    pack = np.zeros((256, 256), np.int16)
    unpack = np.zeros((256, 256), np.int16)
    bits = np.arange(256)
    for free in range(256):
        places = [place for place in range(8) if free >> place & 1]
        for packed, place in enumerate(places):
            pack[free] |= ((bits >> place & 1) << packed).astype(np.int16)
            unpack[free] |= ((bits >> packed & 1) << place).astype(np.int16)
    return pack.reshape(-1), unpack.reshape(-1)
