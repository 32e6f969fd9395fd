"""How often a player blunders, as a stronger eye sees it.

With tables a blunder is a turn that gives away a result: a win becomes a draw or a loss, or a draw a loss.
Without them a search of six plies judges: a turn that costs three quarters of a man or more.
"""

from dataclasses import dataclass

from ludens.games.morris.decide.budget import Budget
from ludens.games.morris.decide.perfect import known_candidates
from ludens.games.morris.decide.search import analyse
from ludens.games.morris.rules import GameRecord, Turn
from ludens.games.morris.solution.values import Tables

JUDGE = Budget(depth=6)
COSTLY = 75  # hundredths of a man


@dataclass(slots=True)
class Count:
    """Turns judged so far, and those that were blunders."""

    judged: int = 0
    blunders: int = 0


def is_blunder(record: GameRecord, turn: Turn, tables: Tables) -> bool:
    """Whether this turn is much worse than the best."""
    candidates, complete = known_candidates(record, tables)
    if complete:
        values = {one.turn: one.value for one in candidates}
        best, played = candidates[0].value, values[turn]
        assert best is not None
        assert played is not None
        return played.result < best.result
    best_score = analyse(record, budget=JUDGE, tables=tables).candidates[0].score
    played_score = analyse(record, budget=JUDGE, tables=tables, turns=(turn,)).candidates[0].score
    return best_score - played_score >= COSTLY
