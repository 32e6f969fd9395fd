"""Shoves against the chest of a simulated NAO: a force for some hundredths of a second, as from a hand."""

from collections.abc import Sequence

import mujoco
import numpy as np

from ludens.geometry import FloatArray

SHOVE_S = 0.05
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


class Shoves:
    """The shoves that act on the robots of one world; `step` belongs before every physics step."""

    def __init__(
        self, model: mujoco.MjModel, data: mujoco.MjData, *, bodies: Sequence[str], step_ns: int
    ) -> None:
        self._model, self._data, self._bodies, self._step_ns = model, data, bodies, step_ns
        self._acting: dict[int, Shove] = {}

    def push(
        self,
        impulse_ns: tuple[float, float, float],
        *,
        robot: int,
        time_ns: int,
        duration_s: float = SHOVE_S,
    ) -> None:
        """Shove a robot at its chest: a force over `duration_s` that amounts to this impulse, from now on.

        A robot that is already being shoved feels the new force instead of what is left of the old one.
        """
        duration_ns = max(round(duration_s * 1e9 / self._step_ns), 1) * self._step_ns
        self._acting[robot] = Shove(
            self._model,
            self._data,
            body=self._bodies[robot],
            force_n=np.array(impulse_ns) / (duration_ns * 1e-9),
            until_ns=time_ns + duration_ns,
        )

    def step(self, time_ns: int) -> None:
        """Let them act during the physics step that starts now."""
        if self._acting:
            self._acting = {robot: shove for robot, shove in self._acting.items() if shove.act(time_ns)}
