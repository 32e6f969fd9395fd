"""What a chess world holds."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import chess
from msgspec import Meta

from ludens.table.person import Character

Sides = Literal["white", "black", "both", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChessWorldOptions:
    """The table, the pieces on it and the camera above it."""

    noise: Annotated[str | Path, Meta(description="off, default, harsh, or a TOML file of differences.")] = (
        "default"
    )
    fen: Annotated[str, Meta(description="Position at the start, as FEN.")] = chess.STARTING_FEN
    white_is_near: Annotated[bool, Meta(description="Whether white's side is the robot's.")] = True
    plate: Annotated[bool, Meta(description="Whether the calibration plate is on the arm.")] = False
    render: Annotated[bool, Meta(description="Whether there are camera pictures.")] = True
    person: Annotated[
        Character | Literal["off"],
        Meta(description="How the simulated person is who moves pieces with the hand, if there is one."),
    ] = "off"
    person_plays: Annotated[Sides, Meta(description="Whose pieces the simulated person moves.")] = "black"
    person_level: Annotated[int, Meta(ge=0, le=10, description="How well the simulated person plays.")] = 3
    person_moves: Annotated[
        str, Meta(description="Moves that the simulated person plays first, as UCI writes them: e7e5 b8c6.")
    ] = ""
