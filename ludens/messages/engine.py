"""Questions to an engine that plays a game at a board, and its replies.

Positions are FEN; moves are written as the game writes them: UCI for chess, `d6-d5xb4` for morris.
"""

from typing import Literal

from msgspec import Struct

from ludens.messages.message import Message

Purpose = Literal["move", "hint", "score", "draw"]


class EngineQuery(Message):
    """A question about a position; a new number is a new question."""

    number: int
    start: str
    moves: tuple[str, ...]
    level: int
    purpose: Purpose = "move"
    language: str = "en"  # of the words of the reply


class ConsideredMove(Struct, frozen=True):
    """A move that was considered, seen by the side to move."""

    move: str
    score: int  # hundredths of a pawn or man
    result: Literal["", "win", "draw", "loss"] = ""  # what is certain; empty: nothing is
    plies: int | None = None  # until that result, where it is known
    line: tuple[str, ...] = ()  # what may follow, this move first


class EngineReply(Message):
    """The answer to the query of the same number, with the moves that were considered, best first."""

    number: int
    move: str
    purpose: Purpose = "move"
    considered: tuple[ConsideredMove, ...] = ()
    words: str = ""

    @property
    def chosen(self) -> ConsideredMove:
        """The move with its score; one that was played without looking scores 0."""
        return next((one for one in self.considered if one.move == self.move), ConsideredMove(self.move, 0))
