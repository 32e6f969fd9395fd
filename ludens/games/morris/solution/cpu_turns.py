"""What the turns of one position are worth, compiled for the processor.

`after` holds the stage that quiet turns lead to, `lower` the one that captures lead to; `lower` is empty when
a capture leaves the opponent with two men, which wins at once. Results are pairs: plies to win (UNKNOWN if no
turn wins) and plies to lose (UNKNOWN if not every turn loses).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled, compiled_using
from ludens.games.morris.solution import compiled_rules as moves
from ludens.games.morris.solution import indexing
from ludens.games.morris.solution.compiled_rules import closes_mill, count_bits, lowest_point, removable
from ludens.games.morris.solution.index_tables import IndexTables
from ludens.games.morris.solution.indexing import (
    BOARD,
    HAS_TWINS,
    class_entry_of,
    image_of,
    index_of,
    pack,
    rank_of,
    smallest_rank,
)
from ludens.games.morris.solution.packing import UNKNOWN
from ludens.games.morris.solution.stages import Stage

FLYING_MEN = 3

Values = NDArray[np.uint8]


class Numbers(NamedTuple):
    """A stage as compiled code takes it: men on the board, and how many ranks the tables have."""

    own_count: int
    other_count: int
    ranks: int
    quiet_ranks: int  # of the stage after a quiet turn, in the moving phase also the one before it
    lower_ranks: int  # of the stage after a capture; 0 where there is none


def numbers_of(stage: Stage) -> Numbers:
    """Those of a stage."""
    lower = stage.after_capture
    return Numbers(
        stage.own, stage.other, stage.ranks, stage.after_quiet_turn.ranks, lower.ranks if lower else 0
    )


@compiled
def value_at(values: Values, place: int) -> int:
    """A value as a signed number; the unsigned ones of a table would turn sums with others into fractions."""
    return int(np.int64(values[place]))


@compiled_using(moves)
def targets_of(tables: IndexTables, origin: int, free: int, flies: bool) -> int:
    """Where a man may go, or may have come from."""
    return free if flies else free & int(tables.neighbours[origin])


@compiled
def with_turn(win: int, loss: int, value: int) -> tuple[int, int]:
    """Win and loss with one more turn, which leads to a position of this value for the opponent."""
    if value == UNKNOWN:
        return win, UNKNOWN
    if value & 1:
        return win, max(loss, value + 1)
    return min(win, value + 1), UNKNOWN


@compiled_using(moves, indexing)
def with_captures(
    tables: IndexTables,
    stage: Numbers,
    win: int,
    loss: int,
    own: int,
    other: int,
    victims: int,
    lower: Values,
) -> tuple[int, int]:
    """Win and loss with all captures of one turn, after which `own` stands as given."""
    if len(lower) == 0:
        return 1, UNKNOWN
    while victims:
        victim = lowest_point(victims)
        victims &= victims - 1
        place = index_of(tables, other ^ (1 << victim), own, stage.other_count - 1, stage.lower_ranks)
        value = value_at(lower, place)
        win, loss = with_turn(win, loss, value)
    return win, loss


@compiled_using(moves, indexing)
def best_of_captures(
    tables: IndexTables, stage: Numbers, own: int, other: int, lower: Values
) -> tuple[int, int, bool]:
    """Win and loss by the turns of the moving phase that close a mill, and whether there are quiet turns."""
    flies = stage.own_count == FLYING_MEN
    free = BOARD & ~(own | other)
    victims = 0
    has_quiet_turn = False
    win, loss = UNKNOWN, 0
    men = own
    while men:
        origin = lowest_point(men)
        men &= men - 1
        rest = own ^ (1 << origin)
        targets = targets_of(tables, origin, free, flies)
        while targets:
            target = lowest_point(targets)
            targets &= targets - 1
            if not closes_mill(rest, target):
                has_quiet_turn = True
                continue
            if victims == 0:
                victims = removable(other)
            win, loss = with_captures(tables, stage, win, loss, rest | 1 << target, other, victims, lower)
    return win, loss, has_quiet_turn


@compiled_using(moves, indexing)
def loss_by_quiet_turns(
    tables: IndexTables, stage: Numbers, own: int, other: int, level: int, after: Values
) -> int:
    """Plies to the loss if every quiet turn leads to a win of the opponent within `level`; else UNKNOWN.

    All positions after a quiet turn have the same men to move, so that class and symmetry are looked up once
    and a turn moves one bit of the packed set.
    """
    entry = class_entry_of(tables, other, stage.other_count)
    class_row = int(tables.class_start[stage.other_count]) + (entry >> 5)
    first_place = (entry >> 5) * stage.quiet_ranks
    free_of_class = BOARD & ~int(tables.class_set[class_row])
    own_image = image_of(tables, entry & 15, own)
    packed = pack(tables, own_image, free_of_class)
    points = (entry & 15) * 24
    flies = stage.own_count == FLYING_MEN
    free = BOARD & ~(own | other)
    loss = 0
    men = own
    while men:
        origin = lowest_point(men)
        men &= men - 1
        rest = own ^ (1 << origin)
        origin_image = 1 << int(tables.point_image[points + origin])
        packed_rest = packed ^ (1 << count_bits(free_of_class & (origin_image - 1)))
        targets = targets_of(tables, origin, free, flies)
        while targets:
            target = lowest_point(targets)
            targets &= targets - 1
            if closes_mill(rest, target):
                continue
            target_image = 1 << int(tables.point_image[points + target])
            if entry & HAS_TWINS:
                rank = smallest_rank(tables, class_row, own_image ^ origin_image | target_image)
            else:
                rank = rank_of(tables, packed_rest | 1 << count_bits(free_of_class & (target_image - 1)))
            value = value_at(after, first_place + rank)
            if value > level or value & 1 == 0:
                return UNKNOWN
            loss = max(loss, value + 1)
    return loss


@compiled_using(moves, indexing)
def best_of_placing(
    tables: IndexTables, stage: Numbers, own: int, other: int, after: Values, lower: Values
) -> tuple[int, int]:
    """Win and loss by putting a man on each free point."""
    victims = removable(other)
    win, loss = UNKNOWN, 0
    free = BOARD & ~(own | other)
    while free:
        target = lowest_point(free)
        free &= free - 1
        men = own | 1 << target
        if victims and closes_mill(own, target):
            win, loss = with_captures(tables, stage, win, loss, men, other, victims, lower)
        else:
            value = value_at(after, index_of(tables, other, men, stage.other_count, stage.quiet_ranks))
            win, loss = with_turn(win, loss, value)
    return win, loss


@compiled_using(moves, indexing)
def best_of_moving(
    tables: IndexTables, stage: Numbers, own: int, other: int, after: Values, lower: Values
) -> tuple[int, int]:
    """Win and loss by all turns of the moving phase; without any the loss is in no plies."""
    win, loss, _ = best_of_captures(tables, stage, own, other, lower)
    flies = stage.own_count == FLYING_MEN
    free = BOARD & ~(own | other)
    men = own
    while men:
        origin = lowest_point(men)
        men &= men - 1
        rest = own ^ (1 << origin)
        targets = targets_of(tables, origin, free, flies)
        while targets:
            target = lowest_point(targets)
            targets &= targets - 1
            if not closes_mill(rest, target):
                place = index_of(tables, other, rest | 1 << target, stage.other_count, stage.quiet_ranks)
                win, loss = with_turn(win, loss, value_at(after, place))
    return win, loss
