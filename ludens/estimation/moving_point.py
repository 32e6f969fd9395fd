"""A point on the ground that moves: Kalman filter steps of (x, y, vx, vy), for balls and robots alike."""

import math

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray


def sighting_covariance(along_sigma_m: float, across_sigma_m: float, bearing_rad: float) -> FloatArray:
    """Return the covariance of a place that is seen along a bearing."""
    along, across = along_sigma_m**2, across_sigma_m**2
    cosine, sine = math.cos(bearing_rad), math.sin(bearing_rad)
    mixed = (along - across) * sine * cosine
    return np.array(
        ((along * cosine**2 + across * sine**2, mixed), (mixed, along * sine**2 + across * cosine**2))
    )


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
def squared_distance(off: FloatArray, covariance: FloatArray, noise: FloatArray) -> float:
    """Return the squared Mahalanobis distance of an observation that is off by so much."""
    a, b, d = (
        covariance[0, 0] + noise[0, 0],
        covariance[0, 1] + noise[0, 1],
        covariance[1, 1] + noise[1, 1],
    )
    squared: float = (d * off[0] * off[0] - 2.0 * b * off[0] * off[1] + a * off[1] * off[1]) / (a * d - b * b)
    return squared


@compiled
def corrected(
    state: FloatArray, covariance: FloatArray, observed: FloatArray, noise: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return state and covariance after an observation of the position: K = P Hᵀ (H P Hᵀ + R)⁻¹."""
    a, b, d = (
        covariance[0, 0] + noise[0, 0],
        covariance[0, 1] + noise[0, 1],
        covariance[1, 1] + noise[1, 1],
    )
    scale = 1.0 / (a * d - b * b)
    gain = np.empty((4, 2))
    for row in range(4):
        x, y = covariance[row, 0], covariance[row, 1]
        gain[row, 0], gain[row, 1] = scale * (d * x - b * y), scale * (a * y - b * x)
    off_x, off_y = observed[0] - state[0], observed[1] - state[1]
    after, spread = state.copy(), covariance.copy()
    for row in range(4):
        after[row] += gain[row, 0] * off_x + gain[row, 1] * off_y
        for column in range(4):
            spread[row, column] -= gain[row, 0] * covariance[0, column] + gain[row, 1] * covariance[1, column]
    return after, 0.5 * (spread + spread.T)
