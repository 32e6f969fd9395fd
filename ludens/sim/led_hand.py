"""Leads a simulated hand from place to place at an even pace, with the thing it holds.

Nobody pushes a robot aside: a hand that runs into an arm stops there, and goes on when the way is free.
"""

import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import mujoco
import numpy as np

from ludens.geometry import FloatArray

SPEED_MPS = 0.6
FELT_M, GONE_M = 0.004, 0.001
"""Penetration at which the hand feels an obstacle and stops, and below which it goes on."""

SURE_S = 0.4
"""A condition that is waited for must have held for this long."""
SOFT_RADPS = 120.0
"""How firmly a yielding hand holds: frequency of the held thing about where it should be."""
GRAVITY_MPS2 = 9.81

Place = FloatArray | Callable[[], FloatArray]


@dataclass(frozen=True, slots=True, eq=False)
class HandGoal:
    """Go there; then do something, and wait: for some time, and until something is so."""

    tip_m: Place
    then: Callable[[], None] | None = None
    wait_s: float = 0.0
    until: Callable[[], bool] | None = None
    patience_s: float = 0.0  # with `until`


class LedHand:
    """Reaches for one place after another; `things` are the free joints it can hold, by number."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        things: Sequence[str],
        speed_mps: float = SPEED_MPS,
    ) -> None:
        self._data = data
        body = model.body("hand")
        self._mocap = int(body.mocapid[0])
        first = int(body.geomadr[0])
        self._geoms = range(first, first + int(body.geomnum[0]))
        joints = [model.joint(name) for name in things]
        self.addresses = [(int(joint.qposadr[0]), int(joint.dofadr[0])) for joint in joints]
        self._step_m = speed_mps * float(model.opt.timestep)
        self._step_s = float(model.opt.timestep)
        self.todo: deque[HandGoal] = deque()
        self._held: tuple[int, FloatArray, FloatArray] | None = None  # thing, place under the tips, turn
        self._waits_s = self._patience_s = 0.0
        self._so_s = 0.0
        self._arrived = False
        self._held_up_s = 0.0
        self._bodies = [int(model.jnt_bodyid[joint.id]) for joint in joints]
        self._model = model
        self.yields = False  # whether others may move what it holds

    @property
    def tip_m(self) -> FloatArray:
        """Where its finger tips are."""
        tip: FloatArray = self._data.mocap_pos[self._mocap]
        return tip

    @property
    def holds(self) -> int | None:
        """The number of the thing it holds, if any."""
        return None if self._held is None else self._held[0]

    def middle_m(self, thing: int) -> FloatArray:
        """Where a thing is."""
        place, _ = self.addresses[thing]
        middle: FloatArray = self._data.qpos[place : place + 3].copy()
        return middle

    def take(self, thing: int) -> None:
        """Hold a thing as it is from now on."""
        place, _ = self.addresses[thing]
        turn = self._data.qpos[place + 3 : place + 7].copy()
        self._held = (thing, self.middle_m(thing) - self.tip_m, turn)

    def turn(self, quaternion: FloatArray) -> None:
        """Turn what is held."""
        if self._held is not None:
            thing, under_m, _ = self._held
            self._held = thing, under_m, quaternion

    def let_go(self) -> None:
        """Hold nothing."""
        self._lead()
        if self._held is not None:
            self._data.xfrc_applied[self._bodies[self._held[0]]] = 0.0
        self._held, self.yields = None, False

    def step(self, _: int) -> None:
        """Move for one physics step."""
        if not self.todo:
            return
        goal = self.todo[0]
        goal_m = goal.tip_m() if callable(goal.tip_m) else goal.tip_m
        way_m = goal_m - self.tip_m
        distance_m = math.sqrt(float(way_m @ way_m))
        if distance_m and self._is_held_up(way_m):
            self._wait_there(goal)
        elif distance_m > self._step_m:
            self._data.mocap_pos[self._mocap] += way_m * (self._step_m / distance_m)
        elif not self._arrived:
            self._data.mocap_pos[self._mocap] = goal_m
            self._arrived, self._waits_s, self._patience_s = True, goal.wait_s, goal.patience_s
            if goal.then is not None:
                goal.then()
        elif self._waits_s > 0.0:
            self._waits_s -= self._step_s
        elif goal.until is not None and self._is_awaited(goal.until):
            self._patience_s -= self._step_s
        else:
            self._next()
        self._lead()

    def _is_awaited(self, until: Callable[[], bool]) -> bool:
        self._so_s = self._so_s + self._step_s if until() else 0.0
        return self._patience_s > 0.0 and self._so_s < SURE_S

    def _is_held_up(self, way_m: FloatArray) -> bool:
        """Whether an arm is in the way to somewhere."""
        pressed_m = GONE_M if self._held_up_s else FELT_M
        contact = self._data.contact
        own = self._geoms
        for number, (first, second) in enumerate(contact.geom.tolist()):
            if (first in own or second in own) and contact.dist[number] < -pressed_m:
                # A contact's normal points from its first shape to its second.
                away_from_arm = contact.frame[number, :3] * (1.0 if second in own else -1.0)
                if float(way_m @ away_from_arm) < 0.0:
                    return True
        return False

    def _wait_there(self, goal: HandGoal) -> None:
        """Let time pass; who only wanted to hold the hand somewhere does so where it is."""
        self._held_up_s += self._step_s
        if goal.wait_s and goal.then is None and self._held_up_s >= goal.wait_s:
            self._next()

    def _next(self) -> None:
        self.todo.popleft()
        self._arrived, self._held_up_s, self._so_s = False, 0.0, 0.0

    def _lead(self) -> None:
        if self._held is None:
            return
        thing, under_m, turn = self._held
        place, speed = self.addresses[thing]
        if self.yields:
            self._pull(thing, self.tip_m + under_m, turn)
            return
        self._data.xfrc_applied[self._bodies[thing]] = 0.0
        self._data.qpos[place : place + 3] = self.tip_m + under_m
        self._data.qpos[place + 3 : place + 7] = turn
        self._data.qvel[speed : speed + 6] = 0.0

    def _pull(self, thing: int, place_m: FloatArray, turn: FloatArray) -> None:
        """Draw a thing softly to where it should be, as springs with dampers would; bear its weight."""
        data, body = self._data, self._bodies[thing]
        place, speed = self.addresses[thing]
        mass_kg, inertia = float(self._model.body_mass[body]), self._model.body_inertia[body]
        away_m = place_m - data.qpos[place : place + 3]
        pull_mps2 = SOFT_RADPS**2 * away_m - 2.0 * SOFT_RADPS * data.qvel[speed : speed + 3]
        pull_mps2[2] += GRAVITY_MPS2
        turn_rad = np.empty(3)
        mujoco.mju_subQuat(turn_rad, turn, data.qpos[place + 3 : place + 7])
        twist = inertia * (SOFT_RADPS**2 * turn_rad - 2.0 * SOFT_RADPS * data.qvel[speed + 3 : speed + 6])
        data.xfrc_applied[body, :3] = mass_kg * pull_mps2
        data.xfrc_applied[body, 3:] = data.xmat[body].reshape(3, 3) @ twist
