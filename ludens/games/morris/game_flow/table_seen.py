"""A look at the board as the game understands it: certain points, and men that belong to none."""

from dataclasses import dataclass

import numpy as np

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.judge import SeenBoard
from ludens.games.morris.rules import mask_of, points_of
from ludens.messages.morris_table import MenBelieved, SeenMan

CERTAIN = 0.95
"""Probability from which on a point is taken for what it seems."""
COLOURS = (0, 1)
"""Of the two players' men; anything else is foreign."""


@dataclass(frozen=True, slots=True)
class TableSeen:
    """One settled look at the table."""

    board: SeenBoard
    men: tuple[SeenMan, ...]  # on points, where they really stand
    strays: tuple[SeenMan, ...]  # of the game's colours, but on no point
    foreign: tuple[SeenMan, ...]  # of another colour

    @classmethod
    def of(cls, believed: MenBelieved) -> "TableSeen":
        """From beliefs, as far as they are certain."""
        sure = believed.probabilities.max(axis=1) >= CERTAIN
        kinds = believed.probabilities.argmax(axis=1)
        white, black, unknown = (
            mask_of(int(point) for point in np.flatnonzero(chosen))
            for chosen in (sure & (kinds == 1), sure & (kinds == 2), ~sure)
        )
        strays = tuple(man for man in believed.strays if man.colour in COLOURS)
        others = tuple(man for man in believed.strays if man.colour not in COLOURS)
        return cls(SeenBoard(white, black, unknown), believed.men, strays, (*believed.foreign, *others))

    def place_of(self, point: int, colour: int, measures: MorrisMeasures) -> SeenMan:
        """Where the man of a point really stands; in the middle where nobody has measured it."""
        x_m, y_m = measures.points_m()[point].tolist()
        near = [
            man
            for man in self.men
            if man.colour == colour and np.hypot(man.x_m - x_m, man.y_m - y_m) < 0.5 * _apart_m(measures)
        ]
        if not near:
            return SeenMan(x_m, y_m, 0.0, colour)
        return min(near, key=lambda man: float(np.hypot(man.x_m - x_m, man.y_m - y_m)))

    def others_m(
        self, *places_m: tuple[float, float], measures: MorrisMeasures
    ) -> tuple[tuple[float, float], ...]:
        """Where men stand that must not be touched: all but those at these places.

        A man that is believed to stand on a point and was not measured counts as on its middle.
        """
        standing = [(man.x_m, man.y_m) for man in (*self.men, *self.strays, *self.foreign)]
        for point in points_of(self.board.white | self.board.black):
            x_m, y_m = measures.points_m()[point].tolist()
            if all(np.hypot(man.x_m - x_m, man.y_m - y_m) > 0.5 * _apart_m(measures) for man in self.men):
                standing.append((x_m, y_m))
        return tuple(
            other
            for other in standing
            if all(np.hypot(other[0] - x, other[1] - y) > 0.4 * measures.man_m for x, y in places_m)
        )


def with_strays(seen: TableSeen, measures: MorrisMeasures) -> SeenBoard:
    """The board with each stray on the point nearest to it, where that is free."""
    sets = [seen.board.white, seen.board.black]
    for man in seen.strays:
        point = 1 << measures.nearest_point((man.x_m, man.y_m))[0]
        if not point & (sets[0] | sets[1]):
            sets[man.colour] |= point
    white, black = sets
    return SeenBoard(white, black, seen.board.unknown & ~(white | black))


def _apart_m(measures: MorrisMeasures) -> float:
    """How far two neighbouring points are apart at least."""
    return float(min(np.diff(sorted(measures.squares_m)).min(), measures.squares_m[-1]))
