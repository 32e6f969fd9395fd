"""An opponent that stays a match: it moves its level until a person scores one half.

After every game the level goes up by a step for a loss of ours and down for a win, and stays for a draw. All
steps together are bounded by the number of levels, so the person's mean score must come to one half, wherever
between the ends its strength lies. The first steps are large, to get there soon.

Within a game it is kinder to a person who is behind: for every man (in chess: minor piece) it is ahead it
plays a level lower, and higher when it is behind.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic

import numpy as np

from ludens.core.errors import LudensError
from ludens.table.levels import STRONGEST, LevelPlayer
from ludens.table.players import Game, Move, MoveChoice

ADAPTIVE = "adaptive"  # the level of an opponent that stays a match
FIRST_LEVEL = 3.0
FIRST_STEP, LAST_STEP = 2.0, 0.5  # in levels, for a game won or lost
STEP_HALVED_AFTER_GAMES = 3.0
MOST_KINDNESS = 2.0  # levels


@dataclass(frozen=True, slots=True)
class Adaptation:
    """The level (with a fraction) that matches a person, as estimated after a number of games."""

    level: float = FIRST_LEVEL
    games: int = 0

    def after(self, person_score: float) -> "Adaptation":
        """The estimate after one more game, in which the person scored 1, ½ or 0."""
        if not 0.0 <= person_score <= 1.0:
            raise LudensError(f"A game is scored from 0 to 1 for the person, not {person_score}.")
        step = max(LAST_STEP, FIRST_STEP / (1.0 + self.games / STEP_HALVED_AFTER_GAMES))
        level = self.level + step * 2.0 * (person_score - 0.5)
        return Adaptation(min(max(level, 0.0), float(STRONGEST)), self.games + 1)


class AdaptivePlayer(Generic[Game, Move]):
    """Plays at the level that matches a person, mixing two neighbours for a level between them.

    `players` are those of all levels; `lead` says at a glance how far ahead the side to move is, in men.
    """

    def __init__(
        self,
        adaptation: Adaptation,
        *,
        players: Sequence[LevelPlayer[Game, Move]],
        lead: Callable[[Game], float],
    ) -> None:
        self.adaptation, self._players, self._lead = adaptation, players, lead

    def choose(self, game: Game, rng: np.random.Generator) -> MoveChoice[Move]:
        """The move to play in a game that is not over."""
        kindness = min(max(self._lead(game), -MOST_KINDNESS), MOST_KINDNESS)
        level = min(max(self.adaptation.level - kindness, 0.0), float(STRONGEST))
        below = int(level)
        player = self._players[min(below + int(rng.random() < level - below), STRONGEST)]
        choice = player.choose(game, rng)
        return replace(choice, note=f"Level {player.level.number} ({player.level.name}): {choice.note}")

    def close(self) -> None:
        """End all players."""
        for player in self._players:
            player.close()
