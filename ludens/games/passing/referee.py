"""Scores a pass with simulation truth. Nothing that plays reads it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.games.passing.world import PassingWorld
from ludens.geometry.angles import difference
from ludens.messages import Fault, StateReport

WITHIN_M = 0.35  # ball to target, centre to centre
ROLLS_MPS = 0.1  # a ball that is faster than this rolls
LEAVING_M = 0.5  # how far the ball rolls before its heading is taken


@dataclass(slots=True)
class ScoredPush:
    """One ram: where ball and target were, and where the ball went."""

    ball: tuple[float, float]
    target: tuple[float, float]
    heading_error_rad: float | None = None


class PassingReferee:
    """Watches a run: counts pushes, measures headings, and says when the ball has come to the target."""

    def __init__(self, world: PassingWorld) -> None:
        self._world = world
        self._state = ""
        self.pushes: list[ScoredPush] = []
        self.passed_s: float | None = None
        self.met_mps: float | None = None  # how fast the ball was just before a robot first touched it
        self._ball_mps = 0.0  # at the last delivery

    @property
    def collisions(self) -> list[str]:
        """What a robot touched that it must not."""
        return sorted(what for _, what in self._world.touches() if what != "ball")

    @property
    def closest_m(self) -> float:
        """Smallest distance between ball and target since the first push, or the present one before it."""
        return self._world.ball_target_closest_m

    @property
    def met_rolling(self) -> bool:
        """Whether the ball rolled when a robot first touched it; not where none did."""
        return self.met_mps is not None and self.met_mps > ROLLS_MPS

    def on_delivery(self, delivery: Delivery) -> None:
        """Look at the truth whenever something arrives."""
        if self.met_mps is None:
            self._look_for_meeting()
        if not self.pushes:
            return
        truth = self._world.truth()
        push = self.pushes[-1]
        moved_m = math.dist(truth.ball, push.ball)
        if push.heading_error_rad is None and moved_m > LEAVING_M:
            went_rad = math.atan2(truth.ball[1] - push.ball[1], truth.ball[0] - push.ball[0])
            wanted_rad = math.atan2(push.target[1] - push.ball[1], push.target[0] - push.ball[0])
            push.heading_error_rad = difference(went_rad, wanted_rad)
        if self.passed_s is None and self.closest_m < WITHIN_M:
            self.passed_s = truth.time_s

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Notice when the robot begins to ram."""
        for _, message in outputs:
            if isinstance(message, StateReport):
                if message.state == "ram" and self._state != "ram":
                    self._begin_push()
                self._state = message.state

    def on_fault(self, fault: Fault) -> None:
        """Faults are counted by the run."""

    def close(self) -> None:
        """Nothing to let go of."""

    def _look_for_meeting(self) -> None:
        if any(what == "ball" for _, what in self._world.touches()):
            self.met_mps = self._ball_mps
        self._ball_mps = math.hypot(*self._world.truth().ball_velocity_mps)

    def _begin_push(self) -> None:
        truth = self._world.truth()
        if truth.target is None:
            return
        if not self.pushes:
            self._world.reset_ball_target_closest()
        self.pushes.append(ScoredPush(truth.ball, truth.target))
