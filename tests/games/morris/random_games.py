"""Positions for tests, reached by random play."""

import numpy as np

from ludens.games.morris.rules import GameRecord, new_game


def random_game(seed: int, turns: int) -> GameRecord:
    """A game of so many random turns, or fewer where it ended before."""
    rng = np.random.default_rng([seed, turns])
    record = new_game()
    for _ in range(turns):
        legal = record.legal_turns()
        if not legal:
            break
        record = record.play(legal[int(rng.integers(len(legal)))])
    return record


def open_game(seed: int, turns: int) -> GameRecord:
    """The last moment of a random game at which it was not over."""
    record = random_game(seed, turns)
    return record if record.outcome is None else record.undo()
