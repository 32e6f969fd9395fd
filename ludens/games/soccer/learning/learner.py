"""Somebody who learns a task, episode by episode, and can be tried without learning."""

from collections.abc import Callable

import numpy as np

from ludens.games.soccer.learning.tasks import LearningTask
from ludens.planning.q_learning import ActionPolicy, QTable, State, chosen

Choice = Callable[[State], str]


class Learner:
    """Plays a task with a table and a policy."""

    def __init__(
        self,
        task: LearningTask,
        policy: ActionPolicy,
        random: np.random.Generator,
        table: QTable | None = None,
    ) -> None:
        self.table = QTable() if table is None else table
        self._task, self._policy, self._random = task, policy, random

    def practise(self, episodes: int) -> None:
        """Play so many episodes and learn from each action."""
        task, table = self._task, self.table
        for _ in range(episodes):
            state: State | None = task.begin()
            while state is not None:
                actions = task.actions(state)
                action = actions[chosen(table.values(state, actions), self._policy, self._random)]
                outcome = task.act(state, action)
                after = outcome.after
                table.learn(
                    state,
                    action,
                    outcome.reward,
                    after=after,
                    actions_after=() if after is None else task.actions(after),
                )
                state = after

    def learnt(self, state: State) -> str:
        """Return the best action so far."""
        return self.table.best(state, self._task.actions(state))

    def by_chance(self, state: State) -> str:
        """Return any action."""
        return str(self._random.choice(np.array(self._task.actions(state))))


def success_rate(task: LearningTask, choose: Choice, episodes: int) -> float:
    """Return the share of episodes that end in success, without learning from them."""
    successes = 0
    for _ in range(episodes):
        state: State | None = task.begin()
        while state is not None:
            outcome = task.act(state, choose(state))
            state, successes = outcome.after, successes + outcome.success
    return successes / episodes
