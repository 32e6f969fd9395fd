"""The difference between the position before and a board seen now, sorted into who came, went and moved."""

from dataclasses import dataclass
from itertools import combinations, permutations

from ludens.games.morris.judge.seen import SeenBoard
from ludens.games.morris.rules import Position, Side, Variant, may_fly, points_of

MOST_PAIRED = 3  # of more men nobody can say who went where


@dataclass(frozen=True, slots=True)
class Change:
    """Changes of the men of both sides, seen from the side to move.

    Points where a man of the other colour stands now are in `became_other` and `became_own` only.
    """

    side: Side
    own_gone: tuple[int, ...]
    own_new: tuple[int, ...]
    other_gone: tuple[int, ...]
    other_new: tuple[int, ...]
    became_other: tuple[int, ...]
    became_own: tuple[int, ...]

    @property
    def points(self) -> int:
        """How many points differ."""
        return sum(
            len(points)
            for points in (
                *(self.own_gone, self.own_new, self.other_gone, self.other_new),
                *(self.became_other, self.became_own),
            )
        )


def change_between(before: Position, now: SeenBoard) -> Change:
    """Difference between a position and a board without unknown points."""
    side = before.side_to_move
    own_now, other_now = now.men(side), now.men(side.other)
    own_gone, own_new = before.own & ~own_now, own_now & ~before.own
    other_gone, other_new = before.other & ~other_now, other_now & ~before.other
    became_other, became_own = own_gone & other_new, other_gone & own_new
    return Change(
        side,
        tuple(points_of(own_gone & ~became_other)),
        tuple(points_of(own_new & ~became_own)),
        tuple(points_of(other_gone & ~became_own)),
        tuple(points_of(other_new & ~became_other)),
        tuple(points_of(became_other)),
        tuple(points_of(became_own)),
    )


Pairs = tuple[tuple[int, int], ...]


def pairings(gone: tuple[int, ...], new: tuple[int, ...], *, variant: Variant) -> list[Pairs]:
    """All ways to say who went where, as pairs (from, to); many pairs and short steps first."""
    if max(len(gone), len(new)) > MOST_PAIRED:
        return [tuple(zip(gone, new, strict=False))]
    neighbours = variant.layout.neighbours
    found = [
        tuple(zip(origins, targets, strict=True))
        for count in range(min(len(gone), len(new)) + 1)
        for origins in combinations(gone, count)
        for targets in permutations(new, count)
    ]
    return sorted(
        found,
        key=lambda pairs: (len(pairs), sum(neighbours[origin] >> target & 1 for origin, target in pairs)),
        reverse=True,
    )


def is_step(pair: tuple[int, int], *, before: Position, variant: Variant) -> bool:
    """Whether a man of the side to move may go from here to there."""
    return may_fly(before, variant) or bool(variant.layout.neighbours[pair[0]] >> pair[1] & 1)
