"""What fingers feel: something between them stops them half-way, and their motor goes on pulling."""

import numpy as np

from ludens.messages import CalibratedJoints
from ludens.motion.grip import HANDS, PULLS_A

CLOSED, OPENED = 0.16, 0.55
"""Fingers that are stopped between these hold something of about 25 mm (0.33); empty ones close to 0."""
SURE_S = 0.1


class Feeling:
    """Tells for each hand whether it holds something, from the fingers' angle and current alone."""

    def __init__(self) -> None:
        self._for_s = np.zeros(2)
        self._holds = np.zeros(2, dtype=bool)

    @property
    def holds(self) -> tuple[bool, bool]:
        """Left, right."""
        return bool(self._holds[0]), bool(self._holds[1])

    def feel(self, joints: CalibratedJoints, *, elapsed_s: float) -> None:
        """Take in a reading; what changes must stay so for a moment."""
        opening, current_a = joints.position_rad[HANDS], joints.current_a[HANDS]
        now = (opening > CLOSED) & (opening < OPENED) & (current_a > PULLS_A)
        self._for_s = np.where(now == self._holds, 0.0, self._for_s + elapsed_s)
        change = self._for_s > SURE_S
        self._holds = np.where(change, now, self._holds)
        self._for_s = np.where(change, 0.0, self._for_s)
