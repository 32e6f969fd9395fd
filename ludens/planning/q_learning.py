"""Q-learning with a table: how good an action is in a state, learnt from rewards.

A state is any tuple of numbers, an action a text. The table grows with what is met; three policies choose
from it. A table can be kept in a file, continued, and begun anew by leaving the file out.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np

from ludens.core.foreign import reading
from ludens.messages.learning import QValue

State = tuple[float, ...]

FORMAT = "ludens q-table 1"


class ActionPolicy(Protocol):
    """Says how likely each action is, by its value."""

    def probabilities(self, values: Sequence[float]) -> list[float]:
        """Return one probability for each value."""
        ...


@dataclass(frozen=True, slots=True)
class Softmax:
    """By the exponential of the value: bad actions are hardly ever tried again."""

    temperature: float = 20.0

    def probabilities(self, values: Sequence[float]) -> list[float]:
        best = max(values)
        weights = [math.exp((value - best) / self.temperature) for value in values]
        return [weight / sum(weights) for weight in weights]


@dataclass(frozen=True, slots=True)
class EpsilonGreedy:
    """The best action, now and then any."""

    epsilon: float = 0.1

    def probabilities(self, values: Sequence[float]) -> list[float]:
        best = [value == max(values) for value in values]
        any_one = self.epsilon / len(values)
        return [any_one + (1.0 - self.epsilon) * is_best / sum(best) for is_best in best]


@dataclass(frozen=True, slots=True)
class EpsilonSoft:
    """No action is ever less likely than its share of epsilon; the rest goes by softmax."""

    epsilon: float = 0.1
    temperature: float = 20.0

    def probabilities(self, values: Sequence[float]) -> list[float]:
        any_one = self.epsilon / len(values)
        soft = Softmax(self.temperature).probabilities(values)
        return [any_one + (1.0 - self.epsilon) * share for share in soft]


POLICIES: dict[str, ActionPolicy] = {
    "softmax": Softmax(),
    "epsilon-greedy": EpsilonGreedy(),
    "epsilon-soft": EpsilonSoft(),
}


def chosen(values: Sequence[float], policy: ActionPolicy, random: np.random.Generator) -> int:
    """Draw the number of an action by a policy."""
    return int(random.choice(len(values), p=policy.probabilities(values)))


class _QFile(msgspec.Struct):
    format: str
    entries: list[QValue]


class QTable:
    """Values of actions in states. What was never tried has the value `initial`.

    The first rewards of an action are averaged; later ones count for at least `least_rate`, so that a world
    that changes is followed.
    """

    def __init__(self, *, initial: float = 0.0, discount: float = 0.9, least_rate: float = 0.1) -> None:
        self._initial, self._discount, self._least_rate = initial, discount, least_rate
        self._entries: dict[tuple[State, str], QValue] = {}

    def __len__(self) -> int:
        """How many actions were tried at least once."""
        return len(self._entries)

    def value(self, state: State, action: str) -> float:
        """Return how good an action is in a state."""
        entry = self._entries.get((state, action))
        return self._initial if entry is None else entry.value

    def values(self, state: State, actions: Sequence[str]) -> list[float]:
        """Return how good each action is."""
        return [self.value(state, action) for action in actions]

    def best(self, state: State, actions: Sequence[str]) -> str:
        """Return the best action; the first of equals."""
        return max(actions, key=lambda action: self.value(state, action))

    def visits(self, state: State, action: str) -> int:
        """Return how often an action was tried in a state."""
        entry = self._entries.get((state, action))
        return 0 if entry is None else entry.visits

    def learn(
        self,
        state: State,
        action: str,
        reward: float,
        *,
        after: State | None = None,
        actions_after: Sequence[str] = (),
    ) -> None:
        """Take in the reward of an action, and the state it led to; without one, everything ended there."""
        target = reward
        if after is not None and actions_after:
            target += self._discount * max(self.values(after, actions_after))
        visits, value = 1 + self.visits(state, action), self.value(state, action)
        value += max(self._least_rate, 1.0 / visits) * (target - value)
        self._entries[state, action] = QValue(state, action, value, visits)

    @property
    def entries(self) -> tuple[QValue, ...]:
        """Everything that was tried at least once."""
        return tuple(self._entries.values())

    def put(self, entries: Iterable[QValue]) -> None:
        """Know this from now on, and nothing else."""
        self._entries = {(entry.state, entry.action): entry for entry in entries}

    def save(self, path: Path) -> None:
        """Write the table; the file is whole or not there."""
        content = msgspec.json.encode(_QFile(FORMAT, list(self._entries.values())))
        beside = path.with_name(path.name + ".part")
        beside.write_bytes(content)
        beside.replace(path)

    def load(self, path: Path) -> None:
        """Continue with a table that was kept."""
        with reading(f"The learnt table '{path}'", remedy="Leave it out to begin anew."):
            kept = msgspec.json.decode(path.read_bytes(), type=_QFile)
            if kept.format != FORMAT:
                raise ValueError(f"its format is '{kept.format}', expected '{FORMAT}'")
            if not all(math.isfinite(entry.value) and entry.visits > 0 for entry in kept.entries):
                raise ValueError("it holds values that are no numbers")
        self.put(kept.entries)
