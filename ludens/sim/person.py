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
from ludens.sim.walk import PersonWalk

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
