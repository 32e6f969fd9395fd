"""What can be learnt: a task gives states, actions and rewards; who learns does not know the world behind.

Rewards are those of the robot's buttons: 100 for a goal, -100 for a miss, -200 for a missed ball.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ludens.games.soccer.learning.lessons import GOAL_M, KEEPING, SHOOT, SHOOTING, BallCells
from ludens.games.soccer.world.exercises import SHOT_REWARDS
from ludens.games.soccer.world.shooting_range import ShootingRange, ShotResult
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

    LESSON = SHOOTING["three"]

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
        return ActionOutcome(SHOT_REWARDS[result], success=result is ShotResult.GOAL)

    def usual(self, state: State) -> str:
        return f"{SHOOT}0"


class WhereToShootFrom:
    """The field before a goal in cells, a keeper in its middle: shoot from here, or bring the ball elsewhere?

    A state is a cell: metres before the goal, and to the side. The field is the same to the left and to the
    right, so what is learnt on one side counts for the other. Bringing the ball to a neighbouring cell costs
    time, and succeeds as often as our dribbling does.
    """

    LESSON = SHOOTING["field"]
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
        return ActionOutcome(SHOT_REWARDS[result], success=result is ShotResult.GOAL)

    def usual(self, state: State) -> str:
        return f"{SHOOT}0"

    def _moved(self, state: State, move: str) -> State | None:
        column, row = (int(part) + step for part, step in zip(state, MOVES[move], strict=True))
        after = (float(column), float(row))
        return after if after in self.LESSON.states else None


def _mirrored(place_m: tuple[float, float]) -> tuple[float, float]:
    """Return the same place before the other goal."""
    return -place_m[0], place_m[1]


def _any_of(lesson: BallCells, random: np.random.Generator) -> State:
    """Draw a cell."""
    return float(random.integers(len(lesson.xs_m))), float(random.integers(len(lesson.ys_m)))


class WhereToKeep:
    """The same field from the keeper's side: where before its goal does it stand, by where the ball lies?

    Shots go anywhere into the goal. A goal costs 100, anything else gains 100. Left and right are the same
    again. The lesson has the own goal at -x, the range its goal at x: they are mirror images.
    """

    LESSON = KEEPING

    def __init__(self, *, noise: str, seed: int) -> None:
        self._range = ShootingRange(noise=noise, seed=seed)
        self._random = np.random.default_rng((seed, 2))

    def begin(self) -> State:
        return _any_of(self.LESSON, self._random)

    def actions(self, state: State) -> Sequence[str]:
        return self.LESSON.actions

    def act(self, state: State, action: str) -> ActionOutcome:
        lesson, side = self.LESSON, 1.0 if self._random.random() < 0.5 else -1.0
        keeper = lesson.stand(lesson.place_m(state, side), action, side)
        ball_m = _mirrored(lesson.place_m(state, side))
        aimed_y_m = float(self._random.uniform(-lesson.aimed_y_m, lesson.aimed_y_m))
        direction_rad = math.atan2(aimed_y_m - ball_m[1], GOAL_M[0] - ball_m[0])
        keeper_m = _mirrored((keeper.x_m, keeper.y_m))
        kept = self._range.shoot(ball_m, direction_rad, keeper_m=keeper_m) is not ShotResult.GOAL
        return ActionOutcome(100.0 if kept else -100.0, success=kept)

    def usual(self, state: State) -> str:
        return self.LESSON.actions[0]  # in the goal's middle


TASKS: dict[str, type[ThreePlaces] | type[WhereToShootFrom] | type[WhereToKeep]] = {
    "toy": ThreePlaces,
    "shot": WhereToShootFrom,
    "keeper": WhereToKeep,
}
