"""A player without tables: iterative deepening over `alpha_beta`, within a budget.

Up to `SURE_DEPTH` plies nothing is pruned that could matter, and those plies are always finished, so the
player makes no losing blunder that such a search sees. Tables, where given, are asked one and two plies on.
"""

from dataclasses import dataclass

import numpy as np

from ludens.games.morris.decide.alpha_beta import INFINITE, NODE_LIMIT, NODES, STOPPED, WIN, search
from ludens.games.morris.decide.budget import Budget
from ludens.games.morris.decide.memory import (
    PROVEN,
    Memory,
    drawn_keys,
    learn_from_tables,
    value_of,
)
from ludens.games.morris.decide.packing import numbers_of, packed_turns, unpacked
from ludens.games.morris.decide.player import Candidate, Choice, require_game_on, require_standard
from ludens.games.morris.rules import GameRecord, Position, Turn, apply
from ludens.games.morris.solution.compiled_rules import play
from ludens.games.morris.solution.values import NoTables, Tables, plies_text
from ludens.planning.search_budget import SearchMeter

SLOTS_DEEP, SLOTS_SHALLOW = 1 << 20, 1 << 14
SHALLOW_DEPTH = 4


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search found: the turns whose score is exact, best first, and how much work that was."""

    candidates: tuple[Candidate, ...]
    depth: int
    nodes: int


@dataclass(slots=True)
class _RootTurn:
    turn: int
    score: int = 0
    exact: bool = False


def analyse(
    record: GameRecord,
    *,
    budget: Budget,
    lines: int = 1,
    spread: int = 0,
    tables: Tables | None = None,
    turns: tuple[Turn, ...] | None = None,
) -> Analysis:
    """Search a position. Exact are the best `lines` turns and all that score at most `spread` less.

    `turns` restricts the search to some of the legal turns.
    """
    require_game_on(record)
    require_standard(record)
    slots = SLOTS_SHALLOW if budget.depth <= SHALLOW_DEPTH else SLOTS_DEEP
    memory = Memory(slots=slots, drawn=drawn_keys(record))
    if tables is not None:
        learn_from_tables(memory, record.position, tables)
    roots = [
        _RootTurn(turn) for turn in packed_turns(record.position) if turns is None or unpacked(turn) in turns
    ]
    meter = SearchMeter(budget)
    finished: list[_RootTurn] = []
    depth_done = 0
    for depth in range(1, budget.depth + 1):
        order = [_RootTurn(root.turn) for root in finished] or roots
        if not _iterate(record.position, order, depth, memory, meter, lines=lines, spread=spread):
            break
        # A stable sort: among equals the order of the last iteration stays, so results do not flicker.
        floor = _floor(sorted((root.score for root in order), reverse=True), lines, spread)
        for root in order:
            root.exact = root.exact and root.score > floor
        finished = sorted(order, key=lambda root: (not root.exact, -root.score))
        depth_done = depth
        if _settled(finished, depth, lines, budget):
            break
    exact = [
        Candidate(unpacked(root.turn), root.score, value_of(root.score)) for root in finished if root.exact
    ]
    return Analysis(tuple(exact), depth_done, int(memory.state[NODES]))


def _iterate(
    position: Position,
    order: list[_RootTurn],
    depth: int,
    memory: Memory,
    meter: SearchMeter,
    *,
    lines: int,
    spread: int,
) -> bool:
    """Search every root turn to a depth; false when the budget ended before the last."""
    scores: list[int] = []
    for root in order:
        floor = _floor(scores, lines, spread)
        window = floor + 1 if floor > -INFINITE else INFINITE
        score = _score(position, root.turn, depth, memory, meter, floor=floor, ceiling=window)
        if score is not None and score > floor and window < INFINITE:
            score = _score(position, root.turn, depth, memory, meter, floor=floor, ceiling=INFINITE)
        if score is None:
            return False
        root.score, root.exact = score, score > floor
        scores = sorted([*scores, score], reverse=True)
    return True


def _floor(scores: list[int], lines: int, spread: int) -> int:
    """Below which score a turn no longer interests."""
    if len(scores) < lines:
        return -INFINITE
    spread = 0 if abs(scores[0]) > PROVEN else spread
    return min(scores[lines - 1], scores[0] - spread) - 1


def _score(
    position: Position, turn: int, depth: int, memory: Memory, meter: SearchMeter, *, floor: int, ceiling: int
) -> int | None:
    state = memory.state
    state[NODE_LIMIT] = meter.node_limit(depth, nodes_used=int(state[NODES]))
    own, other, own_hand, other_hand = play(*numbers_of(position), turn)
    score = -search(
        own, other, own_hand, other_hand, depth - 1, 1, -ceiling, -floor,
        memory.keys, memory.data, memory.drawn, memory.cutoffs, memory.stack, state,
    )  # fmt: skip
    return None if state[STOPPED] else int(score)


def _settled(finished: list[_RootTurn], depth: int, lines: int, budget: Budget) -> bool:
    """Whether more plies could change nothing: the shortest end is seen, or there is no choice."""
    if len(finished) == 1 and depth >= min(budget.sure_depth, budget.depth):
        return True
    exact = [root.score for root in finished if root.exact][:lines]
    return all(abs(score) > PROVEN and WIN - abs(score) <= depth for score in exact)


class SearchPlayer:
    """Plays what the search likes best; among turns within `spread` hundredths of a man it varies."""

    def __init__(self, budget: Budget, *, spread: int = 2, tables: Tables | None = None) -> None:
        self._budget = budget
        self._spread = spread
        self._tables = tables or NoTables()

    def choose(self, record: GameRecord, rng: np.random.Generator) -> Choice:
        """The turn to play in a game that is not over."""
        analysis = analyse(record, budget=self._budget, spread=self._spread, tables=self._tables)
        best = analysis.candidates[0]
        spread = 0 if abs(best.score) > PROVEN else self._spread
        equals = [one for one in analysis.candidates if one.score >= best.score - spread]
        chosen = pick_fresh(equals, record, rng)
        return Choice(chosen.turn, analysis.candidates, search_note(chosen, analysis))


def pick_fresh(equals: list[Candidate], record: GameRecord, rng: np.random.Generator) -> Candidate:
    """One of several equally good turns: one that does not lead back to a position seen before, by lot."""
    seen = [record.positions.count(apply(record.position, one.turn)) for one in equals]
    freshest = [one for one, count in zip(equals, seen, strict=True) if count == min(seen)]
    return freshest[int(rng.integers(len(freshest)))]


def search_note(chosen: Candidate, analysis: Analysis) -> str:
    """What the search says about a turn, in words."""
    if chosen.value is not None:
        return f"The search sees a {chosen.value}."
    men = chosen.score / 100
    opinion = "even" if abs(men) < 0.2 else f"{'ahead' if men > 0 else 'behind'} by {abs(men):.1f} men"
    return f"Searched {plies_text(analysis.depth)}: {opinion}."
