"""A look at the board: every point is empty, white, black, or unknown."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from ludens.core.errors import LudensError
from ludens.games.morris.rules import POINT_COUNT, Position, Side, names_of

ALL_POINTS = (1 << POINT_COUNT) - 1


class Mark(Enum):
    """Look at one point."""

    EMPTY = "*"
    WHITE = "O"
    BLACK = "@"
    UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class SeenBoard:
    """Sets of points where white men, black men and nothing certain were seen; all others are empty."""

    white: int
    black: int
    unknown: int = 0

    def __post_init__(self) -> None:
        twice = self.white & self.black | self.white & self.unknown | self.black & self.unknown
        if twice:
            raise LudensError(f"A point is seen as one thing only; these are several: {names_of(twice)}.")
        if (self.white | self.black | self.unknown) & ~ALL_POINTS:
            raise LudensError(f"A board has {POINT_COUNT} points, numbered from 0.")

    @classmethod
    def of_marks(cls, marks: Mapping[int, Mark]) -> "SeenBoard":
        """From the mark of every point; a point that is missing is unknown."""
        sets = dict.fromkeys(Mark, 0)
        for point in range(POINT_COUNT):
            sets[marks.get(point, Mark.UNKNOWN)] |= 1 << point
        return cls(sets[Mark.WHITE], sets[Mark.BLACK], sets[Mark.UNKNOWN])

    @classmethod
    def of_position(cls, position: Position, *, unknown: int = 0) -> "SeenBoard":
        """A look at a position that leaves some points unknown."""
        return cls(position.white & ~unknown, position.black & ~unknown, unknown)

    @property
    def known(self) -> int:
        """The points about which something is certain."""
        return ALL_POINTS & ~self.unknown

    def men(self, side: Side) -> int:
        """Where this side's men were seen."""
        return self.white if side is Side.WHITE else self.black

    def fits(self, position: Position) -> bool:
        """Whether this may be a look at that position."""
        known = self.known
        return self.white == position.white & known and self.black == position.black & known

    def completed_by(self, position: Position) -> "SeenBoard":
        """The same look, unknown points taken from a position."""
        return SeenBoard(
            self.white | position.white & self.unknown, self.black | position.black & self.unknown
        )
