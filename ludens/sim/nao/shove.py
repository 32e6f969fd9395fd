"""Shoves against the chest of a simulated NAO: a force for some hundredths of a second, as from a hand."""

import mujoco
import numpy as np

from ludens.geometry import FloatArray

CHEST_IN_TORSO_M = np.array([0.0, 0.0, 0.06])
"""As high as the chest button: 0.36 m above the floor, a tenth of a metre above the body's centre of mass."""


class Shove:
    """A constant force that acts on one torso until its time is over."""

    def __init__(
        self, model: mujoco.MjModel, data: mujoco.MjData, *, body: str, force_n: FloatArray, until_ns: int
    ) -> None:
        self._data = data
        self._torso = int(model.body(body).id)
        self._force_n, self._until_ns = force_n, until_ns

    def act(self, time_ns: int) -> bool:
        """Push during the physics step that starts now; tell whether it still does."""
        applied, data = self._data.xfrc_applied[self._torso], self._data
        if time_ns >= self._until_ns:
            applied[:] = 0.0
            return False
        chest = data.xpos[self._torso] + data.xmat[self._torso].reshape(3, 3) @ CHEST_IN_TORSO_M
        applied[:3] = self._force_n
        applied[3:] = np.cross(chest - data.xipos[self._torso], self._force_n)
        return True
