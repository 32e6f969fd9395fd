"""How long our chess engine may think."""

from dataclasses import dataclass
from typing import ClassVar

from ludens.games.chess.decide.embedded.alpha_beta import DEEPEST
from ludens.planning.search_budget import SearchBudget


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget(SearchBudget):
    """Limits of one search. Two plies are always searched to the end."""

    deepest: ClassVar[int] = DEEPEST - 1
    first_nodes: ClassVar[int] = 20_000

    depth: int = DEEPEST - 8
    sure_depth: int = 2
