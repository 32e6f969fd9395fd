"""How a game stands, as it is shown to people: two sides, a clock, and what is going on in one sentence."""

from msgspec import Struct


class Scoreboard(Struct, frozen=True, kw_only=True):
    """What stands above a field."""

    sides: tuple[str, str]
    scores: tuple[int, int]
    clock_s: float | None  # until the end; None: there is no end
    second_clock: str = ""  # what else is counted: time in play, a free kick's seconds
    colours: tuple[str, str] = ("", "")  # of the sides
    doing: str  # what the robot does, in words
    reason: str = ""  # why
    results: tuple[str, ...] = ()  # the goals so far, in words
