"""What fingers feel: something between them stops them half-way, and their motor goes on pulling."""

from ludens.messages import CalibratedJoints
from ludens.motion.grip import HANDS, PULLS_A

CLOSED, OPENED = 0.16, 0.55
"""Fingers that are stopped between these hold something of about 25 mm (0.33); empty ones close to 0."""
SURE_S = 0.1


class Feeling:
    """Tells for each hand whether it holds something, from the fingers' angle and current alone."""

    def __init__(self) -> None:
        self._for_s = [0.0, 0.0]
        self._holds = [False, False]

    @property
    def holds(self) -> tuple[bool, bool]:
        """Left, right."""
        left, right = self._holds
        return left, right

    def feel(self, joints: CalibratedJoints, *, elapsed_s: float) -> None:
        """Take in a reading; what changes must stay so for a moment."""
        fingers = zip(joints.position_rad[HANDS].tolist(), joints.current_a[HANDS].tolist(), strict=True)
        for hand, (opening, current_a) in enumerate(fingers):
            now = CLOSED < opening < OPENED and current_a > PULLS_A
            self._for_s[hand] = 0.0 if now == self._holds[hand] else self._for_s[hand] + elapsed_s
            if self._for_s[hand] > SURE_S:
                self._for_s[hand], self._holds[hand] = 0.0, now
