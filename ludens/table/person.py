"""A simulated person at a table: one set of characters for all games, and how fast a person reacts."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

Character = Literal["perfect", "average", "clumsy", "cheating"]
LOOKS_NS = 100_000_000
"""How often a person looks up."""
ANSWERS_S = (0.6, 1.8)
"""How long it takes a person to begin, from and to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandlingHabits:
    """How a person handles pieces. Rates are per turn."""

    place_sigma_m: float  # how far off the middle of its place a piece is put
    turn_sigma_rad: float
    lingers_rate: float = 0.0  # leaves the hand over the board for a while
    cheat_rate: float = 0.0


class PersonReaction:
    """When a person acts: looks up now and then, and begins after a moment of thought."""

    def __init__(self, random: np.random.Generator) -> None:
        self._random = random
        self._acts_ns: int | None = None

    def is_due(self, time_ns: int, *, called: bool) -> bool:
        """Whether the person acts now; ask only at times when it looks up (`LOOKS_NS`)."""
        if not called:
            self._acts_ns = None
            return False
        if self._acts_ns is None:
            self._acts_ns = time_ns + round(self._random.uniform(*ANSWERS_S) * 1e9)
            return False
        if time_ns < self._acts_ns:
            return False
        self._acts_ns = None
        return True
