"""Joints over time, at an even beat, and how close they come to what the axes can do."""

import math
from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray


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

    def stretch_needed(self, limits: AxisLimits) -> float:
        """Return by which factor time must stretch so that speeds and accelerations keep their limits.

        Below one there is time to spare. Stretching by k divides speeds by k and accelerations by k².
        """
        if len(self.joints_rad) < 3:
            return 1.0
        speed = np.diff(self.joints_rad, axis=0) / self.beat_s
        acceleration = np.diff(speed, axis=0) / self.beat_s
        by_speed = float((np.abs(speed) / limits.speed_radps).max())
        by_acceleration = float((np.abs(acceleration) / limits.acceleration_radps2).max())
        return max(by_speed, math.sqrt(by_acceleration))
