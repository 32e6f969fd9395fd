"""The way of a tool from one place to another, over what stands between: up, across and down as one motion.

Up, across and down are quickest by themselves and overlap: crossing begins as soon as the tool is clear of
what stands beside its start, and it begins to sink so early that it is still clear when it has arrived.
"""

import math
from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray
from ludens.planning.arm.trajectory import ArmPlanError, Limits, MotionProfile

RISE_WHILE_CROSSING_M = 0.02
"""How much farther than needed a tool rises, so that up and across can overlap."""


@dataclass(frozen=True, slots=True)
class HopLimits:
    """How fast a tool may go: across the table, and up and down."""

    across: Limits
    upright: Limits


BRISK = HopLimits(across=Limits((1.0,), (4.0,), (60.0,)), upright=Limits((0.4,), (3.0,), (60.0,)))
"""The fastest at which a piece is not shaken off a magnet."""


@dataclass(frozen=True, slots=True, eq=False)
class ToolPose:
    """A place of the tool: its tip, its heading about the vertical, and how far it leans outwards."""

    tip_m: FloatArray
    yaw_rad: float = 0.0
    lean_rad: float = 0.0


class Hop:
    """From place to place, never lower than `clear_m` while on the way across. Starts and ends at rest."""

    def __init__(self, start: ToolPose, goal: ToolPose, *, clear_m: float, limits: HopLimits = BRISK) -> None:
        from_m, to_m = float(start.tip_m[2]), float(goal.tip_m[2])
        if not math.isfinite(clear_m):
            raise ArmPlanError(f"A hop needs a finite height to cross at; got {clear_m}.")
        self._start, self._goal = start, goal
        top_m = max(clear_m, to_m) + (RISE_WHILE_CROSSING_M if max(from_m, to_m) < clear_m else 0.0)
        self._up = MotionProfile([from_m], [top_m], limits.upright)
        self._down = MotionProfile([top_m], [to_m], limits.upright)
        self._across_m = float(np.hypot(*(goal.tip_m - start.tip_m)[:2]))
        self._across = MotionProfile([0.0], [self._across_m], limits.across)
        self.crosses_s = (self._up.first_time_at(clear_m) or 0.0) if from_m < clear_m else 0.0
        """When it begins to cross."""
        sinking_s = (self._down.first_time_at(clear_m) or 0.0) if to_m < clear_m else 0.0
        arrives_s = self.crosses_s + self._across.duration_s
        self._sinks_s = max(self._up.duration_s, arrives_s - sinking_s)
        self.duration_s = max(arrives_s, self._sinks_s + self._down.duration_s)

    def sampled(self, times_s: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return where the tip is at each of some times (n, 3), its heading and how far it leans (n each)."""
        if self._across_m > 1e-9:
            shares = self._across.sampled(times_s - self.crosses_s) / self._across_m
        elif self.duration_s > 0.0:
            shares = np.clip(times_s / self.duration_s, 0.0, 1.0)
        else:
            shares = np.ones(len(times_s))
        tips_m = self._start.tip_m + shares[:, np.newaxis] * (self._goal.tip_m - self._start.tip_m)
        rises = times_s < self._sinks_s
        tips_m[rises, 2] = self._up.sampled(times_s[rises])
        tips_m[~rises, 2] = self._down.sampled(times_s[~rises] - self._sinks_s)
        yaws_rad = self._start.yaw_rad + shares * (self._goal.yaw_rad - self._start.yaw_rad)
        leans_rad = self._start.lean_rad + shares * (self._goal.lean_rad - self._start.lean_rad)
        return tips_m, yaws_rad, leans_rad

    def at(self, time_s: float) -> ToolPose:
        """Return where the tool is."""
        tips_m, yaws_rad, leans_rad = self.sampled(np.array([time_s]))
        return ToolPose(tips_m[0], float(yaws_rad[0]), float(leans_rad[0]))
