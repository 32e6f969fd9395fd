"""What the robot knows of its surroundings by its sonars; `ludens.estimation` follows ball and target."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from ludens.core.contract.declaration import Last, under
from ludens.core.contract.module import Module
from ludens.estimation.objects import place_of
from ludens.estimation.obstacle_memory import ObstacleMemory
from ludens.estimation.sonar_filter import RangeFilters, RangeNoise
from ludens.geometry import Pose2
from ludens.messages import (
    Circle,
    Drawing,
    Ellipse,
    MeetingPlan,
    ObjectBelief,
    ObstaclePoints,
    Odometry,
    SonarBelief,
    SonarRing,
)
from ludens.robots.pioneer import BODY, SONAR_MAX_RANGE_M, SONAR_PLACES

SONARS = np.array([(place.x_m, place.y_m, place.yaw_rad) for place in SONAR_PLACES])
SONAR_COSINES, SONAR_SINES = np.cos(SONARS[:, 2]), np.sin(SONARS[:, 2])
CONE_HALF_ANGLE_RAD = 0.35  # a ball well off the axis still answers, and the echo seems to come from the axis
ECHO_TOLERANCE_M = 0.22

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SonarTrackerParameters:
    """How far a sonar is trusted."""

    reading_sigma_m: Annotated[float, Meta(gt=0, le=1, description="σ of an echo's range.")] = 0.03
    lost_echo_sigma_m: Annotated[float, Meta(gt=0, le=50, description="σ of a reading without echo.")] = 1.5
    rest_sigma_m: Annotated[float, Meta(ge=0, le=5, description="Growth of σ in a second at rest.")] = 0.1
    motion_share: Annotated[float, Meta(ge=0, le=5, description="Growth of σ by own motion, relative.")] = 1.0
    silent_s: Annotated[
        float,
        Meta(gt=0, le=60, description="Without a reading for so long there is no belief, and no driving."),
    ] = 0.5


class SonarTracker(Module[SonarTrackerParameters]):
    """One filter for every sonar of the ring; its variance grows while the robot moves."""

    def start(self) -> None:
        """All ranges are unknown."""
        self._filters = RangeFilters(len(SONAR_PLACES), maximum_m=SONAR_MAX_RANGE_M)
        self._heard_s: float | None = None

    def cycle(
        self, odometry: Odometry, last: Last[Odometry], readings: SonarRing | None
    ) -> SonarBelief | None:
        """Let the ranges age by the robot's motion and take in new echoes.

        Empty while the sonars are silent: nothing that drives gets along without them, so the robot stands.
        """
        p = self.parameters
        noise = RangeNoise(p.reading_sigma_m, p.rest_sigma_m, p.motion_share, p.lost_echo_sigma_m)
        if last is not None:
            elapsed_s = odometry.time_s - last.time_s
            hull_mps = abs(odometry.forward_mps) + abs(odometry.turn_radps) * BODY.width_m / 2
            self._filters.predict(moved_m=hull_mps * elapsed_s, elapsed_s=elapsed_s, noise=noise)
        if readings is not None:
            self._filters.correct(np.asarray(readings.ranges_m), noise)
            self._heard_s = readings.time_s
        if self._heard_s is None or odometry.time_s - self._heard_s > p.silent_s:
            return None
        belief = SonarBelief(
            time_s=odometry.time_s,
            ranges_m=tuple(self._filters.ranges_m.tolist()),
            variances_m2=tuple(self._filters.variances_m2.tolist()),
        )
        self.debug.drawing("ranges", lambda: _sonar_drawing(belief))
        return belief


def _sonar_drawing(belief: SonarBelief) -> Drawing:
    shapes = []
    for place, range_m, variance in zip(SONAR_PLACES, belief.ranges_m, belief.variances_m2, strict=True):
        if range_m < SONAR_MAX_RANGE_M - 0.1:
            center = Pose2(place.x_m, place.y_m, place.yaw_rad).apply(range_m, 0.0)
            half_axes = (2 * math.sqrt(variance), 0.13 * range_m)
            shapes.append(
                Ellipse(center=center, half_axes=half_axes, rotation_rad=place.yaw_rad, colour="#7aa2c8")
            )
    return Drawing(frame="robot", shapes=tuple(shapes))


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
    agreeing_m: Annotated[
        float, Meta(gt=0, le=5, description="So near to the one before, an echo of a sonar is believed.")
    ] = 0.15
    own_object_radius_m: Annotated[
        float, Meta(ge=0, le=2, description="Echoes this near ball or target are theirs.")
    ] = 0.28


class ObstacleTracker(Module[ObstacleTrackerParameters]):
    """Remembers solid points round the robot; ball and target are followed by the camera and left out."""

    def start(self) -> None:
        """Nothing was heard yet."""
        self._memory = ObstacleMemory()
        self._heard_m: NDArray[np.float64] | None = None  # at the last firing

    def cycle(
        self,
        odometry: Odometry,
        readings: SonarRing | None,
        ball: Annotated[ObjectBelief | None, under("ball")],
        target: Annotated[ObjectBelief | None, under("target")],
        meeting: MeetingPlan | None,
    ) -> ObstaclePoints:
        """Add new echoes, drop what beams passed through, and give the points in the robot's frame."""
        pose = odometry.odometry_from_robot
        known = [place_of(belief) for belief in (ball, target) if belief is not None]
        if meeting is not None:  # a ball that just began to roll is known better by its path
            known.append(meeting.ball_now_m)
        if readings is not None:
            self._listen(readings, pose, known)
        for place_m in known:
            x_m, y_m = pose.apply(*place_m)
            self._memory.forget_near(x_m, y_m, radius_m=self.parameters.own_object_radius_m)
        self._memory.forget(before_s=odometry.time_s - self.parameters.remembered_s)
        points = self._memory.points_in_robot_m(pose, within_m=2.5)
        self.debug.drawing("points", lambda: _points_drawing(points.tolist()))
        return ObstaclePoints(time_s=odometry.time_s, points_m=tuple(map(tuple, points.tolist())))

    def _listen(self, readings: SonarRing, pose: Pose2, known: list[Point]) -> None:
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
        if self._heard_m is not None:  # cross-talk is heard once, here and there
            solid &= np.abs(ranges_m - self._heard_m) < self.parameters.agreeing_m
        self._heard_m = ranges_m
        for place_m in known:
            solid &= ~echo_of(place_m, ranges_m)
        echoes = sensors[:, :2].copy()  # in the odometry frame, on the axes of the cones
        echoes[:, 0] += ranges_m * np.cos(sensors[:, 2])
        echoes[:, 1] += ranges_m * np.sin(sensors[:, 2])
        self._memory.add(echoes[solid], readings.time_s)


def echo_of(place_m: Point, ranges_m: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which sonars hear the object at a place: it stands in their cone, as far away as the echo says."""
    x_m, y_m = place_m
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
