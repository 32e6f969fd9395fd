"""Where a walker stands, from its odometry and from sightings of a landmark: a marker, a board, a goal.

A Kalman filter over x, y and heading. Steps move the estimate and widen its covariance; a sighting narrows
it. A single sighting that cannot be (a reflection, a wrong corner) is not believed. Several in a row that
agree with each other but not with the estimate mean that the walker is elsewhere, because somebody has
moved it: then they are believed and the estimate is not.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import Pose2
from ludens.geometry.angles import difference, wrap

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class PoseFilterTuning:
    """How steps widen the estimate, how far sightings are off, and what is not believed."""

    way_m2_per_m: float = 4e-4  # σ of 2 cm after one metre
    turn_m2_per_rad: float = 3e-5
    # σ of 0.3° after a quarter turn: the gyroscope is good at turns. Places seen on the way then tell the
    # heading better than the marker's own, which cannot be told from how an unknown camera sits.
    yaw_rad2_per_rad: float = 2e-5
    yaw_rad2_per_s: float = 1e-6
    still_m2_per_s: float = 1e-5  # a robot that stands settles, and eyes get better: the newest counts most
    seen_m: float = 0.002  # σ of a sighting
    seen_per_m: float = 0.006  # likewise, by the distance
    first_rad: float = 0.03  # of the first sighting: cameras sit askew
    seen_rad: float = 0.12  # of later ones, which err alike for seconds
    shaking_rad: float = 0.40  # likewise, while legs or head move
    # Of a camera that is known to sit as it does: 0.02° to 0.2° off one that errs by 0.3° all the time, in
    # walking too. The gyroscope, which begins with what was seen, knows no better.
    calibrated_rad: float = 0.01
    calibrated_shaking_rad: float = 0.02
    shaking_times: float = 1.5  # a sighting is off by so much more while legs or head move
    least_m: float = 0.0015  # no number of sightings makes the estimate better: they err alike
    least_rad: float = 0.005
    gate: float = 16.3  # squared, by the covariances: one sound sighting in a thousand is beyond (3 degrees)
    agreeing: int = 4  # sightings in a row that disagree with the estimate and agree with each other


ALIKE_RAD = 0.3
"""Headings of sightings that agree with each other."""
LOST_M, LOST_RAD = 1.0, 3.0
"""σ of a walker that may be anywhere."""


class PoseFilter:
    """Follows one walker. `odometry_from_robot` is where its odometry says it is at a moment."""

    def __init__(self, tuning: PoseFilterTuning | None = None) -> None:
        self._tuning = PoseFilterTuning() if tuning is None else tuning
        self._landmark_from_odometry: Pose2 | None = None
        self._last: Pose2 | None = None
        self._strange: list[Pose2] = []  # landmark_from_odometry by sightings that were not believed
        self.covariance: Matrix = np.diag([LOST_M**2, LOST_M**2, LOST_RAD**2])
        self.times_moved = 0
        self._calibrated = False  # whether a sighting was from a camera that is

    def place(self, odometry_from_robot: Pose2) -> Pose2 | None:
        """Return landmark_from_robot; None before the first sighting."""
        if self._landmark_from_odometry is None:
            return None
        return self._landmark_from_odometry @ odometry_from_robot

    def walk(self, odometry_from_robot: Pose2, *, elapsed_s: float) -> None:
        """Take in how far odometry has come."""
        last, self._last = self._last, odometry_from_robot
        if last is None or self._landmark_from_odometry is None:
            return
        step = last.inverse() @ odometry_from_robot
        t, before = self._tuning, self._landmark_from_odometry @ last
        sine, cosine = math.sin(before.yaw_rad), math.cos(before.yaw_rad)
        lever_m = -sine * step.x_m - cosine * step.y_m, cosine * step.x_m - sine * step.y_m
        turned_rad = abs(step.yaw_rad)
        added_m2 = t.way_m2_per_m * math.hypot(step.x_m, step.y_m) + t.turn_m2_per_rad * turned_rad
        added_m2 += t.still_m2_per_s * elapsed_s
        added_rad2 = t.yaw_rad2_per_rad * turned_rad + t.yaw_rad2_per_s * elapsed_s
        self.covariance = _carried(self.covariance, lever_m, added_m2, added_rad2)

    def see(
        self, landmark_from_robot: Pose2, odometry_then: Pose2, *, shakes: bool, calibrated: bool = False
    ) -> bool:
        """Take in a sighting from the moment in which odometry was at `odometry_then`.

        `shakes`: legs or head moved when the picture was taken.  Returns whether it was believed.
        """
        if calibrated and not self._calibrated:
            self._calibrated = True
            self._doubt_heading()
        seen = landmark_from_robot @ odometry_then.inverse()
        if self._landmark_from_odometry is None:
            self._begin(seen, landmark_from_robot)
            return True
        expected = self._landmark_from_odometry @ odometry_then
        miss = _miss(landmark_from_robot, expected)
        noise = self._noise(landmark_from_robot, shakes=shakes)
        if calibrated:
            t = self._tuning
            noise[2, 2] = (t.calibrated_shaking_rad if shakes else t.calibrated_rad) ** 2
        total = self.covariance + noise
        if float(miss @ np.linalg.solve(total, miss)) > self._tuning.gate:
            return self._doubt(seen, landmark_from_robot)
        self._strange.clear()
        gain = self.covariance @ np.linalg.inv(total)
        x_m, y_m, yaw_rad = (gain @ miss).tolist()
        better = Pose2(expected.x_m + x_m, expected.y_m + y_m, wrap(expected.yaw_rad + yaw_rad))
        self._landmark_from_odometry = better @ odometry_then.inverse()
        rest = np.eye(3) - gain
        self.covariance = self._not_too_sure(rest @ self.covariance @ rest.T + gain @ noise @ gain.T)
        return True

    def lose(self) -> None:
        """The walker was lifted, or fell: it may be anywhere, though it is best looked for where it was."""
        self.covariance = np.diag([LOST_M**2, LOST_M**2, LOST_RAD**2])
        self._strange.clear()

    def _doubt_heading(self) -> None:
        """What was believed until now came from a camera that sat nobody knew how."""
        self.covariance[2], self.covariance[:, 2] = 0.0, 0.0
        self.covariance[2, 2] = self._tuning.first_rad**2

    def _begin(self, landmark_from_odometry: Pose2, landmark_from_robot: Pose2) -> None:
        self._landmark_from_odometry = landmark_from_odometry
        self.covariance = self._noise(landmark_from_robot, shakes=True)
        self.covariance[2, 2] = self._tuning.first_rad**2
        self._strange.clear()

    def _doubt(self, seen: Pose2, landmark_from_robot: Pose2) -> bool:
        """Keep a strange sighting; believe it once enough others say the same."""
        sigma_m = math.sqrt(self._noise(landmark_from_robot, shakes=True)[0, 0])
        agrees = all(
            seen.distance_m(other) < 8.0 * sigma_m
            and abs(difference(seen.yaw_rad, other.yaw_rad)) < ALIKE_RAD
            for other in self._strange
        )
        self._strange = [*self._strange, seen] if agrees else [seen]
        if len(self._strange) < self._tuning.agreeing:
            return False
        self._begin(seen, landmark_from_robot)
        self.times_moved += 1
        return True

    def _noise(self, landmark_from_robot: Pose2, *, shakes: bool) -> Matrix:
        t = self._tuning
        sigma_m = t.seen_m + t.seen_per_m * math.hypot(landmark_from_robot.x_m, landmark_from_robot.y_m)
        sigma_rad = t.shaking_rad if shakes else t.seen_rad
        times = t.shaking_times if shakes else 1.0
        return np.diag([(times * sigma_m) ** 2, (times * sigma_m) ** 2, sigma_rad**2])

    def _not_too_sure(self, covariance: Matrix) -> Matrix:
        least = np.array([self._tuning.least_m, self._tuning.least_m, self._tuning.least_rad]) ** 2
        np.fill_diagonal(covariance, np.maximum(np.diag(covariance), least))
        return covariance


@compiled
def _carried(covariance: Matrix, lever_m: tuple[float, float], added_m2: float, added_rad2: float) -> Matrix:
    """Return F C Fᵀ + Q of a step in which an error of the heading moves the place by the lever."""
    carried = covariance.copy()
    for row in range(2):  # by rows and columns at once it would take seconds to compile
        for column in range(3):
            carried[row, column] += lever_m[row] * carried[2, column]
    for column in range(2):
        for row in range(3):
            carried[row, column] += lever_m[column] * carried[row, 2]
        carried[column, column] += added_m2
    carried[2, 2] += added_rad2
    return carried


def _miss(seen: Pose2, expected: Pose2) -> Matrix:
    return np.array(
        [seen.x_m - expected.x_m, seen.y_m - expected.y_m, difference(seen.yaw_rad, expected.yaw_rad)]
    )
