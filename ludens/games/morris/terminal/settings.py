"""How a game in the terminal is played; kept with the game, so that it goes on the same way."""

from collections.abc import Mapping
from dataclasses import dataclass

from ludens.core.errors import LudensError
from ludens.games.morris.decide.levels import LEVELS, PERFECT, level_name, require_level
from ludens.games.morris.rules import Side

ADAPTIVE = "adaptive"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`level`: a number as text, or `adaptive`. `director`: the person chooses the computer's turns too.

    `engine` is the command of another program that plays instead of ours.
    """

    side: Side = Side.WHITE
    level: str = ADAPTIVE
    engine: str = ""
    director: bool = False
    seed: int = 0

    def as_text(self) -> dict[str, str]:
        """Names and values, to be kept."""
        return {
            "side": self.side.value,
            "level": self.level,
            "engine": self.engine,
            "director": "yes" if self.director else "no",
            "seed": str(self.seed),
        }

    @classmethod
    def from_text(cls, kept: Mapping[str, str]) -> "Settings":
        """What was kept; what is missing is as by default."""
        usual = cls().as_text() | _at_the_table(kept) | dict(kept)
        try:
            side, seed = Side(usual["side"]), int(usual["seed"])
        except ValueError as error:
            raise LudensError(f"The settings of the kept game cannot be read: {error}.") from error
        return cls(
            side=side,
            level=read_level(usual["level"]),
            engine=usual["engine"],
            director=usual["director"] == "yes",
            seed=seed,
        )

    @property
    def is_perfect(self) -> bool:
        """Whether our strongest player sits on the other side."""
        return not self.engine and self.level == str(PERFECT)

    @property
    def opponent_name(self) -> str:
        """Who sits on the other side."""
        if self.engine:
            return f"engine '{self.engine}'"
        if self.level == ADAPTIVE:
            return "computer, a match for you"
        return f"computer, level {self.level} ({level_name(int(self.level))})"


def _at_the_table(kept: Mapping[str, str]) -> dict[str, str]:
    """In a game that was begun with the robot: the side that it did not play."""
    robot = kept.get("robot")
    return {"side": Side(robot).other.value} if robot in [side.value for side in Side] else {}


def read_level(text: str) -> str:
    """A level by number or name."""
    word = text.strip().lower()
    names = {level.name: str(level.number) for level in LEVELS} | {"perfect": str(PERFECT)}
    if word == ADAPTIVE:
        return word
    if word in names:
        return names[word]
    if not word.isdigit() or len(word) > 2:
        known = ", ".join(f"{number} {name}" for name, number in names.items())
        raise LudensError(f"There is no level '{text.strip()}'; there are {known}, and {ADAPTIVE}.")
    return str(require_level(int(word)))
