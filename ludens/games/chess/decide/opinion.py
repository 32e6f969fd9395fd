"""What a position is worth, for whoever looks on: from white's side, as a bar can show it."""

from dataclasses import dataclass

import chess

from ludens.games.chess.decide.budget import Budget
from ludens.games.chess.decide.embedded.search import analyse
from ludens.games.chess.decide.player import Candidate
from ludens.games.chess.rules.ending import ending_of


@dataclass(frozen=True, slots=True)
class Opinion:
    """Seen from white. `score` is in hundredths of a pawn; `mate_in` is negative when black gives mate."""

    score: int
    mate_in: int | None
    depth: int
    line: tuple[chess.Move, ...]

    @property
    def white_share(self) -> float:
        """What white may expect to score, 0 to 1: the height of the bar."""
        if self.mate_in is not None:
            return 1.0 if self.mate_in > 0 else 0.0
        return float(1.0 / (1.0 + 10.0 ** (-self.score / 400.0)))

    def text(self) -> str:
        """In a few characters: `+1.4`, `#3`, `#-2`."""
        if self.mate_in is not None:
            return f"#{self.mate_in}"
        return f"{self.score / 100:+.1f}"


MATE_SCORE = 30_000


def opinion_of(board: chess.Board, *, budget: Budget) -> Opinion:
    """What our engine thinks of a position; a game that is over has its result."""
    ending = ending_of(board)
    if ending is not None:
        score = 0 if ending.winner is None else MATE_SCORE if ending.winner else -MATE_SCORE
        return Opinion(score, None, 0, ())
    analysis = analyse(board, budget=budget)
    return opinion_from(board, analysis.candidates[0], depth=analysis.depth)


def opinion_from(board: chess.Board, candidate: Candidate, *, depth: int = 0) -> Opinion:
    """A candidate of the side to move, turned to white's view."""
    sign = 1 if board.turn else -1
    mate_in = None if candidate.mate_in is None else sign * candidate.mate_in
    return Opinion(sign * candidate.score, mate_in, depth, candidate.line)
