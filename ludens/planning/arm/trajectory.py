"""Motions over time: jerk-limited profiles from rest to rest (by ruckig), and sampled joint trajectories."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from ruckig import InputParameter, Result, Ruckig, Trajectory

from ludens.core.errors import LudensError
from ludens.geometry import FloatArray


class ArmPlanError(LudensError):
    """A motion that the arm cannot make."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most a motion may do in each of its directions: units of the way per second, second², second³."""

    speed: tuple[float, ...]
    acceleration: tuple[float, ...]
    jerk: tuple[float, ...]

    @classmethod
    def of(cls, speed: Sequence[float], acceleration: Sequence[float], jerk: Sequence[float]) -> "Limits":
        """Take limits from arrays."""
        return cls(tuple(map(float, speed)), tuple(map(float, acceleration)), tuple(map(float, jerk)))


class MotionProfile:
    """One or more numbers on their way from a start to a goal; all arrive together."""

    def __init__(self, start: Sequence[float], goal: Sequence[float], limits: Limits) -> None:
        count = len(limits.speed)
        wanted = InputParameter(count)
        wanted.current_position, wanted.target_position = list(map(float, start)), list(map(float, goal))
        wanted.max_velocity = list(limits.speed)
        wanted.max_acceleration = list(limits.acceleration)
        wanted.max_jerk = list(limits.jerk)
        self._trajectory = Trajectory(count)
        if not all(map(math.isfinite, (*start, *goal, *limits.speed, *limits.acceleration, *limits.jerk))):
            raise ArmPlanError(f"No motion leads from {list(start)} to {list(goal)}: numbers must be finite.")
        result = Ruckig(count).calculate(wanted, self._trajectory)
        if result not in (Result.Working, Result.Finished):
            raise ArmPlanError(f"No motion leads from {list(start)} to {list(goal)} within {limits}.")
        self.duration_s = float(self._trajectory.duration)

    def at(self, time_s: float) -> FloatArray:
        """Return where the numbers are; before the beginning at the start, after the end at the goal."""
        position, _, _ = self._trajectory.at_time(min(max(time_s, 0.0), self.duration_s))
        return np.array(position)

    def sampled(self, times_s: FloatArray) -> FloatArray:
        """Return where the first number is at each of many times."""
        at_time, last_s = self._trajectory.at_time, self.duration_s
        return np.array([at_time(min(max(time_s, 0.0), last_s))[0][0] for time_s in times_s.tolist()])

    def first_time_at(self, position: float, *, index: int = 0) -> float | None:
        """Return when a number first has this value; None when it never does."""
        time_s: float | None = self._trajectory.get_first_time_at_position(index, position)
        return time_s


@dataclass(frozen=True, slots=True, eq=False)
class AxisLimits:
    """The most each axis may do."""

    speed_radps: FloatArray
    acceleration_radps2: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class JointTrajectory:
    """Postures (steps, axes), one every `beat_s`; at rest at both ends."""

    joints_rad: FloatArray
    beat_s: float

    @property
    def duration_s(self) -> float:
        """From the first posture to the last."""
        return (len(self.joints_rad) - 1) * self.beat_s

    def at(self, time_s: float) -> FloatArray:
        """Return the posture at a moment; before the beginning the first, after the end the last."""
        place = min(max(time_s / self.beat_s, 0.0), len(self.joints_rad) - 1.0)
        before = min(int(place), len(self.joints_rad) - 2) if len(self.joints_rad) > 1 else 0
        after = min(before + 1, len(self.joints_rad) - 1)
        share = place - before
        posture: FloatArray = (1.0 - share) * self.joints_rad[before] + share * self.joints_rad[after]
        return posture

    def stretches_needed(self, limits: AxisLimits) -> FloatArray:
        """Return by which factor time must stretch at each posture to keep the limits of all axes.

        Below one there is time to spare. Stretching by k divides speeds by k and accelerations by k².
        """
        needed = np.zeros(len(self.joints_rad))
        speed = np.diff(self.joints_rad, axis=0) / self.beat_s
        by_speed = (np.abs(speed) / limits.speed_radps).max(axis=1)
        needed[:-1] = by_speed
        needed[1:] = np.maximum(needed[1:], by_speed)
        acceleration = np.abs(np.diff(speed, axis=0)) / self.beat_s
        by_acceleration = (acceleration / limits.acceleration_radps2).max(axis=1)
        needed[1:-1] = np.maximum(needed[1:-1], np.sqrt(by_acceleration))
        return needed
