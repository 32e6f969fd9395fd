"""Who plays whom, how well, and in which language: as somebody says, as in the kept game, or as usual."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

import chess

from ludens.core.errors import LudensError
from ludens.games.chess.options import ChessPlayOptions, Player
from ludens.messages.chess_game import Seat

SEATS: dict[Player, Seat] = {
    "engine": "engine",
    "person": "hand",
    "human": "hand",
    "text": "words",
    "voice": "words",
}
AS_KEPT: dict[str, Player] = {"hand": "person", "words": "text"}  # of older files
PLAYERS: tuple[Player, ...] = get_args(Player)


@dataclass(frozen=True, slots=True)
class Seats:
    """The people and engines at one table."""

    white: Player = "engine"
    black: Player = "person"
    level: int = 5
    language: str = "en"

    @classmethod
    def chosen(cls, options: ChessPlayOptions, kept: Mapping[str, str] | None = None) -> "Seats":
        """What the options say, else what was kept with a game. Nobody changes seats in its middle."""
        usual, was = cls(), kept or {}
        return cls(
            white=_player("white", options.white, _kept_player(was, "white")) or usual.white,
            black=_player("black", options.black, _kept_player(was, "black")) or usual.black,
            level=_kept_level(was, usual.level) if options.level is None else options.level,
            language=options.language or was.get("language") or usual.language,
        )

    def seat(self, colour: chess.Color) -> Seat:
        """Who decides and moves for a colour."""
        return SEATS[self.white if colour else self.black]

    def has(self, player: Player) -> bool:
        """Whether somebody of this kind plays."""
        return player in (self.white, self.black)

    @property
    def simulated(self) -> tuple[chess.Color, ...]:
        """What simulated people play."""
        players = {chess.WHITE: self.white, chess.BLACK: self.black}
        return tuple(colour for colour, player in players.items() if player == "person")

    def as_text(self) -> dict[str, str]:
        """Names and values, to be kept with a game."""
        return {
            "white": self.white,
            "black": self.black,
            "level": str(self.level),
            "language": self.language,
        }


def _player(colour: str, wanted: Player | None, was: Player | None) -> Player | None:
    """Who plays a colour. Words may be typed or spoken, and any hand may move; the rest is another game."""
    if wanted is not None and was is not None and SEATS[wanted] != SEATS[was]:
        raise LudensError(f"In the kept game {colour} is '{was}': leave out --{colour} {wanted}.")
    return wanted or was


def _kept_player(kept: Mapping[str, str], colour: str) -> Player | None:
    """Who played; in older files only how, and in a game of the terminal a person who types."""
    text = kept.get(colour, "")
    if not text and "person" in kept:
        text = "text" if kept["person"] in (colour, "both") else "engine"
    return AS_KEPT.get(text) or next((player for player in PLAYERS if player == text), None)


def _kept_level(kept: Mapping[str, str], usual: int) -> int:
    level = kept.get("level", "")
    return int(level) if level.isdigit() else usual
