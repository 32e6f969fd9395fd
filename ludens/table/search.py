"""The frame of a search at the root: iterative deepening within a budget, the best few moves, how good.

What lies below the root moves, compiled, is the game's own: a `RootSearch`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Event, Lock
from typing import Generic, Protocol

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import Clock, seconds
from ludens.table.players import Candidate, Move

UNLIMITED = 1 << 62
DEPTH_OF_AN_ONLY_MOVE = 6  # enough to say what comes of it; there is nothing to choose


class SearchInterrupt:
    """Lets another thread break off searches that are running; each still gives its best move so far."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._stopped = Event()
        self._stops: list[Callable[[], None]] = []

    def stop(self) -> None:
        """Break off what runs, and what begins from now on."""
        with self._lock:
            self._stopped.set()
            for stop in self._stops:
                stop()

    def wait(self) -> None:
        """Wait until somebody has stopped it."""
        self._stopped.wait()

    def calls(self, stop: Callable[[], None]) -> None:
        """Have a function called at the stop, at once if that has been."""
        with self._lock:
            self._stops.append(stop)
            if self._stopped.is_set():
                stop()


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchBudget:
    """Limits of one search. With `nodes` and `depth` alone the same position gives the same answer always.

    `depth` is in plies; None is as far as the game's search usually looks. `duration_s` needs a clock.
    An `interrupt` ends it early, after its first ply.
    """

    depth: int | None = None
    nodes: int | None = None
    duration_s: float | None = None
    clock: Clock | None = None
    interrupt: SearchInterrupt | None = None

    def __post_init__(self) -> None:
        if self.duration_s is not None and self.clock is None:
            raise LudensError("A search with a limit in seconds needs a clock to look at.")

    def depth_for(self, traits: "SearchTraits") -> int:
        """How many plies a search with these traits looks ahead."""
        depth = traits.usual_depth if self.depth is None else self.depth
        if not 1 <= depth <= traits.deepest:
            raise LudensError(f"A search looks 1 to {traits.deepest} plies ahead, not {depth}.")
        return depth


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchTraits:
    """Limits and constants of the search of one game. Scores are hundredths of a pawn or man."""

    deepest: int  # plies that its arrays have room for
    usual_depth: int
    sure_depth: int  # plies that are always searched to the end, whatever time and nodes say
    first_nodes: int  # granted while the clock has not moved yet
    win: int  # score of a win at once; one that takes p plies scores win − p
    infinite: int  # beyond every score
    certain: int  # beyond this nothing but the best counts as equally good
    keeps_improvement: bool  # whether an iteration that was cut off may replace the best move


class RootSearch(Protocol[Move]):
    """A game's search below the moves of one position; moves are packed into numbers."""

    @property
    def traits(self) -> SearchTraits: ...

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        ...

    def root_moves(self) -> list[int]:
        """The moves to choose from."""
        ...

    def score(self, move: int, depth: int, *, floor: int, ceiling: int, node_limit: int) -> int | None:
        """The score of a root move within a window; None when the nodes are used up."""
        ...

    def candidate(self, move: int, score: int) -> Candidate[Move]:
        """A root move whose score is exact, unpacked."""
        ...

    def stop(self) -> None:
        """From another thread: let this score, and all that follow, be None."""
        ...


@dataclass(frozen=True, slots=True)
class Analysis(Generic[Move]):
    """Result of a search: the moves whose score is exact, best first, its depth and its number of nodes."""

    candidates: tuple[Candidate[Move], ...]
    depth: int
    nodes: int

    def equals(self, spread: int) -> list[Candidate[Move]]:
        """The moves that look as good as the best: a certain result is not given away for a near score."""
        best = self.candidates[0]
        least = best.score - (spread if best.value is None else 0)
        return [one for one in self.candidates if one.score >= least]


class SearchMeter:
    """Turns a budget into a limit of nodes, again and again as the speed of this machine shows."""

    def __init__(self, budget: SearchBudget, traits: SearchTraits) -> None:
        self._budget, self._traits = budget, traits
        self._sure_depth = min(traits.sure_depth, budget.depth_for(traits))
        self._start_ns = 0 if budget.clock is None else budget.clock.now_ns()

    def node_limit(self, depth: int, *, nodes_used: int) -> int:
        """Up to which count of nodes the search may go on now."""
        if depth <= self._sure_depth:
            return UNLIMITED
        limit = UNLIMITED if self._budget.nodes is None else self._budget.nodes
        return min(limit, self._limit_by_time(nodes_used))

    def _limit_by_time(self, nodes_used: int) -> int:
        budget = self._budget
        if budget.duration_s is None or budget.clock is None:
            return UNLIMITED
        used_s = seconds(budget.clock.now_ns() - self._start_ns)
        if used_s <= 0:
            return nodes_used + self._traits.first_nodes
        left_s = max(0.0, budget.duration_s - used_s)
        return nodes_used + int(left_s * nodes_used / used_s)


@dataclass(slots=True)
class _RootMove:
    move: int
    score: int = 0
    exact: bool = False


def search_roots(
    search: RootSearch[Move], budget: SearchBudget, *, lines: int = 1, spread: int = 0, ties: bool = True
) -> Analysis[Move]:
    """Deepen ply by ply. Exact are the best `lines` moves and all that score at most `spread` less.

    With `ties` moves that score exactly as much as the last of these are exact, too.
    """
    meter = SearchMeter(budget, search.traits)
    order = [_RootMove(move) for move in search.root_moves()]
    finished: list[_RootMove] = []
    depth_done = 0
    for depth in range(1, budget.depth_for(search.traits) + 1):
        order = [_RootMove(root.move) for root in finished or order]
        if not _iterate(order, depth, search, meter, lines=lines, spread=spread, ties=ties):
            if search.traits.keeps_improvement:
                finished = _with_improvement(finished, order)
            break
        # A stable sort: among equals the order of the last iteration stays, so results do not flicker.
        finished = sorted(order, key=lambda root: (not root.exact, -root.score))
        depth_done = depth
        if depth == 1 and budget.interrupt is not None:  # now there is a move to answer with
            budget.interrupt.calls(search.stop)
        if _is_settled(finished, depth, lines, search.traits):
            break
    exact = tuple(search.candidate(root.move, root.score) for root in finished if root.exact)
    return Analysis(exact, depth_done, search.nodes)


def _iterate(
    order: list[_RootMove],
    depth: int,
    search: RootSearch[Move],
    meter: SearchMeter,
    *,
    lines: int,
    spread: int,
    ties: bool,
) -> bool:
    """Search every root move to a depth; false when the budget ended before the last."""
    traits = search.traits
    scores: list[int] = []

    def floor() -> int:
        """Below which score a move no longer interests."""
        if len(scores) < lines:
            return -traits.infinite
        near = 0 if abs(scores[0]) > traits.certain else spread
        return min(scores[lines - 1], scores[0] - near) - ties

    def score(root: _RootMove, low: int, high: int) -> int | None:
        limit = meter.node_limit(depth, nodes_used=search.nodes)
        return search.score(root.move, depth, floor=low, ceiling=high, node_limit=limit)

    for root in order:
        low = floor()
        high = low + 1 if low > -traits.infinite else traits.infinite
        found = score(root, low, high)
        if found is not None and found > low and high < traits.infinite:
            found = score(root, low, traits.infinite)
        if found is None:
            return False
        root.score, root.exact = found, found > low
        scores = sorted([*scores, found], reverse=True)
    last = floor()
    for root in order:
        root.exact = root.exact and (root.score > last or root.score == scores[0])
    return True


def _with_improvement(finished: list[_RootMove], order: list[_RootMove]) -> list[_RootMove]:
    """Cut off in the middle: what is better than the best so far has been proven all the same."""
    searched = [root for root in order if root.exact]
    if not searched or not finished:
        return finished
    best = max(searched, key=lambda root: root.score)
    if best.move == finished[0].move:
        return finished
    overtaken = (root for root in finished if root.move != best.move)
    return [best, *(replace(root, score=min(root.score, best.score)) for root in overtaken)]


def _is_settled(finished: list[_RootMove], depth: int, lines: int, traits: SearchTraits) -> bool:
    """Whether more plies could change nothing: the shortest end is seen, or there is no choice."""
    if len(finished) == 1 and depth >= DEPTH_OF_AN_ONLY_MOVE:
        return True
    return all(traits.win - abs(root.score) <= depth for root in finished[:lines] if root.exact)
