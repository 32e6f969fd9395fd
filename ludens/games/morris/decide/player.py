"""What a player is: it looks at the game so far and chooses a turn, with its reasons."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ludens.core.errors import LudensError
from ludens.games.morris.rules import STANDARD, GameRecord, Turn
from ludens.games.morris.solution.values import Value


@dataclass(frozen=True, slots=True)
class Candidate:
    """A turn that was considered, seen by the side to move.

    `score` is in hundredths of a man, as the search sees it; proven wins and losses lie far beyond. `value`
    is what is certain: from a table, or because the search saw the end. Its plies count this turn too.
    """

    turn: Turn
    score: int
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """The turn to play, what was considered (best first, not always every turn), and why, in words."""

    turn: Turn
    candidates: tuple[Candidate, ...]
    note: str


class Player(Protocol):
    """Chooses turns. Keeps nothing between two calls that changes a choice: turns may be taken back."""

    def choose(self, record: GameRecord, rng: np.random.Generator) -> Choice:
        """The turn to play in a game that is not over."""
        ...


class OtherRulesError(LudensError):
    """A game by rules that this player does not know."""


def require_game_on(record: GameRecord) -> None:
    """Refuse a game that is over."""
    end = record.outcome
    if end is not None:
        raise LudensError(f"There is no turn to choose: the game is over. {end}")


def require_standard(record: GameRecord) -> None:
    """Refuse rules other than the standard ones; how draws are counted may differ."""
    ours = record.variant
    if any(
        getattr(ours, name) != getattr(STANDARD, name)
        for name in ("flying", "capture_from_mills", "diagonals", "squares")
    ):
        raise OtherRulesError(
            "This player knows the standard rules of Nine Men's Morris only: flying with three men, no "
            "diagonals, any man may be taken when all stand in mills."
        )
