"""What one search remembers, and what it is told before it starts: drawn positions and solved ones."""

from collections import Counter

import numpy as np

from ludens.games.morris.decide.alpha_beta import (
    EXACT,
    KNOWN_DEPTH,
    SURELY_WON,
    WIN,
    Numbers,
    key_of,
    new_stack,
    store,
)
from ludens.games.morris.decide.packing import numbers_of, packed_turns, unpacked
from ludens.games.morris.rules import GameRecord, Position, apply
from ludens.games.morris.solution.values import Result, Tables, Value

KNOWN_WIN = 20_000  # score of a win of unknown length
PROVEN = 15_000  # no evaluation reaches this: scores beyond are certain


class Memory:
    """Tables of one search; `slots` is a power of two."""

    def __init__(self, *, slots: int, drawn: Numbers) -> None:
        self.keys: Numbers = np.zeros(slots, dtype=np.int64)
        self.data: Numbers = np.zeros(slots, dtype=np.int64)
        self.drawn = drawn
        self.cutoffs: Numbers = np.zeros(1 << 10, dtype=np.int64)
        self.stack = new_stack()
        self.state: Numbers = np.zeros(3, dtype=np.int64)

    def learn(self, position: Position, value: Value) -> None:
        """Remember a solved position; no search result replaces it."""
        key = key_of(*numbers_of(position))
        store(self.keys, self.data, key, score_of(value), KNOWN_DEPTH, EXACT, 0, 0)


def score_of(value: Value) -> int:
    """A certain value as a score of the search."""
    if value.result is Result.DRAW:
        return 0
    return int(value.result) * (KNOWN_WIN if value.plies is None else WIN - value.plies)


def value_of(score: int) -> Value | None:
    """What a score proves: none, as long as it is an estimate."""
    if abs(score) < PROVEN:
        return None
    result = Result.WIN if score > 0 else Result.LOSS
    return Value(result, WIN - abs(score) if abs(score) > SURELY_WON else None)


def drawn_keys(record: GameRecord) -> Numbers:
    """Positions that, coming once more, end the game by repetition."""
    if record.variant.repetitions is None:
        return np.zeros(0, dtype=np.int64)
    reversible = Counter(record.positions[-(record.turns_without_mill + 1) :])
    keys = [
        key_of(*numbers_of(position)) | (position.side_to_move is not record.side_to_move) << 56
        for position, count in reversible.items()
        if count >= record.variant.repetitions - 1
    ]
    return np.array(keys, dtype=np.int64)


def learn_from_tables(memory: Memory, position: Position, tables: Tables) -> None:
    """Tell the memory all solved positions one and two plies ahead.

    Whether a table holds a position depends on its numbers of men alone, so one question per kind suffices
    where the answer is no.
    """
    missing: set[tuple[int, ...]] = set()
    for after in _successors(position):
        if _learn(memory, after, tables, missing):
            continue
        for later in _successors(after):
            _learn(memory, later, tables, missing)


def _successors(position: Position) -> list[Position]:
    return [apply(position, unpacked(turn)) for turn in packed_turns(position)]


def _learn(memory: Memory, position: Position, tables: Tables, missing: set[tuple[int, ...]]) -> bool:
    own, other, own_hand, other_hand = numbers_of(position)
    kind = (own.bit_count(), other.bit_count(), own_hand, other_hand)
    if kind in missing:
        return False
    value = tables.probe(position)
    if value is None:
        missing.add(kind)
        return False
    memory.learn(position, value)
    return True
