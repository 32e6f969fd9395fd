"""A simulated person: stands or walks, and rolls the ball back when it has reached them.

The person is polite: they walk slowly, to places where they can be passed to, and stop when the robot comes
near. They take a ball that rests or passes within reach, lead it round to their front and, after a second,
roll it towards the robot.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.geometry import wrap
from ludens.sim.hands import Hands

Point = tuple[float, float]

TURN_RADPS = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonHabits:
    """What this person does."""

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
        self._ball_position = data.xpos[int(model.body("ball").id)]
        self._step_s = float(model.opt.timestep)
        self._hands = (
            Hands(model, data, ball_deceleration_mps2=habits.ball_deceleration_mps2, random=random)
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
        busy = self._hands is not None and self._hands.step(time_ns, person=here, robot=robot)
        if self._walk is not None and not busy:
            ball = _on_floor(self._ball_position)
            self._position[:2] = self._walk.step(time_ns, person=here, robot=robot, ball=ball)

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
