"""How a game ends, and why."""

from dataclasses import dataclass
from enum import Enum

from ludens.games.morris.rules.position import Position, Side
from ludens.games.morris.rules.turns import has_too_few_men, steps
from ludens.games.morris.rules.variant import STANDARD, Variant


class Reason(Enum):
    """Why a game is over; the value completes the sentence "White wins: …" or "Draw: …"."""

    TOO_FEW_MEN = "the opponent has fewer than three men"
    NO_MOVE = "the opponent cannot move"
    FULL_BOARD = "every point is taken"
    REPETITION = "the same position stood on the board too often"
    NO_MILL = "nobody closed a mill for too long"
    RESIGNATION = "the opponent has given up"
    AGREEMENT = "both players wanted it"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. `winner` is None for a draw."""

    winner: Side | None
    reason: Reason

    def __str__(self) -> str:
        result = "Draw" if self.winner is None else f"{self.winner.value.capitalize()} wins"
        return f"{result}: {self.reason.value}."


def outcome(position: Position, variant: Variant = STANDARD) -> Outcome | None:
    """The end that this position alone shows, or None while the game goes on.

    A player is never blocked while placing as long as a point is free. A full board, possible with twelve men
    each, is a draw.
    """
    for side in (position.side_to_move, position.side_to_move.other):
        if has_too_few_men(position, side):
            return Outcome(side.other, Reason.TOO_FEW_MEN)
    if position.occupied == variant.layout.points:
        return Outcome(None, Reason.FULL_BOARD)
    if next(steps(position, variant), None) is None:
        return Outcome(position.side_to_move.other, Reason.NO_MOVE)
    return None
