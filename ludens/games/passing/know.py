"""What the robot knows: where ball and target are relative to it, and what its sonars say of the rest."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from ludens.core.declaration import History, Last, Since, under
from ludens.core.module import CycleTime, Module
from ludens.core.time_series import TimeSeries
from ludens.estimation.obstacle_memory import ObstacleMemory
from ludens.estimation.polar_filter import MotionNoise, PolarState
from ludens.estimation.range_filters import RangeFilters, RangeNoise
from ludens.geometry import Pose2, wrap_array
from ludens.messages import (
    Circle,
    Doubt,
    Drawing,
    Ellipse,
    ObjectBelief,
    ObstaclePoints,
    Odometry,
    RoundObject,
    Shape,
    Sighting,
    SonarBelief,
    SonarRing,
    Text,
)
from ludens.robots.pioneer import BODY, SONAR_MAX_RANGE_M, SONAR_PLACES


@dataclass(frozen=True, slots=True)
class ObjectTrackerParameters:
    """How one object is followed."""

    name: Annotated[str, Meta(description="What it is called where it is doubted and drawn.")] = "object"
    colour: Annotated[str, Meta(description="Colour of its drawings.")] = "white"
    deceleration_mps2: Annotated[
        float, Meta(ge=0, le=5, description="How fast it comes to rest by itself.")
    ] = 0.15
    acceleration_sigma_mps2: Annotated[
        float, Meta(ge=0, le=10, description="Unmodelled pushes, while watched.")
    ] = 0.4
    drift_sigma_m: Annotated[float, Meta(ge=0, le=1, description="Straying in a second while unwatched.")] = (
        0.02
    )
    odometry_distance_share: Annotated[
        float, Meta(ge=0, le=1, description="σ of a driven distance, relative.")
    ] = 0.04
    odometry_turn_share: Annotated[float, Meta(ge=0, le=1, description="σ of a turned angle, relative.")] = (
        0.03
    )
    first_speed_sigma_mps: Annotated[
        float, Meta(gt=0, le=5, description="How fast it may roll when first seen.")
    ] = 0.4
    gate: Annotated[float, Meta(gt=0, le=100, description="Squared Mahalanobis distance still believed.")] = (
        16.0
    )
    rejections_before_restart: Annotated[
        int,
        Meta(ge=1, le=50, description="Images in a row that contradict the belief before it is given up."),
    ] = 3
    miss_sigma_m: Annotated[
        float, Meta(ge=0, le=2, description="Doubt added by an image that should show it.")
    ] = 0.12
    doubt_sigma_m: Annotated[float, Meta(ge=0, le=5, description="Doubt added when a behaviour failed.")] = (
        0.3
    )
    lost_sigma_m: Annotated[
        float, Meta(gt=0, le=5, description="Beyond this uncertainty it counts as lost.")
    ] = 1.2
    view_half_angle_rad: Annotated[
        float, Meta(gt=0, le=1.5, description="Bearing surely within the image.")
    ] = 0.24
    view_nearest_m: Annotated[
        float, Meta(ge=0, le=5, description="Range from which it is surely in the image.")
    ] = 1.0
    view_farthest_m: Annotated[
        float, Meta(ge=0, le=50, description="Range up to which it is surely found.")
    ] = 4.0


class ObjectTracker(Module[ObjectTrackerParameters]):
    """Follows one object by a polar Kalman filter that stands at the capture of its last image."""

    def start(self) -> None:
        """Nothing is known yet."""
        self._state: PolarState | None = None
        self._time_s = 0.0  # the moment at which the state stands, and where the robot was then
        self._pose = Pose2.identity()
        self._sightings = 0
        self._misses = 0
        self._rejections = 0
        self._seen_s = 0.0

    def cycle(
        self, now: CycleTime, sightings: Since[Sighting], odometry: History[Odometry], doubt: Last[Doubt]
    ) -> ObjectBelief | None:
        """Take in late images at their moment, then look ahead to the present."""
        if doubt is not None and self.parameters.name in doubt.about and self._state is not None:
            self._state = self._state.doubted(
                place_sigma_m=self.parameters.doubt_sigma_m, speed_sigma_mps=0.3
            )
        for sighting in sightings:
            self._take(sighting, odometry)
        if self._state is None or self._sightings < 2:
            return None
        state = self._carried(self._state, now.time_s, odometry)
        # Far away the same uncertainty matters less: what counts is where to look for it.
        if state.place_sigma_m > self.parameters.lost_sigma_m * max(1.0, 0.4 * state.range_m):
            self._state = None
            return None
        belief = self._belief(now.time_s, state)
        self.debug.drawing("belief", lambda: self._drawing(belief))
        return belief

    def _take(self, sighting: Sighting, odometry: TimeSeries[Odometry]) -> None:
        if self._state is not None:
            if sighting.time_s <= self._time_s:
                return  # overtaken by a newer image
            self._state = self._carried(self._state, sighting.time_s, odometry)
            self._time_s = sighting.time_s
            self._pose = pose_at(odometry, sighting.time_s)
        if sighting.found is None:
            self._miss()
        else:
            self._see(sighting.found, sighting.time_s, pose_at(odometry, sighting.time_s))

    def _see(self, found: RoundObject, time_s: float, pose: Pose2) -> None:
        if self._state is not None:
            surprise = self._state.surprise(
                found.range_m,
                found.bearing_rad,
                range_sigma_m=found.range_sigma_m,
                bearing_sigma_rad=found.bearing_sigma_rad,
            )
            self.debug.plot("surprise", surprise)
            if surprise < self.parameters.gate:
                self._state = self._state.corrected(
                    found.range_m,
                    found.bearing_rad,
                    range_sigma_m=found.range_sigma_m,
                    bearing_sigma_rad=found.bearing_sigma_rad,
                )
                self._sightings += 1
                self._misses = self._rejections = 0
                self._seen_s = time_s
                return
            self._rejections += 1
            if self._rejections < self.parameters.rejections_before_restart:
                # Either the image or the belief is wrong: the next image finds a more open mind.
                self._state = self._state.doubted(
                    place_sigma_m=self.parameters.miss_sigma_m, speed_sigma_mps=0.1
                )
                return
        self._state = PolarState.from_measurement(
            found.range_m,
            found.bearing_rad,
            range_sigma_m=found.range_sigma_m,
            bearing_sigma_rad=found.bearing_sigma_rad,
            speed_sigma_mps=self.parameters.first_speed_sigma_mps,
        )
        self._time_s = self._seen_s = time_s
        self._pose = pose
        self._sightings = max(1, self._rejections)  # images that agreed on another place count for it
        self._misses = self._rejections = 0

    def _miss(self) -> None:
        state, view = self._state, self.parameters
        if state is None:
            return
        in_range = view.view_nearest_m < state.range_m < view.view_farthest_m
        if in_range and abs(state.bearing_rad) < view.view_half_angle_rad:
            self._misses += 1
            self._state = state.doubted(place_sigma_m=view.miss_sigma_m, speed_sigma_mps=0.0)

    def _carried(self, state: PolarState, time_s: float, odometry: TimeSeries[Odometry]) -> PolarState:
        motion = self._pose.inverse() @ pose_at(odometry, time_s)
        p = self.parameters
        noise = MotionNoise(
            p.deceleration_mps2,
            p.acceleration_sigma_mps2,
            p.drift_sigma_m,
            p.odometry_distance_share,
            p.odometry_turn_share,
        )
        return state.predicted(motion, time_s - self._time_s, noise)

    def _belief(self, time_s: float, state: PolarState) -> ObjectBelief:
        covariance = state.covariance
        return ObjectBelief(
            time_s=time_s,
            range_m=state.range_m,
            bearing_rad=state.bearing_rad,
            range_variance_m2=float(covariance[0, 0]),
            range_bearing_covariance=float(covariance[0, 1]),
            bearing_variance_rad2=float(covariance[1, 1]),
            velocity_x_mps=state.velocity_x_mps,
            velocity_y_mps=state.velocity_y_mps,
            velocity_sigma_mps=math.sqrt(max(float(covariance[2, 2]), float(covariance[3, 3]))),
            seen_s=self._seen_s,
            sightings=self._sightings,
            misses=self._misses,
        )

    def _drawing(self, belief: ObjectBelief) -> Drawing:
        center = place_of(belief)
        sigmas = math.sqrt(belief.range_variance_m2), math.sqrt(belief.bearing_variance_rad2) * belief.range_m
        colour = self.parameters.colour
        shapes: tuple[Shape, ...] = (
            Ellipse(
                center=center,
                half_axes=(2 * sigmas[0], 2 * sigmas[1]),
                rotation_rad=belief.bearing_rad,
                colour=colour,
            ),
            Circle(center=center, radius=0.1, colour=colour, filled=True),
            Text(at=center, words=self.parameters.name, colour=colour),
        )
        return Drawing(frame="robot", shapes=shapes)


def pose_at(odometry: TimeSeries[Odometry], time_s: float) -> Pose2:
    """Where the odometry says the robot was at a time."""
    found = odometry.around(time_s)
    if found is None:
        return Pose2.identity()
    before, after, fraction = found
    if fraction == 0.0:
        return before.odometry_from_robot
    return before.odometry_from_robot.interpolate(after.odometry_from_robot, fraction)


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
        return ObstaclePoints(time_s=odometry.time_s, points_m=tuple((x, y) for x, y in points.tolist()))

    def _listen(self, readings: SonarRing, pose: Pose2, known: list[ObjectBelief]) -> None:
        ranges_m = np.asarray(readings.ranges_m)
        cosine, sine = math.cos(pose.yaw_rad), math.sin(pose.yaw_rad)
        sensors = np.empty((len(SONARS), 3))  # x, y, yaw in the odometry frame
        sensors[:, :2] = SONARS[:, :2] @ np.array([[cosine, sine], [-sine, cosine]]) + (pose.x_m, pose.y_m)
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
        directions = np.stack([np.cos(sensors[solid, 2]), np.sin(sensors[solid, 2])], axis=1)
        self._memory.add(sensors[solid, :2] + ranges_m[solid, None] * directions, readings.time_s)


SONARS = np.array([(place.x_m, place.y_m, place.yaw_rad) for place in SONAR_PLACES])
CONE_HALF_ANGLE_RAD = 0.35  # a ball well off the axis still answers, and the echo seems to come from the axis
ECHO_TOLERANCE_M = 0.22


def echo_of(belief: ObjectBelief, ranges_m: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which sonars hear this very object: it stands in their cone, as far away as the echo says."""
    x_m, y_m = place_of(belief)
    offset_x, offset_y = x_m - SONARS[:, 0], y_m - SONARS[:, 1]
    angles_rad = wrap_array(np.arctan2(offset_y, offset_x) - SONARS[:, 2])
    surface_m = np.hypot(offset_x, offset_y) - 0.1
    heard: NDArray[np.bool_] = (np.abs(angles_rad) < CONE_HALF_ANGLE_RAD) & (
        np.abs(ranges_m - surface_m) < ECHO_TOLERANCE_M
    )
    return heard


def place_of(belief: ObjectBelief) -> tuple[float, float]:
    """Cartesian place of a belief, in the robot's frame."""
    return belief.range_m * math.cos(belief.bearing_rad), belief.range_m * math.sin(belief.bearing_rad)


def _points_drawing(points: list[list[float]]) -> Drawing:
    shapes = tuple(Circle(center=(x, y), radius=0.03, colour="#c86a5a", filled=True) for x, y in points)
    return Drawing(frame="robot", shapes=shapes)
