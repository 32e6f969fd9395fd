"""Remembers where range sensors heard something solid, while the robot turns away from it.

A ring of sonars has gaps between its cones, and echoes go astray. Points in the odometry frame bridge both
for some seconds; a beam that later passes well beyond a point takes it away again.
"""

import numpy as np
from numpy.typing import NDArray

from ludens.geometry import Pose2

Array = NDArray[np.float64]

SAME_PLACE_M = 0.07


class ObstacleMemory:
    """The newest points, in the odometry frame. A place heard again is refreshed, not stored twice."""

    def __init__(self, capacity: int = 256) -> None:
        self._points_m: Array = np.full((capacity, 2), np.inf)
        self._times_s: Array = np.full(capacity, -np.inf)

    def add(self, points_in_odometry_m: Array, time_s: float) -> None:
        """Remember points; when there is no room the oldest go."""
        for point in points_in_odometry_m:
            offsets = self._points_m - point
            distances = np.hypot(offsets[:, 0], offsets[:, 1])
            nearest = int(np.argmin(distances))
            place = nearest if distances[nearest] < SAME_PLACE_M else int(np.argmin(self._times_s))
            self._points_m[place] = point
            self._times_s[place] = time_s

    def forget(self, *, before_s: float) -> None:
        """Drop what is older than a time."""
        self._drop(self._times_s < before_s)

    def forget_near(self, x_m: float, y_m: float, *, radius_m: float) -> None:
        """Drop what lies round a place: it was something that moves and is tracked on its own."""
        self._drop(np.hypot(self._points_m[:, 0] - x_m, self._points_m[:, 1] - y_m) < radius_m)

    def see_through(
        self,
        sensors_in_odometry: Array,
        ranges_m: Array,
        *,
        half_angle_rad: float,
        margin_m: float,
        before_s: float,
    ) -> None:
        """Drop older points that lie in front of what the beams just reached.

        `sensors_in_odometry` has a row (x, y, yaw) for every beam. Only the core of a cone is proof.
        """
        old = np.flatnonzero((self._times_s < before_s) & np.isfinite(self._times_s))
        if not len(old) or not len(ranges_m):
            return
        offsets = self._points_m[old][None, :, :] - sensors_in_odometry[:, None, :2]
        cosines, sines = np.cos(sensors_in_odometry[:, 2, None]), np.sin(sensors_in_odometry[:, 2, None])
        ahead = cosines * offsets[..., 0] + sines * offsets[..., 1]
        aside = np.abs(cosines * offsets[..., 1] - sines * offsets[..., 0])
        inside = (
            (ahead > 0.0) & (aside < np.tan(half_angle_rad) * ahead) & (ahead < ranges_m[:, None] - margin_m)
        )
        gone = np.zeros(len(self._times_s), dtype=np.bool_)
        gone[old[inside.any(axis=0)]] = True
        self._drop(gone)

    def points_in_robot_m(self, odometry_from_robot: Pose2, *, within_m: float) -> Array:
        """Remembered points near the robot, in its frame now."""
        known = self._points_m[np.isfinite(self._times_s)]
        points = odometry_from_robot.inverse().apply_points(known)
        near: Array = points[np.hypot(points[:, 0], points[:, 1]) < within_m]
        return near

    def _drop(self, which: NDArray[np.bool_]) -> None:
        self._points_m[which] = np.inf
        self._times_s[which] = -np.inf
