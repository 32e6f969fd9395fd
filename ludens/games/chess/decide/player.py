"""What a player is: it looks at the game so far and chooses a move, with its reasons."""

from dataclasses import dataclass
from typing import Protocol

import chess
import numpy as np

from ludens.core.errors import LudensError
from ludens.games.chess.rules.ending import ending_of
from ludens.games.chess.rules.reasons import ending_sentence


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that was considered, seen by the side to move.

    `score` is in hundredths of a pawn. `mate_in` counts moves: positive when this side gives mate, negative
    when it is mated. `line` is what may follow, this move first.
    """

    move: chess.Move
    score: int
    mate_in: int | None = None
    line: tuple[chess.Move, ...] = ()

    def opinion(self) -> str:
        """In words: `mate in 3`, `mated in 2`, `+1.4`, `even`."""
        if self.mate_in is not None:
            return f"{'mate' if self.mate_in > 0 else 'mated'} in {abs(self.mate_in)}"
        pawns = round(self.score / 100, 1)
        return f"{pawns:+.1f}" if pawns else "even"


@dataclass(frozen=True, slots=True)
class Choice:
    """The move to play, what was considered (best first, not always every move), and a note in words."""

    move: chess.Move
    candidates: tuple[Candidate, ...]
    note: str


class Player(Protocol):
    """Chooses moves. Keeps nothing between two calls that changes a choice: moves may be taken back."""

    def choose(self, board: chess.Board, rng: np.random.Generator) -> Choice:
        """The move to play; the board has its whole history and is left as it is."""
        ...

    def close(self) -> None:
        """End what was started, such as another program."""
        ...


def require_game_on(board: chess.Board) -> None:
    """Refuse a game that is over."""
    ending = ending_of(board)
    if ending is not None:
        raise LudensError(f"There is no move to choose: the game is over. {ending_sentence(ending)}")
