"""What can be learnt: a task gives states, actions and rewards; who learns does not know the world behind.

Rewards are those of the robot's buttons: 100 for a goal, -100 for a miss, -200 for a missed ball.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ludens.games.soccer.world.shooting_range import GOAL_M, ShootingRange, ShotResult
from ludens.planning.q_learning import State

REWARDS = {ShotResult.GOAL: 100.0, ShotResult.MISS: -100.0, ShotResult.MISSED_BALL: -200.0}
AIMS_DEG = (-20, -10, 0, 10, 20)
"""Of a shot, from the goal's middle, positive to the left."""
SHOOT = "shoot "
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

    PLACES_Y_M = (-0.6, 0.0, 0.6)
    X_M = 1.0
    AIMS_RAD = tuple(math.radians(degrees) for degrees in (-25, 0, 25))

    def __init__(self, *, noise: str, seed: int) -> None:
        self._range = ShootingRange(noise=noise, seed=seed)
        self._random = np.random.default_rng((seed, 2))

    def begin(self) -> State:
        return (float(self._random.integers(len(self.PLACES_Y_M))),)

    def actions(self, state: State) -> Sequence[str]:
        return ("right", "ahead", "left")

    def act(self, state: State, action: str) -> ActionOutcome:
        aim_rad = self.AIMS_RAD[self.actions(state).index(action)]
        result = self._range.shoot((self.X_M, self.PLACES_Y_M[int(state[0])]), aim_rad)
        return ActionOutcome(REWARDS[result], success=result is ShotResult.GOAL)

    def usual(self, state: State) -> str:
        return "ahead"


class WhereToShootFrom:
    """The field before a goal in cells, a keeper in its middle: shoot from here, or bring the ball elsewhere?

    A state is a cell: metres before the goal, and to the side. The field is the same to the left and to the
    right, so what is learnt on one side counts for the other. Bringing the ball to a neighbouring cell costs
    time, and succeeds as often as our dribbling does.
    """

    XS_M, YS_M = (0.5, 1.0, 1.5, 2.0), (0.0, 0.5, 1.0, 1.5)
    KEEPER_M = (GOAL_M[0] - 0.15, 0.0)
    MOVE_REWARD, MOVE_SUCCEEDS, MOST_MOVES = -8.0, 0.9, 6
    SHOTS = tuple(f"{SHOOT}{degrees}" for degrees in AIMS_DEG)

    def __init__(self, *, noise: str, seed: int) -> None:
        self._range = ShootingRange(noise=noise, seed=seed)
        self._random = np.random.default_rng((seed, 2))
        self._moves = 0

    def begin(self) -> State:
        self._moves = 0
        return float(self._random.integers(len(self.XS_M))), float(self._random.integers(len(self.YS_M)))

    def actions(self, state: State) -> Sequence[str]:
        if self._moves >= self.MOST_MOVES:
            return self.SHOTS
        return (*self.SHOTS, *(move for move in MOVES if self._moved(state, move) is not None))

    def act(self, state: State, action: str) -> ActionOutcome:
        if not action.startswith(SHOOT):
            self._moves += 1
            moved = self._moved(state, action) if self._random.random() < self.MOVE_SUCCEEDS else None
            return ActionOutcome(self.MOVE_REWARD, after=moved or state)
        side = 1.0 if self._random.random() < 0.5 else -1.0
        ball_m = self.XS_M[int(state[0])], side * self.YS_M[int(state[1])]
        to_goal_rad = math.atan2(GOAL_M[1] - ball_m[1], GOAL_M[0] - ball_m[0])
        aim_rad = side * math.radians(float(action.removeprefix(SHOOT)))
        result = self._range.shoot(ball_m, to_goal_rad + aim_rad, keeper_m=self.KEEPER_M)
        return ActionOutcome(REWARDS[result], success=result is ShotResult.GOAL)

    def usual(self, state: State) -> str:
        return f"{SHOOT}0"

    def _moved(self, state: State, move: str) -> State | None:
        column, row = (int(part) + step for part, step in zip(state, MOVES[move], strict=True))
        inside = 0 <= column < len(self.XS_M) and 0 <= row < len(self.YS_M)
        return (float(column), float(row)) if inside else None


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
