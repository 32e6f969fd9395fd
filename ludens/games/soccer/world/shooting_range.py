"""Shots at a goal in the flat world: one robot stands behind the ball and kicks, another may stand before it.

The field is that of 2011. The kick is that of our body, measured with the ball of 2019.
"""

import math
from enum import StrEnum

import numpy as np

from ludens.games.soccer.world.soccer_world import goal_at
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2011
from ludens.messages import KickRequest
from ludens.motion.kick import best_place_m
from ludens.sim.flat.world import STEP_NS, FlatWorld, FlatWorldOptions

Point = tuple[float, float]

STANCE_SIGMA_M, STANCE_SIGMA_RAD = 0.012, math.radians(3.0)
"""How well the robot stands behind the ball, by its own eyes: the slack that our striker allows itself."""
AWAY = Pose2(-2.5, 1.5, 0.0)
LONGEST_NS = 15_000_000_000
LOOK_NS = 5 * STEP_NS
AT_REST_MPS = 0.02


class ShotResult(StrEnum):
    """What became of a shot."""

    GOAL = "goal"
    MISS = "miss"
    MISSED_BALL = "missed ball"


class ShootingStance:
    """How a robot stands behind a ball that it will kick: about right, by its own eyes."""

    def __init__(self, *, noise: str, seed: int) -> None:
        self._random = np.random.default_rng((seed, 1))
        self._share = 0.0 if noise == "off" else 1.0
        self._best_m = best_place_m(KickRequest(time_s=0.0, ball_radius_m=FIELD_2011.ball_radius_m))

    def behind(self, ball_m: Point, direction_rad: float) -> Pose2:
        """Return a stance from which the ball is struck in a direction, about as well as the robot stands."""
        off_x, off_y, off_rad = self._share * self._random.standard_normal(3)
        yaw_rad = direction_rad + STANCE_SIGMA_RAD * float(off_rad)
        x_m, y_m = Pose2(0.0, 0.0, yaw_rad).apply(
            self._best_m[0] + STANCE_SIGMA_M * float(off_x), self._best_m[1] + STANCE_SIGMA_M * float(off_y)
        )
        return Pose2(ball_m[0] - x_m, ball_m[1] - y_m, yaw_rad)


class ShootingRange:
    """One robot, one ball, one goal; the keeper stands where it is put, and does nothing else."""

    def __init__(self, *, noise: str = "default", seed: int) -> None:
        self._world = FlatWorld(
            FlatWorldOptions(names=("shooter", "keeper"), starts=(AWAY, AWAY), noise=noise),
            seed=seed,
            pitch=FIELD_2011,
        )
        self._stance = ShootingStance(noise=noise, seed=seed)
        self._world.bodies[1].penalised = True

    def shoot(self, ball_m: Point, direction_rad: float, *, keeper_m: Point | None = None) -> ShotResult:
        """Kick a ball that lies there in a direction of the field."""
        world = self._world
        shooter, keeper = world.bodies
        keeper.put(AWAY if keeper_m is None else Pose2(*keeper_m, math.pi))
        world.ball.place(ball_m)
        shooter.put(self._stance.behind(ball_m, direction_rad))
        time_s, radius_m = world.physics.time_ns * 1e-9, world.pitch.ball_radius_m
        shooter.motion, shooter.kick_request = "kick", KickRequest(time_s=time_s, ball_radius_m=radius_m)
        world.touched_ball.clear()
        end_ns = world.physics.time_ns + LONGEST_NS
        while world.physics.time_ns < end_ns and not self._is_decided():
            world.advance_to(world.physics.time_ns + LOOK_NS)
        shooter.motion = "walk"
        if goal_at(world.pitch, world.ball.place_m) == 1:
            return ShotResult.GOAL
        return ShotResult.MISS if 0 in world.touched_ball else ShotResult.MISSED_BALL

    def _is_decided(self) -> bool:
        """Whether the ball has come to rest, is in the goal, or the kick is over without touching it."""
        world = self._world
        shooter = world.bodies[0]
        if 0 not in world.touched_ball:
            return shooter.lies or (shooter.kick is not None and shooter.kick.finished)
        rests = math.hypot(*world.ball.velocity_mps) < AT_REST_MPS
        behind_line = world.ball.place_m[0] > world.pitch.half_length_m + 0.1
        return rests or behind_line
