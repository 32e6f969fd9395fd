"""The states of whoever keeps the game at the table, and the ways between them, for those who watch."""

from typing import Literal

from ludens.core.behaviour import BehaviourState

State = Literal["init", "look", "decide", "execute", "wait", "put right", "help", "end"]
STATES: tuple[State, ...] = ("init", "look", "decide", "execute", "wait", "put right", "help", "end")
TRANSITIONS: tuple[tuple[State, State], ...] = (
    ("init", "look"),
    ("init", "decide"),
    ("init", "wait"),
    ("init", "help"),
    ("init", "end"),
    ("look", "decide"),
    ("look", "execute"),
    ("look", "wait"),
    ("look", "put right"),
    ("look", "help"),
    ("look", "end"),
    ("decide", "look"),
    ("decide", "execute"),
    ("decide", "help"),
    ("decide", "end"),
    ("execute", "look"),
    ("execute", "wait"),
    ("execute", "help"),
    ("execute", "end"),
    ("wait", "look"),
    ("wait", "help"),
    ("wait", "end"),
    ("put right", "look"),
    ("put right", "help"),
    ("put right", "end"),
    ("help", "init"),
    ("help", "look"),
    ("help", "decide"),
    ("help", "execute"),
    ("help", "wait"),
    ("help", "put right"),
    ("help", "end"),
)


def state_keeper() -> BehaviourState[State]:
    """Return one that has yet to begin."""
    return BehaviourState(STATES, TRANSITIONS, first="init", reason="Nobody has ordered a game yet.")
