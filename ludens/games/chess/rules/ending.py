"""How a game of chess ends: by its position, its history, or by the players.

Threefold repetition and fifty moves end a game here without a claim: a robot does not claim, and a game must
not go on for ever.
"""

from dataclasses import dataclass
from enum import Enum

import chess


class Close(Enum):
    """An end that the players make."""

    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIME = "time"


HowEnded = chess.Termination | Close


@dataclass(frozen=True, slots=True)
class Ending:
    """The winner (None: a draw), and how the game ended."""

    winner: chess.Color | None
    how: HowEnded

    @property
    def result(self) -> str:
        """The result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"


def ending_of(board: chess.Board) -> Ending | None:
    """The end that a position has come to, its history included."""
    if next(board.generate_legal_moves(), None) is None:
        if board.is_check():
            return Ending(not board.turn, chess.Termination.CHECKMATE)
        return Ending(None, chess.Termination.STALEMATE)
    if board.is_insufficient_material():
        return Ending(None, chess.Termination.INSUFFICIENT_MATERIAL)
    if board.is_repetition(3):
        return Ending(None, chess.Termination.THREEFOLD_REPETITION)
    if board.halfmove_clock >= 100:
        return Ending(None, chess.Termination.FIFTY_MOVES)
    return None
