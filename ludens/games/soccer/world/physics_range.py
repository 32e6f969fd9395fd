"""Shots at a goal in full physics: `ShootingRange` with a body of joints, which may miss the ball."""

import math

from ludens.games.soccer.world.ordered_field import OrderedField
from ludens.games.soccer.world.shooting_range import AT_REST_MPS, AWAY, ShootingStance, ShotResult
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2011
from ludens.messages import KickRequest
from ludens.messages.orders import BodyOrder

Point = tuple[float, float]

SETTLES_S, LOOK_S, LONGEST_S = 0.8, 0.1, 15.0
KICK_S = 5.0
"""A kick is over by then."""
MOVED_M = 0.05
SHOOTER, KEEPER = 0, 1


class PhysicsRange:
    """One robot, one ball, one goal; the keeper stands where it is put, and does nothing else."""

    def __init__(self, *, noise: str = "default", seed: int) -> None:
        self._noise, self._seed, self._built = noise, seed, 0
        self._stance = ShootingStance(noise=noise, seed=seed)
        self._field: OrderedField | None = None

    def shoot(self, ball_m: Point, direction_rad: float, *, keeper_m: Point | None = None) -> ShotResult:
        """Kick a ball that lies there in a direction of the field."""
        field = self._upright()
        field.order(SHOOTER, BodyOrder(time_s=field.time_s))
        field.world.carry(AWAY if keeper_m is None else Pose2(*keeper_m, math.pi), robot=KEEPER)
        field.world.carry(self._stance.behind(ball_m, direction_rad), robot=SHOOTER)
        field.world.ball.place(ball_m)
        field.advance(SETTLES_S)
        ball_m = field.world.ball.place_m  # as it lies once it has come to rest
        seen_m = field.world.pose_of(SHOOTER).inverse().apply(*ball_m)
        radius_m = field.world.pitch.ball_radius_m
        kick = KickRequest(time_s=field.time_s, ball_m=seen_m, ball_radius_m=radius_m)
        field.order(SHOOTER, BodyOrder(time_s=field.time_s, motion="kick", kick=kick))
        began_s = field.time_s
        while field.time_s - began_s < LONGEST_S:
            field.advance(LOOK_S)
            moved = math.dist(field.world.ball.place_m, ball_m) > MOVED_M
            since_s = field.time_s - began_s
            if field.world.goal() == 1:
                return ShotResult.GOAL
            rests = math.hypot(*field.world.ball.velocity_mps) < AT_REST_MPS
            beyond = field.world.ball.place_m[0] > field.world.pitch.half_length_m + 0.1
            if moved and (rests or beyond):
                return ShotResult.MISS
            if not moved and since_s > KICK_S:
                return ShotResult.MISSED_BALL
        return ShotResult.MISS

    def close(self) -> None:
        """End the run. May be called twice."""
        if self._field is not None:
            self._field.close()
            self._field = None

    def _upright(self) -> OrderedField:
        """Return the field; a new one where a robot has fallen over in the last shot."""
        if self._field is not None and not all(self._field.is_upright(one) for one in (SHOOTER, KEEPER)):
            self.close()
        if self._field is None:
            starts = (Pose2(0.0, -1.0, 0.0), AWAY)
            seed = (self._seed + 7919 * self._built) % 2**31
            self._field = OrderedField(starts, noise=self._noise, seed=seed, pitch=FIELD_2011)
            self._built += 1
            self._field.advance(SETTLES_S)
        return self._field
