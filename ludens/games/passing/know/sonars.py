"""What each sonar of the ring says, filtered."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.declaration import Last
from ludens.core.contract.module import Module
from ludens.estimation.sonar_filter import RangeFilters, RangeNoise
from ludens.geometry import Pose2
from ludens.messages import (
    Drawing,
    Ellipse,
    Odometry,
    SonarBelief,
    SonarRing,
)
from ludens.robots.pioneer import BODY, SONAR_MAX_RANGE_M, SONAR_PLACES


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
