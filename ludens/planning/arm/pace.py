"""How fast a way is gone, place by place: slowly where an axis would have to race, briskly elsewhere.

Near a stretched arm one axis peaks for a tenth of the way. To slow the whole motion down for that would cost
a second; but an arm that hurries up to the peak and brakes there shakes what it carries. So up to some
slowness all of it is slowed alike, and what is needed beyond that only around the places that need it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from ludens.geometry import FloatArray

EVEN = 1.6
"""So much slower than wanted the whole way is gone, before parts of it are."""
NODES = 1001
AROUND = 100
"""Nodes to either side of a place over which a change of pace is spread."""
SPARE = 1.01
HANN: FloatArray = np.hanning(2 * AROUND + 3)[1:-1]
SHARES: FloatArray = np.linspace(0.0, 1.0, NODES)


@dataclass(frozen=True, slots=True, eq=False)
class Pace:
    """How many times longer than wanted each part of a way takes, at even shares of it."""

    slowness: FloatArray

    @classmethod
    def wanted(cls) -> "Pace":
        """As fast as the way itself allows."""
        return cls(np.ones(NODES))

    def shares(self, duration_s: float, beat_s: float) -> FloatArray:
        """Return which share of the way's wanted time has passed at every beat, from 0 to 1."""
        steps = 0.5 * (self.slowness[1:] + self.slowness[:-1]) / (NODES - 1)
        passed = np.concatenate(([0.0], np.cumsum(steps)))
        beats = max(2, int(np.ceil(duration_s * passed[-1] / beat_s)))
        return np.interp(np.linspace(0.0, passed[-1], beats + 1), passed, SHARES)

    def slowed(self, needed: FloatArray, at_shares: FloatArray) -> "Pace":
        """Return a pace that is slower by what is needed, at least, at every share."""
        wanted = self.slowness * np.maximum(1.0, SPARE * np.interp(SHARES, at_shares, needed))
        widened = sliding_window_view(np.pad(wanted, 2 * AROUND, mode="edge"), 2 * AROUND + 1).max(axis=1)
        smooth = np.convolve(widened, HANN / HANN.sum(), mode="valid")
        return Pace(np.maximum(smooth, min(float(wanted.max()), EVEN)))

    def slowed_alike(self, factor: float) -> "Pace":
        """Return a pace that is slower everywhere."""
        return Pace(SPARE * factor * self.slowness)
