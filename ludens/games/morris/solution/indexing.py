"""The place of a position in its stage's table, and the position at a place, compiled.

See `index_tables` for the meaning of class, rank and twin.
"""

from ludens.core.compiled import compiled_using
from ludens.games.morris.solution import compiled_rules as moves
from ludens.games.morris.solution.compiled_rules import count_bits
from ludens.games.morris.solution.index_tables import IndexTables

BOARD = (1 << 24) - 1
HAS_TWINS = 16


@compiled_using(moves)
def rank_of(tables: IndexTables, points: int) -> int:
    """The rank of a set of points among all sets of its size."""
    low = points & 4095
    return int(tables.rank_low[low]) + int(tables.rank_high[count_bits(low) << 12 | points >> 12])


@compiled_using(moves)
def image_of(tables: IndexTables, symmetry: int, points: int) -> int:
    """Where a set of points goes under a symmetry."""
    base = symmetry * 768
    return (
        int(tables.image[base + (points & 255)])
        | int(tables.image[base + 256 + (points >> 8 & 255)])
        | int(tables.image[base + 512 + (points >> 16)])
    )


@compiled_using(moves)
def pack(tables: IndexTables, points: int, free: int) -> int:
    """The set renumbered by the free points: the lowest free point becomes point 0."""
    low, middle = free & 255, free >> 8 & 255
    width = count_bits(low)
    return (
        int(tables.pack[low << 8 | (points & 255)])
        | int(tables.pack[middle << 8 | (points >> 8 & 255)]) << width
        | int(tables.pack[free >> 16 << 8 | points >> 16]) << width + count_bits(middle)
    )


@compiled_using(moves)
def unpack(tables: IndexTables, packed: int, free: int) -> int:
    """The inverse of `pack`."""
    low, middle = free & 255, free >> 8 & 255
    width = count_bits(low)
    width_of_two = width + count_bits(middle)
    return (
        int(tables.unpack[low << 8 | (packed & ((1 << width) - 1))])
        | int(tables.unpack[middle << 8 | (packed >> width & ((1 << width_of_two - width) - 1))]) << 8
        | int(tables.unpack[free >> 16 << 8 | packed >> width_of_two]) << 16
    )


@compiled_using(moves)
def class_entry_of(tables: IndexTables, own: int, own_count: int) -> int:
    """Class, twins and symmetry of a set of men, as `IndexTables.class_entry` holds them."""
    return int(tables.class_entry[int(tables.subset_start[own_count]) + rank_of(tables, own)])


@compiled_using(moves)
def smallest_rank(tables: IndexTables, class_row: int, other: int) -> int:
    """The smallest rank of the opponent's men under the symmetries that keep the class's own set."""
    free = BOARD & ~int(tables.class_set[class_row])
    keepers = int(tables.class_keepers[class_row])
    smallest = 1 << 30
    for symmetry in range(16):
        if keepers >> symmetry & 1:
            rank = rank_of(tables, pack(tables, image_of(tables, symmetry, other), free))
            smallest = min(smallest, rank)
    return smallest


@compiled_using(moves)
def index_of(tables: IndexTables, own: int, other: int, own_count: int, ranks: int) -> int:
    """The place of a position in the table of its stage, which has `ranks` ranks a class."""
    entry = class_entry_of(tables, own, own_count)
    class_number = entry >> 5
    class_row = int(tables.class_start[own_count]) + class_number
    other = image_of(tables, entry & 15, other)
    if entry & HAS_TWINS:
        return class_number * ranks + smallest_rank(tables, class_row, other)
    free = BOARD & ~int(tables.class_set[class_row])
    return class_number * ranks + rank_of(tables, pack(tables, other, free))


@compiled_using(moves)
def position_at(
    tables: IndexTables, index: int, own_count: int, other_count: int, ranks: int
) -> tuple[int, int, bool]:
    """Own and other men at a place, and whether it is a twin: another place stands for this position."""
    class_number = index // ranks
    rank = index - class_number * ranks
    class_row = int(tables.class_start[own_count]) + class_number
    own = int(tables.class_set[class_row])
    packed = int(tables.subsets[int(tables.subset_start[other_count]) + rank])
    other = unpack(tables, packed, BOARD & ~own)
    is_twin = int(tables.class_keepers[class_row]) != 1 and smallest_rank(tables, class_row, other) != rank
    return own, other, is_twin
