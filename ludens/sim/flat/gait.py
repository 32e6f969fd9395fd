"""Walking without legs: how fast the body goes after a request, and when a step kicks.

Speeds change as the walk plans them (`motion.walk.speed`), and kicking steps come as it counts them; the body
follows a little later.
"""

from collections import deque
from typing import Literal

from ludens.motion.walk.parameters import WalkParameters
from ludens.motion.walk.speed import STILL, Speed, approached, within_reach
from ludens.motion.walk.step_kick import KickingSteps, StepKick
from ludens.sim.flat.figures import FlatFigures

GaitName = Literal["stand", "start", "step", "stop"]


class FlatGait:
    """Stand, start, step, stop of one body."""

    def __init__(self, figures: FlatFigures, *, step_s: float) -> None:
        self._figures, self._tick_s = figures, step_s
        self._parameters = WalkParameters()
        self._wanted = self._reachable = STILL  # the same for as long as a request lasts
        self.halt()

    def halt(self) -> None:
        """Stand at once: it fell, was carried, or does something else."""
        self.phase: GaitName = "stand"
        self.planned = self.speed = STILL
        self.left_is_stance = True
        self.kicking = KickingSteps()
        self.elapsed_s = 0.0
        self._late = deque([STILL] * max(round(self._figures.lag_s / self._tick_s), 1))

    @property
    def stands(self) -> bool:
        """Whether both feet are down and nothing moves."""
        return self.phase == "stand" and self.speed is STILL

    @property
    def share(self) -> float:
        """Of the phase."""
        return min(self.elapsed_s / self._duration_s, 1.0) if self.phase != "stand" else 1.0

    def step(self, wanted: Speed, kick: StepKick | None) -> bool:
        """Go on by one tick; return whether a foot strikes in it."""
        before_s, stage = self.elapsed_s, self.kicking.stage
        self.kicking.ask(kick)
        if wanted is not self._wanted:
            self._wanted, self._reachable = wanted, within_reach(wanted, self._parameters)
        reachable = self._reachable
        if self.phase in ("start", "step"):
            self.planned = approached(
                self.planned,
                reachable,
                self._parameters,
                elapsed_s=self._tick_s,
                stops=reachable.is_zero,
            )
        self.elapsed_s += self._tick_s
        if self.phase == "stand":
            if self.kicking.pending or not reachable.is_zero:
                self._enter("start")
        elif self.elapsed_s >= self._duration_s:
            self._next(reachable)
        self._late.append(STILL if self.phase == "start" else self.planned)
        self.speed = self._late.popleft()
        strike_s = self._figures.step_strike_s
        return stage == "kick" and before_s < strike_s <= before_s + self._tick_s

    def _next(self, wanted: Speed) -> None:
        if self.phase == "stop":
            self._enter("stand")
            self.planned = STILL
            return
        if self.phase == "step":
            self.left_is_stance = not self.left_is_stance
            if wanted.is_zero and self.planned.is_zero and not self.kicking.pending:
                self._enter("stop")
                return
        self._enter("step")
        self.kicking.next_step(left_swings=not self.left_is_stance)

    @property
    def _duration_s(self) -> float:
        if self.phase == "start":
            return self._figures.start_s
        if self.phase == "stop":
            return self._figures.stop_s
        return self._parameters.step_s * self.kicking.slowness

    def _enter(self, phase: GaitName) -> None:
        self.phase, self.elapsed_s = phase, 0.0
