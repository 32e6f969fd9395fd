"""What a user chooses for a game of chess with the arm."""

from dataclasses import dataclass
from typing import Annotated

import chess
from msgspec import Meta

from ludens.games.chess.world.options import ChessWorldOptions, Sides
from ludens.table.board_game import PlayerKind
from ludens.table.lineup import Lineup, PersonOption, TablePlayOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class ChessPlayOptions(TablePlayOptions):
    """Who plays whom, from where, and how the simulated table is."""

    white: Annotated[
        PlayerKind | None,
        Meta(
            description="engine; person (simulated, by hand); human (by hand); text or voice (tells the arm)."
            "  [default: as in the kept game, or engine]"
        ),
    ] = None
    black: Annotated[
        PlayerKind | None, Meta(description="Likewise.  [default: as in the kept game, or person]")
    ] = None
    person: PersonOption = "perfect"
    person_level: Annotated[int, Meta(ge=0, le=10, description="How well the simulated person plays.")] = 3
    person_moves: Annotated[
        str, Meta(description="Moves that the simulated person plays first, as UCI writes them: e7e5 b8c6.")
    ] = ""
    engine: Annotated[str, Meta(description="Command of a UCI engine; without one ours plays.")] = ""

    def world(self, board: chess.Board, lineup: Lineup) -> ChessWorldOptions:
        """The table for it, with a simulated person who plays there, or only does what the robot asks."""
        simulated = lineup.colours("person")
        sides: Sides = "both" if len(simulated) == 2 else simulated[0] if simulated else "none"
        return ChessWorldOptions(
            noise=self.noise,
            fen=board.fen(),
            plate=True,
            person=self.person if simulated else "perfect",
            person_plays=sides,
            person_level=self.person_level,
            person_moves=self.person_moves,
        )
