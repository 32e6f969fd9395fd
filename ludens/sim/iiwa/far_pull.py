"""What an electromagnet pulls that it does not touch yet.

The pull on a steel plate falls with the square of the air gap: P / (1 + gap / reach)². What is near enough
jumps up to the magnet. From the touch on MuJoCo's adhesion holds it, as ever.
"""

import mujoco
import numpy as np

from ludens.robots.iiwa.gripper import MAGNET_RADIUS_M, PULL_N
from ludens.sim.parts.iiwa import STEEL

TOUCHES_M = 0.0005
"""As far the magnet's contacts reach."""
FARTHEST_REACHES = 8.0
"""At so many times the reach one part in eighty is left: less than anything weighs."""


class FarPull:
    """The pull of one magnet on every steel plate that lies free below it."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, *, robot: str, reach_m: float) -> None:
        self._model, self._data, self._reach_m = model, data, reach_m
        self._magnet = int(model.body(f"{robot}/magnet").id)
        self._actuator = int(model.actuator(f"{robot}/magnet").id)
        is_free = model.body_dofnum[model.geom_bodyid] == 6
        self._plates = np.flatnonzero(is_free & ((model.geom_conaffinity & STEEL) > 0))

    def step(self, time_ns: int) -> None:
        """Pull for the physics step that starts now."""
        data = self._data
        data.qfrc_applied[:] = 0.0
        strength = float(data.ctrl[self._actuator])
        if strength <= 0.0:
            return
        tip_m, axis = data.xpos[self._magnet], data.xmat[self._magnet].reshape(3, 3)[:, 2]
        turns = data.geom_xmat[self._plates].reshape(-1, 3, 3)
        tops_m = data.geom_xpos[self._plates] + turns[:, :, 2] * self._model.geom_size[self._plates, 2:]
        offsets_m = tops_m - tip_m
        gaps_m = offsets_m @ axis
        aside_m = np.linalg.norm(offsets_m - np.outer(gaps_m, axis), axis=1)
        far_m = FARTHEST_REACHES * self._reach_m
        for place in np.flatnonzero((gaps_m > TOUCHES_M) & (gaps_m < far_m) & (aside_m < MAGNET_RADIUS_M)):
            body = int(self._model.geom_bodyid[self._plates[place]])
            force_n = strength * PULL_N / (1.0 + gaps_m[place] / self._reach_m) ** 2
            pull, point_m = -force_n * axis, tops_m[place]
            mujoco.mj_applyFT(self._model, data, pull, np.zeros(3), point_m, body, data.qfrc_applied)
            mujoco.mj_applyFT(self._model, data, -pull, np.zeros(3), tip_m, self._magnet, data.qfrc_applied)
