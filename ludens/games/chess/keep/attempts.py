"""How often the arm has tried to bring pieces where they belong, and whether that is any use."""

from collections import Counter
from collections.abc import Sequence

from ludens.games.chess.keep.sight import Sight
from ludens.games.chess.rules.arrangement import PieceMove


class Attempts:
    """Counts piece moves that did not come about; after so many a person has to help.

    `are_vain`: a piece stayed where it was every time, though nothing was in the way. No more is tried then.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._tried: Counter[PieceMove] = Counter()
        self._hindered = False
        self.are_vain = False

    def may_try(self, moves: Sequence[PieceMove], sight: Sight) -> bool:
        """Count one more attempt; tell whether the arm can do all of it: it fetches only what is seen."""
        if self.are_vain:
            return False
        self._tried.update(moves)
        tired = [move for move in moves if self._tried[move] > self._most]
        self.are_vain = not self._hindered and any(not move.origin.is_off for move in tired)
        return not tired and not any(
            move.target.is_off or (move.origin.is_off and not sight.sees(move.piece_id)) for move in moves
        )

    def hinder(self) -> None:
        """An attempt came to nothing for a reason: something was in the way, or out of reach."""
        self._hindered = True

    def hope(self) -> None:
        """Somebody says that it works again."""
        self.are_vain = False
        self.clear()

    def clear(self) -> None:
        """All is well again, or somebody has helped."""
        self._tried.clear()
        self._hindered = False
