"""How different people handle men: a careful one, an average one, a clumsy one, one who cheats."""

from dataclasses import dataclass
from typing import Literal

Habit = Literal["perfect", "average", "clumsy", "cheating"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How somebody plays and handles men. Rates are per turn."""

    level: int  # of play, as the mind has them
    place_sigma_m: float = 0.002  # how far off its point a man is put
    turn_sigma_rad: float = 0.08
    grip_sigma_m: float = 0.001  # how far off the middle between the robot's fingers a man is held
    nudge_rate: float = 0.0  # moves another man by mistake, a little
    lingers_rate: float = 0.0  # leaves the hand over the board for a while
    forgets_rate: float = 0.0  # to say that the turn is done, for a while
    wrong_man_rate: float = 0.0  # hands over a man of the other colour
    cheat_rate: float = 0.0
    answers: bool = True  # whether anybody is there at all


HABITS: dict[Habit, Habits] = {
    "perfect": Habits(level=10, place_sigma_m=0.001, turn_sigma_rad=0.04),
    "average": Habits(level=4, nudge_rate=0.03, lingers_rate=0.05),
    "clumsy": Habits(
        level=3,
        place_sigma_m=0.0045,
        turn_sigma_rad=0.3,
        grip_sigma_m=0.002,
        nudge_rate=0.25,
        lingers_rate=0.2,
        forgets_rate=0.15,
        wrong_man_rate=0.1,
    ),
    "cheating": Habits(level=4, cheat_rate=0.35),
}
