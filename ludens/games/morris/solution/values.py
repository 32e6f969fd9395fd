"""What is known of a position for certain, and what a store of such knowledge must answer."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

from ludens.games.morris.rules import Position


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
        """The value of a turn for whoever plays it, where this is the opponent's value afterwards."""
        return Value(Result(-self.result), None if self.plies is None else self.plies + 1)

    def for_the_opponent(self) -> "Value":
        """The value that the opponent finds after a turn of this value."""
        return Value(Result(-self.result), None if self.plies is None else self.plies - 1)

    def __str__(self) -> str:
        if self.plies is None or self.result is Result.DRAW:
            return self.result.word
        return f"{self.result.word} in {plies_text(self.plies)}"


def plies_text(count: int) -> str:
    """A number of plies in words: `1 ply`, `7 plies`."""
    return f"{count} {'ply' if count == 1 else 'plies'}"


class Tables(Protocol):
    """Solved positions."""

    def probe(self, position: Position) -> Value | None:
        """The value for the side to move, or None where the position's stage is not held."""
        ...


class NoTables:
    """Knows nothing."""

    def probe(self, position: Position) -> Value | None:
        return None
