"""How often the arm has tried to bring pieces where they belong."""

from collections import Counter
from collections.abc import Sequence

from ludens.games.chess.keep.sight import Sight
from ludens.games.chess.rules.piece_moves import PieceMove


class Attempts:
    """Counts piece moves that did not come about; after so many a person has to help."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._tried: Counter[PieceMove] = Counter()

    def may_try(self, moves: Sequence[PieceMove], sight: Sight) -> bool:
        """Count one more attempt; tell whether the arm can do all of it: it fetches only what is seen."""
        self._tried.update(moves)
        return not any(
            move.target.is_off
            or (move.origin.is_off and not sight.sees(move.piece_id))
            or self._tried[move] > self._most
            for move in moves
        )

    def clear(self) -> None:
        """All is well again, or somebody has helped."""
        self._tried.clear()
