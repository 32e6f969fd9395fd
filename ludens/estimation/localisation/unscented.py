"""The unscented Kalman filter of a pose on the ground, compiled: predict by odometry, correct by residuals.

A pose is (x, y, yaw); its uncertainty a 3 × 3 covariance. Seven sigma points carry it through what is not
linear. A correction needs, for every sigma point, by how far the observation misses what the map predicts.
"""

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray

SPREAD = 3.0
"""n + kappa of the unscented transform: sigma points lie sqrt(3) standard deviations away."""
LEAST_VARIANCE = 1e-9


@compiled
def wrapped(angle_rad: float) -> float:
    """Return the same angle from -pi to pi."""
    return (angle_rad + np.pi) % (2.0 * np.pi) - np.pi


@compiled
def sigma_points(mean: FloatArray, covariance: FloatArray) -> FloatArray:
    """Return (7, 3): the mean, and two points on each axis of the covariance."""
    root = np.zeros((3, 3))  # Cholesky, with a floor: rounding must not end a run
    for row in range(3):
        for column in range(row + 1):
            rest = covariance[row, column]
            for inner in range(column):
                rest -= root[row, inner] * root[column, inner]
            if row == column:
                root[row, row] = np.sqrt(max(rest, LEAST_VARIANCE))
            else:
                root[row, column] = rest / root[column, column]
    points = np.empty((7, 3))
    points[0] = mean
    for axis in range(3):
        for part in range(3):
            offset = np.sqrt(SPREAD) * root[part, axis]
            points[1 + axis, part] = mean[part] + offset
            points[4 + axis, part] = mean[part] - offset
    return points


@compiled
def weight(number: int) -> float:
    """Return the weight of a sigma point."""
    return (SPREAD - 3.0) / SPREAD if number == 0 else 0.5 / SPREAD


@compiled
def predict(
    mean: FloatArray,
    covariance: FloatArray,
    moved: tuple[float, float, float],
    noise: tuple[float, float, float],
) -> None:
    """Move a pose, in place, by what odometry says in the robot's own frame; `noise` are variances there."""
    points = sigma_points(mean, covariance)
    for number in range(7):
        cosine, sine = np.cos(points[number, 2]), np.sin(points[number, 2])
        points[number, 0] += cosine * moved[0] - sine * moved[1]
        points[number, 1] += sine * moved[0] + cosine * moved[1]
        points[number, 2] += moved[2]
    recover(points, mean, covariance)
    cosine, sine = np.cos(mean[2]), np.sin(mean[2])
    covariance[0, 0] += cosine * cosine * noise[0] + sine * sine * noise[1]
    covariance[1, 1] += sine * sine * noise[0] + cosine * cosine * noise[1]
    both = cosine * sine * (noise[0] - noise[1])
    covariance[0, 1] += both
    covariance[1, 0] += both
    covariance[2, 2] += noise[2]


@compiled
def recover(points: FloatArray, mean: FloatArray, covariance: FloatArray) -> None:
    """Put mean and covariance of sigma points in place; angles are taken about the first point's."""
    middle = points[0, 2]
    mean[:] = 0.0
    for number in range(7):
        share = weight(number)
        mean[0] += share * points[number, 0]
        mean[1] += share * points[number, 1]
        mean[2] += share * wrapped(points[number, 2] - middle)
    mean[2] = wrapped(middle + mean[2])
    covariance[:] = 0.0
    offset = np.empty(3)
    for number in range(7):
        share = weight(number)
        offset[0], offset[1] = points[number, 0] - mean[0], points[number, 1] - mean[1]
        offset[2] = wrapped(points[number, 2] - mean[2])
        for row in range(3):
            for column in range(3):
                covariance[row, column] += share * offset[row] * offset[column]


@compiled
def correct(
    mean: FloatArray, covariance: FloatArray, points: FloatArray, residuals: FloatArray, noise: FloatArray
) -> float:
    """Correct a pose, in place, by two residuals (observed minus predicted) at its sigma points.

    `residuals` is (7, 2), `noise` the 2 × 2 covariance of the observation. Returns the squared Mahalanobis
    distance of the observation from what was predicted.
    """
    expected = np.zeros(2)
    for number in range(7):
        expected += weight(number) * residuals[number]
    spread = noise.copy()
    cross = np.zeros((3, 2))
    offset = np.empty(3)
    for number in range(7):
        share = weight(number)
        offset[0], offset[1] = points[number, 0] - mean[0], points[number, 1] - mean[1]
        offset[2] = wrapped(points[number, 2] - mean[2])
        for one in range(2):
            off = residuals[number, one] - expected[one]
            for other in range(2):
                spread[one, other] += share * off * (residuals[number, other] - expected[other])
            for part in range(3):
                cross[part, one] += share * offset[part] * off
    determinant = spread[0, 0] * spread[1, 1] - spread[0, 1] * spread[1, 0]
    if determinant < 1e-18:
        return 0.0
    inverse = np.empty((2, 2))
    inverse[0, 0], inverse[1, 1] = spread[1, 1] / determinant, spread[0, 0] / determinant
    inverse[0, 1], inverse[1, 0] = -spread[0, 1] / determinant, -spread[1, 0] / determinant
    gain = np.zeros((3, 2))
    for part in range(3):
        for one in range(2):
            gain[part, one] = cross[part, 0] * inverse[0, one] + cross[part, 1] * inverse[1, one]
    distance = 0.0
    for one in range(2):
        for other in range(2):
            distance += expected[one] * inverse[one, other] * expected[other]
    for part in range(3):
        mean[part] -= gain[part, 0] * expected[0] + gain[part, 1] * expected[1]
    mean[2] = wrapped(mean[2])
    for row in range(3):
        for column in range(3):
            change = 0.0
            for one in range(2):
                change += gain[row, one] * (
                    spread[one, 0] * gain[column, 0] + spread[one, 1] * gain[column, 1]
                )
            covariance[row, column] -= change
    for part in range(3):
        covariance[part, part] = max(covariance[part, part], LEAST_VARIANCE)
    return distance
