"""Joints over time, at an even beat, and how close they come to what the axes can do."""

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
