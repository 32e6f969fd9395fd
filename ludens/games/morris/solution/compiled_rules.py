"""Moves of the standard game, compiled: for search, counting and all that looks at millions of positions.

A position is four numbers, seen from the side to move: `own` and `other` men as bit masks, and how many men
each has in hand. A turn is one number, `origin << 10 | target << 5 | captured`, with 31 for "none". The rules
in words, with variants, are `rules/`; the tests hold both against each other.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.games.morris.rules.board import MILLS_OF_POINT, NEIGHBOURS

NONE = 31
POINT_COUNT = 24
BOARD = (1 << POINT_COUNT) - 1
# No position has more: three flying men with 18 free points, each closing a mill that may take one of three.
MOST_TURNS = 512

NEIGHBOUR_MASKS = np.array(NEIGHBOURS, dtype=np.int64)
FIRST_MILLS = np.array([mills[0] for mills in MILLS_OF_POINT], dtype=np.int64)  # the two other points of each
SECOND_MILLS = np.array([mills[1] for mills in MILLS_OF_POINT], dtype=np.int64)

Turns = NDArray[np.int64]


def _count_bits(_typing_context: Any, _mask: Any) -> Any:
    def generate_code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate_code


def _lowest_point(_typing_context: Any, _mask: Any) -> Any:
    def generate_code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate_code


# How many points a mask holds.
count_bits = cast(Callable[[int], int], intrinsic(_count_bits))
# The lowest point of a mask that is not empty.
lowest_point = cast(Callable[[int], int], intrinsic(_lowest_point))


@compiled
def closes_mill(men: int, target: int) -> bool:
    """Whether a man that comes to `target` stands in a mill with the other `men`."""
    first, second = int(FIRST_MILLS[target]), int(SECOND_MILLS[target])
    return men & first == first or men & second == second


@compiled
def removable(men: int) -> int:
    """The men that may be taken: those outside mills, or all when every one stands in a mill."""
    loose, left = 0, men
    while left:
        point = lowest_point(left)
        left &= left - 1
        if not closes_mill(men, point):
            loose |= 1 << point
    return loose if loose else men


@compiled
def is_decided(own: int, other: int, own_hand: int, other_hand: int) -> bool:
    """Whether a side has fewer than three men, those in hand counted; the game is over before any turn."""
    return count_bits(own) + own_hand < 3 or count_bits(other) + other_hand < 3


@compiled
def _add(origin: int, target: int, rest: int, other: int, out: Turns, count: int) -> int:
    """Write the turns of one step, one for each man that it may take."""
    step = origin << 10 | target << 5
    if not closes_mill(rest, target) or other == 0:
        out[count] = step | NONE
        return count + 1
    taken = removable(other)
    while taken:
        out[count] = step | lowest_point(taken)
        taken &= taken - 1
        count += 1
    return count


@compiled
def generate(own: int, other: int, own_hand: int, other_hand: int, out: Turns) -> int:
    """Write all legal turns to `out` and return how many; none is a loss for the side to move."""
    if is_decided(own, other, own_hand, other_hand):
        return 0
    count = 0
    free = BOARD & ~(own | other)
    if own_hand > 0:
        while free:
            count = _add(NONE, lowest_point(free), own, other, out, count)
            free &= free - 1
        return count
    flies = count_bits(own) == 3
    origins = own
    while origins:
        origin = lowest_point(origins)
        origins &= origins - 1
        rest = own & ~(1 << origin)
        targets = free if flies else free & NEIGHBOUR_MASKS[origin]
        while targets:
            count = _add(origin, lowest_point(targets), rest, other, out, count)
            targets &= targets - 1
    return count


@compiled
def play(own: int, other: int, own_hand: int, other_hand: int, turn: int) -> tuple[int, int, int, int]:
    """The position after a turn, seen from the side that is to move then."""
    origin, target, captured = turn >> 10, turn >> 5 & 31, turn & 31
    if origin == NONE:
        own_hand -= 1
    else:
        own &= ~(1 << origin)
    if captured != NONE:
        other &= ~(1 << captured)
    return other, own | 1 << target, other_hand, own_hand


@compiled
def _perft(own: int, other: int, own_hand: int, other_hand: int, depth: int, stack: Turns) -> int:
    count = generate(own, other, own_hand, other_hand, stack[depth])
    if depth <= 1:
        return count if depth == 1 else 1
    total = 0
    for index in range(count):
        after = play(own, other, own_hand, other_hand, stack[depth, index])
        total += _perft(after[0], after[1], after[2], after[3], depth - 1, stack)
    return total


def perft(own: int, other: int, own_hand: int, other_hand: int, *, depth: int) -> int:
    """How many sequences of `depth` turns there are; a turn with its capture counts as one."""
    stack = np.empty((depth + 1, MOST_TURNS), dtype=np.int64)
    return int(_perft(own, other, own_hand, other_hand, depth, stack))
