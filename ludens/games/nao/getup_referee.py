"""Measures a fall and the way up with simulation truth: how it lay, when it stood again, how it was led."""

from collections.abc import Sequence

import numpy as np

from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.games.nao.world import NaoWorld
from ludens.geometry import FloatArray
from ludens.messages import FallReport, Fault, JointCommand, MotionActivations
from ludens.motion.protection import FALLING, beyond_protection

UPRIGHT_COSINE = 0.98
"""Of the torso's lean: 0.2 rad."""
STANDING_M = 0.27
"""The torso of a standing robot is 0.30 m above the floor, that of a squatting one 0.20 m."""
STILL_MPS, STILL_S = 0.05, 0.5
"""Who keeps its torso slower than this for so long stands; the time counts from the beginning of that."""
RISING = "getting up"


class GetUpReferee:
    """Watches one robot that is pushed over. Nothing that plays reads it."""

    def __init__(self, world: NaoWorld) -> None:
        self._world = world
        self._place_m: FloatArray | None = None
        self._time_s = 0.0
        self._still_s: float | None = None
        self._reason = ""
        self.fallen_s: float | None = None
        self.side = ""
        self.stands_s: float | None = None
        self.tries = 0
        self.too_stiff = 0
        self.last_reason = ""

    @property
    def rising(self) -> bool:
        """Whether the body is on its way up."""
        return self._reason.startswith(RISING)

    def on_delivery(self, delivery: Delivery) -> None:
        """Look how the torso is."""
        pose, time_s = self._world.ground_from_torso(), delivery.time_ns * 1e-9
        before_m, self._place_m = self._place_m, pose.translation
        elapsed_s, self._time_s = time_s - self._time_s, time_s
        if self.fallen_s is None or self.stands_s is not None or before_m is None or elapsed_s <= 0.0:
            return
        upright = pose.rotation[2, 2] > UPRIGHT_COSINE and pose.translation[2] > STANDING_M
        still = float(np.linalg.norm(pose.translation - before_m)) < STILL_MPS * elapsed_s
        if not (upright and still):
            self._still_s = None
        elif self._still_s is None:
            self._still_s = time_s
        elif time_s - self._still_s >= STILL_S:
            self.stands_s = self._still_s

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Note when it knew that it lay, how often it tried, and commands too stiff for a fall."""
        for _, message in outputs:
            match message:
                case FallReport(state="fallen") if self.fallen_s is None:
                    self.fallen_s = time_ns * 1e-9
                    self.side = lying_side(self._world.ground_from_torso().rotation[2])
                case MotionActivations(reason=reason):
                    if reason.startswith(RISING) and reason != self._reason:
                        self.tries += not self.rising or "try" in reason
                    self._reason = reason
                    self.last_reason = reason or self.last_reason
                case JointCommand() if self._reason == FALLING:
                    self.too_stiff += bool(beyond_protection(message))
                case _:
                    pass

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""


def lying_side(up_in_torso: FloatArray) -> str:
    """Return on which side a body lies, from the upward direction in its torso."""
    x, y, _ = up_in_torso.tolist()
    if abs(x) >= abs(y):
        return "front" if x < 0.0 else "back"
    return "left" if y < 0.0 else "right"
