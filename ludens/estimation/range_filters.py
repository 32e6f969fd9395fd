"""One Kalman filter for every range sensor of a ring, all at once.

The robot does not model its surroundings here, so a range cannot be predicted when the robot moves: its
variance grows instead, and newer readings count for more.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RangeNoise:
    """What is known of the sensors and of how fast the world passes by."""

    reading_sigma_m: float
    rest_sigma_m: float  # growth a second while standing: others may move
    motion_share: float  # growth by the robot's own motion, as a share of it
    lost_echo_sigma_m: float  # a reading of maximum range may be an echo that went astray


class RangeFilters:
    """Mean and variance of every sensor's range."""

    def __init__(self, count: int, *, maximum_m: float) -> None:
        self.maximum_m = maximum_m
        self.ranges_m: Array = np.full(count, maximum_m)
        self.variances_m2: Array = np.full(count, maximum_m**2)

    def predict(self, *, moved_m: float, elapsed_s: float, noise: RangeNoise) -> None:
        """Let time and motion pass; `moved_m` is how far the hull moved at most, turning included."""
        growth_m = noise.motion_share * moved_m + noise.rest_sigma_m * elapsed_s
        self.variances_m2 = np.minimum(self.variances_m2 + growth_m**2 + growth_m * 0.02, self.maximum_m**2)

    def correct(self, readings_m: Array, noise: RangeNoise) -> None:
        """Take in one reading of every sensor."""
        sigmas_m = np.where(
            readings_m >= self.maximum_m - 1e-6, noise.lost_echo_sigma_m, noise.reading_sigma_m
        )
        gains = self.variances_m2 / (self.variances_m2 + sigmas_m**2)
        self.ranges_m = self.ranges_m + gains * (readings_m - self.ranges_m)
        self.variances_m2 = (1.0 - gains) * self.variances_m2
