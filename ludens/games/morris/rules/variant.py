"""The rules that differ from house to house, as one value."""

from dataclasses import dataclass

from ludens.games.morris.rules.board import POINT_COUNT, SQUARES, Layout, layout
from ludens.games.morris.rules.errors import MorrisError

FEWEST_MEN = 3  # with fewer a player can close no mill and has lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One set of rules; the defaults are those of the solved game.

    `capture_from_mills`: when all men of a side stand in mills, any of them may be taken; otherwise none.
    `repetitions`: the game is drawn when a position stands on the board for this many times; None: never.
    `turns_without_mill`: likewise after so many turns, both players' counted, in which nobody placed a man or
    closed a mill; None: never. Neither draw is part of the solved values.
    `squares`: 3, or 2 for the small board of Six Men's Morris. `diagonals` join the corners of the squares.
    """

    men: int = 9
    flying: bool = True
    capture_from_mills: bool = True
    diagonals: bool = False
    squares: int = SQUARES
    repetitions: int | None = 3
    turns_without_mill: int | None = 100

    def __post_init__(self) -> None:
        if self.squares not in (2, SQUARES):
            raise MorrisError(f"A board has 2 or 3 squares, not {self.squares}.")
        most = 8 * self.squares // 2
        if not FEWEST_MEN <= self.men <= most:
            raise MorrisError(
                f"Each player needs {FEWEST_MEN} to {most} men on {8 * self.squares} points, not {self.men}."
            )
        for name, count in (
            ("repetitions", self.repetitions),
            ("turns_without_mill", self.turns_without_mill),
        ):
            if count is not None and count < 2:
                raise MorrisError(f"{name} must be 2 or more, or None for never; it is {count}.")

    @property
    def layout(self) -> Layout:
        """Points, lines and mills of the board this is played on."""
        return layout(squares=self.squares, diagonals=self.diagonals)


STANDARD = Variant()
SIX_MEN = Variant(men=6, squares=2, flying=False)
TWELVE_MEN = Variant(men=POINT_COUNT // 2, diagonals=True)
