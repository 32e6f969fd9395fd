"""Remembers what the sonars heard, and tells echoes of ball and target from those of obstacles."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from ludens.core.contract.declaration import under
from ludens.core.contract.module import Module
from ludens.estimation.objects import place_of
from ludens.estimation.obstacle_memory import ObstacleMemory
from ludens.geometry import Pose2
from ludens.messages import (
    Circle,
    Drawing,
    ObjectBelief,
    ObstaclePoints,
    Odometry,
    SonarRing,
)
from ludens.robots.pioneer import SONAR_MAX_RANGE_M, SONAR_PLACES

SONARS = np.array([(place.x_m, place.y_m, place.yaw_rad) for place in SONAR_PLACES])
SONAR_COSINES, SONAR_SINES = np.cos(SONARS[:, 2]), np.sin(SONARS[:, 2])
CONE_HALF_ANGLE_RAD = 0.35  # a ball well off the axis still answers, and the echo seems to come from the axis
ECHO_TOLERANCE_M = 0.22


@dataclass(frozen=True, slots=True)
class ObstacleTrackerParameters:
    """How long echoes are remembered."""

    farthest_m: Annotated[float, Meta(gt=0, le=5, description="Echoes from farther away are too vague.")] = (
        1.8
    )
    remembered_s: Annotated[float, Meta(gt=0, le=600, description="How long a point is kept.")] = 15.0
    beam_half_angle_rad: Annotated[
        float, Meta(gt=0, le=0.5, description="Core of a cone that proves free space.")
    ] = 0.1
    own_object_radius_m: Annotated[
        float, Meta(ge=0, le=2, description="Echoes this near ball or target are theirs.")
    ] = 0.28


class ObstacleTracker(Module[ObstacleTrackerParameters]):
    """Remembers solid points round the robot; ball and target are followed by the camera and left out."""

    def start(self) -> None:
        """Nothing was heard yet."""
        self._memory = ObstacleMemory()

    def cycle(
        self,
        odometry: Odometry,
        readings: SonarRing | None,
        ball: Annotated[ObjectBelief | None, under("ball")],
        target: Annotated[ObjectBelief | None, under("target")],
    ) -> ObstaclePoints:
        """Add new echoes, drop what beams passed through, and give the points in the robot's frame."""
        pose = odometry.odometry_from_robot
        known = [belief for belief in (ball, target) if belief is not None]
        if readings is not None:
            self._listen(readings, pose, known)
        for belief in known:
            x_m, y_m = pose.apply(*place_of(belief))
            self._memory.forget_near(x_m, y_m, radius_m=self.parameters.own_object_radius_m)
        self._memory.forget(before_s=odometry.time_s - self.parameters.remembered_s)
        points = self._memory.points_in_robot_m(pose, within_m=2.5)
        self.debug.drawing("points", lambda: _points_drawing(points.tolist()))
        return ObstaclePoints(time_s=odometry.time_s, points_m=tuple(map(tuple, points.tolist())))

    def _listen(self, readings: SonarRing, pose: Pose2, known: list[ObjectBelief]) -> None:
        ranges_m = np.asarray(readings.ranges_m)
        cosine, sine = math.cos(pose.yaw_rad), math.sin(pose.yaw_rad)
        sensors = np.empty((len(SONARS), 3))  # x, y, yaw in the odometry frame
        sensors[:, 0] = cosine * SONARS[:, 0] - sine * SONARS[:, 1] + pose.x_m
        sensors[:, 1] = sine * SONARS[:, 0] + cosine * SONARS[:, 1] + pose.y_m
        sensors[:, 2] = SONARS[:, 2] + pose.yaw_rad
        echoed = ranges_m < SONAR_MAX_RANGE_M - 0.1
        self._memory.see_through(
            sensors[echoed],
            ranges_m[echoed],
            half_angle_rad=self.parameters.beam_half_angle_rad,
            margin_m=0.25,
            before_s=readings.time_s - 0.2,
        )
        solid = ranges_m < self.parameters.farthest_m
        for belief in known:
            solid &= ~echo_of(belief, ranges_m)
        echoes = sensors[:, :2].copy()  # in the odometry frame, on the axes of the cones
        echoes[:, 0] += ranges_m * np.cos(sensors[:, 2])
        echoes[:, 1] += ranges_m * np.sin(sensors[:, 2])
        self._memory.add(echoes[solid], readings.time_s)


def echo_of(belief: ObjectBelief, ranges_m: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which sonars hear this very object: it stands in their cone, as far away as the echo says."""
    x_m, y_m = place_of(belief)
    offset_x, offset_y = x_m - SONARS[:, 0], y_m - SONARS[:, 1]
    ahead = SONAR_COSINES * offset_x + SONAR_SINES * offset_y
    aside = np.abs(SONAR_COSINES * offset_y - SONAR_SINES * offset_x)
    surface_m = np.hypot(offset_x, offset_y) - 0.1
    heard: NDArray[np.bool_] = (aside < math.tan(CONE_HALF_ANGLE_RAD) * ahead) & (
        np.abs(ranges_m - surface_m) < ECHO_TOLERANCE_M
    )
    return heard


def _points_drawing(points: list[list[float]]) -> Drawing:
    shapes = tuple(Circle(center=(x, y), radius=0.03, colour="#c86a5a", filled=True) for x, y in points)
    return Drawing(frame="robot", shapes=shapes)
