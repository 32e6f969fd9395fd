"""What a trainer does with one robot: shots that the robot takes, or shots at the goal that it keeps.

An exercise lays the ball, puts the robot somewhere, and says how a shot went, by what really happens.
"""

import math
from collections.abc import Callable, Mapping
from typing import Protocol

import numpy as np

from ludens.games.soccer.world.referee_eyes import TouchableField
from ludens.games.soccer.world.shooting_range import ShotResult
from ludens.geometry import Pose2
from ludens.geometry.angles import wrap

Point = tuple[float, float]

NextShot = Callable[[np.random.Generator], tuple[Point, float]]
"""Where the ball lies in the next shot, and the direction in which the robot stands behind it."""
NextBall = Callable[[np.random.Generator], tuple[Point, Point]]
"""Where the ball lies that is rolled at the robot's goal, and at which point it is aimed."""

LONGEST_S = 25.0
"""Of a shot, from the word that it may be taken."""
BEHIND_M, BEHIND_SIGMA_M, TURNED_SIGMA_RAD = 0.30, 0.02, math.radians(4.0)
"""How the robot is put behind the ball."""
MOVED_M, RESTS_MPS, RESTS_S = 0.10, 0.03, 0.6
"""A ball that has moved so far and rests again for so long has been shot."""
HOME_AHEAD_M = 0.35
"""Before the middle of its goal a keeper is put."""
WALKS_S = 9.0
"""For so long a keeper may walk before the ball is rolled."""
SLOWEST_MPS, FASTEST_MPS = 1.6, 2.3
"""Of a ball that is rolled at the goal: as fast as one that our body has kicked."""
SHOT_REWARDS: Mapping[ShotResult, float] = {
    ShotResult.GOAL: 100.0,
    ShotResult.MISS: -100.0,
    ShotResult.MISSED_BALL: -200.0,
}
"""As 001's buttons have them."""
KEEPER_REWARDS: Mapping[ShotResult, float] = {ShotResult.MISS: 100.0, ShotResult.GOAL: -100.0}


class Exercise(Protocol):
    """One kind of training."""

    @property
    def rewards(self) -> Mapping[ShotResult, float]:
        """What the results are worth to the robot."""
        ...

    def lay(self, world: TouchableField, random: np.random.Generator) -> Pose2:
        """Lay the ball, and return where the robot shall be put."""
        ...

    def judge(self, world: TouchableField, time_ns: int, since_s: float) -> ShotResult | None:
        """Return how the shot went, once that is clear; `since_s` after the word that it may begin."""
        ...


class ShotExercise:
    """The robot shoots a ball that is laid before it."""

    rewards = SHOT_REWARDS

    def __init__(self, next_shot: NextShot) -> None:
        self._next_shot = next_shot
        self._laid_m: Point = (0.0, 0.0)
        self._moving_ns = 0

    def lay(self, world: TouchableField, random: np.random.Generator) -> Pose2:
        """Lay the ball; the robot stands behind it, not quite as it should."""
        ball_m, direction_rad = self._next_shot(random)
        off_x, off_y, off_rad = random.standard_normal(3).tolist()
        yaw_rad = direction_rad + TURNED_SIGMA_RAD * off_rad
        world.ball.place(ball_m)
        self._laid_m, self._moving_ns = ball_m, world.physics.time_ns
        return Pose2(*ball_m, yaw_rad) @ Pose2(
            -BEHIND_M + BEHIND_SIGMA_M * off_x, BEHIND_SIGMA_M * off_y, 0.0
        )

    def judge(self, world: TouchableField, time_ns: int, since_s: float) -> ShotResult | None:
        """A goal; a ball that was moved and rests, or is out; or one that nobody has moved for long."""
        ball = world.ball
        if math.hypot(*ball.velocity_mps) > RESTS_MPS:
            self._moving_ns = time_ns
        moved = math.dist(ball.place_m, self._laid_m) > MOVED_M
        began_ns = time_ns - round(since_s * 1e9)
        rests = (time_ns - max(self._moving_ns, began_ns)) * 1e-9 > RESTS_S
        if world.goal() == 1:
            return ShotResult.GOAL
        if moved and (rests or _is_out(world)):
            return ShotResult.MISS
        if since_s > LONGEST_S:
            return ShotResult.MISS if moved else ShotResult.MISSED_BALL
        return None


class KeeperExercise:
    """A ball is laid before the robot's goal, and rolled at it after the robot has taken its place."""

    rewards = KEEPER_REWARDS

    def __init__(self, next_ball: NextBall) -> None:
        self._next_ball = next_ball
        self._velocity_mps: Point = (0.0, 0.0)
        self._rolled_ns: int | None = None

    def lay(self, world: TouchableField, random: np.random.Generator) -> Pose2:
        """Lay the ball, and draw how it will be rolled; the robot begins before the middle of its goal."""
        ball_m, aimed_m = self._next_ball(random)
        direction_rad = math.atan2(aimed_m[1] - ball_m[1], aimed_m[0] - ball_m[0])
        speed_mps = float(random.uniform(SLOWEST_MPS, FASTEST_MPS))
        self._velocity_mps = speed_mps * math.cos(direction_rad), speed_mps * math.sin(direction_rad)
        self._rolled_ns = None
        world.ball.place(ball_m)
        off_rad = TURNED_SIGMA_RAD * float(random.standard_normal())
        return Pose2(HOME_AHEAD_M - world.pitch.half_length_m, 0.0, wrap(off_rad))

    def judge(self, world: TouchableField, time_ns: int, since_s: float) -> ShotResult | None:
        """Roll the ball when it is time; a goal, or a ball that rests or is out."""
        if since_s < WALKS_S:
            return None
        if self._rolled_ns is None:
            self._rolled_ns = time_ns
            world.ball.roll(self._velocity_mps)
            return None
        if world.goal() == -1:
            return ShotResult.GOAL
        rolls_s = (time_ns - self._rolled_ns) * 1e-9
        rests = math.hypot(*world.ball.velocity_mps) < RESTS_MPS
        over = rests or _is_out(world) or rolls_s > LONGEST_S
        return ShotResult.MISS if rolls_s > RESTS_S and over else None


def _is_out(world: TouchableField) -> bool:
    """Whether the ball lies behind a goal line or beside the field."""
    x_m, y_m = world.ball.place_m
    return abs(x_m) > world.pitch.half_length_m + 0.2 or abs(y_m) > world.pitch.half_width_m
