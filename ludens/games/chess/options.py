"""What a person chooses for a game of chess with the arm."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, Literal

import chess
from msgspec import Meta

from ludens.games.chess.decide.levels import STRONGEST
from ludens.games.chess.world.options import ChessWorldOptions, Habit, Sides

Player = Literal["engine", "person", "human", "text", "voice"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChessPlayOptions:
    """Who plays whom, from where, and how the simulated table is."""

    white: Annotated[
        Player | None,
        Meta(
            description="engine; person (simulated, moves by hand); human (by hand); text or voice (told).  "
            "[default: engine, or as in the kept game]"
        ),
    ] = None
    black: Annotated[
        Player | None, Meta(description="Likewise.  [default: person, or as in the kept game]")
    ] = None
    level: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=STRONGEST,
                description="Of the engine: child to strongest.  [default: 5, or as in the kept game]",
            ),
        ]
        | None
    ) = None
    engine: Annotated[str, Meta(description="Command of a UCI engine; without one ours plays.")] = ""
    person_level: Annotated[
        int, Meta(ge=0, le=STRONGEST, description="How well the simulated person plays.")
    ] = 3
    person: Annotated[
        Habit, Meta(description="How the simulated person plays: fair, careless or cheating.")
    ] = "fair"
    person_moves: Annotated[
        str, Meta(description="Moves that the simulated person plays first, as UCI writes them: e7e5 b8c6.")
    ] = ""
    language: Annotated[
        str | None,
        Meta(
            description="In which the robot talks: en, de, or a language file of one's own.  "
            "[default: en, or as in the kept game]"
        ),
    ] = None
    fen: Annotated[str, Meta(description="Position to begin from, as FEN.")] = chess.STARTING_FEN
    games: Annotated[
        str, Meta(description="File in which games are kept move by move; without one they are not.")
    ] = ""
    resume: Annotated[bool, Meta(description="Go on with the last game in that file.")] = False
    noise: Annotated[str, Meta(description="off, default, harsh, or the path of a TOML file.")] = "default"

    def world(self, fen: str, *, simulated: Collection[chess.Color]) -> ChessWorldOptions:
        """The table for it; a simulated person sits opposite of the robot, which plays the other colour."""
        sides: Sides = "both" if len(simulated) == 2 else "white" if chess.WHITE in simulated else "black"
        return ChessWorldOptions(
            noise=self.noise,
            fen=fen,
            plate=True,
            person=self.person if simulated else "off",
            person_plays=sides,
            person_level=self.person_level,
            person_moves=self.person_moves,
        )
