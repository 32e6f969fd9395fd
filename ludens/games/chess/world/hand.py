"""The hand of a person: comes over the table, takes a piece, puts it down somewhere, leaves.

It moves like a hand, not like physics: along straight lines at an even pace, and what it holds goes with it.
It passes over pieces without touching them; the arm feels it. Nobody pushes a robot aside: a hand that runs
into the arm stops there, and goes on when the way is free.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import mujoco
import numpy as np

from ludens.games.chess.world.table import piece_body
from ludens.geometry import FloatArray
from ludens.geometry.rotation import matrix_from_rpy, quaternion_from_matrix
from ludens.sim.parts.iiwa import ARM
from ludens.sim.parts.stage import GROUP_WORLD, Stage

SKIN_RGBA, SLEEVE_RGBA = (0.86, 0.66, 0.54, 1.0), (0.24, 0.34, 0.52, 1.0)
BOX, CAPSULE = mujoco.mjtGeom.mjGEOM_BOX, mujoco.mjtGeom.mjGEOM_CAPSULE
AWAY_M = np.array([1.45, 0.25, 0.25])
"""Where the hand rests: before the person, out of the camera's sight."""
SPEED_MPS = 0.6
LIFT_M = 0.09
"""How high a piece is carried over the others."""
FELT_M, GONE_M = 0.004, 0.001
"""So far flesh gives way before somebody feels what the hand has run into, and stops; and goes on."""
SOFT_S = 0.06
"""Time constant of contacts with flesh, which is softer than what MuJoCo takes things to be."""


def add_hand(stage: Stage) -> None:
    """Add the hand; its origin is between the finger tips, and the forearm leads away from the robot."""
    for name, rgba in (("skin", SKIN_RGBA), ("sleeve", SLEEVE_RGBA)):
        stage.add_material(name=name, rgba=rgba, specular=0.1, shininess=0.1, reflectance=0.0)
    hand = stage.worldbody.add_body(name="hand", pos=AWAY_M, mocap=True)
    for name, start, end, radius_m, material in (
        ("thumb", (0.0, -0.026, 0.005), (0.06, -0.02, 0.06), 0.009, "skin"),
        ("finger", (0.0, 0.026, 0.005), (0.07, 0.012, 0.07), 0.008, "skin"),
        ("second finger", (0.01, 0.026, 0.03), (0.07, 0.03, 0.07), 0.008, "skin"),
        ("palm", (0.07, 0.0, 0.07), (0.13, 0.005, 0.09), 0.034, "skin"),
        ("forearm", (0.16, 0.005, 0.10), (0.48, 0.02, 0.22), 0.040, "sleeve"),
    ):
        hand.add_geom(
            name=f"hand {name}",
            type=CAPSULE,
            fromto=(*start, *end),
            size=(radius_m, 0.0, 0.0),
            material=material,
            contype=0,
            conaffinity=ARM,
            priority=2,
            solref=(SOFT_S, 1.0),
            group=GROUP_WORLD,
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Reach:
    """Go there; then do something, and wait."""

    tip_m: FloatArray
    then: Callable[[], None] | None = None
    wait_s: float = 0.0


class Hand:
    """Carries out what a person wants to do with it, one thing after another."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, *, tops_m: float) -> None:
        self._data = data
        body = model.body("hand")
        self._mocap = int(body.mocapid[0])
        first = int(body.geomadr[0])
        self._geoms = range(first, first + int(body.geomnum[0]))
        self._piece_places = {
            number: (
                int(model.joint(piece_body(number)).qposadr[0]),
                int(model.joint(piece_body(number)).dofadr[0]),
            )
            for number in range(32)
        }
        self._step_m = SPEED_MPS * float(model.opt.timestep)
        self._step_s = float(model.opt.timestep)
        self._tops_m = tops_m
        self._todo: deque[_Reach] = deque()
        self._waits_s = 0.0
        self._held: tuple[int, FloatArray, FloatArray] | None = None  # piece, place under the tips, turn
        self._arrived = False
        self._held_up_s = 0.0

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left to do."""
        return not self._todo

    @property
    def is_away(self) -> bool:
        """Whether it has left the table."""
        return self.is_idle and bool(np.allclose(self.tip_m, AWAY_M, atol=1e-3))

    @property
    def tip_m(self) -> FloatArray:
        """Where its finger tips are."""
        tip: FloatArray = self._data.mocap_pos[self._mocap]
        return tip

    def piece_addresses(self, piece: int) -> tuple[int, int]:
        """Return where a piece's position and speed stand in MuJoCo's arrays."""
        return self._piece_places[piece]

    def carry(self, piece: int, place_m: FloatArray, *, yaw_rad: float = 0.0, hurried: bool = False) -> None:
        """Take a piece by its sides, lift it over the others and put it down with its middle at a place.

        In a hurry it lets go a little early, and the piece drops the rest.
        """
        drop_m = np.array([0.0, 0.0, 0.004 if hurried else 0.0005])

        def above(point_m: FloatArray) -> FloatArray:
            return np.array([point_m[0], point_m[1], self._tops_m + LIFT_M])

        def take() -> None:
            place, _ = self._piece_places[piece]
            self._held = (
                piece,
                self._data.qpos[place : place + 3] - self.tip_m,
                self._data.qpos[place + 3 : place + 7].copy(),
            )

        def turn() -> None:
            if self._held is not None:
                number, under_m, _ = self._held
                turned = quaternion_from_matrix(matrix_from_rpy(0.0, 0.0, yaw_rad))
                self._held = number, under_m, turned

        start, _ = self._piece_places[piece]
        from_m = self._data.qpos[start : start + 3].copy()
        self._todo += [
            _Reach(above(from_m)),
            _Reach(from_m, take, 0.15),
            _Reach(above(from_m)),
            _Reach(above(place_m), turn),
            _Reach(place_m + drop_m, self._let_go, 0.1),
            _Reach(above(place_m)),
        ]

    def hover(self, place_m: FloatArray, *, seconds: float) -> None:
        """Hold the hand over a place, thinking."""
        over_m = np.array([place_m[0], place_m[1], self._tops_m + LIFT_M])
        self._todo.append(_Reach(over_m, None, seconds))

    def leave(self) -> None:
        """Go away from the table."""
        self._todo.append(_Reach(AWAY_M))

    def step(self, _: int) -> None:
        """Move for one physics step."""
        if not self._todo:
            return
        goal = self._todo[0]
        way_m = goal.tip_m - self.tip_m
        distance_m = float(np.linalg.norm(way_m))
        if self._is_held_up(way_m):
            self._wait_there(goal)
        elif distance_m > self._step_m:
            self._data.mocap_pos[self._mocap] += way_m * (self._step_m / distance_m)
        elif not self._arrived:
            self._data.mocap_pos[self._mocap] = goal.tip_m
            self._arrived, self._waits_s = True, goal.wait_s
            if goal.then is not None:
                goal.then()
        elif self._waits_s > 0.0:
            self._waits_s -= self._step_s
        else:
            self._next()
        self._lead()

    def _is_held_up(self, way_m: FloatArray) -> bool:
        """Whether the arm is in the way to somewhere."""
        pressed_m = GONE_M if self._held_up_s else FELT_M
        contact = self._data.contact
        first, last = self._geoms[0], self._geoms[-1]
        pairs = contact.geom
        own = (pairs >= first) & (pairs <= last)
        for number in np.flatnonzero(own.any(axis=1) & (contact.dist < -pressed_m)).tolist():
            # A contact's normal points from its first shape to its second.
            away_from_arm = contact.frame[number, :3] * (1.0 if own[number, 1] else -1.0)
            if float(way_m @ away_from_arm) < 0.0:
                return True
        return False

    def _wait_there(self, goal: _Reach) -> None:
        """Let time pass; who only wanted to hold the hand somewhere does so where it is."""
        self._held_up_s += self._step_s
        if goal.wait_s and goal.then is None and self._held_up_s >= goal.wait_s:
            self._next()

    def _next(self) -> None:
        self._todo.popleft()
        self._arrived, self._held_up_s = False, 0.0

    def _lead(self) -> None:
        if self._held is None:
            return
        piece, under_m, turn = self._held
        place, speed = self._piece_places[piece]
        self._data.qpos[place : place + 3] = self.tip_m + under_m
        self._data.qpos[place + 3 : place + 7] = turn
        self._data.qvel[speed : speed + 6] = 0.0

    def _let_go(self) -> None:
        self._lead()
        self._held = None
