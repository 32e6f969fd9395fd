"""Our search for the best turns of a position, and a player that needs no tables.

Up to `SURE_DEPTH` plies nothing is pruned that could matter, and those plies are always finished, so the
player makes no losing blunder that such a search sees. Tables, where given, are asked one and two plies on.
"""

from collections import Counter

import numpy as np

from ludens.games.morris.decide.alpha_beta import (
    DEEPEST,
    EXACT,
    INFINITE,
    KNOWN_DEPTH,
    NODE_LIMIT,
    NODES,
    STOPPED,
    SURELY_WON,
    WIN,
    Numbers,
    key_of,
    new_stack,
    search,
    store,
)
from ludens.games.morris.decide.candidates import (
    MorrisCandidate,
    MorrisChoice,
    require_game_on,
    require_standard,
)
from ludens.games.morris.decide.tables import NoTables, PositionTables
from ludens.games.morris.rules import GameRecord, Position, Turn, apply
from ludens.games.morris.solution.compiled_rules import MOST_TURNS, NONE, generate, play
from ludens.table.search import Analysis, SearchBudget, SearchTraits, search_roots
from ludens.table.values import Result, Value, plies_text

SLOTS_DEEP, SLOTS_SHALLOW = 1 << 20, 1 << 14
SHALLOW_DEPTH = 4
SURE_DEPTH = 6  # plies that are always searched to the end, whatever the limits: no blunder up to there
KNOWN_WIN = 20_000  # score of a win of unknown length
PROVEN = 15_000  # no evaluation reaches this: scores beyond are certain

TRAITS = SearchTraits(
    deepest=DEEPEST,
    usual_depth=DEEPEST,
    sure_depth=SURE_DEPTH,
    first_nodes=200_000,
    win=WIN,
    infinite=INFINITE,
    certain=PROVEN,
    keeps_improvement=False,
)


def analyse(
    record: GameRecord,
    *,
    budget: SearchBudget,
    lines: int = 1,
    spread: int = 0,
    tables: PositionTables | None = None,
    turns: tuple[Turn, ...] | None = None,
) -> Analysis[Turn]:
    """Search a position. Exact are the best `lines` turns and all that score at most `spread` less.

    `turns` restricts the search to some of the legal turns.
    """
    require_game_on(record)
    require_standard(record)
    slots = SLOTS_SHALLOW if budget.depth_for(TRAITS) <= SHALLOW_DEPTH else SLOTS_DEEP
    below = MorrisSearch(record, slots=slots, turns=turns)
    if tables is not None:
        below.learn_from(tables)
    return search_roots(below, budget, lines=lines, spread=spread)


class MorrisSearch:
    """The tables of one search, with the drawn and the solved positions that it is told before it starts."""

    traits = TRAITS

    def __init__(self, record: GameRecord, *, slots: int, turns: tuple[Turn, ...] | None) -> None:
        self._position = record.position
        self._turns = turns
        self.keys: Numbers = np.zeros(slots, dtype=np.int64)
        self.data: Numbers = np.zeros(slots, dtype=np.int64)
        self.drawn = drawn_keys(record)
        self.cutoffs: Numbers = np.zeros(1 << 10, dtype=np.int64)
        self.stack = new_stack()
        self.state: Numbers = np.zeros(3, dtype=np.int64)

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return int(self.state[NODES])

    def root_moves(self) -> list[int]:
        """The turns to choose from."""
        turns = packed_turns(self._position)
        return turns if self._turns is None else [turn for turn in turns if unpacked(turn) in self._turns]

    def score(self, move: int, depth: int, *, floor: int, ceiling: int, node_limit: int) -> int | None:
        """The score of a root turn within a window; None when the nodes are used up."""
        self.state[NODE_LIMIT] = node_limit
        own, other, own_hand, other_hand = play(*numbers_of(self._position), move)
        score = -search(
            own, other, own_hand, other_hand, depth - 1, 1, -ceiling, -floor,
            self.keys, self.data, self.drawn, self.cutoffs, self.stack, self.state,
        )  # fmt: skip
        return None if self.state[STOPPED] else int(score)

    def candidate(self, move: int, score: int) -> MorrisCandidate:
        """A root turn with its score, and what that proves."""
        return MorrisCandidate(unpacked(move), score, value_of(score))

    def stop(self) -> None:
        """From another thread: let this score, and all that follow, be None."""
        self.state[STOPPED] = 1

    def learn_from(self, tables: PositionTables) -> None:
        """Take over all solved positions one and two plies ahead; no result of the search replaces them.

        Whether a table holds a position depends on its numbers of men alone, so one question per kind
        suffices where the answer is no.
        """
        missing: set[tuple[int, ...]] = set()
        for after in _successors(self._position):
            if not self._learn(after, tables, missing):
                for later in _successors(after):
                    self._learn(later, tables, missing)

    def _learn(self, position: Position, tables: PositionTables, missing: set[tuple[int, ...]]) -> bool:
        own, other, own_hand, other_hand = numbers_of(position)
        kind = (own.bit_count(), other.bit_count(), own_hand, other_hand)
        value = None if kind in missing else tables.probe(position)
        if value is None:
            missing.add(kind)
            return False
        key = key_of(own, other, own_hand, other_hand)
        store(self.keys, self.data, key, score_of(value), KNOWN_DEPTH, EXACT, 0, 0)
        return True


def _successors(position: Position) -> list[Position]:
    return [apply(position, unpacked(turn)) for turn in packed_turns(position)]


def drawn_keys(record: GameRecord) -> Numbers:
    """Positions that, coming once more, end the game by repetition."""
    if record.variant.repetitions is None:
        return np.zeros(0, dtype=np.int64)
    reversible = Counter(record.positions[-(record.turns_without_mill + 1) :])
    keys = [
        key_of(*numbers_of(position)) | (position.side_to_move is not record.side_to_move) << 56
        for position, count in reversible.items()
        if count >= record.variant.repetitions - 1
    ]
    return np.array(keys, dtype=np.int64)


def score_of(value: Value) -> int:
    """A certain value as a score of the search."""
    if value.result is Result.DRAW:
        return 0
    return int(value.result) * (KNOWN_WIN if value.plies is None else WIN - value.plies)


def value_of(score: int) -> Value | None:
    """The value that a score proves; None while it is an estimate."""
    if abs(score) < PROVEN:
        return None
    result = Result.WIN if score > 0 else Result.LOSS
    return Value(result, WIN - abs(score) if abs(score) > SURELY_WON else None)


def numbers_of(position: Position) -> tuple[int, int, int, int]:
    """A position as its side to move sees it: own and other men as masks, own and other men in hand."""
    return position.own, position.other, position.own_in_hand, position.other_in_hand


def packed(turn: Turn) -> int:
    """A turn as one number."""
    origin = NONE if turn.origin is None else turn.origin
    captured = NONE if turn.captured is None else turn.captured
    return origin << 10 | turn.target << 5 | captured


def unpacked(turn: int) -> Turn:
    """A number as a turn."""
    origin, target, captured = turn >> 10, turn >> 5 & 31, turn & 31
    return Turn(target, None if origin == NONE else origin, None if captured == NONE else captured)


def packed_turns(position: Position) -> list[int]:
    """All legal turns of the standard game."""
    out = np.empty(MOST_TURNS, dtype=np.int64)
    count = generate(*numbers_of(position), out)
    return [int(turn) for turn in out[:count]]


class MorrisSearchPlayer:
    """Plays what the search likes best; among turns within `spread` hundredths of a man it varies."""

    def __init__(
        self, budget: SearchBudget, *, spread: int = 2, tables: PositionTables | None = None
    ) -> None:
        budget.depth_for(TRAITS)  # refused now, not within the game
        self._budget, self._spread, self._tables = budget, spread, tables or NoTables()

    def choose(self, game: GameRecord, rng: np.random.Generator) -> MorrisChoice:
        """The turn to play in a game that is not over."""
        analysis = analyse(game, budget=self._budget, spread=self._spread, tables=self._tables)
        chosen = pick_fresh(analysis.equals(self._spread), game, rng)
        return MorrisChoice(chosen.move, analysis.candidates, _note(chosen, analysis.depth))

    def close(self) -> None:
        """Nothing was started."""


def pick_fresh(
    equals: list[MorrisCandidate], record: GameRecord, rng: np.random.Generator
) -> MorrisCandidate:
    """One of several equally good turns: one that does not lead back to a position seen before, by lot."""
    seen = [record.positions.count(apply(record.position, one.move)) for one in equals]
    freshest = [one for one, count in zip(equals, seen, strict=True) if count == min(seen)]
    return freshest[int(rng.integers(len(freshest)))]


def _note(chosen: MorrisCandidate, depth: int) -> str:
    """The search's opinion of a turn, in words."""
    if chosen.value is not None:
        return f"The search sees a {chosen.value}."
    men = chosen.score / 100
    opinion = "even" if abs(men) < 0.2 else f"{'ahead' if men > 0 else 'behind'} by {abs(men):.1f} men"
    return f"Searched {plies_text(depth)}: {opinion}."
