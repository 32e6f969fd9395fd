"""The loops over positions, compiled for the processor; `cuda_kernels.cu` has the same for a graphics card.

`value_bytes` says what the bytes mean. The moving phase is solved level by level. Level d holds the positions
decided in exactly d plies, and what it decides is at level d + 1 or, where a capture is the longest defence,
above. So a byte above the present level is a promise that a lower number may still replace, and one at or
below it is final. All threads that write a place in one level write the same value, so that the order of
work does not matter.
"""

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled_using
from ludens.games.morris.solution import compiled_rules as moves
from ludens.games.morris.solution import cpu_turns, indexing
from ludens.games.morris.solution.compiled_rules import closes_mill, lowest_point
from ludens.games.morris.solution.cpu_turns import (
    FLYING_MEN,
    Numbers,
    Values,
    best_of_captures,
    best_of_moving,
    best_of_placing,
    loss_by_quiet_turns,
    targets_of,
    value_at,
)
from ludens.games.morris.solution.index_tables import IndexTables
from ludens.games.morris.solution.indexing import BOARD, index_of, position_at
from ludens.games.morris.solution.packing import FARTHEST, TWIN, UNKNOWN

Places = NDArray[np.int64]


@compiled_using(moves, indexing, cpu_turns)
def start_moving(
    tables: IndexTables, stage: Numbers, first: int, last: int, values: Values, lower: Values
) -> int:
    """What blockade and captures alone decide of places first … last - 1; returns the farthest level."""
    farthest = 0
    for index in range(first, last):
        own, other, is_twin = position_at(tables, index, stage.own_count, stage.other_count, stage.ranks)
        value = TWIN
        if not is_twin:
            win, loss, has_quiet_turn = best_of_captures(tables, stage, own, other, lower)
            # Without quiet turn: blocked, or every turn closes a mill that does not help.
            value = loss if win == UNKNOWN and not has_quiet_turn else win
        values[index] = value
        if value <= FARTHEST:
            farthest = max(farthest, value)
    return farthest


@compiled_using(moves, indexing, cpu_turns)
def mark_before(
    tables: IndexTables, stage: Numbers, places: Places, before: Values, above: int, mark: int
) -> None:
    """Write `mark` where a byte is above `above` and a quiet turn of the opponent leads to one of `places`.

    `places` are of the stage (own, other); `before` is its mirror, where the opponent was to move.
    """
    flies = stage.other_count == FLYING_MEN
    for number in range(len(places)):
        own, other, _ = position_at(tables, places[number], stage.own_count, stage.other_count, stage.ranks)
        free = BOARD & ~(own | other)
        men = other
        while men:
            target = lowest_point(men)
            men &= men - 1
            if closes_mill(other, target):
                continue  # the man that came here would have captured: no quiet turn
            rest = other ^ (1 << target)
            origins = targets_of(tables, target, free, flies)
            while origins:
                origin = lowest_point(origins)
                origins &= origins - 1
                place = index_of(tables, rest | 1 << origin, own, stage.other_count, stage.quiet_ranks)
                if before[place] > above:
                    before[place] = mark


@compiled_using(moves, indexing, cpu_turns)
def settle_losses(
    tables: IndexTables,
    stage: Numbers,
    places: Places,
    level: int,
    values: Values,
    after: Values,
    lower: Values,
) -> int:
    """Say of each place whether it is lost, all wins up to `level` being known; returns the farthest loss."""
    farthest = 0
    for number in range(len(places)):
        own, other, _ = position_at(tables, places[number], stage.own_count, stage.other_count, stage.ranks)
        distance = loss_by_quiet_turns(tables, stage, own, other, level, after)
        if distance != UNKNOWN:
            _, captures, _ = best_of_captures(tables, stage, own, other, lower)
            distance = max(distance, captures)
        values[places[number]] = distance
        if distance != UNKNOWN:
            farthest = max(farthest, distance)
    return farthest


@compiled_using(moves, indexing, cpu_turns)
def solve_placing(
    tables: IndexTables, stage: Numbers, first: int, last: int, values: Values, after: Values, lower: Values
) -> int:
    """The values of places first … last - 1 of a stage with men in hand; returns the farthest level."""
    farthest = 0
    for index in range(first, last):
        own, other, is_twin = position_at(tables, index, stage.own_count, stage.other_count, stage.ranks)
        value = TWIN
        if not is_twin:
            win, loss = best_of_placing(tables, stage, own, other, after, lower)
            value = win if win != UNKNOWN else loss
        values[index] = value
        if value <= FARTHEST:
            farthest = max(farthest, value)
    return farthest


@compiled_using(moves, indexing, cpu_turns)
def fill_twins(tables: IndexTables, stage: Numbers, places: Places, values: Values) -> None:
    """Give the twins at these places the value of the place that stands for them."""
    for number in range(len(places)):
        own, other, _ = position_at(tables, places[number], stage.own_count, stage.other_count, stage.ranks)
        values[places[number]] = values[index_of(tables, own, other, stage.own_count, stage.ranks)]


@compiled_using(moves, indexing, cpu_turns)
def wrong_places(
    tables: IndexTables,
    stage: Numbers,
    is_placing: bool,
    places: Places,
    values: Values,
    after: Values,
    lower: Values,
    results_only: bool,
    wrong: Places,
) -> int:
    """Derive each place anew from its successors; those that differ go to `wrong`; returns how many."""
    count = 0
    for number in range(len(places)):
        own, other, is_twin = position_at(
            tables, places[number], stage.own_count, stage.other_count, stage.ranks
        )
        if is_twin:
            expected = value_at(values, index_of(tables, own, other, stage.own_count, stage.ranks))
        else:
            if is_placing:
                win, loss = best_of_placing(tables, stage, own, other, after, lower)
            else:
                win, loss = best_of_moving(tables, stage, own, other, after, lower)
            expected = win if win != UNKNOWN else loss
        if results_only and expected != UNKNOWN:
            expected &= 1
        if expected != value_at(values, places[number]):
            wrong[count] = places[number]
            count += 1
    return count
