"""A person's hands: take the ball when it has come, lead it to the front, roll it back to the robot."""

import math

import mujoco
import numpy as np

from ludens.geometry import wrap
from ludens.sim.parts.ball import BALL_RADIUS_M, roll_ball

Point = tuple[float, float]

REACH_M = 0.6
"""A ball that comes nearer than this to the blue ball can be taken."""
RESTING_MPS = 0.02
HOLD_NS = 1_000_000_000
HOLD_DISTANCE_M = 0.40
LEAD_RATE_PER_S = 6.0
"""How quickly the hands bring the ball to the front: a part of what is left, per second."""
ROLL_SPEED_MPS = (0.35, 0.8)
STOP_SHORT_M = 0.9
"""Where the ball shall end, in front of the robot."""
AIM_SIGMA_RAD = 0.15


class Hands:
    """Watches the ball and acts on its free joint while holding it."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        ball_deceleration_mps2: float,
        random: np.random.Generator,
    ) -> None:
        self._model, self._data = model, data
        position, speed = int(model.joint("ball").qposadr[0]), int(model.joint("ball").dofadr[0])
        self._position = slice(position, position + 3)
        self._speed = slice(speed, speed + 6)
        self._deceleration_mps2 = ball_deceleration_mps2
        self._random = random
        self._took_ns: int | None = None
        self._angle_rad = 0.0  # of the held ball, seen from the person
        self._distance_m = math.inf
        self._expecting = True  # the ball has been away since it was last rolled

    def step(self, time_ns: int, *, person: Point, robot: Point) -> bool:
        """Act for one physics step; tell whether the ball is held."""
        if self._took_ns is None:
            self._watch(time_ns, person)
        else:
            self._lead(person, robot)
            if time_ns - self._took_ns >= HOLD_NS:
                self._roll(robot)
        return self._took_ns is not None

    def _watch(self, time_ns: int, person: Point) -> None:
        """Take a ball in reach that has come to rest, or begins to leave again."""
        ball_x, ball_y, _ = self._data.qpos[self._position].tolist()
        distance_m = math.hypot(ball_x - person[0], ball_y - person[1])
        if distance_m > REACH_M:
            self._expecting = True
        elif self._expecting:
            speed_x, speed_y = self._data.qvel[self._speed][:2].tolist()
            if distance_m > self._distance_m or math.hypot(speed_x, speed_y) < RESTING_MPS:
                self._took_ns = time_ns
                self._angle_rad = math.atan2(ball_y - person[1], ball_x - person[0])
        self._distance_m = distance_m

    def _lead(self, person: Point, robot: Point) -> None:
        """Bring the ball, on a circle round the blue ball, between person and robot."""
        part = min(LEAD_RATE_PER_S * float(self._model.opt.timestep), 1.0)
        front_rad = math.atan2(robot[1] - person[1], robot[0] - person[0])
        self._angle_rad += part * wrap(front_rad - self._angle_rad)
        self._distance_m += part * (HOLD_DISTANCE_M - self._distance_m)
        self._data.qpos[self._position] = (
            person[0] + self._distance_m * math.cos(self._angle_rad),
            person[1] + self._distance_m * math.sin(self._angle_rad),
            BALL_RADIUS_M,
        )
        self._data.qvel[self._speed] = 0.0

    def _roll(self, robot: Point) -> None:
        """Let go with the speed that makes the ball end short of the robot, a little to one side."""
        self._took_ns, self._expecting, self._distance_m = None, False, math.inf
        ball_x, ball_y, _ = self._data.qpos[self._position].tolist()
        ahead_x, ahead_y = robot[0] - ball_x, robot[1] - ball_y
        way_m = max(math.hypot(ahead_x, ahead_y) - STOP_SHORT_M, 0.0)
        slowest, fastest = ROLL_SPEED_MPS
        speed_mps = max(slowest, min(fastest, math.sqrt(2.0 * self._deceleration_mps2 * way_m)))
        angle_rad = math.atan2(ahead_y, ahead_x) + float(self._random.normal(0.0, AIM_SIGMA_RAD))
        velocity = (speed_mps * math.cos(angle_rad), speed_mps * math.sin(angle_rad))
        roll_ball(self._model, self._data, velocity_mps=velocity)
