"""Who plays whom, how well, in which language and from where: as the options say, as kept, or as usual.

The options are the same in every game; they are declared once, for the command line.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Generic, get_args

from msgspec import Meta

from ludens.core.errors import LudensError
from ludens.core.whole_number import whole_number
from ludens.table.board_game import COLOURS, BoardGame, Colour, PlayerKind, RecordT
from ludens.table.game_log import GameLogger
from ludens.table.kept_games import KeptGame, game_to_resume
from ludens.table.levels import STRONGEST
from ludens.table.person import Character

PLAYERS: tuple[PlayerKind, ...] = get_args(PlayerKind)
AT_PAGE: tuple[PlayerKind, ...] = ("human", "text", "voice")
"""Players who are not at the simulated table: they see the game on a page or in a terminal."""
ROBOT = "robot"
"""The mover of a side that any robot may take over in a kept game."""
AT, TERMINAL, TABLE = "at", "terminal", "table"  # where a kept game was played last
PersonOption = Annotated[
    Character, Meta(description="How the simulated person plays and handles the pieces.")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlayOptions:
    """Who plays whom, from where, and where the game is kept. A game narrows `white` and `black`."""

    white: PlayerKind | None = None
    black: PlayerKind | None = None
    level: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=10,
                description="How well the engine plays, from 0 (child) to 10 (strongest).  "
                "[default: as in the kept game, or the game's usual one]",
            ),
        ]
        | None
    ) = None
    person: PersonOption = "average"
    language: Annotated[
        str | None,
        Meta(
            description="In which the robot talks: en, de, or a language file of one's own.  "
            "[default: as in the kept game, or en]"
        ),
    ] = None
    fen: Annotated[
        str, Meta(description="Position to begin from, as FEN; without it the start of a game.")
    ] = ""
    games: Annotated[
        str, Meta(description="File in which games are kept as they are played; without it they are not.")
    ] = ""
    resume: Annotated[bool, Meta(description="Go on with the last game in that file.")] = False
    kept: Annotated[
        int, Meta(ge=0, description="With --resume: the number of the game to go on with; 0: the last.")
    ] = 0
    noise: Annotated[str, Meta(description="off, default, harsh, or the path of a TOML file.")] = "default"


@dataclass(frozen=True, slots=True)
class Lineup:
    """The players at one table."""

    white: PlayerKind = "engine"
    black: PlayerKind = "person"
    level: int = 5  # of the engine
    language: str = "en"

    @classmethod
    def chosen(
        cls, options: TablePlayOptions, game: BoardGame[Any, Any], kept: Mapping[str, str] | None = None
    ) -> "Lineup":
        """What the options say, else what was kept with a game. Nobody changes sides in its middle.

        Where only one side is named, the other one is the engine's, or a person's where a robot plays.
        """
        wanted = {"white": options.white, "black": options.black}
        was = {colour: kept_player(kept or {}, colour, game.typed_becomes) for colour in COLOURS}
        players = {colour: wanted[colour] or was[colour] for colour in COLOURS}
        white, black = _completed(players["white"], players["black"], game)
        for colour, now in zip(COLOURS, (white, black), strict=True):
            before = was[colour]
            taken_over = game.movers[white] == game.movers[black] == ROBOT
            if before is not None and game.movers[now] != game.movers[before] and not taken_over:
                raise LudensError(f"In the kept game {colour} is '{before}': leave out --{colour} {now}.")
        return cls(
            white=white,
            black=black,
            level=_kept_level(kept or {}, game.usual_level) if options.level is None else options.level,
            language=options.language or (kept or {}).get("language") or "en",
        )

    def player(self, colour: Colour) -> PlayerKind:
        """Who plays a colour."""
        return self.white if colour == "white" else self.black

    def colours(self, *players: PlayerKind) -> tuple[Colour, ...]:
        """The sides that players of these kinds have."""
        return tuple(colour for colour in COLOURS if self.player(colour) in players)

    def as_text(self) -> dict[str, str]:
        """Names and values, to be kept with a game."""
        return {
            "white": self.white,
            "black": self.black,
            "level": str(self.level),
            "language": self.language,
            AT: TABLE,
        }


@dataclass(frozen=True, slots=True)
class OrderedGame(Generic[RecordT]):
    """The game to be played. `path` is the file in which it is kept, `kept` what was found there."""

    record: RecordT
    lineup: Lineup
    path: Path | None
    kept: KeptGame[RecordT] | None

    @classmethod
    def of(cls, options: TablePlayOptions, game: BoardGame[RecordT, Any]) -> "OrderedGame[RecordT]":
        """What the options mean: a new game, a position, or a kept game that goes on."""
        path = Path(options.games).expanduser() if options.games else None
        if not options.resume:
            record = game.position(options.fen) if options.fen else game.new()
            return cls(record, Lineup.chosen(options, game), path, None)
        if path is None:
            raise LudensError("Say which file the game is in: --games FILE --resume.")
        if options.fen:
            raise LudensError("The kept game goes on from where it is: leave out --fen, or --resume.")
        kept = game_to_resume(path, game, options.kept)
        return cls(kept.record, Lineup.chosen(options, game, kept.settings), path, kept)

    def logger(self, game: BoardGame[RecordT, Any]) -> GameLogger[RecordT] | None:
        """What writes the game to its file, if it has one."""
        if self.path is None:
            return None
        return GameLogger(self.path, game, self.lineup.as_text(), kept=self.kept)


def kept_player(kept: Mapping[str, str], colour: Colour, typed_becomes: PlayerKind) -> PlayerKind | None:
    """Who played a side; whoever typed in the terminal goes on as the game says."""
    text = kept.get(colour, "")
    if text == "text" and kept.get(AT) == TERMINAL:
        return typed_becomes
    return next((player for player in PLAYERS if player == text), None)


def _completed(
    white: PlayerKind | None, black: PlayerKind | None, game: BoardGame[Any, Any]
) -> tuple[PlayerKind, PlayerKind]:
    if white is None and black is None:
        return "engine", "person"

    def against(player: PlayerKind | None) -> PlayerKind:
        return "person" if player == "engine" or (player and game.movers[player] == ROBOT) else "engine"

    return white or against(black), black or against(white)


def _kept_level(kept: Mapping[str, str], usual: int) -> int:
    """The level of the kept game; one that adapts to somebody in the terminal is the usual one here."""
    level = whole_number(kept.get("level", ""), most=STRONGEST)
    return usual if level is None else level
