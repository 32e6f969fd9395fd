"""Angles live on a ring: pi and -pi are the same direction.

Every function takes radians of any size and gives radians in [-pi, pi). Plain floats have a path of their own
because control loops wrap single angles thousands of times a second, where numpy would cost twenty times
more.
"""

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ludens.geometry.arrays import FloatArray
from ludens.geometry.errors import GeometryError

_FULL_TURN_RAD = 2.0 * math.pi
_SHORTEST_RESULTANT = 1e-9
"""Below this length of the mean unit vector its direction is rounding noise."""


def wrap(angle_rad: float) -> float:
    """Return the same direction in [-pi, pi); an angle already there comes back bit for bit."""
    if -math.pi <= angle_rad < math.pi:
        return angle_rad
    wrapped = (angle_rad + math.pi) % _FULL_TURN_RAD - math.pi
    # Just below -pi the remainder rounds up to a whole turn, which would leave the half-open interval.
    return -math.pi if wrapped >= math.pi else wrapped


def wrap_array(angles_rad: npt.ArrayLike) -> FloatArray:
    """Do what `wrap` does, for every element of an array of any shape."""
    angles = np.asarray(angles_rad, dtype=np.float64)
    wrapped = (angles + np.pi) % _FULL_TURN_RAD - np.pi
    wrapped = np.where(wrapped >= np.pi, -np.pi, wrapped)
    return np.where((angles >= -np.pi) & (angles < np.pi), angles, wrapped)


def difference(angle_rad: float, reference_rad: float) -> float:
    """Return the shortest signed turn that leads from `reference_rad` to `angle_rad`."""
    return wrap(angle_rad - reference_rad)


def circular_mean(angles_rad: Iterable[float], *, weights: Iterable[float] | None = None) -> float:
    """Return the direction of the weighted sum of unit vectors.

    Directions that cancel out (none at all, or east and west) have no mean; that is an error, not a zero.
    """
    angles = list(angles_rad)
    factors = [1.0] * len(angles) if weights is None else list(weights)
    if len(factors) != len(angles):
        raise GeometryError(
            f"A circular mean needs one weight per angle; got {len(factors)} for {len(angles)}."
        )
    total = math.fsum(map(abs, factors))
    sine = math.fsum(factor * math.sin(angle) for factor, angle in zip(factors, angles, strict=True))
    cosine = math.fsum(factor * math.cos(angle) for factor, angle in zip(factors, angles, strict=True))
    if not math.hypot(sine, cosine) > _SHORTEST_RESULTANT * total:
        raise GeometryError(f"The {len(angles)} given directions have no mean: they cancel out.")
    return wrap(math.atan2(sine, cosine))
