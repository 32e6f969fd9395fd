"""Whom the robot plays, how well, and against whom: as somebody says, as in the kept game, or as usual."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from ludens.core.errors import LudensError
from ludens.games.morris.options import MorrisPlayOptions, Opponent
from ludens.messages.morris_game import Colour

COLOURS: tuple[Colour, ...] = get_args(Colour)
OPPONENTS: tuple[Opponent, ...] = get_args(Opponent)
USUAL_LEVEL = "8"


@dataclass(frozen=True, slots=True)
class Seat:
    """The robot's part in a game."""

    robot: tuple[Colour, ...] = ("white",)  # nobody: it is the referee
    level: str = USUAL_LEVEL
    opponent: Opponent = "person"

    @classmethod
    def chosen(cls, options: MorrisPlayOptions, kept: Mapping[str, str] | None = None) -> "Seat":
        """What the options say, else what was kept with a game. Nobody changes sides in its middle."""
        was = None if kept is None else _kept_robot(kept)
        robot, opponent = options.robot_sides(), options.opponent or _kept_opponent(kept or {})
        if was is not None and robot not in (None, was) and opponent != "robot":
            part = f"plays {was[0]}" if was else "is the referee"
            raise LudensError(f"In the kept game the robot {part}: leave out --plays {options.plays}.")
        usual = cls() if was is None else cls(robot=was)
        return cls(
            robot=usual.robot if robot is None else robot,
            level=_kept_level(kept or {}) if options.level is None else str(options.level),
            opponent=opponent,
        )


def _kept_robot(settings: Mapping[str, str]) -> tuple[Colour, ...] | None:
    """Whom the robot played; in a game of the terminal whom the person did not."""
    if "robot" in settings:
        return tuple(colour for colour in COLOURS if colour in settings["robot"].split())
    if "side" in settings:
        return tuple(colour for colour in COLOURS if colour != settings["side"])[:1]
    return None


def _kept_opponent(settings: Mapping[str, str]) -> Opponent:
    """As it was; whoever played at the terminal goes on in the studio. Older files do not say it."""
    usual: Opponent = "human" if "side" in settings else "person"
    return next((opponent for opponent in OPPONENTS if opponent == settings.get("opponent")), usual)


def _kept_level(settings: Mapping[str, str]) -> str:
    """As it was; a match for somebody at the terminal is nothing that the robot plays."""
    level = settings.get("level", "")
    return level if level.isdigit() else USUAL_LEVEL
