"""How long a search may think, in nodes, plies or seconds."""

from dataclasses import dataclass

from ludens.core.clock import Clock, seconds
from ludens.core.errors import LudensError
from ludens.games.chess.decide.embedded.alpha_beta import DEEPEST

SURE_DEPTH = 2  # plies that are always searched to the end, whatever the limits
UNLIMITED = 1 << 62
NODES_BEFORE_MEASURED = 20_000  # granted while the clock has not moved yet


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Limits of one search. With `nodes` and `depth` alone the same game gives the same answer always."""

    depth: int = DEEPEST - 8
    nodes: int | None = None
    duration_s: float | None = None
    clock: Clock | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.depth < DEEPEST:
            raise LudensError(f"A search looks 1 to {DEEPEST - 1} plies ahead, not {self.depth}.")
        if self.duration_s is not None and self.clock is None:
            raise LudensError("A search with a limit in seconds needs a clock to look at.")


class Meter:
    """Turns a budget into a limit of nodes, again and again as the speed of this machine shows."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._start_ns = 0 if budget.clock is None else budget.clock.now_ns()

    def node_limit(self, depth: int, *, nodes_used: int) -> int:
        """Up to which count of nodes the search may go on now."""
        if depth <= min(SURE_DEPTH, self._budget.depth):
            return UNLIMITED
        limit = UNLIMITED if self._budget.nodes is None else self._budget.nodes
        return min(limit, self._limit_by_time(nodes_used))

    def _limit_by_time(self, nodes_used: int) -> int:
        budget = self._budget
        if budget.duration_s is None or budget.clock is None:
            return UNLIMITED
        used_s = seconds(budget.clock.now_ns() - self._start_ns)
        if used_s <= 0:
            return nodes_used + NODES_BEFORE_MEASURED
        left_s = max(0.0, budget.duration_s - used_s)
        return nodes_used + int(left_s * nodes_used / used_s)
