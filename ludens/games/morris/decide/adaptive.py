"""An opponent that stays a match: it moves its level until a person scores one half.

After every game the level goes up by a step for a loss of ours and down for a win, and stays for a draw. All
steps together are bounded by the number of levels, so the person's mean score must come to one half, wherever
between the ends its strength lies. The first steps are large, to get there soon.

Within a game it is kinder to whoever is behind: for every man it is ahead it plays a level lower, and higher
when it is behind.
"""

from dataclasses import dataclass

import numpy as np

from ludens.core.errors import LudensError
from ludens.games.morris.decide.alpha_beta import MAN
from ludens.games.morris.decide.budget import Budget
from ludens.games.morris.decide.levels import STRONGEST, LevelPlayer, level_name
from ludens.games.morris.decide.player import Choice, Player
from ludens.games.morris.decide.search import analyse
from ludens.games.morris.rules import GameRecord

FIRST_LEVEL = 3.0
FIRST_STEP, LAST_STEP = 2.0, 0.5  # in levels, for a game won or lost
STEP_HALVED_AFTER_GAMES = 3.0
MOST_KINDNESS = 2.0  # levels
GLANCE = Budget(depth=2)


@dataclass(frozen=True, slots=True)
class Adaptation:
    """What is known of a person: the level (with a fraction) that matches it, and after how many games."""

    level: float = FIRST_LEVEL
    games: int = 0

    def after(self, person_score: float) -> "Adaptation":
        """What is known after one more game, in which the person scored 1, ½ or 0."""
        if not 0.0 <= person_score <= 1.0:
            raise LudensError(f"A game is scored from 0 to 1 for the person, not {person_score}.")
        step = max(LAST_STEP, FIRST_STEP / (1.0 + self.games / STEP_HALVED_AFTER_GAMES))
        level = self.level + step * 2.0 * (person_score - 0.5)
        return Adaptation(min(max(level, 0.0), float(STRONGEST)), self.games + 1)


class AdaptivePlayer:
    """Plays at the level that matches a person, mixing two neighbours for a level between them."""

    def __init__(self, adaptation: Adaptation, *, perfect: Player) -> None:
        self.adaptation = adaptation
        self._players = [LevelPlayer(number, perfect=perfect) for number in range(STRONGEST + 1)]

    def choose(self, record: GameRecord, rng: np.random.Generator) -> Choice:
        """The turn to play in a game that is not over."""
        lead_men = analyse(record, budget=GLANCE).candidates[0].score / MAN
        kindness = min(max(lead_men, -MOST_KINDNESS), MOST_KINDNESS)
        level = min(max(self.adaptation.level - kindness, 0.0), float(STRONGEST))
        below = int(level)
        number = min(below + int(rng.random() < level - below), STRONGEST)
        choice = self._players[number].choose(record, rng)
        return Choice(choice.turn, choice.candidates, f"Level {number} ({level_name(number)}): {choice.note}")
