"""A figure of eight on the floor: a circle to the left, then one to the right, followed by odometry."""

import math

from ludens.geometry import Pose2
from ludens.geometry.angles import difference

SIDE_GAIN_PER_M = 2.5
HEADING_GAIN = 1.5
"""How much the robot turns back to the line, by metre beside it and by radian off its heading."""


class FigureOfEight:
    """Begins where the robot is, headed as it is."""

    def __init__(self, start: Pose2, *, radius_m: float) -> None:
        self._radius_m = radius_m
        self._centers = tuple(start.apply(0.0, side * radius_m) for side in (1.0, -1.0))
        self._circle = 0  # 0 to the left, 1 to the right
        self._turned_rad = 0.0
        self._angle_rad = self._angle(start)

    def follow(self, robot: Pose2) -> bool:
        """Note where the robot is; true once both circles are closed."""
        if self._circle > 1:
            return True
        angle_rad = self._angle(robot)
        self._turned_rad += self._side * difference(angle_rad, self._angle_rad)
        self._angle_rad = angle_rad
        if self._turned_rad >= 2.0 * math.pi:
            self._circle += 1
            self._turned_rad = 0.0
            if self._circle > 1:
                return True
            self._angle_rad = self._angle(robot)
        return False

    def turn_radps(self, robot: Pose2, *, forward_mps: float) -> float:
        """Return how to turn at a speed: as the circle does, and back to it."""
        center_x_m, center_y_m = self._centers[min(self._circle, 1)]
        away_m = math.hypot(robot.x_m - center_x_m, robot.y_m - center_y_m)
        along_rad = self._angle(robot) + self._side * math.pi / 2.0
        off_rad = difference(along_rad, robot.yaw_rad)
        outside_m = away_m - self._radius_m
        turn = forward_mps / self._radius_m + SIDE_GAIN_PER_M * outside_m * forward_mps / 0.1
        return self._side * turn + HEADING_GAIN * off_rad

    @property
    def _side(self) -> float:
        return 1.0 if self._circle == 0 else -1.0

    def _angle(self, robot: Pose2) -> float:
        center_x_m, center_y_m = self._centers[min(self._circle, 1)]
        return math.atan2(robot.y_m - center_y_m, robot.x_m - center_x_m)
