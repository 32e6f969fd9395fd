"""Turns as numbers: an action is a whole turn, capture included.

    action = 25 · (24 · from + to) + taken

where `to` is a point (0 to 23), and `from` and `taken` are a point plus one, or 0 for "from the hand" and
"nothing". Most of the 15,000 numbers are never legal; the mask says which are.
"""

import numpy as np
from numpy.typing import NDArray

from ludens.games.morris.rules import POINT_COUNT, GameRecord, MorrisError, Turn

CHOICES = POINT_COUNT + 1  # a point, or none
ACTIONS = CHOICES * POINT_COUNT * CHOICES


def action_of(turn: Turn) -> int:
    """The number of a turn."""
    origin = 0 if turn.origin is None else turn.origin + 1
    captured = 0 if turn.captured is None else turn.captured + 1
    return (origin * POINT_COUNT + turn.target) * CHOICES + captured


def turn_of(action: int) -> Turn:
    """The turn of a number."""
    if not 0 <= action < ACTIONS:
        raise MorrisError(f"An action is a number from 0 to {ACTIONS - 1}, not {action}.")
    step, captured = divmod(int(action), CHOICES)
    origin, target = divmod(step, POINT_COUNT)
    return Turn(target, origin - 1 if origin else None, captured - 1 if captured else None)


def action_mask(record: GameRecord) -> NDArray[np.int8]:
    """1 at every legal action of the side to move."""
    mask = np.zeros(ACTIONS, dtype=np.int8)
    mask[[action_of(turn) for turn in record.legal_turns()]] = 1
    return mask
