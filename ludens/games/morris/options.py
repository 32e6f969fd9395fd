"""What a person chooses for a game with the humanoid."""

from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from ludens.games.morris.decide.levels import STRONGEST
from ludens.games.morris.world.habits import Habit
from ludens.messages.morris_game import Colour

Opponent = Literal["person", "human", "robot"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MorrisPlayOptions:
    """Who plays whom, from where, and how the simulated table is."""

    plays: Annotated[
        Literal["white", "black", "referee"] | None,
        Meta(
            description="Whom the robot plays; a referee: nobody.  [default: white, or as in the kept game]"
        ),
    ] = None
    opponent: Annotated[
        Opponent | None,
        Meta(
            description="A simulated person; you, in the studio; or a second robot at the same table.  "
            "[default: person, or as in the kept game]"
        ),
    ] = None
    person: Annotated[
        Habit, Meta(description="How the simulated person is: perfect, average, clumsy or cheating.")
    ] = "average"
    level: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=STRONGEST,
                description="Of the robot: child to perfect.  [default: 8, or as in the kept game]",
            ),
        ]
        | None
    ) = None
    directed: Annotated[
        bool, Meta(description="Whether you choose the robot's turns too, by text in the studio.")
    ] = False
    turns: Annotated[
        int, Meta(ge=0, le=1000, description="After so many of both sides the run ends; 0: with the game.")
    ] = 0
    tables: Annotated[str, Meta(description="Folder of the solved game; without one it searches.")] = ""
    games: Annotated[
        str, Meta(description="File in which games are kept turn by turn; without one they are not.")
    ] = ""
    resume: Annotated[bool, Meta(description="Go on with the last game in that file.")] = False
    position: Annotated[
        str,
        Meta(
            description="Men stand so at the start, as a FEN. The robot looks and goes on from there; it is "
            "told only what cannot be seen: who is to move, men in hand, turns without a mill."
        ),
    ] = ""
    calibrate: Annotated[
        bool,
        Meta(
            description="Whether a robot without a file of its own (--robot) finds out at the table how its "
            "camera sits."
        ),
    ] = True
    learn: Annotated[bool, Meta(description="Whether the men's colours are learnt at the start.")] = True
    cameras_hz: Annotated[float, Meta(ge=1, le=30, description="Pictures a second.")] = 5.0
    noise: Annotated[str, Meta(description="off, default, harsh, or the path of a TOML file.")] = "default"

    def robot_sides(self) -> tuple[Colour, ...] | None:
        """Whom the robot plays, if somebody has said so."""
        if self.plays is None:
            return None
        return () if self.plays == "referee" else (self.plays,)
