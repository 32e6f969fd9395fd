"""A point on the ground that moves: Kalman filter steps of (x, y, vx, vy), for balls and robots alike.

Few numbers are plain numbers here, not arrays: making an array costs more than the arithmetic.
"""

import math

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray

Point = tuple[float, float]
MovingState = tuple[float, float, float, float]
"""Place and velocity: x, y, vx, vy."""
PlaceCovariance = tuple[float, float, float]
"""Of a place: xx, xy, yy."""


def begun(observed: Point, noise: PlaceCovariance, speed_variance: float) -> tuple[MovingState, FloatArray]:
    """Return state and covariance of a point that is seen for the first time: it may move or not."""
    covariance = np.zeros((4, 4))
    (covariance[0, 0], covariance[0, 1], covariance[1, 1]), covariance[1, 0] = noise, noise[1]
    covariance[2, 2] = covariance[3, 3] = speed_variance
    return (*observed, 0.0, 0.0), covariance


@compiled
def sighting_covariance(along_sigma_m: float, across_sigma_m: float, bearing_rad: float) -> PlaceCovariance:
    """Return the covariance of a place that is seen along a bearing."""
    along, across = along_sigma_m**2, across_sigma_m**2
    cosine, sine = math.cos(bearing_rad), math.sin(bearing_rad)
    mixed = (along - across) * sine * cosine
    return along * cosine**2 + across * sine**2, mixed, along * sine**2 + across * cosine**2


@compiled
def carried_on(covariance: FloatArray, elapsed_s: float, speed_variance: float) -> FloatArray:
    """Return a covariance later: positions follow speeds, and both become less certain."""
    carried = covariance.copy()
    for row in range(2):
        for column in range(4):
            carried[row, column] += elapsed_s * covariance[row + 2, column]
    for row in range(4):
        for column in range(2):
            carried[row, column] += elapsed_s * carried[row, column + 2]
    for axis in range(2):
        carried[axis, axis] += 1e-5 * elapsed_s
        carried[axis + 2, axis + 2] += speed_variance
    return carried


@compiled
def squared_distance(off: Point, covariance: FloatArray, noise: PlaceCovariance) -> float:
    """Return the squared Mahalanobis distance of an observation that is off by so much."""
    a, b, d = covariance[0, 0] + noise[0], covariance[0, 1] + noise[1], covariance[1, 1] + noise[2]
    squared: float = (d * off[0] * off[0] - 2.0 * b * off[0] * off[1] + a * off[1] * off[1]) / (a * d - b * b)
    return squared


@compiled
def corrected(
    state: MovingState, covariance: FloatArray, observed: Point, noise: PlaceCovariance
) -> tuple[MovingState, FloatArray]:
    """Return state and covariance after an observation of the position: K = P Hᵀ (H P Hᵀ + R)⁻¹."""
    a, b, d = covariance[0, 0] + noise[0], covariance[0, 1] + noise[1], covariance[1, 1] + noise[2]
    scale = 1.0 / (a * d - b * b)
    gain = np.empty((4, 2))
    for row in range(4):
        x, y = covariance[row, 0], covariance[row, 1]
        gain[row, 0], gain[row, 1] = scale * (d * x - b * y), scale * (a * y - b * x)
    off_x, off_y = observed[0] - state[0], observed[1] - state[1]
    spread = covariance.copy()
    for row in range(4):
        for column in range(4):
            spread[row, column] -= gain[row, 0] * covariance[0, column] + gain[row, 1] * covariance[1, column]
    after = (
        state[0] + (gain[0, 0] * off_x + gain[0, 1] * off_y),
        state[1] + (gain[1, 0] * off_x + gain[1, 1] * off_y),
        state[2] + (gain[2, 0] * off_x + gain[2, 1] * off_y),
        state[3] + (gain[3, 0] * off_x + gain[3, 1] * off_y),
    )
    return after, 0.5 * (spread + spread.T)
