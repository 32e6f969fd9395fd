"""Odometry of a body that walks: the foot that carries the weight stands still, the rest follows.

From one reading to the next the body moves as its joints move it over the supporting sole. The heading comes
from the gyroscope instead, because soles turn on the floor more than they slide. A foot that lands early,
under a body that rocks, has most of the weight for a moment while it still slides to its place: so the other
one is followed until nearly all of the weight has changed feet.

Errors grow with the way: each piece of it adds variance in proportion to its length, and the heading's error
tilts what follows.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import Pose2
from ludens.geometry.angles import difference

Matrix = NDArray[np.float64]
Parts = tuple[float, float, float, float, float, float]
"""Of a covariance: xx, xy, xt, yy, yt, tt."""


@dataclass(frozen=True, slots=True)
class LegOdometryTuning:
    """Variance that a metre or a radian of way adds, and what a second adds by itself."""

    along_m2_per_m: float = 5e-4  # σ of 2.2 cm after one metre: of four robots one slipped by 6
    across_m2_per_m: float = 2e-4
    turn_m2_per_rad: float = 4e-5
    yaw_rad2_per_rad: float = 3e-5
    yaw_rad2_per_s: float = 1e-5  # what is left of the gyroscope's bias
    least_load_n: float = 5.0  # on both feet together, for either to count as support
    changing_share: float = 0.8  # of the load, on the other foot, before it becomes the support


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
        self._parts: Parts = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
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
        if last is None:
            return self.odometry_from_robot
        turn_rad = difference(yaw_rad, last[1])
        if left_n + right_n < self._tuning.least_load_n:
            # In the air and lying down feet tell nothing, but the gyroscope goes on: a torso that tips over
            # its head turns its heading round, and back when it gets up, with or without load on the feet.
            self.odometry_from_robot = self.odometry_from_robot @ Pose2(0.0, 0.0, turn_rad)
            return self.odometry_from_robot
        before, after = self._support(last[0]), self._support(soles)
        moved = before @ after.inverse()
        tuning = self._tuning
        self._parts = _grown(
            self._parts,
            self.odometry_from_robot.yaw_rad,
            (moved.x_m, moved.y_m, turn_rad, elapsed_s),
            (tuning.along_m2_per_m, tuning.across_m2_per_m, tuning.turn_m2_per_rad),
            (tuning.yaw_rad2_per_rad, tuning.yaw_rad2_per_s),
        )
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


@compiled
def _grown(
    parts: Parts,
    yaw_rad: float,
    way: tuple[float, float, float, float],
    places: tuple[float, float, float],
    headings: tuple[float, float],
) -> Parts:
    """Carry the covariance on: J P Jᵀ for what was uncertain before, R Q Rᵀ for this piece of way.

    J differs from the identity only in how x and y follow the heading's error, and Q is diagonal. The way is
    forward, left, turn and time; the others are the tuning's figures.
    """
    x_m, y_m, turn_rad, elapsed_s = way
    along_m2_per_m, across_m2_per_m, turn_m2_per_rad = places
    yaw_rad2_per_rad, yaw_rad2_per_s = headings
    sine, cosine = math.sin(yaw_rad), math.cos(yaw_rad)
    x_per_rad = -sine * x_m - cosine * y_m
    y_per_rad = cosine * x_m - sine * y_m
    both_m2 = turn_m2_per_rad * abs(turn_rad)
    along_m2 = along_m2_per_m * abs(x_m) + both_m2
    across_m2 = across_m2_per_m * (abs(x_m) + abs(y_m)) + both_m2
    xx, xy, xt, yy, yt, tt = parts
    xx += x_per_rad * (2.0 * xt + x_per_rad * tt) + cosine**2 * along_m2 + sine**2 * across_m2
    yy += y_per_rad * (2.0 * yt + y_per_rad * tt) + sine**2 * along_m2 + cosine**2 * across_m2
    xy += x_per_rad * yt + y_per_rad * xt + x_per_rad * y_per_rad * tt
    xy += sine * cosine * (along_m2 - across_m2)
    xt, yt = xt + x_per_rad * tt, yt + y_per_rad * tt
    tt += yaw_rad2_per_rad * abs(turn_rad) + yaw_rad2_per_s * elapsed_s
    return xx, xy, xt, yy, yt, tt
