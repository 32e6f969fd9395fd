"""How long a search through a game's turns may think, in nodes, plies or seconds."""

from dataclasses import dataclass
from typing import ClassVar

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import Clock, seconds

UNLIMITED = 1 << 62


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchBudget:
    """Limits of one search. With `nodes` and `depth` alone the same position gives the same answer always.

    `duration_s` needs a clock. Neither it nor `nodes` stops the search before `sure_depth` plies are done.
    A game says how deep its search can look, and its defaults.
    """

    deepest: ClassVar[int]
    first_nodes: ClassVar[int]  # granted while the clock has not moved yet

    depth: int
    nodes: int | None = None
    duration_s: float | None = None
    clock: Clock | None = None
    sure_depth: int

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= self.deepest:
            raise LudensError(f"A search looks 1 to {self.deepest} plies ahead, not {self.depth}.")
        if self.duration_s is not None and self.clock is None:
            raise LudensError("A search with a limit in seconds needs a clock to look at.")


class SearchMeter:
    """Turns a budget into a limit of nodes, again and again as the speed of this machine shows."""

    def __init__(self, budget: SearchBudget) -> None:
        self._budget = budget
        self._start_ns = 0 if budget.clock is None else budget.clock.now_ns()

    def node_limit(self, depth: int, *, nodes_used: int) -> int:
        """Up to which count of nodes the search may go on now."""
        if depth <= min(self._budget.sure_depth, self._budget.depth):
            return UNLIMITED
        limit = UNLIMITED if self._budget.nodes is None else self._budget.nodes
        return min(limit, self._limit_by_time(nodes_used))

    def _limit_by_time(self, nodes_used: int) -> int:
        budget = self._budget
        if budget.duration_s is None or budget.clock is None:
            return UNLIMITED
        used_s = seconds(budget.clock.now_ns() - self._start_ns)
        if used_s <= 0:
            return nodes_used + budget.first_nodes
        left_s = max(0.0, budget.duration_s - used_s)
        return nodes_used + int(left_s * nodes_used / used_s)
