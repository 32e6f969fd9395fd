"""Several hypotheses about a pose: moved together, corrected each by its own view of the map, weeded out.

Every hypothesis matches what is seen with the map in its own way. How badly that fits, averaged over the last
observations, decides which of them is believed, and which are given up.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled_using
from ludens.estimation.localisation import unscented
from ludens.estimation.localisation.unscented import correct, predict, sigma_points, wrapped
from ludens.geometry import FloatArray

MOST = 8
MISSED = 9.0
"""Squared Mahalanobis distance that an observation costs which fits nothing on the map."""
GATE = 12.0
"""Observations farther off than this correct nothing: they count as missed."""


@dataclass(frozen=True, slots=True)
class ObservationNoise:
    """How wrong the camera is: angles of its pose, and its height over the ground."""

    pitch_sigma_rad: float = 0.03
    yaw_sigma_rad: float = 0.035
    least_sigma_m: float = 0.03
    direction_sigma_rad: float = 0.08
    height_m: float = 0.50

    @property
    def numbers(self) -> FloatArray:
        """For compiled code."""
        return np.array(
            (
                self.pitch_sigma_rad,
                self.yaw_sigma_rad,
                self.least_sigma_m,
                self.direction_sigma_rad,
                self.height_m,
            )
        )


@dataclass(frozen=True, slots=True, eq=False)
class FieldMap:
    """Lines (m, 4) of the field, and points of several kinds (k, 3): the kind, and where they are."""

    lines_m: FloatArray
    points_m: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class SeenMap:
    """Lines (n, 4) as seen in the robot's frame, and points (n, 3): of which kind, and where."""

    lines_m: FloatArray
    points_m: FloatArray


class Hypotheses:
    """Means (n, 3), covariances (n, 3, 3) and errors (n,) of all that is thought possible."""

    def __init__(self) -> None:
        self.means: FloatArray = np.zeros((0, 3))
        self.covariances: FloatArray = np.zeros((0, 3, 3))
        self.errors: FloatArray = np.zeros(0)

    @classmethod
    def at(cls, poses: FloatArray, *, sigma: tuple[float, float, float]) -> "Hypotheses":
        """Return poses (n, 3) that are equally good, as many as are given."""
        made = cls()
        made.means = np.array(poses, dtype=np.float64)
        made.covariances = np.zeros((len(poses), 3, 3))
        for axis in range(3):
            made.covariances[:, axis, axis] = sigma[axis] * sigma[axis]
        made.errors = np.zeros(len(poses))
        return made

    def __len__(self) -> int:
        return len(self.means)

    @property
    def best(self) -> int:
        """The one that fits best."""
        errors: list[float] = self.errors.tolist()  # few: a list is quicker than numpy
        return errors.index(min(errors))

    @property
    def least_error(self) -> float:
        """That of the best one; `MISSED` where there is none."""
        return float(min(self.errors.tolist(), default=MISSED))

    def add(self, pose: FloatArray, *, sigma: tuple[float, float, float], error: float) -> None:
        """Think one more pose possible; where there are too many, the worst is given up."""
        if len(self) >= MOST:
            self.keep(np.argsort(self.errors)[: MOST - 1])
        self.means = np.vstack((self.means, pose[np.newaxis]))
        self.covariances = np.concatenate((self.covariances, np.diag(np.square(sigma))[np.newaxis]))
        self.errors = np.append(self.errors, error)

    def keep(self, which: NDArray[np.int64]) -> None:
        """Give up all others."""
        self.means = np.ascontiguousarray(self.means[which])
        self.covariances = np.ascontiguousarray(self.covariances[which])
        self.errors = np.ascontiguousarray(self.errors[which])

    def move(self, moved: tuple[float, float, float], variances: tuple[float, float, float]) -> None:
        """Predict all by odometry in the robot's frame, with these variances."""
        _move(self.means, self.covariances, moved, variances)

    def see(self, seen: SeenMap, field_map: FieldMap, noise: FloatArray, *, memory: float) -> None:
        """Correct by what one picture shows; `noise` are the `numbers` of an `ObservationNoise`."""
        _see(
            self.means,
            self.covariances,
            self.errors,
            seen.lines_m,
            seen.points_m,
            field_map.lines_m,
            field_map.points_m,
            noise,
            memory,
        )

    def merge(self, *, near_m: float, near_rad: float) -> None:
        """Join hypotheses that have come to the same pose; the better one stays."""
        if len(self) < 2:
            return
        order = np.argsort(self.errors)
        kept: list[int] = []
        for number in order.tolist():
            if not any(
                np.hypot(*(self.means[number, :2] - self.means[other, :2])) < near_m
                and abs(wrapped(self.means[number, 2] - self.means[other, 2])) < near_rad
                for other in kept
            ):
                kept.append(number)
        if len(kept) < len(self):
            self.keep(np.array(sorted(kept)))


@compiled_using(unscented)
def _move(
    means: FloatArray,
    covariances: FloatArray,
    moved: tuple[float, float, float],
    variances: tuple[float, float, float],
) -> None:
    for number in range(means.shape[0]):
        predict(means[number], covariances[number], moved, variances)


@compiled_using(unscented)
def _variances(x_m: float, y_m: float, noise: FloatArray) -> tuple[float, float]:
    """Return the variances along and across the line of sight of a point on the ground."""
    squared = x_m * x_m + y_m * y_m
    along = (squared + noise[4] * noise[4]) / noise[4] * noise[0]
    across = np.sqrt(squared) * noise[1]
    floor = noise[2] * noise[2]
    return along * along + floor, across * across + floor


@compiled_using(unscented)
def _see(
    means: FloatArray,
    covariances: FloatArray,
    errors: FloatArray,
    lines: FloatArray,
    points: FloatArray,
    field_lines: FloatArray,
    field_points: FloatArray,
    noise: FloatArray,
    memory: float,
) -> None:
    """Correct by lines, then by points, each with its own kind on the map."""
    for number in range(means.shape[0]):
        for seen in range(lines.shape[0]):
            line = lines[seen]
            matched = _matching_line(means[number], line, field_lines)
            cost = MISSED
            if matched >= 0:
                cost = _see_line(means[number], covariances[number], line, field_lines[matched], noise)
            errors[number] += (1.0 - memory) * (min(cost, MISSED) - errors[number])
        for seen in range(points.shape[0]):
            cost = _see_point(means[number], covariances[number], points[seen], field_points, noise)
            errors[number] += (1.0 - memory) * (min(cost, MISSED) - errors[number])


@compiled_using(unscented)
def _matching_line(pose: FloatArray, line: FloatArray, field_lines: FloatArray) -> int:
    """Return which line of the map a seen one lies on: parallel, near, and long enough; -1 if none."""
    cosine, sine = np.cos(pose[2]), np.sin(pose[2])
    x1, y1 = pose[0] + cosine * line[0] - sine * line[1], pose[1] + sine * line[0] + cosine * line[1]
    x2, y2 = pose[0] + cosine * line[2] - sine * line[3], pose[1] + sine * line[2] + cosine * line[3]
    length = np.hypot(x2 - x1, y2 - y1)
    if length < 1e-6:
        return -1
    best, best_off = -1, 0.8
    for number in range(field_lines.shape[0]):
        ax, ay, bx, by = field_lines[number]
        size = np.hypot(bx - ax, by - ay)
        way_x, way_y = (bx - ax) / size, (by - ay) / size
        turned = abs(way_x * (y2 - y1) - way_y * (x2 - x1)) / length
        if turned > 0.5:
            continue
        off_1 = abs(-way_y * (x1 - ax) + way_x * (y1 - ay))
        off_2 = abs(-way_y * (x2 - ax) + way_x * (y2 - ay))
        along_1, along_2 = way_x * (x1 - ax) + way_y * (y1 - ay), way_x * (x2 - ax) + way_y * (y2 - ay)
        beyond = max(-min(along_1, along_2), max(along_1, along_2) - size, 0.0)
        off = 0.5 * (off_1 + off_2) + 0.7 * max(beyond - 0.15, 0.0)
        if off < best_off:
            best, best_off = number, off
    return best


@compiled_using(unscented)
def _see_line(
    mean: FloatArray, covariance: FloatArray, line: FloatArray, field_line: FloatArray, noise: FloatArray
) -> float:
    """Correct by the distance of a seen line's middle from the map's, and by its direction."""
    ax, ay, bx, by = field_line
    size = np.hypot(bx - ax, by - ay)
    way_x, way_y = (bx - ax) / size, (by - ay) / size
    middle_x, middle_y = 0.5 * (line[0] + line[2]), 0.5 * (line[1] + line[3])
    seen_rad = np.arctan2(line[3] - line[1], line[2] - line[0])
    map_rad = np.arctan2(way_y, way_x)
    points = sigma_points(mean, covariance)
    residuals = np.empty((7, 2))
    for number in range(7):
        x, y, yaw = points[number]
        cosine, sine = np.cos(yaw), np.sin(yaw)
        at_x, at_y = x + cosine * middle_x - sine * middle_y, y + sine * middle_x + cosine * middle_y
        residuals[number, 0] = -way_y * (at_x - ax) + way_x * (at_y - ay)
        turned = wrapped(2.0 * (seen_rad + yaw - map_rad)) / 2.0  # lines have no head and no tail
        residuals[number, 1] = turned
    # What is uncertain across the map's line, as seen from the robot.
    away = max(np.hypot(middle_x, middle_y), 1e-6)
    along_variance, across_variance = _variances(middle_x, middle_y, noise)
    normal_rad = map_rad + 0.5 * np.pi - mean[2]
    share = (np.cos(normal_rad) * middle_x + np.sin(normal_rad) * middle_y) / away
    length = np.hypot(line[2] - line[0], line[3] - line[1])
    spread = np.zeros((2, 2))
    spread[0, 0] = share * share * along_variance + (1.0 - share * share) * across_variance
    spread[1, 1] = noise[3] * noise[3] + spread[0, 0] / max(length * length, 0.05)
    return _gated(mean, covariance, points, residuals, spread)


@compiled_using(unscented)
def _see_point(
    mean: FloatArray, covariance: FloatArray, point: FloatArray, field_points: FloatArray, noise: FloatArray
) -> float:
    """Correct by where a point of the map should be seen, in the robot's frame."""
    kind, point_x, point_y = point
    cosine, sine = np.cos(mean[2]), np.sin(mean[2])
    at_x = mean[0] + cosine * point_x - sine * point_y
    at_y = mean[1] + sine * point_x + cosine * point_y
    nearest, least = 0, np.inf
    for number in range(field_points.shape[0]):
        off = (field_points[number, 1] - at_x) ** 2 + (field_points[number, 2] - at_y) ** 2
        if off < least and field_points[number, 0] == kind:
            nearest, least = number, off
    if least > 2.0:
        return MISSED
    target_x, target_y = field_points[nearest, 1], field_points[nearest, 2]
    points = sigma_points(mean, covariance)
    residuals = np.empty((7, 2))
    for number in range(7):
        x, y, yaw = points[number]
        cosine, sine = np.cos(yaw), np.sin(yaw)
        residuals[number, 0] = cosine * (target_x - x) + sine * (target_y - y) - point_x
        residuals[number, 1] = -sine * (target_x - x) + cosine * (target_y - y) - point_y
    away = max(np.hypot(point_x, point_y), 1e-6)
    along_variance, across_variance = _variances(point_x, point_y, noise)
    ahead, aside = point_x / away, point_y / away
    spread = np.empty((2, 2))
    spread[0, 0] = ahead * ahead * along_variance + aside * aside * across_variance
    spread[1, 1] = aside * aside * along_variance + ahead * ahead * across_variance
    spread[0, 1] = ahead * aside * (along_variance - across_variance)
    spread[1, 0] = spread[0, 1]
    return _gated(mean, covariance, points, residuals, spread)


@compiled_using(unscented)
def _gated(
    mean: FloatArray, covariance: FloatArray, points: FloatArray, residuals: FloatArray, spread: FloatArray
) -> float:
    """Correct, unless the observation is too far off; return how far off it was."""
    mean_before, covariance_before = mean.copy(), covariance.copy()
    distance = correct(mean, covariance, points, residuals, spread)
    if distance > GATE:
        mean[:] = mean_before
        covariance[:] = covariance_before
    return distance
