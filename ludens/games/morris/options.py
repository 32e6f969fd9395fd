"""What a user chooses for a game with the humanoid."""

from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from ludens.table.lineup import TablePlayOptions

Player = Literal["engine", "person", "human", "text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MorrisPlayOptions(TablePlayOptions):
    """Who plays whom, from where, and how the simulated table is.

    A robot that plays for nobody is the referee; where robots play both sides, two of them are at the table.
    Men that stand on the board at the start (`fen`) are looked at: the robot is told only what it cannot see.
    """

    white: Annotated[
        Player | None,
        Meta(
            description="engine (a robot); text (a robot that you tell its turns in the studio); person "
            "(simulated, by hand); human (you, in the studio, by the simulated hand). Two engines are two "
            "robots, none is a referee.  [default: as in the kept game, or engine]"
        ),
    ] = None
    black: Annotated[
        Player | None, Meta(description="Likewise.  [default: as in the kept game, or person]")
    ] = None
    turns: Annotated[
        int, Meta(ge=0, le=1000, description="After so many of both sides the run ends; 0: with the game.")
    ] = 0
    tables: Annotated[str, Meta(description="Folder of the solved game; without one it searches.")] = ""
    calibrate: Annotated[
        bool,
        Meta(
            description="Whether a robot without a file of its own (--robot) finds out at the table how its "
            "camera sits."
        ),
    ] = True
    learn: Annotated[bool, Meta(description="Whether the men's colours are learnt at the start.")] = True
    cameras_hz: Annotated[float, Meta(ge=1, le=30, description="Pictures a second.")] = 5.0
