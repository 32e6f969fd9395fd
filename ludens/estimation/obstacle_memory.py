"""Remembers where range sensors heard something solid, while the robot turns away from it.

A ring of sonars has gaps between its cones, and echoes go astray. Points in the odometry frame bridge both
for some seconds; a beam that later passes well beyond a point takes it away again.

All this happens in every control cycle, over a few hundred points at most: compiled loops take a tenth of the
time of array operations here.
"""

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import Pose2

Array = NDArray[np.float64]

SAME_PLACE_M = 0.07


class ObstacleMemory:
    """The newest points, in the odometry frame. A place heard again is refreshed, not stored twice."""

    def __init__(self, capacity: int = 256) -> None:
        self._points_m: Array = np.full((capacity, 2), np.inf)
        self._times_s: Array = np.full(capacity, -np.inf)  # of a free place

    def add(self, points_in_odometry_m: Array, time_s: float) -> None:
        """Remember points; when there is no room the oldest go."""
        _add(self._points_m, self._times_s, points_in_odometry_m, time_s)

    def forget(self, *, before_s: float) -> None:
        """Drop what is older than a time."""
        _forget(self._points_m, self._times_s, before_s)

    def forget_near(self, x_m: float, y_m: float, *, radius_m: float) -> None:
        """Drop what lies round a place: it was something that moves and is tracked on its own."""
        _forget_near(self._points_m, self._times_s, x_m, y_m, radius_m)

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
        _see_through(
            self._points_m,
            self._times_s,
            sensors_in_odometry,
            ranges_m,
            half_angle_rad,
            margin_m,
            before_s,
        )

    def points_in_robot_m(self, odometry_from_robot: Pose2, *, within_m: float) -> Array:
        """Remembered points near the robot, in its frame now."""
        pose = odometry_from_robot
        return _points_near(self._points_m, self._times_s, pose.x_m, pose.y_m, pose.yaw_rad, within_m)


@compiled
def _add(points: Array, times: Array, new_points: Array, time: float) -> None:
    for new in range(new_points.shape[0]):
        x, y = new_points[new, 0], new_points[new, 1]
        place, oldest = -1, 0
        nearest_squared = SAME_PLACE_M * SAME_PLACE_M
        for index in range(times.size):
            dx, dy = points[index, 0] - x, points[index, 1] - y
            squared = dx * dx + dy * dy
            if squared < nearest_squared:
                place, nearest_squared = index, squared
            if times[index] < times[oldest]:
                oldest = index
        if place < 0:
            place = oldest
        points[place, 0], points[place, 1] = x, y
        times[place] = time


@compiled
def _drop(points: Array, times: Array, index: int) -> None:
    points[index] = np.inf
    times[index] = -np.inf


@compiled
def _forget(points: Array, times: Array, before: float) -> None:
    for index in range(times.size):
        if times[index] < before:
            _drop(points, times, index)


@compiled
def _forget_near(points: Array, times: Array, x: float, y: float, radius: float) -> None:
    for index in range(times.size):
        dx, dy = points[index, 0] - x, points[index, 1] - y
        if dx * dx + dy * dy < radius * radius:
            _drop(points, times, index)


@compiled
def _see_through(
    points: Array,
    times: Array,
    sensors: Array,
    ranges: Array,
    half_angle: float,
    margin: float,
    before: float,
) -> None:
    slope = np.tan(half_angle)
    for beam in range(ranges.size):
        cosine, sine = np.cos(sensors[beam, 2]), np.sin(sensors[beam, 2])
        for index in range(times.size):
            if not -np.inf < times[index] < before:
                continue
            dx, dy = points[index, 0] - sensors[beam, 0], points[index, 1] - sensors[beam, 1]
            ahead, aside = cosine * dx + sine * dy, abs(cosine * dy - sine * dx)
            if 0.0 < ahead < ranges[beam] - margin and aside < slope * ahead:
                _drop(points, times, index)


@compiled
def _points_near(points: Array, times: Array, x: float, y: float, yaw: float, within: float) -> Array:
    """Return the points within a distance of the robot at (x, y, yaw), in its frame."""
    cosine, sine = np.cos(yaw), np.sin(yaw)
    near = np.empty_like(points)
    count = 0
    for index in range(times.size):
        dx, dy = points[index, 0] - x, points[index, 1] - y
        if times[index] > -np.inf and dx * dx + dy * dy < within * within:
            near[count, 0], near[count, 1] = cosine * dx + sine * dy, cosine * dy - sine * dx
            count += 1
    return near[:count]
