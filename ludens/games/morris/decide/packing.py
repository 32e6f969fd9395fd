"""Between the values of the rules and the numbers of compiled code."""

import numpy as np

from ludens.games.morris.rules import Position, Turn
from ludens.games.morris.solution.compiled_rules import MOST_TURNS, NONE, generate

Numbers = tuple[int, int, int, int]  # own and other men as masks, own and other men in hand


def numbers_of(position: Position) -> Numbers:
    """A position as its side to move sees it."""
    return position.own, position.other, position.own_in_hand, position.other_in_hand


def packed(turn: Turn) -> int:
    """A turn as one number."""
    origin = NONE if turn.origin is None else turn.origin
    captured = NONE if turn.captured is None else turn.captured
    return origin << 10 | turn.target << 5 | captured


def unpacked(turn: int) -> Turn:
    """A number as a turn."""
    origin, target, captured = turn >> 10, turn >> 5 & 31, turn & 31
    return Turn(target, None if origin == NONE else origin, None if captured == NONE else captured)


def packed_turns(position: Position) -> list[int]:
    """All legal turns of the standard game."""
    out = np.empty(MOST_TURNS, dtype=np.int64)
    count = generate(*numbers_of(position), out)
    return [int(turn) for turn in out[:count]]
