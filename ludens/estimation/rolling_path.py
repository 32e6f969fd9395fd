"""The path of a ball that rolls freely, fitted to all its images of the last seconds.

A Kalman filter has to allow for a push at any moment, and so never knows a velocity better than that. A ball
that nobody touches obeys a stricter law: a straight line, and one deceleration all along it.

    p(t) = p + v t - ½ a u t²,   u = v / |v|

Position p, velocity v and deceleration a are the least squares of range and bearing, with a prior on a that
the images sharpen where they last long enough. What contradicts the law (a bounce, a push) ends the path and
begins another.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.geometry import Pose2

FEWEST = 4
CONTRADICTION = 3.0  # mean of the squared residuals, each in its own σ, that free rolling does not explain
SHORTEST_S = 0.25
HEADINGS = 2  # the deceleration acts along the heading that is sought: found anew so often


@dataclass(frozen=True, slots=True, kw_only=True)
class RollingPath:
    """A path in the odometry frame, at the moment of its newest image."""

    time_s: float
    x_m: float
    y_m: float
    velocity_x_mps: float
    velocity_y_mps: float
    deceleration_mps2: float
    speed_sigma_mps: float  # the larger one, of two directions

    @property
    def speed_mps(self) -> float:
        """How fast the ball is at that moment."""
        return math.hypot(self.velocity_x_mps, self.velocity_y_mps)

    def rolled_m(self, elapsed_s: float) -> float:
        """How far the ball gets in a time; it stops and does not come back."""
        rolling_s = min(elapsed_s, self.speed_mps / self.deceleration_mps2)
        return rolling_s * (self.speed_mps - 0.5 * self.deceleration_mps2 * rolling_s)


@dataclass(frozen=True, slots=True)
class _Look:
    """One image: where it puts the ball, and two rows of the whitened problem."""

    time_s: float
    place_m: NDArray[np.float64]
    whitening: NDArray[np.float64]  # 2 × 2: metres in the odometry frame to σ along and across the ray


class RollingPathFit:
    """Collects images of one ball and fits the path that they show."""

    def __init__(
        self, *, remembered_s: float, deceleration_mps2: float, deceleration_sigma_mps2: float
    ) -> None:
        self._remembered_s = remembered_s
        self._prior = deceleration_mps2, deceleration_sigma_mps2
        self._looks: list[_Look] = []
        self.path: RollingPath | None = None
        """The path by the images so far; None before there are enough of them."""

    def add(
        self,
        time_s: float,
        odometry_from_robot: Pose2,
        *,
        range_m: float,
        bearing_rad: float,
        range_sigma_m: float,
        bearing_sigma_rad: float,
    ) -> None:
        """Take in an image; times must grow."""
        direction_rad = odometry_from_robot.yaw_rad + bearing_rad
        along = np.array([math.cos(direction_rad), math.sin(direction_rad)])
        across = np.array([-along[1], along[0]])
        place_m = np.array([odometry_from_robot.x_m, odometry_from_robot.y_m]) + range_m * along
        whitening = np.stack([along / range_sigma_m, across / (range_m * bearing_sigma_rad)])
        self._looks = [look for look in self._looks if time_s - look.time_s <= self._remembered_s]
        self._looks.append(_Look(time_s, place_m, whitening))
        self.path = self._fit()

    def _fit(self) -> RollingPath | None:
        """Fit the longest run of newest images that obeys the law, by halves."""
        while len(self._looks) >= FEWEST and self._looks[-1].time_s - self._looks[0].time_s >= SHORTEST_S:
            newest = self._looks[-1]
            before_s = np.array([look.time_s - newest.time_s for look in self._looks])
            solution, covariance, misfit = self._solve(before_s, np.zeros(2))
            for _ in range(HEADINGS):
                speed_mps = max(math.hypot(*solution[2:4]), 1e-6)
                solution, covariance, misfit = self._solve(before_s, solution[2:4] / speed_mps)
            # A ball that seems to gain speed lay still, or was held, in the older images.
            if misfit <= CONTRADICTION and solution[4] >= 0.0:
                return RollingPath(
                    time_s=newest.time_s,
                    x_m=float(solution[0]),
                    y_m=float(solution[1]),
                    velocity_x_mps=float(solution[2]),
                    velocity_y_mps=float(solution[3]),
                    deceleration_mps2=max(float(solution[4]), 0.25 * self._prior[0]),
                    speed_sigma_mps=math.sqrt(float(np.linalg.eigvalsh(covariance[2:4, 2:4])[-1])),
                )
            self._looks = self._looks[len(self._looks) // 2 :]
        return None

    def _solve(
        self, before_s: NDArray[np.float64], heading: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
        """Return (x, y, v_x, v_y, a), their covariance, and the mean squared residual.

        The deceleration acts along `heading`; zeros there leave it at its prior.
        """
        rows, values = [], []
        for look, t in zip(self._looks, before_s.tolist(), strict=True):
            model = np.array(
                [[1.0, 0.0, t, 0.0, -0.5 * t * t * heading[0]], [0.0, 1.0, 0.0, t, -0.5 * t * t * heading[1]]]
            )
            rows.append(look.whitening @ model)
            values.append(look.whitening @ look.place_m)
        mean, sigma = self._prior
        rows.append(np.array([[0.0, 0.0, 0.0, 0.0, 1.0 / sigma]]))
        values.append(np.array([mean / sigma]))
        matrix, wanted = np.concatenate(rows), np.concatenate(values)
        covariance = np.linalg.inv(matrix.T @ matrix)
        solution = covariance @ (matrix.T @ wanted)
        residuals = matrix @ solution - wanted
        return solution, covariance, float(residuals @ residuals) / (len(wanted) - 4)
