"""Distances from sonars that err: a median against ghosts and lost echoes, a low-pass against jitter.

Only readings within the maker's limits count; all others, and no echo, mean that nothing is there. The
nearest one counts too: it stands for everything that is nearer. What the median says far from the present
distance is taken over more slowly, so that a second ghost costs little.
"""

import math
from collections import deque
from dataclasses import dataclass
from statistics import median
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from ludens.core.contract.declaration import Since
from ludens.core.contract.module import CycleTime, Module
from ludens.messages import SonarDistances, SonarRing
from ludens.robots.nao.places import SONAR_FARTHEST_M, SONAR_NEAREST_M

ROUNDING_M = 1e-6


class SonarFilter:
    """Follows one sonar."""

    def __init__(self, *, window: int, blend: float, doubted_m: float) -> None:
        self._readings_m: deque[float] = deque(maxlen=window)
        self._blend, self._doubted_m = blend, doubted_m
        self.distance_m: float | None = None

    def update(self, reading_m: float) -> float | None:
        """Take in one reading and return the distance, if there is something."""
        valid = SONAR_NEAREST_M - ROUNDING_M <= reading_m <= SONAR_FARTHEST_M + ROUNDING_M
        self._readings_m.append(reading_m if valid else math.inf)
        if len(self._readings_m) < (self._readings_m.maxlen or 0):
            return None
        middle_m = median(self._readings_m)
        if not math.isfinite(middle_m):
            self.distance_m = None
        elif self.distance_m is None:
            self.distance_m = middle_m
        else:
            off_m = middle_m - self.distance_m
            self.distance_m += self._blend / (1.0 + (off_m / self._doubted_m) ** 2) * off_m
        return self.distance_m

    def forget(self) -> None:
        """Begin anew."""
        self._readings_m.clear()
        self.distance_m = None


@dataclass(frozen=True, slots=True)
class SonarWatchParameters:
    """How readings are smoothed, and when sonars count as silent."""

    window: Annotated[int, Meta(ge=1, le=15, description="Readings of the median; odd.")] = 5
    blend: Annotated[float, Meta(gt=0, le=1, description="Of a new median into the distance.")] = 0.6
    doubted_m: Annotated[float, Meta(gt=0, le=2, description="A leap by so much counts half.")] = 0.3
    silent_after_s: Annotated[float, Meta(gt=0, le=10, description="Without a reading.")] = 0.5


class SonarWatch(Module[SonarWatchParameters]):
    """Tells left and right distance; the ring's first reading is the left sonar's."""

    budget_s = 0.0001

    def start(self) -> None:
        """Begin without having heard anything."""
        p = self.parameters
        self._filters = [SonarFilter(window=p.window, blend=p.blend, doubted_m=p.doubted_m) for _ in range(2)]
        self._heard_s: float | None = None

    def parameters_changed(self) -> None:
        """Begin anew: a window of another length holds other readings."""
        self.start()

    def cycle(self, now: CycleTime, rings: Since[SonarRing]) -> SonarDistances:
        """Take in what has been heard since the last cycle."""
        if self._heard_s is None:
            self._heard_s = now.time_s
        for ring in rings:
            if len(ring.ranges_m) == len(self._filters):
                self._heard_s = now.time_s
                for sonar, reading_m in zip(self._filters, ring.ranges_m, strict=True):
                    sonar.update(reading_m)
        silent = now.time_s - self._heard_s > self.parameters.silent_after_s
        if silent:
            for sonar in self._filters:
                sonar.forget()
        left, right = self._filters
        return SonarDistances(
            time_s=now.time_s, left_m=left.distance_m, right_m=right.distance_m, is_silent=silent
        )


Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RangeNoise:
    """Noise of the sensors, and how fast the world passes by."""

    reading_sigma_m: float
    rest_sigma_m: float  # growth a second while standing: others may move
    motion_share: float  # growth by the robot's own motion, as a share of it
    lost_echo_sigma_m: float  # a reading of maximum range may be an echo that went astray


class RangeFilters:
    """Kalman filters for all range sensors of a ring at once: mean and variance of every range.

    The robot does not model its surroundings here, so a range cannot be predicted when the robot moves: its
    variance grows instead, and newer readings count for more.
    """

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
