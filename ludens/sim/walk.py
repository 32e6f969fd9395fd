"""A person's walk: from place to place with rests between, giving way to robot and ball."""

import math
from collections.abc import Callable

import numpy as np

Point = tuple[float, float]

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
