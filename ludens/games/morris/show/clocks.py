"""How much time each side has used: to decide, and to have its turn made on the board."""

from dataclasses import dataclass, field

from ludens.games.morris.rules import Side

DECIDES = ("wait", "decide", "put right")
IS_MADE = ("execute", "help")


@dataclass(slots=True)
class Clocks:
    """Both clocks, told the state again and again."""

    used_s: dict[Side, float] = field(default_factory=lambda: dict.fromkeys(Side, 0.0))
    running: Side | None = None
    _before_s: float | None = None

    def pass_time(self, time_s: float, *, state: str, turn: Side) -> None:
        """Charge the time since the last call, then see whose clock runs from now on."""
        if self._before_s is not None and self.running is not None:
            self.used_s[self.running] += max(0.0, time_s - self._before_s)
        self._before_s = time_s
        self.running = turn if state in DECIDES else turn.other if state in IS_MADE else None
