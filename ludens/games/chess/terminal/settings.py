"""How a game in the terminal is played; kept with the game, so that it goes on the same way."""

from collections.abc import Mapping
from dataclasses import dataclass

import chess

from ludens.core.errors import LudensError
from ludens.games.chess.decide.levels import LEVELS, level_from

COLOURS = {"white": chess.WHITE, "black": chess.BLACK}
BOTH, NEITHER = "both", "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`person` is the colour of the person: white, black, both (alone at the board) or none (to watch).

    `engine` is the command of another program that plays instead of ours.
    """

    person: str = "white"
    level: int = 5
    engine: str = ""
    seed: int = 0

    def as_text(self) -> dict[str, str]:
        """Names and values, to be kept."""
        return {
            "person": self.person,
            "level": str(self.level),
            "engine": self.engine,
            "seed": str(self.seed),
        }

    @classmethod
    def from_text(cls, kept: Mapping[str, str]) -> "Settings":
        """What was kept; what is missing is as by default."""
        usual = cls().as_text() | dict(kept)
        if usual["person"] not in (*COLOURS, BOTH, NEITHER) or not usual["seed"].isdigit():
            raise LudensError("The settings of the kept game cannot be read.")
        return cls(
            person=usual["person"],
            level=level_from(usual["level"]),
            engine=usual["engine"],
            seed=int(usual["seed"]),
        )

    def is_person(self, colour: chess.Color) -> bool:
        """Whether a person plays this colour."""
        return self.person == BOTH or COLOURS.get(self.person) is colour

    @property
    def below(self) -> chess.Color:
        """The side that is drawn below."""
        return COLOURS.get(self.person, chess.WHITE)

    @property
    def opponent_name(self) -> str:
        """Who plays for the computer."""
        if self.engine:
            return f"{self.engine}, level {self.level}"
        return f"computer, level {self.level} ({LEVELS[self.level].name})"
