"""What can be learnt: a task gives states, actions and rewards; who learns does not know the world behind.

Rewards are those of the robot's buttons: 100 for a goal, -100 for a miss, -200 for a missed ball.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ludens.games.soccer.learning.lessons import GOAL_M, LESSONS, SHOOT, ShotLesson
from ludens.games.soccer.world.shooting_range import ShootingRange, ShotResult
from ludens.games.soccer.world.trainer import REWARDS
from ludens.planning.q_learning import State

MOVES = {"nearer": (1, 0), "back": (-1, 0), "to the middle": (0, -1), "outwards": (0, 1)}
"""Steps over cells: towards the goal, and to the side."""


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """What an action brought: where it led, and when it ended everything, whether that was a success."""

    reward: float
    after: State | None = None
    success: bool = False


class LearningTask(Protocol):
    """Something to learn."""

    def begin(self) -> State:
        """Return where the next episode begins, by chance."""
        ...

    def actions(self, state: State) -> Sequence[str]:
        """Return what can be done in a state."""
        ...

    def act(self, state: State, action: str) -> ActionOutcome:
        """Do it."""
        ...

    def usual(self, state: State) -> str:
        """Return what the fixed policy does, which is to be beaten."""
        ...


class ThreePlaces:
    """The toy: three places in a row before the empty goal, three directions to shoot in.

    From the outer places the outward shot cannot hit.
    """

    LESSON = LESSONS["three"]

    def __init__(self, *, noise: str, seed: int) -> None:
        self._range = ShootingRange(noise=noise, seed=seed)
        self._random = np.random.default_rng((seed, 2))

    def begin(self) -> State:
        return _any_of(self.LESSON, self._random)

    def actions(self, state: State) -> Sequence[str]:
        return self.LESSON.actions

    def act(self, state: State, action: str) -> ActionOutcome:
        ball_m = self.LESSON.place_m(state)
        result = self._range.shoot(ball_m, self.LESSON.direction_rad(ball_m, action))
        return ActionOutcome(REWARDS[result], success=result is ShotResult.GOAL)

    def usual(self, state: State) -> str:
        return f"{SHOOT}0"


class WhereToShootFrom:
    """The field before a goal in cells, a keeper in its middle: shoot from here, or bring the ball elsewhere?

    A state is a cell: metres before the goal, and to the side. The field is the same to the left and to the
    right, so what is learnt on one side counts for the other. Bringing the ball to a neighbouring cell costs
    time, and succeeds as often as our dribbling does.
    """

    LESSON = LESSONS["field"]
    MOVE_REWARD, MOVE_SUCCEEDS, MOST_MOVES = -8.0, 0.9, 6

    def __init__(self, *, noise: str, seed: int) -> None:
        self._range = ShootingRange(noise=noise, seed=seed)
        self._random = np.random.default_rng((seed, 2))
        self._moves = 0

    def begin(self) -> State:
        self._moves = 0
        return _any_of(self.LESSON, self._random)

    def actions(self, state: State) -> Sequence[str]:
        shots = self.LESSON.actions
        if self._moves >= self.MOST_MOVES:
            return shots
        return (*shots, *(move for move in MOVES if self._moved(state, move) is not None))

    def act(self, state: State, action: str) -> ActionOutcome:
        if not action.startswith(SHOOT):
            self._moves += 1
            moved = self._moved(state, action) if self._random.random() < self.MOVE_SUCCEEDS else None
            return ActionOutcome(self.MOVE_REWARD, after=moved or state)
        lesson, side = self.LESSON, 1.0 if self._random.random() < 0.5 else -1.0
        ball_m = lesson.place_m(state, side)
        direction_rad = lesson.direction_rad(ball_m, action, side)
        result = self._range.shoot(ball_m, direction_rad, keeper_m=lesson.keeper_m)
        return ActionOutcome(REWARDS[result], success=result is ShotResult.GOAL)

    def usual(self, state: State) -> str:
        return f"{SHOOT}0"

    def _moved(self, state: State, move: str) -> State | None:
        column, row = (int(part) + step for part, step in zip(state, MOVES[move], strict=True))
        after = (float(column), float(row))
        return after if after in self.LESSON.states else None


def _any_of(lesson: ShotLesson, random: np.random.Generator) -> State:
    """Draw a cell."""
    return float(random.integers(len(lesson.xs_m))), float(random.integers(len(lesson.ys_m)))


class WhereToKeep:
    """The same field from the keeper's side: where before its goal does it stand, by where the ball lies?

    Shots go anywhere into the goal. A goal costs 100, anything else gains 100. Left and right are the same
    again: a place to the side is on the ball's side.
    """

    XS_M, YS_M = (0.75, 1.75), (0.0, 0.5, 1.0, 1.5)
    AHEAD_M, ASIDE_M = (0.15, 0.35, 0.6), (0.0, 0.2, 0.4)
    AIMED_Y_M = 0.55

    def __init__(self, *, noise: str, seed: int) -> None:
        self._range = ShootingRange(noise=noise, seed=seed)
        self._random = np.random.default_rng((seed, 2))
        self._places = {
            f"{ahead_m:.2f} m ahead, {aside_m:.1f} m aside": (GOAL_M[0] - ahead_m, aside_m)
            for ahead_m in self.AHEAD_M
            for aside_m in self.ASIDE_M
        }

    def begin(self) -> State:
        return float(self._random.integers(len(self.XS_M))), float(self._random.integers(len(self.YS_M)))

    def actions(self, state: State) -> Sequence[str]:
        return tuple(self._places)

    def act(self, state: State, action: str) -> ActionOutcome:
        side = 1.0 if self._random.random() < 0.5 else -1.0
        ball_m = self.XS_M[int(state[0])], side * self.YS_M[int(state[1])]
        aimed_y_m = float(self._random.uniform(-self.AIMED_Y_M, self.AIMED_Y_M))
        direction_rad = math.atan2(aimed_y_m - ball_m[1], GOAL_M[0] - ball_m[0])
        x_m, y_m = self._places[action]
        kept = self._range.shoot(ball_m, direction_rad, keeper_m=(x_m, side * y_m)) is not ShotResult.GOAL
        return ActionOutcome(100.0 if kept else -100.0, success=kept)

    def usual(self, state: State) -> str:
        return next(iter(self._places))  # in the goal's middle


TASKS: dict[str, type[ThreePlaces] | type[WhereToShootFrom] | type[WhereToKeep]] = {
    "toy": ThreePlaces,
    "shot": WhereToShootFrom,
    "keeper": WhereToKeep,
}
