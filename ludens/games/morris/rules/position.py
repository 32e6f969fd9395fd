"""A position: whose men stand where, how many are still in hand, and whose turn it is."""

from dataclasses import dataclass
from enum import Enum

from ludens.games.morris.rules.board import names_of, transformed
from ludens.games.morris.rules.errors import MorrisError
from ludens.games.morris.rules.variant import STANDARD, Variant


class Side(Enum):
    """The two players; white begins."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def colour(self) -> int:
        """Number of the men's colour: 0 is white, 1 is black."""
        return 0 if self is Side.WHITE else 1

    @classmethod
    def of_colour(cls, colour: int) -> "Side":
        """The side whose men have this colour."""
        return (Side.WHITE, Side.BLACK)[colour]


class GamePhase(Enum):
    """What the side to move does: puts men on the board, or moves those that are there."""

    PLACING = "placing"
    MOVING = "moving"


@dataclass(frozen=True, slots=True)
class Position:
    """All that decides which turns are legal. `white` and `black` are sets of points (see `board`).

    `own` and `other` are the men of the side to move and of its opponent.
    """

    white: int = 0
    black: int = 0
    white_in_hand: int = 0
    black_in_hand: int = 0
    side_to_move: Side = Side.WHITE

    def __post_init__(self) -> None:
        if self.white & self.black:
            both = ", ".join(names_of(self.white & self.black))
            raise MorrisError(f"Two men cannot stand on one point: {both}.")
        if self.white_in_hand < 0 or self.black_in_hand < 0:
            raise MorrisError("A player cannot have fewer than no men in hand.")

    @classmethod
    def of_sides(
        cls, own: int, other: int, *, own_in_hand: int = 0, other_in_hand: int = 0, side: Side = Side.WHITE
    ) -> "Position":
        """The position as the side to move sees it."""
        if side is Side.WHITE:
            return cls(own, other, own_in_hand, other_in_hand, side)
        return cls(other, own, other_in_hand, own_in_hand, side)

    @property
    def own(self) -> int:
        return self.white if self.side_to_move is Side.WHITE else self.black

    @property
    def other(self) -> int:
        return self.black if self.side_to_move is Side.WHITE else self.white

    @property
    def own_in_hand(self) -> int:
        return self.white_in_hand if self.side_to_move is Side.WHITE else self.black_in_hand

    @property
    def other_in_hand(self) -> int:
        return self.black_in_hand if self.side_to_move is Side.WHITE else self.white_in_hand

    @property
    def occupied(self) -> int:
        """All men on the board."""
        return self.white | self.black

    @property
    def phase(self) -> GamePhase:
        """Placing while the side to move has men in hand."""
        return GamePhase.PLACING if self.own_in_hand else GamePhase.MOVING

    def men(self, side: Side) -> int:
        """The set of points on which this side's men stand."""
        return self.white if side is Side.WHITE else self.black

    def in_hand(self, side: Side) -> int:
        """How many men this side has yet to place."""
        return self.white_in_hand if side is Side.WHITE else self.black_in_hand

    def on_point(self, point: int) -> Side | None:
        """Whose man stands there."""
        if self.white >> point & 1:
            return Side.WHITE
        return Side.BLACK if self.black >> point & 1 else None

    def transformed(self, symmetry: tuple[int, ...]) -> "Position":
        """The same position on a board that was turned, reflected or turned inside out."""
        return Position(
            transformed(self.white, symmetry),
            transformed(self.black, symmetry),
            self.white_in_hand,
            self.black_in_hand,
            self.side_to_move,
        )


def start_position(variant: Variant = STANDARD) -> Position:
    """The empty board, all men in hand, white to move."""
    return Position(white_in_hand=variant.men, black_in_hand=variant.men)
