"""How long a search for a good turn may think."""

from dataclasses import dataclass
from typing import ClassVar

from ludens.games.morris.decide.alpha_beta import DEEPEST
from ludens.planning.search_budget import SearchBudget

SURE_DEPTH = 6  # plies that are always searched to the end, whatever the limits: no blunder up to there


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget(SearchBudget):
    """Limits of one search."""

    deepest: ClassVar[int] = DEEPEST
    first_nodes: ClassVar[int] = 200_000

    depth: int = DEEPEST
    sure_depth: int = SURE_DEPTH
