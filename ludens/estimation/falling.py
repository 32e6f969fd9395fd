"""Whether a body stands, falls or lies, told before it hits the floor.

The lean is carried on with its rate for a moment ahead; where that exceeds what a walk ever recovers from,
the body is falling. It has fallen once it leans far and moves no more. It stands again when it leans little
for a while.
"""

import math
from dataclasses import dataclass

from ludens.estimation.orientation import Quaternion, Vector, up_in_torso
from ludens.messages.balance import FallDirection, FallState


@dataclass(frozen=True, slots=True)
class FallTuning:
    """Angles and times that separate standing, falling and lying."""

    falling_rad: float = 0.75  # lean, `ahead_s` from now; a shoved walk comes back from 0.6
    ahead_s: float = 0.15
    least_rad: float = 0.4  # a fast turn alone is no fall, and a shove bends the body by this much
    lying_rad: float = 0.9
    lying_radps: float = 0.5
    lying_after_s: float = 0.3
    upright_rad: float = 0.3
    upright_after_s: float = 0.5


class FallDetector:
    """Follows one body."""

    def __init__(self, tuning: FallTuning | None = None) -> None:
        self._tuning = FallTuning() if tuning is None else tuning
        self.state: FallState = "upright"
        self.direction: FallDirection = "forward"
        self.lean_rad = 0.0
        self._for_s = 0.0

    def update(self, level_from_torso: Quaternion, rates_radps: Vector, *, elapsed_s: float) -> FallState:
        """Take in orientation and turning rates (torso's axes) and return the state."""
        x, y, z = up_in_torso(level_from_torso)
        self.lean_rad = math.atan2(math.hypot(x, y), z)
        rate_radps = leaning_rate((x, y, z), rates_radps)
        tuning = self._tuning
        if self.state == "upright":
            ahead_rad = self.lean_rad + rate_radps * tuning.ahead_s
            if self.lean_rad > tuning.least_rad and ahead_rad > tuning.falling_rad:
                self._enter("falling")
        self.direction = lean_direction(x, y)
        if self.state == "falling":
            still = math.hypot(*rates_radps) < tuning.lying_radps
            self._wait(self.lean_rad > tuning.lying_rad and still, tuning.lying_after_s, "fallen", elapsed_s)
        if self.state != "upright":
            self._wait_upright(elapsed_s)
        return self.state

    def _enter(self, state: FallState) -> None:
        self.state = state
        self._for_s = 0.0

    def _wait(self, holds: bool, least_s: float, state: FallState, elapsed_s: float) -> None:
        if holds:
            self._for_s += elapsed_s
            if self._for_s >= least_s:
                self._enter(state)

    def _wait_upright(self, elapsed_s: float) -> None:
        stands = self.lean_rad < self._tuning.upright_rad
        if not stands and self.lean_rad < self._tuning.lying_rad:
            self._for_s = 0.0
        self._wait(stands, self._tuning.upright_after_s, "upright", elapsed_s)


def leaning_rate(up: Vector, rates_radps: Vector) -> float:
    """Return how fast the lean grows: how the upward direction leaves the torso's z axis."""
    x, y, _ = up
    tilt = math.hypot(x, y)
    if tilt < 1e-6:
        return math.hypot(rates_radps[0], rates_radps[1])
    # d(up)/dt = up × rates; its part along (x, y) is that of sin(lean), divided by cos(lean) = z.
    return (y * rates_radps[0] - x * rates_radps[1]) / tilt


def lean_direction(up_x: float, up_y: float) -> FallDirection:
    """Return where the head goes: opposite to where up lies in the torso."""
    if abs(up_x) >= abs(up_y):
        return "forward" if up_x < 0.0 else "backward"
    return "left" if up_y < 0.0 else "right"
