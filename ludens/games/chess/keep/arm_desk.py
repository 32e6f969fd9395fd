"""The arm as the keeper of a game knows it: busy with one errand, or at home."""

from collections.abc import Iterable

from ludens.games.chess.keep.errand import Errand
from ludens.games.chess.keep.sight import Sight
from ludens.games.chess.rules.arrangement import PieceMove
from ludens.games.chess.rules.places import Place
from ludens.messages import ArmReport, CarryRequest

TOLD_AGAIN = 4
"""What stays in the way is spoken of at the first attempt, and at every so many further ones."""


class ArmDesk:
    """Sends the arm on errands and numbers its requests."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._errand: Errand | None = None
        self._number = 0

    @property
    def is_busy(self) -> bool:
        """Whether the arm is under way."""
        return self._errand is not None

    @property
    def is_hindered(self) -> bool:
        """Whether something has cut the errand short."""
        return self._errand is not None and self._errand.halts > 0

    def send(self, moves: Iterable[PieceMove], time_s: float) -> None:
        """Have some pieces carried."""
        self._errand = Errand(moves, self._sight, number=self._number, time_s=time_s)

    def bring_home(self, put_down_at: Place, time_s: float) -> None:
        """Have the arm go to its rest from wherever it is, and put down before what it may hold."""
        self._errand = Errand((), self._sight, number=self._number, time_s=time_s, put_down_at=put_down_at)

    def halt(self, reason: str, time_s: float) -> None:
        """Break the errand off: the arm goes home when it may move again."""
        if self._errand is not None:
            self._errand.halt(reason, time_s)

    def step(self, arm: ArmReport, time_s: float) -> str:
        """Go on; return what has just come in the way and is worth telling, in words, or nothing."""
        errand = self._errand
        if errand is None:
            return ""
        halts = errand.halts
        errand.step(arm, time_s)
        if errand.is_over:
            self._number, self._errand = errand.number, None
        return errand.trouble if errand.halts > halts and halts % TOLD_AGAIN == 0 else ""

    def request(self, arm: ArmReport | None) -> CarryRequest | None:
        """What the arm is asked for, until it has heard."""
        wanted = None if self._errand is None else self._errand.request
        return None if wanted is None or arm is None or arm.number == wanted.number else wanted
