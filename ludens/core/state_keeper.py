"""The present state of somebody who keeps a game: since when and why, told to those who watch."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from ludens.messages import StateReport

StateT = TypeVar("StateT", bound=str)
REPEAT_S = 1.0
"""How often an unchanged state is told again."""


class StateKeeper(Generic[StateT]):
    """One of some states, with the ways between them for those who draw it."""

    def __init__(
        self,
        states: Sequence[StateT],
        transitions: Sequence[tuple[StateT, StateT]],
        *,
        first: StateT,
        reason: str,
    ) -> None:
        self._states, self._transitions = tuple(states), tuple(transitions)
        self.state: StateT = first
        self.since_s = 0.0
        self.reason = reason
        self._told_s: float | None = None

    def enter(self, state: StateT, time_s: float, reason: str) -> None:
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
            states=self._states,
            transitions=self._transitions,
        )
