"""The perfect player: it never gives away a result that the tables hold, and makes it hard for a person.

Where a stage of the game is not held it searches, and the search asks the tables one and two plies ahead.
"""

import numpy as np

from ludens.games.morris.decide.budget import Budget
from ludens.games.morris.decide.hardness import Hardness, hardness, resistance
from ludens.games.morris.decide.memory import score_of
from ludens.games.morris.decide.player import Candidate, Choice, require_game_on, require_standard
from ludens.games.morris.decide.search import SearchPlayer, analyse, pick_fresh
from ludens.games.morris.rules import GameRecord, Turn, apply
from ludens.games.morris.solution.values import Result, Tables, Value

MOST_WEIGHED = 24  # of equally good turns; a flying side has up to 54, with 54 answers to each


def known_candidates(record: GameRecord, tables: Tables) -> tuple[list[Candidate], bool]:
    """Every turn whose value is certain, best first, and whether these are all turns."""
    candidates = []
    turns = record.legal_turns()
    for turn in turns:
        value = _value(record, turn, tables)
        if value is not None:
            candidates.append(Candidate(turn, score_of(value), value))
    candidates.sort(key=lambda candidate: -candidate.score)
    return candidates, len(candidates) == len(turns)


def _value(record: GameRecord, turn: Turn, tables: Tables) -> Value | None:
    """What a turn is worth to who plays it; one that ends the game by repetition is a draw, whatever else."""
    end = record.play(turn).outcome
    if end is not None:
        return Value(Result.DRAW if end.winner is None else Result.WIN, 1)
    value = tables.probe(apply(record.position, turn))
    return None if value is None else value.one_turn_earlier()


def best_turns(record: GameRecord, *, count: int, tables: Tables, budget: Budget) -> tuple[Candidate, ...]:
    """The best turns with their values, best first: from the tables if they know all, else by search."""
    require_game_on(record)
    require_standard(record)
    candidates, complete = known_candidates(record, tables)
    if not complete:
        return analyse(record, budget=budget, lines=count, tables=tables).candidates[:count]
    return tuple(candidates[:count])


class PerfectPlayer:
    """Plays by the tables, and by search where they end."""

    def __init__(self, tables: Tables, budget: Budget) -> None:
        self._tables = tables
        self._budget = budget
        self._fallback = SearchPlayer(budget, tables=tables)

    def choose(self, record: GameRecord, rng: np.random.Generator) -> Choice:
        """The turn to play in a game that is not over."""
        require_game_on(record)
        require_standard(record)
        candidates, complete = known_candidates(record, self._tables)
        won = (
            bool(candidates) and candidates[0].value is not None and candidates[0].value.result is Result.WIN
        )
        if not complete and not won:
            return self._fallback.choose(record, rng)
        best = _value_of(candidates[0])
        equals = [one for one in candidates if _value_of(one).result is best.result]
        if best.result is Result.WIN:
            return self._win(record, best, equals, candidates, rng)
        return self._hardest(record, equals, candidates, rng)

    def _win(
        self,
        record: GameRecord,
        best: Value,
        equals: list[Candidate],
        candidates: list[Candidate],
        rng: np.random.Generator,
    ) -> Choice:
        """The quickest win. Tables without distances know no quickest: then the search finds a way on."""
        if best.plies is None:
            turns = tuple(one.turn for one in equals)
            found = analyse(record, budget=self._budget, turns=turns, spread=20).candidates
            chosen = pick_fresh(list(found), record, rng)
            return Choice(chosen.turn, tuple(candidates), "A win.")
        quickest = [one for one in equals if _value_of(one).plies == best.plies]
        return self._hardest(record, quickest, candidates, rng)

    def _hardest(
        self,
        record: GameRecord,
        equals: list[Candidate],
        candidates: list[Candidate],
        rng: np.random.Generator,
    ) -> Choice:
        """Of equally good turns that which is hardest to answer; a position not seen before comes first."""
        if len(equals) > MOST_WEIGHED:
            equals = [equals[index] for index in rng.permutation(len(equals))[:MOST_WEIGHED]]
        hard = {one.turn: self._hardness(record, one) for one in equals}
        weight = {one.turn: _weight(_value_of(one), hard[one.turn]) for one in equals}
        seen = {one.turn: record.positions.count(apply(record.position, one.turn)) for one in equals}
        keys = {one.turn: (-seen[one.turn], round(weight[one.turn], 6)) for one in equals}
        top = [one for one in equals if keys[one.turn] == max(keys.values())]
        chosen = top[int(rng.integers(len(top)))]
        return Choice(chosen.turn, tuple(candidates), _note(_value_of(chosen), hard[chosen.turn]))

    def _hardness(self, record: GameRecord, candidate: Candidate) -> Hardness:
        after = apply(record.position, candidate.turn)
        return hardness(after, _value_of(candidate).for_the_opponent(), self._tables)


def _value_of(candidate: Candidate) -> Value:
    assert candidate.value is not None
    return candidate.value


def _weight(value: Value, hard: Hardness) -> float:
    return resistance(value, hard) if value.result is Result.LOSS else hard.traps


def _note(value: Value, hard: Hardness) -> str:
    """Why this turn, in words."""
    known = f"{str(value).capitalize()}"
    return f"{known}; {hard.describe(value.result)}." if hard.answers else f"{known}."
