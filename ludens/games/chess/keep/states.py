"""The states of whoever keeps the game, and the ways between them, for those who watch."""

from typing import Literal

from ludens.messages import StateReport

State = Literal[
    "calibrating",
    "looking",
    "waiting",
    "listening",
    "asking",
    "thinking",
    "moving",
    "repairing",
    "stopped",
    "over",
]
STATES: tuple[State, ...] = (
    "calibrating",
    "looking",
    "waiting",
    "listening",
    "asking",
    "thinking",
    "moving",
    "repairing",
    "stopped",
    "over",
)
TRANSITIONS: tuple[tuple[State, State], ...] = (
    ("calibrating", "looking"),
    ("looking", "waiting"),
    ("looking", "listening"),
    ("looking", "thinking"),
    ("looking", "repairing"),
    ("looking", "asking"),
    ("looking", "over"),
    ("waiting", "thinking"),
    ("waiting", "moving"),
    ("waiting", "asking"),
    ("listening", "moving"),
    ("listening", "asking"),
    ("asking", "looking"),
    ("asking", "thinking"),
    ("thinking", "moving"),
    ("thinking", "asking"),
    ("moving", "looking"),
    ("repairing", "looking"),
    ("moving", "stopped"),
    ("repairing", "stopped"),
    ("stopped", "looking"),
)
REPEAT_S = 1.0
"""How often an unchanged state is told again."""


class StateKeeper:
    """The present state, since when and why."""

    def __init__(self) -> None:
        self.state: State = "calibrating"
        self.since_s = 0.0
        self.reason = "The table is not known yet."
        self._told_s: float | None = None

    def enter(self, state: State, time_s: float, reason: str) -> None:
        """Go to a state; the same one again begins anew."""
        self.state, self.since_s, self.reason = state, time_s, reason
        self._told_s = None

    def report(self, time_s: float) -> StateReport | None:
        """What onlookers are told: at once when it changes, then now and then."""
        if self._told_s is not None and time_s - self._told_s < REPEAT_S:
            return None
        self._told_s = time_s
        return StateReport(
            time_s=time_s,
            state=self.state,
            since_s=self.since_s,
            reason=self.reason,
            states=STATES,
            transitions=TRANSITIONS,
        )
