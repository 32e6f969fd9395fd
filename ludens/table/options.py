"""What a user chooses for a game at a table, the same in every game: declared once, for the command line."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.table.board_game import PlayerKind
from ludens.table.person import Character

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
    noise: Annotated[str, Meta(description="off, default, harsh, or the path of a TOML file.")] = "default"
