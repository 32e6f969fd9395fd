"""How hard a turn makes life for a person: which of equally good turns to choose.

A person errs where few answers are right and where the wrong ones look right for long. Hence the weight of a
trap grows with the distance of its end: one that shows after two plies is seen, one after twenty is not.
"""

from dataclasses import dataclass

from ludens.games.morris.rules import Position, apply, legal_turns
from ludens.games.morris.solution.values import Result, Tables, Value

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


def hardness(after: Position, value: Value, tables: Tables) -> Hardness:
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


def resistance(value: Value, hard: Hardness) -> float:
    """How much a lost turn still offers: chances that the opponent errs, and a long way to the end."""
    return hard.traps + (value.plies or 0) / LONGEST_PLIES
