"""The fewest things to do by hand that make a wrong board right again.

Each man that is moved, taken off or put on counts one. A board is right when it is the position before the
turn, or one that a legal turn leads to.
"""

from dataclasses import dataclass

from ludens.games.morris.judge.seen import SeenBoard
from ludens.games.morris.rules import POINT_NAMES, Position, Side, Turn, mask_of, points_of
from ludens.games.morris.talk.words import Phrase, man_values, phrase


@dataclass(frozen=True, slots=True)
class BoardCorrection:
    """One man to be handled: moved from `origin` to `target`, taken off (no target) or put on (no origin)."""

    side: Side
    origin: int | None
    target: int | None
    back: bool = False  # the man goes to where one of its colour stood before

    @property
    def said(self) -> Phrase:
        """The correction as a sentence."""
        values: dict[str, object] = dict(man_values(self.side.colour))
        values |= {
            name: POINT_NAMES[point]
            for name, point in (("origin", self.origin), ("target", self.target))
            if point is not None
        }
        if self.target is None:
            return phrase("judge.take_off", **values)
        back = "back_" if self.back else ""
        return phrase(f"judge.put_{back}{'on' if self.origin is None else 'to'}", **values)


@dataclass(frozen=True, slots=True)
class Remedy:
    """Corrections in the order to do them, and the turn that then stands (None: it is undone).

    Only men that stand in each other's way, to be exchanged, must both be lifted first.
    """

    corrections: tuple[BoardCorrection, ...]
    turn: Turn | None

    @property
    def said(self) -> tuple[Phrase, ...]:
        """The corrections, a sentence each."""
        return tuple(correction.said for correction in self.corrections)

    def __str__(self) -> str:
        return " ".join(map(str, self.said))


def cost(now: SeenBoard, wanted: Position) -> int:
    """How many men must be handled; unknown points count as right."""
    known = now.known
    total = 0
    for seen, right in ((now.white, wanted.white & known), (now.black, wanted.black & known)):
        total += max((seen & ~right).bit_count(), (right & ~seen).bit_count())
    return total


def corrections(now: SeenBoard, wanted: Position, *, before: Position) -> tuple[BoardCorrection, ...]:
    """Corrections that lead to a position, men that stand in the way first."""
    known = now.known
    surplus = {side: list(points_of(now.men(side) & ~wanted.men(side) & known)) for side in Side}
    missing = {side: list(points_of(wanted.men(side) & ~now.men(side) & known)) for side in Side}
    moves = [(side, *pair) for side in Side for pair in _pairs(surplus[side], missing[side])]
    removals = [BoardCorrection(side, point, None) for side in Side for point in surplus[side]]
    additions = [
        BoardCorrection(side, None, point, back=bool(before.men(side) >> point & 1))
        for side in Side
        for point in missing[side]
    ]
    occupied = (now.white | now.black) & ~mask_of(point for side in Side for point in surplus[side])
    ordered = [
        BoardCorrection(side, origin, target, back=bool(before.men(side) >> target & 1))
        for side, origin, target in _in_order(moves, occupied)
    ]
    return (*removals, *ordered, *additions)


def _pairs(surplus: list[int], missing: list[int]) -> list[tuple[int, int]]:
    """Join men that are too many with points that lack one; both lists keep what is left."""
    count = min(len(surplus), len(missing))
    pairs = list(zip(surplus[:count], missing[:count], strict=True))
    del surplus[:count], missing[:count]
    return pairs


def _in_order(moves: list[tuple[Side, int, int]], occupied: int) -> list[tuple[Side, int, int]]:
    """First those whose target is free, or has become free by the moves before."""
    ordered = []
    while moves:
        free = [move for move in moves if not occupied >> move[2] & 1]
        move = (free or moves)[0]
        moves.remove(move)
        ordered.append(move)
        occupied = occupied & ~(1 << move[1]) | 1 << move[2]
    return ordered


def remedies(
    now: SeenBoard, before: Position, successors: tuple[tuple[Turn, Position], ...]
) -> tuple[Remedy, ...]:
    """All remedies with the fewest corrections, the one to propose first.

    Completing a turn by taking a man comes first, for then only the capture was forgotten. Otherwise the turn
    is undone where that costs no more, because that leaves the player every choice.
    """
    goals: list[tuple[Turn | None, Position]] = [(None, before), *successors]
    costs = [cost(now, wanted) for _, wanted in goals]
    fewest = min(costs)
    found = [
        Remedy(corrections(now, wanted, before=before), turn)
        for (turn, wanted), needed in zip(goals, costs, strict=True)
        if needed == fewest
    ]
    return tuple(sorted(found, key=lambda remedy: not _only_captures(remedy, before.side_to_move.other)))


def _only_captures(remedy: Remedy, opponent: Side) -> bool:
    return remedy.turn is not None and all(
        step.target is None and step.side is opponent for step in remedy.corrections
    )
