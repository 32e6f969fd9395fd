"""The certain value of a position: its result under best play, and how far away that is."""

from dataclasses import dataclass
from enum import IntEnum


class Result(IntEnum):
    """How a game ends under best play; larger is better."""

    LOSS = -1
    DRAW = 0
    WIN = 1

    @property
    def word(self) -> str:
        """In a sentence: `win`."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Value:
    """A result with best play from both sides, and how many plies are left until then (None: not known)."""

    result: Result
    plies: int | None = None

    def one_turn_earlier(self) -> "Value":
        """The value of a move for the side that plays it, where this is the opponent's value afterwards."""
        return Value(Result(-self.result), None if self.plies is None else self.plies + 1)

    def for_the_opponent(self) -> "Value":
        """The value that the opponent finds after a move of this value."""
        return Value(Result(-self.result), None if self.plies is None else self.plies - 1)

    def __str__(self) -> str:
        if self.plies is None or self.result is Result.DRAW:
            return self.result.word
        return f"{self.result.word} in {plies_text(self.plies)}"


def plies_text(count: int) -> str:
    """A number of plies in words: `1 ply`, `7 plies`."""
    return f"{count} {'ply' if count == 1 else 'plies'}"
