"""A simulated person: stands or walks, and rolls the ball back when it has reached them.

The person is polite: they walk slowly, to places where they can be passed to, and stop when the robot comes
near. They take a ball that rests or passes within reach, lead it round to their front and roll it towards the
robot, once that has looked at them for a second or their patience is at its end.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.geometry import wrap
from ludens.sim.parts.ball import BALL_RADIUS_M, roll_ball

Point = tuple[float, float]

TURN_RADPS = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonHabits:
    """Habits of a person."""

    walks: bool
    rolls_back: bool
    ball_deceleration_mps2: float  # as they have learnt it, to roll the ball as far as they want


class BallPerson:
    """Moves the body `target` of a model and, with their hands, the ball; faces the robot all the time."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        robot: str,
        habits: PersonHabits,
        may_walk: Callable[[Point, Point], bool],
        random: np.random.Generator,
    ) -> None:
        """Take the person over where the model has put them.

        `may_walk(start, goal)` tells whether the way is free of walls and obstacles, and a pass to the goal
        possible.
        """
        self._data = data
        self._mocap = int(model.body("target").mocapid[0])
        # Rows of MuJoCo's own memory, which stays in place: looking at them is quick.
        self._position = data.mocap_pos[self._mocap]
        self._robot_position = data.xpos[int(model.body(robot).id)]
        self._robot_axes = data.xmat[int(model.body(robot).id)]
        self._ball_position = data.xpos[int(model.body("ball").id)]
        self._step_s = float(model.opt.timestep)
        self._hands = (
            PersonHands(model, data, ball_deceleration_mps2=habits.ball_deceleration_mps2, random=random)
            if habits.rolls_back
            else None
        )
        self._walk = (
            PersonWalk(step_s=self._step_s, may_walk=may_walk, random=random) if habits.walks else None
        )
        self._face(_bearing_rad(_on_floor(self._position), _on_floor(self._robot_position)))

    def step(self, time_ns: int) -> None:
        """Act for one physics step."""
        here, robot = _on_floor(self._position), _on_floor(self._robot_position)
        error_rad = wrap(_bearing_rad(here, robot) - self._yaw_rad)
        most_rad = TURN_RADPS * self._step_s
        if abs(error_rad) > most_rad:
            self._face(self._yaw_rad + math.copysign(most_rad, error_rad))
        busy = self._hands is not None and self._hands.step(
            time_ns, person=here, robot=robot, is_looked_at=self._is_looked_at(here, robot)
        )
        if self._walk is not None and not busy:
            ball = _on_floor(self._ball_position)
            self._position[:2] = self._walk.step(time_ns, person=here, robot=robot, ball=ball)

    def _is_looked_at(self, here: Point, robot: Point) -> bool:
        yaw_rad = math.atan2(self._robot_axes[3], self._robot_axes[0])
        return abs(wrap(_bearing_rad(robot, here) - yaw_rad)) < LOOKED_AT_RAD

    def _face(self, yaw_rad: float) -> None:
        self._yaw_rad = wrap(yaw_rad)
        half = 0.5 * self._yaw_rad
        self._data.mocap_quat[self._mocap] = (math.cos(half), 0.0, 0.0, math.sin(half))


def _on_floor(position_m: NDArray[np.float64]) -> Point:
    x_m, y_m, _ = position_m.tolist()
    return x_m, y_m


def _bearing_rad(here: Point, there: Point) -> float:
    return math.atan2(there[1] - here[1], there[0] - here[0])


SPEED_MPS = (0.2, 0.5)
ACCELERATION_MPS2 = 0.5
BRAKING_MPS2 = 1.0
PAUSE_S = (2.0, 5.0)
DISTANCE_M = (0.5, 2.5)
ROBOT_CLEARANCE_M = 1.1
BALL_CLEARANCE_M = 0.45
ARRIVED_M = 0.01
TRIES = 30


class PersonWalk:
    """Where the person wants to go, and how fast they are."""

    def __init__(
        self, *, step_s: float, may_walk: Callable[[Point, Point], bool], random: np.random.Generator
    ) -> None:
        self._step_s = step_s
        self._may_walk = may_walk
        self._random = random
        self._goal: Point | None = None
        self._pace_mps = 0.0
        self._speed_mps = 0.0
        self._rest_until_ns = self._pause_ns()

    def step(self, time_ns: int, *, person: Point, robot: Point, ball: Point) -> Point:
        """Return where the person is after one physics step."""
        if self._goal is None:
            if time_ns >= self._rest_until_ns:
                self._choose_goal(time_ns, person)
            return person
        ahead_x, ahead_y = self._goal[0] - person[0], self._goal[1] - person[1]
        rest_m = math.hypot(ahead_x, ahead_y)
        if rest_m < ARRIVED_M:
            self._rest(time_ns)
            return person
        ahead = (ahead_x / rest_m, ahead_y / rest_m)
        blocked = _is_ahead(person, ahead, robot, ROBOT_CLEARANCE_M) or _is_ahead(
            person, ahead, ball, BALL_CLEARANCE_M
        )
        wanted_mps = 0.0 if blocked else min(self._pace_mps, math.sqrt(2.0 * ACCELERATION_MPS2 * rest_m))
        change_mps = wanted_mps - self._speed_mps
        self._speed_mps += max(
            -BRAKING_MPS2 * self._step_s, min(ACCELERATION_MPS2 * self._step_s, change_mps)
        )
        if blocked and self._speed_mps <= 0.0:
            self._rest(time_ns)
            return person
        way_m = min(self._speed_mps * self._step_s, rest_m)
        return person[0] + ahead[0] * way_m, person[1] + ahead[1] * way_m

    def _rest(self, time_ns: int) -> None:
        self._goal, self._speed_mps = None, 0.0
        self._rest_until_ns = time_ns + self._pause_ns()

    def _pause_ns(self) -> int:
        return round(float(self._random.uniform(*PAUSE_S)) * 1e9)

    def _choose_goal(self, time_ns: int, person: Point) -> None:
        """Pick a place to walk to; rest on when none of many is good."""
        for _ in range(TRIES):
            distance_m = float(self._random.uniform(*DISTANCE_M))
            angle_rad = float(self._random.uniform(-math.pi, math.pi))
            goal = (
                person[0] + distance_m * math.cos(angle_rad),
                person[1] + distance_m * math.sin(angle_rad),
            )
            if self._may_walk(person, goal):
                self._goal = goal
                self._pace_mps = float(self._random.uniform(*SPEED_MPS))
                return
        self._rest(time_ns)


def _is_ahead(person: Point, ahead: Point, other: Point, clearance_m: float) -> bool:
    """Tell whether something is near, in the half plane into which the person walks."""
    to_x, to_y = other[0] - person[0], other[1] - person[1]
    return math.hypot(to_x, to_y) < clearance_m and to_x * ahead[0] + to_y * ahead[1] > 0.0


REACH_M = 0.6
"""A ball that comes nearer than this to the blue ball can be taken."""
RESTING_MPS = 0.02
HOLD_NS = 1_000_000_000
PATIENCE_NS = 15_000_000_000
"""A robot that does not look at them for so long gets the ball all the same."""
LOOKED_AT_RAD = 0.3
"""Between the robot's heading and the way to the person, half of what a narrow camera sees."""
HOLD_DISTANCE_M = 0.40
LEAD_RATE_PER_S = 6.0
"""How quickly the hands bring the ball to the front: a part of what is left, per second."""
ROLL_SPEED_MPS = (0.35, 0.8)
STOP_SHORT_M = 0.9
"""Where the ball shall end, in front of the robot."""
AIM_SIGMA_RAD = 0.15


class PersonHands:
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
        self._looked_at_ns: int | None = None  # since when the robot looks, while the ball is held
        self._angle_rad = 0.0  # of the held ball, seen from the person
        self._distance_m = math.inf
        self._expecting = True  # the ball has been away since it was last rolled

    def step(self, time_ns: int, *, person: Point, robot: Point, is_looked_at: bool) -> bool:
        """Act for one physics step; tell whether the ball is held."""
        if self._took_ns is None:
            self._watch(time_ns, person)
        else:
            self._lead(person, robot)
            self._looked_at_ns = (self._looked_at_ns or time_ns) if is_looked_at else None
            has_looked = self._looked_at_ns is not None and time_ns - self._looked_at_ns >= HOLD_NS
            if time_ns - self._took_ns >= (HOLD_NS if has_looked else PATIENCE_NS):
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
        self._took_ns, self._looked_at_ns = None, None
        self._expecting, self._distance_m = False, math.inf
        ball_x, ball_y, _ = self._data.qpos[self._position].tolist()
        ahead_x, ahead_y = robot[0] - ball_x, robot[1] - ball_y
        way_m = max(math.hypot(ahead_x, ahead_y) - STOP_SHORT_M, 0.0)
        slowest, fastest = ROLL_SPEED_MPS
        speed_mps = max(slowest, min(fastest, math.sqrt(2.0 * self._deceleration_mps2 * way_m)))
        angle_rad = math.atan2(ahead_y, ahead_x) + float(self._random.normal(0.0, AIM_SIGMA_RAD))
        velocity = (speed_mps * math.cos(angle_rad), speed_mps * math.sin(angle_rad))
        roll_ball(self._model, self._data, velocity_mps=velocity)
