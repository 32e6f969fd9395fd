"""The perfect player: it never gives away a result that the tables hold, and makes it hard for a person.

Where a stage of the game is not held it searches, and the search asks the tables one and two plies ahead.

A person errs where few answers are right and where the wrong ones look right for long. Hence the weight of a
trap grows with the distance of its end: one that shows after two plies is seen, one after twenty is not.
"""

from dataclasses import dataclass

import numpy as np

from ludens.games.morris.decide.candidates import (
    MorrisCandidate,
    MorrisChoice,
    require_game_on,
    require_standard,
)
from ludens.games.morris.decide.search import MorrisSearchPlayer, analyse, pick_fresh, score_of
from ludens.games.morris.decide.tables import PositionTables
from ludens.games.morris.rules import GameRecord, Position, Turn, apply, legal_turns
from ludens.table.search import SearchBudget
from ludens.table.values import Result, Value

MOST_WEIGHED = 24  # of equally good turns; a flying side has up to 54, with 54 answers to each
PLIES_HALF_SEEN = 8.0  # a trap whose end is so far away has half of the full weight
UNKNOWN_DEPTH_WEIGHT = 0.5
LONGEST_PLIES = 200.0  # about the longest win there is


@dataclass(frozen=True, slots=True)
class Hardness:
    """Of the opponent's `answers`, `right` keep its result; `traps` is the weighted share of the others."""

    answers: int
    right: int
    traps: float

    def describe(self, result: Result) -> str:
        """In words, for whoever plays the turn and gets this result at least."""
        kept = {Result.WIN: "resist longest", Result.DRAW: "hold the draw", Result.LOSS: "keep the win"}[
            result
        ]
        return f"{self.right} of {self.answers} answers {kept}"


def hardness(after: Position, value: Value, tables: PositionTables) -> Hardness:
    """How hard the position `after` our turn is for the opponent, for whom it has this value."""
    answers = right = 0
    traps = 0.0
    for answer in legal_turns(after):
        answers += 1
        following = tables.probe(apply(after, answer))
        its_value = value if following is None else following.one_turn_earlier()
        if _keeps(its_value, value):
            right += 1
        else:
            traps += _weight(its_value, value)
    return Hardness(answers, right, traps / answers if answers else 0.0)


def _keeps(answer: Value, best: Value) -> bool:
    if answer.result is not best.result:
        return False
    # In a lost position only the longest resistance is right; a draw or a win are kept at any length.
    return best.result is not Result.LOSS or answer.plies == best.plies


def _weight(answer: Value, best: Value) -> float:
    if answer.result is best.result:
        return 1.0 - (answer.plies or 0) / max(best.plies or 1, 1)
    if answer.plies is None or answer.result is Result.DRAW:
        return UNKNOWN_DEPTH_WEIGHT
    return answer.plies / (answer.plies + PLIES_HALF_SEEN)


def known_candidates(record: GameRecord, tables: PositionTables) -> tuple[list[MorrisCandidate], bool]:
    """Every turn whose value is certain, best first, and whether these are all turns."""
    candidates = []
    turns = record.legal_turns()
    for turn in turns:
        value = _value(record, turn, tables)
        if value is not None:
            candidates.append(MorrisCandidate(turn, score_of(value), value))
    candidates.sort(key=lambda candidate: -candidate.score)
    return candidates, len(candidates) == len(turns)


def _value(record: GameRecord, turn: Turn, tables: PositionTables) -> Value | None:
    """The value of a turn for the side that plays it; one that ends the game by repetition is a draw."""
    end = record.play(turn).outcome
    if end is not None:
        return Value(Result.DRAW if end.winner is None else Result.WIN, 1)
    value = tables.probe(apply(record.position, turn))
    return None if value is None else value.one_turn_earlier()


def best_turns(
    record: GameRecord, *, count: int, tables: PositionTables, budget: SearchBudget
) -> tuple[MorrisCandidate, ...]:
    """The best turns with their values, best first: from the tables if they know all, else by search."""
    require_game_on(record)
    require_standard(record)
    candidates, complete = known_candidates(record, tables)
    if not complete:
        return analyse(record, budget=budget, lines=count, tables=tables).candidates[:count]
    return tuple(candidates[:count])


class PerfectPlayer:
    """Plays by the tables, and by search where they end."""

    def __init__(self, tables: PositionTables, budget: SearchBudget) -> None:
        self._tables = tables
        self._budget = budget
        self._fallback = MorrisSearchPlayer(budget, tables=tables)

    def choose(self, game: GameRecord, rng: np.random.Generator) -> MorrisChoice:
        """The turn to play in a game that is not over."""
        require_game_on(game)
        require_standard(game)
        candidates, complete = known_candidates(game, self._tables)
        won = (
            bool(candidates) and candidates[0].value is not None and candidates[0].value.result is Result.WIN
        )
        if not complete and not won:
            return self._fallback.choose(game, rng)
        best = _value_of(candidates[0])
        equals = [one for one in candidates if _value_of(one).result is best.result]
        if best.result is Result.WIN:
            return self._win(game, best, equals, candidates, rng)
        return self._hardest(game, equals, candidates, rng)

    def close(self) -> None:
        """Nothing was started."""

    def _win(
        self,
        record: GameRecord,
        best: Value,
        equals: list[MorrisCandidate],
        candidates: list[MorrisCandidate],
        rng: np.random.Generator,
    ) -> MorrisChoice:
        """The quickest win. Tables without distances know no quickest: then the search finds a way on."""
        if best.plies is None:
            turns = tuple(one.move for one in equals)
            found = analyse(record, budget=self._budget, turns=turns, spread=20).candidates
            chosen = pick_fresh(list(found), record, rng)
            return MorrisChoice(chosen.move, tuple(candidates), "A win.")
        quickest = [one for one in equals if _value_of(one).plies == best.plies]
        return self._hardest(record, quickest, candidates, rng)

    def _hardest(
        self,
        record: GameRecord,
        equals: list[MorrisCandidate],
        candidates: list[MorrisCandidate],
        rng: np.random.Generator,
    ) -> MorrisChoice:
        """Of equally good turns that which is hardest to answer; a position not seen before comes first."""
        if len(equals) > MOST_WEIGHED:
            equals = [equals[index] for index in rng.permutation(len(equals))[:MOST_WEIGHED]]
        hard = {one.move: self._hardness(record, one) for one in equals}
        weight = {one.move: _worth(_value_of(one), hard[one.move]) for one in equals}
        seen = {one.move: record.positions.count(apply(record.position, one.move)) for one in equals}
        keys = {one.move: (-seen[one.move], round(weight[one.move], 6)) for one in equals}
        top = [one for one in equals if keys[one.move] == max(keys.values())]
        chosen = top[int(rng.integers(len(top)))]
        return MorrisChoice(chosen.move, tuple(candidates), _note(_value_of(chosen), hard[chosen.move]))

    def _hardness(self, record: GameRecord, candidate: MorrisCandidate) -> Hardness:
        after = apply(record.position, candidate.move)
        return hardness(after, _value_of(candidate).for_the_opponent(), self._tables)


def _value_of(candidate: MorrisCandidate) -> Value:
    assert candidate.value is not None
    return candidate.value


def _worth(value: Value, hard: Hardness) -> float:
    """How much a turn offers; a lost one: chances that the opponent errs, and a long way to the end."""
    return hard.traps + ((value.plies or 0) / LONGEST_PLIES if value.result is Result.LOSS else 0.0)


def _note(value: Value, hard: Hardness) -> str:
    """Why this turn, in words."""
    known = f"{str(value).capitalize()}"
    return f"{known}; {hard.describe(value.result)}." if hard.answers else f"{known}."
