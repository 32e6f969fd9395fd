"""What a world of Nine Men's Morris holds at the beginning."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.geometry import Pose2
from ludens.messages.morris_table import SeenMan
from ludens.table.board_game import Colour
from ludens.table.person import Character

BOTH_EYES = ("top/camera", "bottom/camera")
STAND_BACK_M = 0.14
"""From the table's edge to the torso's shadow: toes are under the table, the body clear of it."""


def station_at(side: int, *, back_m: float = STAND_BACK_M, measures: MorrisMeasures | None = None) -> Pose2:
    """Where a robot stands at the middle of a side, this far behind the table's edge."""
    return (measures or MorrisMeasures()).board_from_side(side) @ Pose2(-back_m, 0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class MorrisWorldOptions:
    """The table and what is on it, the robots at it, and how well they see."""

    noise: str | Path = "default"
    measures: MorrisMeasures = field(default_factory=MorrisMeasures)
    """As robots are told them; noise may say how far the real table and men are off."""
    stations: tuple[Pose2, ...] = (station_at(0),)
    """Where the shadow of each robot's torso is on the board at the start."""
    men: Mapping[int, int] = field(default_factory=dict)  # colour (0 or 1) by point
    strays: tuple[SeenMan, ...] = ()  # men that stand anywhere else; colour -1 is a third colour
    render: bool = True  # whether there are camera pictures
    eyes: tuple[str, ...] = BOTH_EYES  # of which cameras, if there are any
    camera_hz: float | None = None  # pictures a second; None leaves it to the noise file
    person: Character | None = None  # how the simulated person is, if there is one
    person_told: tuple[Colour, ...] = ()  # the sides whose turns somebody else tells that person
    stiffness: float = 1.0  # at the start, until a command says otherwise
