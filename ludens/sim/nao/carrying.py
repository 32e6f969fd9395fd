"""Hands that lift a simulated NAO and put it down elsewhere, while it goes on doing whatever it does.

They hold the torso upright with forces, as arms do: they give way a little, the robot's own sensors feel the
flight, and its feet carry nothing until it is put down.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import mujoco
import numpy as np

from ludens.geometry import FloatArray, Pose2
from ludens.geometry.angles import difference
from ludens.geometry.easing import eased

LIFT_M = 0.12
LIFT_S, LOWER_S = 0.5, 0.9
SHORTEST_S = 0.5
SPEED_MPS = 2.0
"""At which a robot is carried."""
STIFFNESS_N_PER_M, DAMPING_N_S_PER_M = 2500.0, 230.0
STIFFNESS_NM, DAMPING_NM_S = 80.0, 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Grip:
    """One robot on its way: from where and when, to where and until when."""

    torso: int  # number of the body in the model
    soles: tuple[int, ...]  # numbers of the geoms
    start: Pose2
    end: Pose2
    since_ns: int
    carried_s: float
    weight_n: float

    @property
    def duration_s(self) -> float:
        return LIFT_S + self.carried_s + LOWER_S

    def wanted(self, since_s: float) -> tuple[Pose2, float]:
        """Return where the torso shall be over the floor now, and how high the lower sole."""
        share = eased((since_s - LIFT_S) / self.carried_s)
        height_m = LIFT_M * (eased(since_s / LIFT_S) - eased((since_s - LIFT_S - self.carried_s) / LOWER_S))
        turn_rad = difference(self.end.yaw_rad, self.start.yaw_rad)
        place = Pose2(
            self.start.x_m + share * (self.end.x_m - self.start.x_m),
            self.start.y_m + share * (self.end.y_m - self.start.y_m),
            self.start.yaw_rad + share * turn_rad,
        )
        return place, height_m


class Carriers:
    """The hands that carry robots of one world; `step` belongs before every physics step."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, *, bodies: Sequence[str]) -> None:
        self._model, self._data, self._bodies = model, data, bodies
        self._grips: dict[int, _Grip] = {}

    def is_carried(self, robot: int = 0) -> bool:
        """Tell whether hands hold a robot now."""
        return robot in self._grips

    def let_go(self, robot: int = 0) -> None:
        """Take the hands off a robot, if any hold it."""
        grip = self._grips.pop(robot, None)
        if grip is not None:
            self._data.xfrc_applied[grip.torso] = 0.0

    def lift(self, to: Pose2, *, robot: int = 0, time_ns: int, least_s: float = SHORTEST_S) -> None:
        """Take a robot, from now on, and put it down there; it is in the air for so long at least."""
        name = self._bodies[robot]
        torso = int(self._model.body(name).id)
        place_m, turn = self._data.xpos[torso], self._data.xmat[torso].reshape(3, 3)
        start = Pose2(float(place_m[0]), float(place_m[1]), math.atan2(turn[1, 0], turn[0, 0]))
        gravity_mps2 = float(np.linalg.norm(self._model.opt.gravity))
        self._grips[robot] = _Grip(
            torso=torso,
            soles=tuple(int(self._model.geom(f"{name}/{side}Foot sole").id) for side in "LR"),
            start=start,
            end=to,
            since_ns=time_ns,
            carried_s=max(start.distance_m(to) / SPEED_MPS, least_s),
            weight_n=gravity_mps2 * float(self._model.body_subtreemass[torso]),
        )

    def step(self, time_ns: int) -> None:
        """Hold what is being carried during the physics step that starts now."""
        for robot, grip in tuple(self._grips.items()):
            since_s = (time_ns - grip.since_ns) * 1e-9
            if since_s >= grip.duration_s:
                self.let_go(robot)
            else:
                self._hold(grip, since_s)

    def _hold(self, grip: _Grip, since_s: float) -> None:
        data = self._data
        place, height_m = grip.wanted(since_s)
        torso_m = data.xpos[grip.torso]
        lowest_m = min(self._lowest_m(sole) for sole in grip.soles)
        # Lying on its face a robot's soles are high up: then the torso is what is lifted first.
        wanted_m = (place.x_m, place.y_m, float(torso_m[2]) - max(lowest_m, 0.0) + height_m)
        velocity = np.zeros(6)
        mujoco.mj_objectVelocity(self._model, data, mujoco.mjtObj.mjOBJ_BODY, grip.torso, velocity, 0)
        force: FloatArray = (
            STIFFNESS_N_PER_M * (np.array(wanted_m) - torso_m) - DAMPING_N_S_PER_M * velocity[3:]
        )
        # In the end the hands let go gently: the feet take the weight over.
        held = 1.0 - eased((since_s - grip.duration_s + 0.3) / 0.3)
        data.xfrc_applied[grip.torso, :3] = held * force
        turn = data.xmat[grip.torso].reshape(3, 3)
        wanted_turn = place.to_transform3().rotation
        off = 0.5 * sum(np.cross(turn[:, axis], wanted_turn[:, axis]) for axis in range(3))
        data.xfrc_applied[grip.torso, 3:] = held * (STIFFNESS_NM * off - DAMPING_NM_S * velocity[:3])

    def _lowest_m(self, geom: int) -> float:
        """Return how high the lowest point of a box-shaped sole is."""
        turn = self._data.geom_xmat[geom].reshape(3, 3)
        reach_m = float(np.abs(turn[2]) @ self._model.geom_size[geom])
        return float(self._data.geom_xpos[geom, 2]) - reach_m
