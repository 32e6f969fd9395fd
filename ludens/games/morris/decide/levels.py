"""Levels from child to perfect.

A level is how far a player looks ahead and how often it does not look at all: with its slip rate it plays any
legal turn. What that amounts to, in blunders and in Elo, is measured by the experiment `morris-levels`.
"""

from dataclasses import dataclass

import numpy as np

from ludens.core.errors import LudensError
from ludens.games.morris.decide.budget import Budget
from ludens.games.morris.decide.player import Choice, Player, require_game_on
from ludens.games.morris.decide.search import SearchPlayer
from ludens.games.morris.rules import GameRecord


@dataclass(frozen=True, slots=True)
class Level:
    """How well a player plays. `spread`: scores so close, in hundredths of a man, look equal to it."""

    number: int
    name: str
    depth: int
    slip_rate: float
    spread: int = 10
    nodes: int | None = None

    @property
    def budget(self) -> Budget:
        """How far it looks ahead."""
        return Budget(depth=self.depth, nodes=self.nodes)


LEVELS = (
    Level(0, "child", 1, 0.50, spread=30),
    Level(1, "pupil", 1, 0.30, spread=20),
    Level(2, "novice", 2, 0.28, spread=20),
    Level(3, "learner", 2, 0.14, spread=15),
    Level(4, "casual", 3, 0.10, spread=15),
    Level(5, "steady", 3, 0.05),
    Level(6, "club", 4, 0.03),
    Level(7, "strong", 5, 0.02, spread=5),
    Level(8, "expert", 6, 0.0, spread=5),
    Level(9, "master", 30, 0.0, spread=2, nodes=400_000),
)
PERFECT = len(LEVELS)  # the level above: the perfect player
STRONGEST = PERFECT


def level_name(number: int) -> str:
    """What a level is called."""
    return "perfect" if number == PERFECT else LEVELS[number].name


def require_level(number: int) -> int:
    """The number of a level, or a sentence that says which there are."""
    if not 0 <= number <= STRONGEST:
        raise LudensError(f"There is no level {number}; they go from 0 (child) to {STRONGEST} (perfect).")
    return number


class LevelPlayer:
    """Plays at one level; `perfect` is who plays at the highest."""

    def __init__(self, number: int, *, perfect: Player) -> None:
        self.number = require_level(number)
        self._level = None if number == PERFECT else LEVELS[number]
        self._player = (
            perfect if self._level is None else SearchPlayer(self._level.budget, spread=self._level.spread)
        )

    def choose(self, record: GameRecord, rng: np.random.Generator) -> Choice:
        """The turn to play in a game that is not over."""
        require_game_on(record)
        # One draw always, so that the same dice give the same slips at every level.
        slips = rng.random() < (0.0 if self._level is None else self._level.slip_rate)
        if slips:
            turns = record.legal_turns()
            return Choice(turns[int(rng.integers(len(turns)))], (), "Played without looking.")
        return self._player.choose(record, rng)
