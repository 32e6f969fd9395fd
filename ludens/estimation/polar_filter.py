"""Kalman filter of one object that rolls or rests, in polar coordinates relative to the robot.

A camera measures range and bearing with errors that are independent in just these coordinates, so position
is kept as (range, bearing), with the bearing on a ring; the object's own velocity is kept along the robot's
axes.

    state x = (r, θ, v_x, v_y)

The filter stands at the moment of its last measurement, not at the present. A late measurement is therefore
no special case: the state is carried from the last capture to the new one with the odometry between the two,
corrected there, and carried on to the present only to be looked at. Any latency gives the same estimate.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import Pose2
from ludens.geometry.angles import difference, wrap

Matrix = NDArray[np.float64]

NEAREST_M = 0.05  # polar coordinates have no bearing at the origin
WATCHED_S = 0.3  # longer gaps between measurements are time in which nobody looks


@dataclass(frozen=True, slots=True)
class MotionNoise:
    """How uncertain a prediction becomes: by the object's own will and by the robot's odometry."""

    deceleration_mps2: float  # of a rolling ball, or of a person who stops
    acceleration_sigma_mps2: float  # unmodelled pushes and steps, while it is being watched
    drift_sigma_m: float  # how far it strays in a second while nobody looks, growing with the root of time
    odometry_distance_share: float  # σ of a driven distance, as a share of it
    odometry_turn_share: float  # σ of a turned angle, as a share of it


@dataclass(frozen=True, slots=True)
class PolarState:
    """Mean and covariance of (r, θ, v_x, v_y) in the robot's frame at one moment."""

    range_m: float
    bearing_rad: float
    velocity_x_mps: float
    velocity_y_mps: float
    covariance: Matrix  # 4 × 4

    @classmethod
    def from_measurement(
        cls,
        range_m: float,
        bearing_rad: float,
        *,
        range_sigma_m: float,
        bearing_sigma_rad: float,
        speed_sigma_mps: float,
    ) -> "PolarState":
        """An object seen for the first time: at rest as far as anyone knows."""
        sigmas = (range_sigma_m, bearing_sigma_rad, speed_sigma_mps, speed_sigma_mps)
        return cls(max(range_m, NEAREST_M), wrap(bearing_rad), 0.0, 0.0, np.diag(np.square(sigmas)))

    def predicted(self, before_from_after: Pose2, elapsed_s: float, noise: MotionNoise) -> "PolarState":
        """The state after the robot moved and time passed; `before_from_after` is the robot's own motion."""
        range_m, bearing_rad, velocity_x_mps, velocity_y_mps, covariance = _predicted(
            (self.range_m, self.bearing_rad, self.velocity_x_mps, self.velocity_y_mps),
            self.covariance,
            (before_from_after.x_m, before_from_after.y_m, before_from_after.yaw_rad),
            elapsed_s,
            (
                noise.deceleration_mps2,
                noise.acceleration_sigma_mps2,
                noise.drift_sigma_m,
                noise.odometry_distance_share,
                noise.odometry_turn_share,
            ),
        )
        return PolarState(range_m, bearing_rad, velocity_x_mps, velocity_y_mps, covariance)

    def surprise(
        self, range_m: float, bearing_rad: float, *, range_sigma_m: float, bearing_sigma_rad: float
    ) -> float:
        """Squared Mahalanobis distance of a measurement; about 9 is one in a hundred, if all is well."""
        innovation, spread = self._innovation(range_m, bearing_rad, range_sigma_m, bearing_sigma_rad)
        return float(innovation @ np.linalg.solve(spread, innovation))

    def corrected(
        self, range_m: float, bearing_rad: float, *, range_sigma_m: float, bearing_sigma_rad: float
    ) -> "PolarState":
        """The state after a measurement taken at this state's own moment (Joseph form keeps it symmetric)."""
        innovation, spread = self._innovation(range_m, bearing_rad, range_sigma_m, bearing_sigma_rad)
        gain = self.covariance[:, :2] @ np.linalg.inv(spread)
        change = gain @ innovation
        keep = np.eye(4)
        keep[:, :2] -= gain
        noise = np.diag([range_sigma_m**2, bearing_sigma_rad**2])
        covariance = keep @ self.covariance @ keep.T + gain @ noise @ gain.T
        return PolarState(
            max(self.range_m + float(change[0]), NEAREST_M),
            wrap(self.bearing_rad + float(change[1])),
            self.velocity_x_mps + float(change[2]),
            self.velocity_y_mps + float(change[3]),
            covariance,
        )

    def doubted(self, *, place_sigma_m: float, speed_sigma_mps: float) -> "PolarState":
        """The same state, trusted less."""
        covariance = self.covariance.copy()
        covariance[0, 0] += place_sigma_m**2
        covariance[1, 1] += (place_sigma_m / self.range_m) ** 2
        covariance[2, 2] += speed_sigma_mps**2
        covariance[3, 3] += speed_sigma_mps**2
        return PolarState(
            self.range_m, self.bearing_rad, self.velocity_x_mps, self.velocity_y_mps, covariance
        )

    @property
    def place_sigma_m(self) -> float:
        """Largest standard deviation of the place, in metres."""
        return math.sqrt(max(self.covariance[0, 0], self.covariance[1, 1] * self.range_m**2))

    def _innovation(
        self, range_m: float, bearing_rad: float, range_sigma_m: float, bearing_sigma_rad: float
    ) -> tuple[Matrix, Matrix]:
        innovation = np.array([range_m - self.range_m, difference(bearing_rad, self.bearing_rad)])
        spread = self.covariance[:2, :2] + np.diag([range_sigma_m**2, bearing_sigma_rad**2])
        return innovation, spread


@compiled
def _rolling(speed_mps: float, elapsed_s: float, deceleration_mps2: float) -> tuple[float, float]:
    """How long it would take at the present speed to get as far, and the share of speed that is left."""
    if speed_mps <= 0.0 or deceleration_mps2 <= 0.0:
        return elapsed_s, 1.0
    moving_s = min(elapsed_s, speed_mps / deceleration_mps2)
    kept = 1.0 - deceleration_mps2 * moving_s / speed_mps
    return moving_s * (1.0 + kept) / 2.0, kept


@compiled
def _predicted(
    mean: tuple[float, float, float, float],
    covariance_before: Matrix,
    motion: tuple[float, float, float],
    elapsed_s: float,
    noise: tuple[float, float, float, float, float],
) -> tuple[float, float, float, float, Matrix]:
    """`PolarState.predicted` in plain numbers, compiled: it runs for every object in every control cycle."""
    before_m, bearing_rad, velocity_x_mps, velocity_y_mps = mean
    moved_x_m, moved_y_m, turned_rad = motion
    deceleration, acceleration_sigma, drift_sigma, distance_share, turn_share = noise
    cos_b, sin_b = math.cos(bearing_rad), math.sin(bearing_rad)
    speed_mps = math.hypot(velocity_x_mps, velocity_y_mps)
    rolling_s, kept = _rolling(speed_mps, elapsed_s, deceleration)
    ahead_m = before_m * cos_b + velocity_x_mps * rolling_s - moved_x_m
    aside_m = before_m * sin_b + velocity_y_mps * rolling_s - moved_y_m
    cos_t, sin_t = math.cos(turned_rad), math.sin(turned_rad)
    x_m, y_m = cos_t * ahead_m + sin_t * aside_m, cos_t * aside_m - sin_t * ahead_m
    range_m = max(math.hypot(x_m, y_m), NEAREST_M)
    cos_a, sin_a = x_m / range_m, y_m / range_m

    # polar_from_before is the new (range, bearing) by the old place in the plane: turned, then made polar.
    polar_from_before = np.empty((2, 2))
    polar_from_before[0, 0] = cos_a * cos_t - sin_a * sin_t
    polar_from_before[0, 1] = cos_a * sin_t + sin_a * cos_t
    polar_from_before[1, 0] = -polar_from_before[0, 1] / range_m
    polar_from_before[1, 1] = polar_from_before[0, 0] / range_m
    # Friction bounds what an uncertain speed can do: it counts only as long as the ball could roll. But
    # a ball believed at rest may begin to: its speed stays as uncertain as that of one a σ faster.
    speed_sigma_mps = math.sqrt(max(covariance_before[2, 2], covariance_before[3, 3]))
    fastest_s, fastest_kept = _rolling(speed_mps + speed_sigma_mps, elapsed_s, deceleration)
    jacobian = np.zeros((4, 4))
    for row in range(2):
        by_x, by_y = polar_from_before[row, 0], polar_from_before[row, 1]
        jacobian[row, 0] = by_x * cos_b + by_y * sin_b
        jacobian[row, 1] = before_m * (by_y * cos_b - by_x * sin_b)
        jacobian[row, 2], jacobian[row, 3] = by_x * fastest_s, by_y * fastest_s
    jacobian[2, 2], jacobian[2, 3] = cos_t * fastest_kept, sin_t * fastest_kept
    jacobian[3, 2], jacobian[3, 3] = -sin_t * fastest_kept, cos_t * fastest_kept
    covariance = np.zeros((4, 4))
    for row in range(4):
        for column in range(row + 1):
            total = 0.0
            for first in range(4):
                for second in range(4):
                    total += (
                        jacobian[row, first] * covariance_before[first, second] * jacobian[column, second]
                    )
            covariance[row, column] = covariance[column, row] = total

    # Beside its push on the velocity, the unknown acceleration moves the object by a t² / 2.
    watched_s = min(elapsed_s, WATCHED_S)
    pushed_m = 0.5 * acceleration_sigma * watched_s * watched_s
    driven_m = math.hypot(moved_x_m, moved_y_m)
    place_variance = pushed_m**2 + drift_sigma**2 * elapsed_s + (distance_share * driven_m) ** 2
    speed_variance = (acceleration_sigma * watched_s) ** 2
    covariance[0, 0] += place_variance
    covariance[1, 1] += place_variance / range_m**2 + (turn_share * turned_rad) ** 2
    covariance[2, 2] += speed_variance
    covariance[3, 3] += speed_variance
    kept_x, kept_y = velocity_x_mps * kept, velocity_y_mps * kept
    return (
        range_m,
        math.atan2(y_m, x_m),
        cos_t * kept_x + sin_t * kept_y,
        cos_t * kept_y - sin_t * kept_x,
        covariance,
    )
