"""Levels from child to master.

A level is how far our engine looks ahead and how often it does not look at all: with its slip rate it plays
any legal move. The last two think by time or nodes. What that amounts to in Elo is measured by the experiment
`chess-match`.
"""

from dataclasses import dataclass

import chess
import numpy as np

from ludens.core.errors import LudensError
from ludens.games.chess.decide.budget import Budget
from ludens.games.chess.decide.embedded.search import Analysis, analyse
from ludens.games.chess.decide.player import Candidate, Choice, require_game_on


@dataclass(frozen=True, slots=True)
class Level:
    """How well our engine plays. `spread`: scores so close, in hundredths of a pawn, look equal to it."""

    number: int
    name: str
    depth: int
    slip_rate: float
    spread: int = 10
    nodes: int | None = None
    elo: int = 0  # what another engine is asked for that can limit itself

    @property
    def budget(self) -> Budget:
        """How far it looks ahead."""
        return Budget(depth=self.depth, nodes=self.nodes)


FULL_DEPTH = 50
LEVELS = (
    Level(0, "child", 1, 0.60, spread=80, elo=400),
    Level(1, "pupil", 1, 0.35, spread=60, elo=600),
    Level(2, "novice", 1, 0.18, spread=50, elo=800),
    Level(3, "learner", 2, 0.12, spread=40, elo=1000),
    Level(4, "casual", 2, 0.05, spread=35, elo=1200),
    Level(5, "steady", 3, 0.03, spread=30, elo=1400),
    Level(6, "club", 4, 0.0, spread=25, elo=1600),
    Level(7, "strong", 5, 0.0, spread=15, elo=1800),
    Level(8, "expert", FULL_DEPTH, 0.0, spread=8, nodes=60_000, elo=2000),
    Level(9, "master", FULL_DEPTH, 0.0, spread=4, nodes=250_000, elo=2300),
    Level(10, "strongest", FULL_DEPTH, 0.0, spread=0, nodes=1_000_000),
)
STRONGEST = len(LEVELS) - 1


def level_from(text: str) -> int:
    """A level by number or name."""
    word = text.strip().lower()
    names = {level.name: level.number for level in LEVELS}
    if word in names:
        return names[word]
    if word.isdigit() and int(word) <= STRONGEST:
        return int(word)
    known = ", ".join(f"{level.number} {level.name}" for level in LEVELS)
    raise LudensError(f"There is no level '{text.strip()}'; there are {known}.")


class LevelPlayer:
    """Our engine at one level, or, with a budget, at its best."""

    def __init__(self, number: int = STRONGEST, *, budget: Budget | None = None) -> None:
        self.level = LEVELS[number]
        self._budget = budget or self.level.budget

    def choose(self, board: chess.Board, rng: np.random.Generator) -> Choice:
        """The move to play in a game that is not over."""
        require_game_on(board)
        # One draw always, so that the same dice give the same slips at every level.
        if rng.random() < self.level.slip_rate:
            moves = list(board.legal_moves)
            return Choice(moves[int(rng.integers(len(moves)))], (), "Played without looking.")
        analysis = analyse(board, budget=self._budget, spread=self.level.spread)
        best = analysis.candidates[0]
        equals = [one for one in analysis.candidates if _looks_equal(one, best, self.level.spread)]
        chosen = equals[int(rng.integers(len(equals)))]
        return Choice(chosen.move, analysis.candidates, search_note(chosen, analysis))

    def close(self) -> None:
        """Nothing was started."""


def _looks_equal(candidate: Candidate, best: Candidate, spread: int) -> bool:
    """A mate is never given away for something that looks as good."""
    if best.mate_in is not None or candidate.mate_in is not None:
        return candidate.mate_in == best.mate_in
    return candidate.score >= best.score - spread


def search_note(chosen: Candidate, analysis: Analysis) -> str:
    """What the search says about a move, in words."""
    plies = f"{analysis.depth} {'ply' if analysis.depth == 1 else 'plies'}"
    return f"Searched {plies}: {chosen.opinion()}."
