"""Room for pieces that are put down: neighbours that stand crooked are put straight first.

Squares are 8 mm wider than pieces. People put them 5 mm aside and turned without a thought; a piece that is
put down exactly beside one of those would come down on its edge.
"""

import math
from collections.abc import Iterable

from ludens.games.chess.keep.sight import Sight
from ludens.games.chess.rules.piece_moves import PieceMove
from ludens.games.chess.rules.places import Place

GAP_M = 0.002
"""Between two pieces, at least: the arm is exact to a millimetre."""


def with_room(moves: Iterable[PieceMove], sight: Sight) -> tuple[PieceMove, ...]:
    """Piece moves, each preceded by those that put straight what reaches into its target."""
    done: list[PieceMove] = []
    carried: set[int] = set()
    for move in moves:
        for piece in _crooked_at(move.target, sight):
            if piece != move.piece_id and piece not in carried:
                carried.add(piece)
                place = sight.place_of(piece)
                done.append(PieceMove(piece, place, place))
        carried.add(move.piece_id)
        done.append(move)
    return tuple(done)


def _crooked_at(target: Place, sight: Sight) -> list[int]:
    """Pieces at other places that reach into where a piece shall stand."""
    middle = sight.measures.middle_of(target)
    believed = sight.believed
    if middle is None or believed is None:
        return []
    half_m = 0.5 * sight.measures.piece_m
    crooked = []
    for piece, (x_m, y_m) in enumerate(believed.positions_m.tolist()):
        place = sight.place_of(piece)
        if not sight.sees(piece) or place.is_off or place == target:
            continue
        aslant_rad = abs(sight.turn_rad(piece))
        reach_m = half_m * (1.0 + math.cos(aslant_rad) + math.sin(aslant_rad)) + GAP_M
        if max(abs(x_m - middle[0]), abs(y_m - middle[1])) < reach_m:
            crooked.append(piece)
    return crooked
