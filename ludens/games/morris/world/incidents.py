"""What a person did that a robot should notice: written down by the person, for whoever keeps score.

Men that were nudged or put down badly are not among it: how they stand can be seen.
"""

from dataclasses import dataclass
from typing import Literal

IncidentKind = Literal["cheat", "hand in the way", "wrong man"]


@dataclass(frozen=True, slots=True)
class Incident:
    """One of them: when it was begun, and what it was, in words."""

    time_s: float
    kind: IncidentKind
    what: str
