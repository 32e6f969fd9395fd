"""How the characters of simulated persons handle men, and what they do that a robot should notice."""

from dataclasses import dataclass
from typing import Literal

from ludens.table.person import Character, HandlingHabits

IncidentKind = Literal["cheat", "hand in the way", "wrong man"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MorrisHabits(HandlingHabits):
    """How a person plays and handles men."""

    level: int  # of play
    place_sigma_m: float = 0.002
    turn_sigma_rad: float = 0.08
    grip_sigma_m: float = 0.001  # how far off the middle between the robot's fingers a man is held
    nudge_rate: float = 0.0  # moves another man by mistake, a little
    forgets_rate: float = 0.0  # to say that the turn is done, for a while
    wrong_man_rate: float = 0.0  # hands over a man of the other colour
    answers: bool = True  # whether anybody is there at all


HABITS: dict[Character, MorrisHabits] = {
    "perfect": MorrisHabits(level=10, place_sigma_m=0.001, turn_sigma_rad=0.04),
    "average": MorrisHabits(level=4, nudge_rate=0.03, lingers_rate=0.05),
    "clumsy": MorrisHabits(
        level=3,
        place_sigma_m=0.0045,
        turn_sigma_rad=0.3,
        grip_sigma_m=0.002,
        nudge_rate=0.25,
        lingers_rate=0.2,
        forgets_rate=0.15,
        wrong_man_rate=0.1,
    ),
    "cheating": MorrisHabits(level=4, cheat_rate=0.35),
}


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that a robot should notice: when it was begun, and what it was, in words.

    Men that were nudged or put down badly are not among it: how they stand can be seen.
    """

    time_s: float
    kind: IncidentKind
    what: str
