"""The states of whoever keeps the game at the table, and the ways between them, for those who watch."""

from typing import Literal

from ludens.core.behaviour import BehaviourState

State = Literal["init", "look", "decide", "execute", "wait", "put right", "help", "over"]
STATES: tuple[State, ...] = ("init", "look", "decide", "execute", "wait", "put right", "help", "over")
TRANSITIONS: tuple[tuple[State, State], ...] = (
    ("init", "look"),
    ("init", "decide"),
    ("init", "wait"),
    ("init", "help"),
    ("init", "over"),
    ("look", "decide"),
    ("look", "execute"),
    ("look", "wait"),
    ("look", "put right"),
    ("look", "help"),
    ("look", "over"),
    ("decide", "look"),
    ("decide", "execute"),
    ("decide", "help"),
    ("decide", "over"),
    ("execute", "look"),
    ("execute", "wait"),
    ("execute", "help"),
    ("execute", "over"),
    ("wait", "look"),
    ("wait", "help"),
    ("wait", "over"),
    ("put right", "look"),
    ("put right", "help"),
    ("put right", "over"),
    ("help", "init"),
    ("help", "look"),
    ("help", "decide"),
    ("help", "execute"),
    ("help", "wait"),
    ("help", "put right"),
    ("help", "over"),
)


def state_keeper() -> BehaviourState[State]:
    """Return one that has yet to begin."""
    return BehaviourState(STATES, TRANSITIONS, first="init", reason="Nobody has ordered a game yet.")
