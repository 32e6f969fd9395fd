"""A simulated person: stands or walks, and rolls the ball back when it has reached them.

The person is polite: they walk to places where they can be passed to, slowly, and stop when the robot comes near.
They take a ball that rests or passes within reach, hold it for a second in front of them, and roll it towards the robot.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import mujoco
import numpy as np

from ludens.geometry import wrap
from ludens.sim.parts.ball import roll_ball

Point = tuple[float, float]

REACH_M = 0.6
HOLD_NS = 1_000_000_000
HOLD_DISTANCE_M = 0.40
ROLL_SPEED_MPS = (0.35, 0.8)
STOP_SHORT_M = 0.9
TURN_RADPS = 1.0
WALK_SPEED_MPS = (0.2, 0.5)
WALK_ACCELERATION_MPS2 = 0.5
PAUSE_S = (2.0, 5.0)
ROBOT_CLEARANCE_M = 1.1
BALL_CLEARANCE_M = 0.45
TRIES = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonHabits:
    """What this person does."""

    walks: bool
    rolls_back: bool
    ball_deceleration_mps2: float  # as they have learnt it, to roll the ball as far as they want


class Person:
    """Moves the body `target` and, with their hands, the ball."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        robot: str,
        ball_radius_m: float,
        habits: PersonHabits,
        may_walk: Callable[[Point, Point], bool],
        chance: np.random.Generator,
    ) -> None:
        """`may_walk(start, goal)` tells whether the way is free of walls and obstacles and a pass to the goal possible."""
        self._model, self._data = model, data
        self._mocap = int(model.body("target").mocapid[0])
        self._ball_position = int(model.joint("ball").qposadr[0])
        self._ball_speed = int(model.joint("ball").dofadr[0])
        self._ball_radius_m = ball_radius_m
        self._robot = int(model.body(robot).id)
        self._habits = habits
        self._may_walk = may_walk
        self._chance = chance
        self._step_s = float(model.opt.timestep)
        self._yaw_rad = self._bearing_of_robot()
        self._speed_mps = 0.0
        self._pace_mps = 0.0
        self._goal: Point | None = None
        self._rest_until_ns = round(float(chance.uniform(*PAUSE_S)) * 1e9)
        self._took_ball_ns: int | None = None
        self._hand_angle_rad = 0.0
        self._ball_left = True
        self._last_distance_m = math.inf
        self._turn_to(self._yaw_rad)

    @property
    def position(self) -> Point:
        """Where the blue ball is, on the floor."""
        x_m, y_m, _ = self._data.mocap_pos[self._mocap].tolist()
        return x_m, y_m

    def step(self, time_ns: int) -> None:
        """Act for one physics step."""
        error_rad = wrap(self._bearing_of_robot() - self._yaw_rad)
        most_rad = TURN_RADPS * self._step_s
        if abs(error_rad) > most_rad:
            self._turn_to(self._yaw_rad + math.copysign(most_rad, error_rad))
        if self._habits.rolls_back:
            self._mind_the_ball(time_ns)
        if self._habits.walks and self._took_ball_ns is None:
            self._walk(time_ns)

    def _bearing_of_robot(self) -> float:
        x_m, y_m = self.position
        robot_x, robot_y, _ = self._data.xpos[self._robot].tolist()
        return math.atan2(robot_y - y_m, robot_x - x_m)

    def _turn_to(self, yaw_rad: float) -> None:
        self._yaw_rad = wrap(yaw_rad)
        self._data.mocap_quat[self._mocap] = (
            math.cos(0.5 * self._yaw_rad),
            0.0,
            0.0,
            math.sin(0.5 * self._yaw_rad),
        )

    # ------------------------------------------------------------------ the ball

    def _mind_the_ball(self, time_ns: int) -> None:
        """Take the ball when it has come, carry it to the front, roll it back."""
        x_m, y_m = self.position
        start = self._ball_position
        ball_x, ball_y, _ = self._data.qpos[start : start + 3].tolist()
        distance_m = math.hypot(ball_x - x_m, ball_y - y_m)
        if self._took_ball_ns is not None:
            self._carry(time_ns)
            return
        if distance_m > REACH_M:
            self._ball_left = True
        elif self._ball_left:
            speed_mps = math.hypot(*self._data.qvel[self._ball_speed : self._ball_speed + 2].tolist())
            leaving = distance_m > self._last_distance_m
            if leaving or speed_mps < 0.02:
                self._took_ball_ns = time_ns
                self._hand_angle_rad = math.atan2(ball_y - y_m, ball_x - x_m)
        self._last_distance_m = distance_m

    def _carry(self, time_ns: int) -> None:
        """Lead the ball round the front of the feet; after a second let it go."""
        assert self._took_ball_ns is not None
        part = min((time_ns - self._took_ball_ns) / HOLD_NS, 1.0)
        x_m, y_m = self.position
        goal_rad = self._bearing_of_robot()
        self._hand_angle_rad += wrap(goal_rad - self._hand_angle_rad) * min(6.0 * self._step_s, 1.0)
        start = self._ball_position
        ball_x, ball_y, _ = self._data.qpos[start : start + 3].tolist()
        distance_m = math.hypot(ball_x - x_m, ball_y - y_m)
        distance_m += (HOLD_DISTANCE_M - distance_m) * min(6.0 * self._step_s, 1.0)
        self._data.qpos[start : start + 3] = (
            x_m + distance_m * math.cos(self._hand_angle_rad),
            y_m + distance_m * math.sin(self._hand_angle_rad),
            self._ball_radius_m,
        )
        self._data.qvel[self._ball_speed : self._ball_speed + 6] = 0.0
        if part >= 1.0:
            self._took_ball_ns = None
            self._ball_left = False
            self._last_distance_m = math.inf
            self._roll()

    def _roll(self) -> None:
        """Give the ball the speed that lets it end short of the robot, a little to one side."""
        start = self._ball_position
        ball_x, ball_y, _ = self._data.qpos[start : start + 3].tolist()
        robot_x, robot_y, _ = self._data.xpos[self._robot].tolist()
        way_m = max(math.hypot(robot_x - ball_x, robot_y - ball_y) - STOP_SHORT_M, 0.1)
        slowest, fastest = ROLL_SPEED_MPS
        speed = math.sqrt(2.0 * self._habits.ball_deceleration_mps2 * way_m)
        speed = max(slowest, min(fastest, speed))
        angle = math.atan2(robot_y - ball_y, robot_x - ball_x) + float(self._chance.normal(0.0, 0.15))
        roll_ball(self._model, self._data, velocity_mps=(speed * math.cos(angle), speed * math.sin(angle)))

    # ------------------------------------------------------------------ walking

    def _walk(self, time_ns: int) -> None:
        """Go to the goal if the way is safe now, choose a new one when rested."""
        if self._goal is None:
            if time_ns >= self._rest_until_ns:
                self._choose_goal(time_ns)
            return
        x_m, y_m = self.position
        ahead_x, ahead_y = self._goal[0] - x_m, self._goal[1] - y_m
        rest_m = math.hypot(ahead_x, ahead_y)
        if rest_m < 0.01:
            self._rest(time_ns)
            return
        wanted = min(self._pace_mps, math.sqrt(2.0 * WALK_ACCELERATION_MPS2 * rest_m))
        if self._in_the_way(ahead_x / rest_m, ahead_y / rest_m):
            wanted = 0.0
        change = WALK_ACCELERATION_MPS2 * self._step_s
        self._speed_mps += max(-2.0 * change, min(change, wanted - self._speed_mps))
        if wanted == 0.0 and self._speed_mps < change:
            self._rest(time_ns)
            return
        way_m = min(self._speed_mps * self._step_s, rest_m)
        self._data.mocap_pos[self._mocap, :2] = (
            x_m + ahead_x / rest_m * way_m,
            y_m + ahead_y / rest_m * way_m,
        )

    def _rest(self, time_ns: int) -> None:
        self._goal, self._speed_mps = None, 0.0
        self._rest_until_ns = time_ns + round(float(self._chance.uniform(*PAUSE_S)) * 1e9)

    def _choose_goal(self, time_ns: int) -> None:
        """Pick a place to walk to; rest on when none of many is good."""
        x_m, y_m = self.position
        for _ in range(TRIES):
            distance_m = float(self._chance.uniform(0.5, 2.5))
            angle_rad = float(self._chance.uniform(-math.pi, math.pi))
            goal = (x_m + distance_m * math.cos(angle_rad), y_m + distance_m * math.sin(angle_rad))
            if self._may_walk((x_m, y_m), goal):
                self._goal = goal
                self._pace_mps = float(self._chance.uniform(*WALK_SPEED_MPS))
                return
        self._rest(time_ns)

    def _in_the_way(self, ahead_x: float, ahead_y: float) -> bool:
        """Tell whether robot or ball is near, in the half plane into which the person walks."""
        x_m, y_m = self.position
        ball_x, ball_y, _ = self._data.qpos[self._ball_position : self._ball_position + 3].tolist()
        robot_x, robot_y, _ = self._data.xpos[self._robot].tolist()
        for other_x, other_y, clearance_m in (
            (robot_x, robot_y, ROBOT_CLEARANCE_M),
            (ball_x, ball_y, BALL_CLEARANCE_M),
        ):
            near = math.hypot(other_x - x_m, other_y - y_m) < clearance_m
            if near and (other_x - x_m) * ahead_x + (other_y - y_m) * ahead_y > 0.0:
                return True
        return False
