"""Follows an object on the floor by a polar Kalman filter, late images and all."""

import math
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import History, Last, Since
from ludens.core.contract.module import CycleTime, Module
from ludens.core.contract.time_series import TimeSeries
from ludens.estimation.polar_filter import MotionNoise, PolarState
from ludens.geometry import Pose2
from ludens.messages import (
    Circle,
    Doubt,
    Drawing,
    Ellipse,
    ObjectBelief,
    Odometry,
    RoundObject,
    Shape,
    Sighting,
    Text,
)


def pose_at(odometry: TimeSeries[Odometry], time_s: float) -> Pose2:
    """Where the odometry says the robot was at a time."""
    found = odometry.around(time_s)
    if found is None:
        return Pose2.identity()
    before, after, fraction = found
    if fraction == 0.0:
        return before.odometry_from_robot
    return before.odometry_from_robot.interpolate(after.odometry_from_robot, fraction)


def place_of(belief: ObjectBelief) -> tuple[float, float]:
    """Cartesian place of a belief, in the robot's frame."""
    return belief.range_m * math.cos(belief.bearing_rad), belief.range_m * math.sin(belief.bearing_rad)


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
        0.03
    )
    odometry_distance_share: Annotated[
        float, Meta(ge=0, le=1, description="σ of a driven distance, relative.")
    ] = 0.04
    odometry_turn_share: Annotated[float, Meta(ge=0, le=1, description="σ of a turned angle, relative.")] = (
        0.05
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
    hidden_sigma_m: Annotated[
        float, Meta(ge=0, le=5, description="Up to this uncertainty such images add doubt: it may be hidden.")
    ] = 0.4
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
        self._time_s = 0.0  # the state stands at the last image that showed the object
        self._pose = Pose2.identity()  # of the robot, then
        self._sightings = 0
        self._misses = 0
        self._rejections = 0

    def cycle(
        self, now: CycleTime, sightings: Since[Sighting], odometry: History[Odometry], doubt: Last[Doubt]
    ) -> ObjectBelief | None:
        """Take in late images at their moment, then look ahead to the present."""
        if doubt is not None and self.parameters.name in doubt.about:
            self._doubt(place_sigma_m=self.parameters.doubt_sigma_m, speed_sigma_mps=0.3)
        for sighting in sightings:
            self._take(sighting, odometry)
        if self._state is None or self._sightings < 2:
            return None
        state = self._carried(self._state, pose_at(odometry, now.time_s), now.time_s)
        # Far away the same uncertainty matters less: what counts is where to look for it.
        if state.place_sigma_m > self.parameters.lost_sigma_m * max(1.0, 0.4 * state.range_m):
            self._state = None
            return None
        belief = self._belief(now.time_s, state)
        self.debug.drawing("belief", lambda: self._drawing(belief))
        return belief

    def _take(self, sighting: Sighting, odometry: TimeSeries[Odometry]) -> None:
        if self._state is not None and sighting.time_s <= self._time_s:
            return  # overtaken by a newer image
        pose = pose_at(odometry, sighting.time_s)
        state = None
        if self._state is not None:
            state = self._carried(self._state, pose, sighting.time_s)
        if sighting.found is not None:
            self._see(sighting.found, state, pose, sighting.time_s)
        elif state is not None:
            self._miss(state)

    def _see(self, found: RoundObject, state: PolarState | None, pose: Pose2, time_s: float) -> None:
        p = self.parameters
        sigmas = {"range_sigma_m": found.range_sigma_m, "bearing_sigma_rad": found.bearing_sigma_rad}
        if state is not None:
            surprise = state.surprise(found.range_m, found.bearing_rad, **sigmas)
            self.debug.plot("surprise", surprise)
            if surprise < p.gate:
                self._stand(state.corrected(found.range_m, found.bearing_rad, **sigmas), pose, time_s)
                self._sightings += 1
                return
            self._rejections += 1
            if self._rejections < p.rejections_before_restart:
                # Either the image or the belief is wrong: the next image finds a more open mind.
                self._doubt(place_sigma_m=p.miss_sigma_m, speed_sigma_mps=0.1)
                return
        self._sightings = max(1, self._rejections)  # images that agreed on another place count for it
        first = PolarState.from_measurement(
            found.range_m, found.bearing_rad, speed_sigma_mps=p.first_speed_sigma_mps, **sigmas
        )
        self._stand(first, pose, time_s)

    def _stand(self, state: PolarState, pose: Pose2, time_s: float) -> None:
        """The state now stands at an image that shows the object."""
        self._state, self._pose, self._time_s = state, pose, time_s
        self._misses = self._rejections = 0

    def _miss(self, state: PolarState) -> None:
        view = self.parameters
        in_range = view.view_nearest_m < state.range_m < view.view_farthest_m
        if in_range and abs(state.bearing_rad) < view.view_half_angle_rad:
            self._misses += 1
            # It may only be hidden: misses alone make a belief doubtful, never lost.
            if state.place_sigma_m < view.hidden_sigma_m:
                self._doubt(place_sigma_m=view.miss_sigma_m, speed_sigma_mps=0.0)

    def _doubt(self, *, place_sigma_m: float, speed_sigma_mps: float) -> None:
        if self._state is not None:
            self._state = self._state.doubted(place_sigma_m=place_sigma_m, speed_sigma_mps=speed_sigma_mps)

    def _carried(self, state: PolarState, pose: Pose2, time_s: float) -> PolarState:
        p = self.parameters
        noise = MotionNoise(
            p.deceleration_mps2,
            p.acceleration_sigma_mps2,
            p.drift_sigma_m,
            p.odometry_distance_share,
            p.odometry_turn_share,
        )
        return state.predicted(self._pose.inverse() @ pose, time_s - self._time_s, noise)

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
            seen_s=self._time_s,
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
