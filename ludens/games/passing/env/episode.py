"""One episode: a world from its beginning to its end, and its score by truth."""

import math
from typing import Any

from ludens.core.configuration import Configuration
from ludens.core.contract.setup import Setup
from ludens.core.errors import LudensError
from ludens.core.runtime.clock import nanoseconds, seconds
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.passing.env.senses import Senses
from ludens.games.passing.referee import WITHIN_M, Referee
from ludens.games.passing.world import PassingWorld
from ludens.messages import BaseVelocityCommand

STEP_S = 0.1
PASSED_REWARD = 10.0
TOUCH_PENALTY = 10.0


class Episode:
    """One world from its beginning to its end."""

    def __init__(self, world: PassingWorld, setup: Setup) -> None:
        self._world = world
        self._referee = Referee(world)
        self.senses = Senses()
        self.run = Run(
            setup,
            SimulationDriver(world),
            configuration=Configuration(setup.sections()),
            observers=[self.senses],
        )
        while self.senses.image is None and self.run.step() is not None:
            pass
        self._step_ends_ns = self.run.time_ns
        self._ball_target_m = self._distance_m()

    @property
    def time_s(self) -> float:
        return self.run.time_s

    @property
    def touched(self) -> list[str]:
        return self._referee.collisions

    @property
    def passed(self) -> bool:
        return self._world.ball_target_closest_m < WITHIN_M

    def drive(self, forward_mps: float, turn_radps: float) -> float:
        """Carry out an action for one step; return its reward."""
        if not (math.isfinite(forward_mps) and math.isfinite(turn_radps)):
            raise LudensError(f"The action ({forward_mps}, {turn_radps}) is no motion; give two numbers.")
        command = BaseVelocityCommand(time_s=self.time_s, forward_mps=forward_mps, turn_radps=turn_radps)
        self.run.driver.command("", command)
        self._step_ends_ns += nanoseconds(STEP_S)
        self.run.run_until(seconds(self._step_ends_ns))
        before_m, self._ball_target_m = self._ball_target_m, self._distance_m()
        return (
            before_m - self._ball_target_m + PASSED_REWARD * self.passed - TOUCH_PENALTY * bool(self.touched)
        )

    def info(self) -> dict[str, Any]:
        """Truth, for people and for scores; nothing to act by."""
        return {
            "time_s": self.time_s,
            "ball_target_m": self._ball_target_m,
            "passed": self.passed,
            "touched": self.touched,
        }

    def _distance_m(self) -> float:
        truth = self._world.truth()
        return math.inf if truth.target is None else math.dist(truth.ball, truth.target)
