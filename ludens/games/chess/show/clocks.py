"""How much time each side has used: to think, and to have its move made on the board."""

from dataclasses import dataclass, field

import chess

DECIDES = ("waiting", "listening", "asking", "thinking")
"""States in which the clock of the side to move runs."""
IS_MADE = ("moving",)
"""States in which that of the other side runs: its move, already in the record, is being made."""


@dataclass(slots=True)
class Clocks:
    """Both clocks, told the state again and again."""

    used_s: dict[chess.Color, float] = field(default_factory=lambda: dict.fromkeys(chess.COLORS, 0.0))
    running: chess.Color | None = None
    _before_s: float | None = None

    def pass_time(self, time_s: float, *, state: str, turn: chess.Color) -> None:
        """Charge the time since the last call, then see whose clock runs from now on."""
        if self._before_s is not None and self.running is not None:
            self.used_s[self.running] += max(0.0, time_s - self._before_s)
        self._before_s = time_s
        self.running = turn if state in DECIDES else not turn if state in IS_MADE else None
