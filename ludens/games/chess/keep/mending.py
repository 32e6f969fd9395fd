"""Bringing the pieces where the game is: the arm does what it can, and asks a person for the rest.

An arm that tried in vain, with nothing in its way and the piece where it was, holds nothing: its magnet is
dead. It says so once, and asks for everything from then on, until somebody tells it to go on.
"""

from typing import TYPE_CHECKING

from ludens.games.chess.keep.attempts import Attempts
from ludens.games.chess.keep.repairing import repair
from ludens.games.chess.keep.watching import Remark
from ludens.games.chess.rules.configuration import PieceConfiguration

if TYPE_CHECKING:
    from ludens.games.chess.keep.keeper import Keeper


class Mending:
    """Compares the board with the game for the keeper, and has done what is to be done."""

    def __init__(self, keeper: "Keeper", *, attempts: int) -> None:
        self._keeper = keeper
        self.attempts = Attempts(attempts)
        self.pleads = False  # a person was asked for help with what the arm cannot do
        self._pled: PieceConfiguration | None = None  # how the board stood then, if it could be read

    def begin(self) -> None:
        """Nobody has been asked yet."""
        self.pleads, self._pled = False, None

    def is_right(self, now: PieceConfiguration, time_s: float) -> bool:
        """Whether the pieces stand as the game does; where they do not, something is done about it."""
        keeper = self._keeper
        if keeper.game.shown_by(now) and not keeper.sight.strays():
            self.attempts.clear()
            return True
        waited_s = time_s - keeper.looks_after_s
        todo = repair(keeper.game, now, keeper.sight, self.attempts, waited_s=waited_s)
        if isinstance(todo, Remark):
            self.plead(todo, now, time_s)
        elif todo:
            keeper.send(todo, "repairing", time_s, "Pieces are not where they belong.")
        return False

    def plead(self, remark: Remark, now: PieceConfiguration | None, time_s: float) -> None:
        """Ask for help; whatever a person then changes is looked at anew."""
        self.pleads, self._pled = True, now
        self._keeper.ask(remark, time_s)

    def await_help(self, now: PieceConfiguration, time_s: float) -> None:
        """Look anew when somebody has done something."""
        if now != self._pled:
            self.attempts.clear()
            self._keeper.look(time_s, "Something was done about the board.")

    def go_on(self, time_s: float) -> None:
        """Try again whatever came to nothing, with the magnet too: a person says so."""
        self.attempts.hope()
        if self.pleads:
            self._keeper.look(time_s, "It shall be tried again.")
