"""Levels from child to the strongest.

A level is how far a player looks ahead and how often it does not look at all: with its slip rate it plays any
legal move. Every game has its own list of levels, measured by its experiments.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

import numpy as np

from ludens.core.errors import LudensError
from ludens.table.players import Game, GamePlayer, Move, MoveChoice
from ludens.table.search import SearchBudget

STRONGEST = 10
SLIPPED = "Played without looking."


@dataclass(frozen=True, slots=True)
class Level:
    """How well a player plays. Scores within `spread`, in hundredths of a pawn or man, look equal to it."""

    number: int
    name: str
    depth: int
    slip_rate: float
    spread: int = 10
    nodes: int | None = None
    elo: int = 0  # what another engine is asked for that can limit itself

    @property
    def budget(self) -> SearchBudget:
        """How far it looks ahead."""
        return SearchBudget(depth=self.depth, nodes=self.nodes)


def level_of(text: str | int, levels: Sequence[Level]) -> Level:
    """A level by number or name."""
    word = str(text).strip().lower()
    for level in levels:
        if word in (level.name, str(level.number)):
            return level
    known = ", ".join(f"{level.number} {level.name}" for level in levels)
    raise LudensError(f"There is no level '{word}'; there are {known}.")


class LevelPlayer(Generic[Game, Move]):
    """Another player that slips now and then: then it plays any of the `legal_moves`."""

    def __init__(
        self,
        level: Level,
        player: GamePlayer[Game, Move],
        *,
        legal_moves: Callable[[Game], Sequence[Move]],
    ) -> None:
        self.level, self._player, self._legal_moves = level, player, legal_moves

    def choose(self, game: Game, rng: np.random.Generator) -> MoveChoice[Move]:
        """The move to play in a game that is not over."""
        # One draw always, so that the same dice give the same slips at every level.
        if rng.random() < self.level.slip_rate and (moves := self._legal_moves(game)):
            return MoveChoice(moves[int(rng.integers(len(moves)))], (), SLIPPED)
        return self._player.choose(game, rng)

    def close(self) -> None:
        """End the other player."""
        self._player.close()
