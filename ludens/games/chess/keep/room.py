"""Room for pieces that are put down: whatever reaches into where a piece shall stand is carried first.

Squares are 8 mm wider than pieces. People put them 5 mm aside and turned without a thought; a piece that is
put down exactly beside one of those would come down on its edge. Neighbours that stand crooked are put
straight, those that stand at no place go to a slot, and those that are to be carried anyway go sooner.
"""

import math
from collections.abc import Iterable

from ludens.games.chess.keep.sight import Sight
from ludens.games.chess.rules.arrangement import PieceMove
from ludens.games.chess.rules.places import PIECES, Place, slots_of

GAP_M = 0.002
"""Between two pieces, at least: the arm is exact to a millimetre."""


def with_room(moves: Iterable[PieceMove], sight: Sight) -> tuple[PieceMove, ...]:
    """Piece moves, each preceded by those of what reaches into its target."""
    return _Clearing(moves, sight).moves()


def reaching_into(target: Place, sight: Sight) -> tuple[int, ...]:
    """Pieces that are seen so near that one at this place would not stand free; one that stands there too."""
    middle = sight.measures.middle_of(target)
    believed = sight.believed
    if middle is None or believed is None:
        return ()
    half_m = 0.5 * sight.measures.piece_m
    reaching = []
    for piece, (x_m, y_m) in enumerate(believed.positions_m.tolist()):
        if not sight.sees(piece):
            continue
        aslant_rad = abs(sight.turn_rad(piece))
        reach_m = half_m * (1.0 + math.cos(aslant_rad) + math.sin(aslant_rad)) + GAP_M
        if max(abs(x_m - middle[0]), abs(y_m - middle[1])) < reach_m:
            reaching.append(piece)
    return tuple(reaching)


class _Clearing:
    """Piece moves brought into an order in which every target is free when its piece comes."""

    def __init__(self, moves: Iterable[PieceMove], sight: Sight) -> None:
        self._sight = sight
        self._left = list(moves)
        self._done: list[PieceMove] = []
        self._carried: set[int] = set()
        self._taken = {move.target for move in self._left}
        if sight.believed is not None:
            self._taken.update(map(Place, sight.believed.places))

    def moves(self) -> tuple[PieceMove, ...]:
        """All of them."""
        while self._left:
            self._carry(self._left[0], frozenset())
        return tuple(self._done)

    def _carry(self, move: PieceMove, waiting: frozenset[int]) -> None:
        """Carry a piece after what is in its way; the waiting ones are in each other's."""
        if move in self._left:
            self._left.remove(move)
        waiting |= {move.piece_id}
        for piece in reaching_into(move.target, self._sight):
            sooner = None if piece in self._carried | waiting else self._out_of_the_way(piece, move.target)
            if sooner is not None:
                self._carry(sooner, waiting)
        self._carried.add(move.piece_id)
        self._done.append(move)

    def _out_of_the_way(self, piece: int, target: Place) -> PieceMove | None:
        """Where a piece goes that reaches into a target; one that stands there is for others to decide."""
        planned = next((move for move in self._left if move.piece_id == piece), None)
        if planned is not None:
            return planned
        place = self._sight.place_of(piece)
        if place.is_off:
            slot = self._free_slot(piece)
            return None if slot is None else PieceMove(piece, place, slot)
        return None if place == target else PieceMove(piece, place, place)

    def _free_slot(self, piece: int) -> Place | None:
        """A slot that nobody has, wants, or reaches into."""
        colour = PIECES[piece].colour
        for slot in (*slots_of(colour), *slots_of(not colour)):
            others = set(reaching_into(slot, self._sight)) - {piece, *self._carried}
            if slot not in self._taken and not others:
                self._taken.add(slot)
                return slot
        return None
