"""Moves of physical pieces, one hand at a time, in an order in which none stands in another's way."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ludens.games.chess.rules.configuration import Configuration
from ludens.games.chess.rules.pieces import PIECES
from ludens.games.chess.rules.places import Place, slots_of


@dataclass(frozen=True, slots=True)
class PieceMove:
    """One physical piece is taken from one place and put to another."""

    piece_id: int
    origin: Place
    target: Place

    @property
    def by_hand(self) -> bool:
        """Whether only a person can do it: the piece is, or goes, where the arm does not reach."""
        return self.origin.is_off or self.target.is_off

    def __str__(self) -> str:
        piece = PIECES[self.piece_id]
        return f"{piece} from {self.origin} to {self.target}"


@dataclass(frozen=True, slots=True)
class Plan:
    """Piece moves in the order to do them. `stand_ins` are pawns that from now on stand for other pieces."""

    moves: tuple[PieceMove, ...]
    stand_ins: tuple[int, ...] = ()


def carried_out(moves: Iterable[PieceMove], configuration: Configuration) -> Configuration:
    """The configuration after some piece moves."""
    for move in moves:
        configuration = configuration.moved(move.piece_id, move.target)
    return configuration


def in_order(targets: Mapping[int, Place], configuration: Configuration) -> tuple[PieceMove, ...]:
    """Bring pieces to their targets; what stands on a target must be among those that move.

    Pieces that stand on each other's targets in a ring need one move more: one of them waits in a slot.
    """
    steps: list[PieceMove] = []
    waiting = dict(targets)
    while waiting:
        occupied = set(configuration.places)
        piece_id = next(
            (one for one, place in waiting.items() if place.is_off or place not in occupied), None
        )
        if piece_id is None:
            piece_id = next(iter(waiting))
            target = _waiting_place(piece_id, occupied | set(waiting.values()))
        else:
            target = waiting.pop(piece_id)
        steps.append(PieceMove(piece_id, configuration[piece_id], target))
        configuration = configuration.moved(piece_id, target)
    return tuple(steps)


def _waiting_place(piece_id: int, occupied: set[Place]) -> Place:
    colour = PIECES[piece_id].colour
    slots = (*slots_of(colour), *slots_of(not colour))
    return next(slot for slot in slots if slot not in occupied)
