"""Whether the arm has run into something: torques that its own motion does not explain.

The arm carries its weight by itself, so what its servos give goes into speeding up its own inertia, mostly
that of the rotors, and into what resists it.
"""

import numpy as np

from ludens.geometry import FloatArray

INERTIA_KG_M2: FloatArray = np.array([4.0, 4.0, 2.4, 2.4, 0.85, 0.55, 0.31])
"""Of each axis and what it moves, about: the arm stretched forward over the table."""
MOST_NM: FloatArray = np.array([45.0, 45.0, 32.0, 32.0, 20.0, 12.0, 8.0])
"""Unexplained torque that is no longer noise: at a reach of 0.6 m about 70 N, less than a nudge hurts."""
PATIENCE = 2
"""Readings in a row: one alone may be a disturbance of the sensor."""


class ContactWatch:
    """Compares torques with the motion that was commanded."""

    def __init__(self) -> None:
        self._speed_radps: FloatArray | None = None
        self._in_a_row = 0

    def feel(self, torques_nm: FloatArray, speeds_radps: FloatArray, *, elapsed_s: float) -> bool:
        """Take in one reading and tell whether something is in the way."""
        before_radps, self._speed_radps = self._speed_radps, speeds_radps
        if before_radps is None or elapsed_s <= 0.0:
            return False
        explained_nm = INERTIA_KG_M2 * (speeds_radps - before_radps) / elapsed_s
        over = bool((np.abs(torques_nm - explained_nm) > MOST_NM).any())
        self._in_a_row = self._in_a_row + 1 if over else 0
        return self._in_a_row >= PATIENCE

    def forget(self) -> None:
        """Begin anew."""
        self._speed_radps, self._in_a_row = None, 0
