"""The states of whoever keeps the game, and the ways between them, for those who watch."""

from typing import Literal

from ludens.core.behaviour import BehaviourState

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
    ("calibrating", "repairing"),
    ("looking", "waiting"),
    ("looking", "listening"),
    ("looking", "thinking"),
    ("looking", "repairing"),
    ("looking", "asking"),
    ("looking", "over"),
    ("looking", "calibrating"),
    ("waiting", "thinking"),
    ("waiting", "moving"),
    ("waiting", "asking"),
    ("waiting", "looking"),
    ("waiting", "calibrating"),
    ("waiting", "over"),
    ("listening", "moving"),
    ("listening", "asking"),
    ("listening", "looking"),
    ("listening", "over"),
    ("asking", "looking"),
    ("asking", "thinking"),
    ("asking", "waiting"),
    ("asking", "listening"),
    ("thinking", "moving"),
    ("thinking", "asking"),
    ("thinking", "looking"),
    ("moving", "looking"),
    ("repairing", "looking"),
    ("looking", "stopped"),
    ("waiting", "stopped"),
    ("listening", "stopped"),
    ("asking", "stopped"),
    ("thinking", "stopped"),
    ("moving", "stopped"),
    ("repairing", "stopped"),
    ("stopped", "repairing"),
    ("stopped", "looking"),
    ("over", "looking"),
)


def state_keeper() -> BehaviourState[State]:
    """Return one that begins with an unknown table."""
    return BehaviourState(STATES, TRANSITIONS, first="calibrating", reason="The table is not known yet.")
