"""Odometry of a body that walks: the foot that carries the weight stands still, the rest follows.

From one reading to the next the body moves as its joints move it over the supporting sole. The heading comes
from the gyroscope instead, because soles turn on the floor more than they slide. Errors grow with the way:
each piece of it adds variance in proportion to its length, and the heading's error tilts what follows.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.geometry import Pose2
from ludens.geometry.angles import difference

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LegOdometryTuning:
    """Variance that a metre or a radian of way adds, and what a second adds by itself."""

    along_m2_per_m: float = 5e-4  # σ of 2.2 cm after one metre: of four robots one slipped by 6
    across_m2_per_m: float = 2e-4
    turn_m2_per_rad: float = 4e-5
    yaw_rad2_per_rad: float = 3e-5
    yaw_rad2_per_s: float = 1e-5  # what is left of the gyroscope's bias
    least_load_n: float = 5.0  # on both feet together, for either to count as support
    changing_share: float = 0.6  # of the load, on the other foot, before it becomes the support


@dataclass(frozen=True, slots=True)
class Soles:
    """Where both soles are, seen from the torso's shadow: a level frame under the torso with its heading."""

    robot_from_left: Pose2
    robot_from_right: Pose2


class StepOdometry:
    """Adds up the way of one body. `update` is called with every reading."""

    def __init__(self, tuning: LegOdometryTuning | None = None) -> None:
        self._tuning = LegOdometryTuning() if tuning is None else tuning
        self.odometry_from_robot = Pose2.identity()
        self._parts = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)  # of the covariance: xx, xy, xt, yy, yt, tt
        self.left_supports = True
        self._last: tuple[Soles, float] | None = None

    @property
    def covariance(self) -> Matrix:
        """Of x, y in m² and yaw in rad²; cannot be written to."""
        xx, xy, xt, yy, yt, tt = self._parts
        covariance = np.array((xx, xy, xt, xy, yy, yt, xt, yt, tt)).reshape(3, 3)
        covariance.setflags(write=False)
        return covariance

    def update(
        self, soles: Soles, *, left_n: float, right_n: float, yaw_rad: float, elapsed_s: float
    ) -> Pose2:
        """Take in soles, load on each foot and the gyroscope's heading; return the new pose."""
        self._choose_support(left_n, right_n)
        last, self._last = self._last, (soles, yaw_rad)
        if last is None or left_n + right_n < self._tuning.least_load_n:
            return self.odometry_from_robot  # in the air nothing can be told
        before, after = self._support(last[0]), self._support(soles)
        moved = before @ after.inverse()
        turn_rad = difference(yaw_rad, last[1])
        self._grow(moved, turn_rad, elapsed_s)
        step = Pose2(moved.x_m, moved.y_m, turn_rad)
        self.odometry_from_robot = self.odometry_from_robot @ step
        return self.odometry_from_robot

    def _choose_support(self, left_n: float, right_n: float) -> None:
        load_n = left_n + right_n
        if load_n < self._tuning.least_load_n:
            return
        other_n = right_n if self.left_supports else left_n
        if other_n > self._tuning.changing_share * load_n:
            self.left_supports = not self.left_supports

    def _support(self, soles: Soles) -> Pose2:
        return soles.robot_from_left if self.left_supports else soles.robot_from_right

    def _grow(self, moved: Pose2, turn_rad: float, elapsed_s: float) -> None:
        """Carry the covariance on: J P Jᵀ for what was uncertain before, R Q Rᵀ for this piece of way.

        J differs from the identity only in how x and y follow the heading's error, and Q is diagonal.
        """
        tuning, yaw = self._tuning, self.odometry_from_robot.yaw_rad
        sine, cosine = math.sin(yaw), math.cos(yaw)
        x_per_rad = -sine * moved.x_m - cosine * moved.y_m
        y_per_rad = cosine * moved.x_m - sine * moved.y_m
        both_m2 = tuning.turn_m2_per_rad * abs(turn_rad)
        along_m2 = tuning.along_m2_per_m * abs(moved.x_m) + both_m2
        across_m2 = tuning.across_m2_per_m * (abs(moved.x_m) + abs(moved.y_m)) + both_m2
        turn_rad2 = tuning.yaw_rad2_per_rad * abs(turn_rad) + tuning.yaw_rad2_per_s * elapsed_s
        xx, xy, xt, yy, yt, tt = self._parts
        xx += x_per_rad * (2.0 * xt + x_per_rad * tt) + cosine**2 * along_m2 + sine**2 * across_m2
        yy += y_per_rad * (2.0 * yt + y_per_rad * tt) + sine**2 * along_m2 + cosine**2 * across_m2
        xy += x_per_rad * yt + y_per_rad * xt + x_per_rad * y_per_rad * tt
        xy += sine * cosine * (along_m2 - across_m2)
        xt, yt = xt + x_per_rad * tt, yt + y_per_rad * tt
        tt += turn_rad2
        self._parts = (xx, xy, xt, yy, yt, tt)
