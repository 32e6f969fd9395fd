"""Walks to a pose and stands there: which way, how fast, and when it is near enough.

Far away the robot looks where it goes; near the target it turns to the target's heading and walks forward,
sideways and turning at once. The speed is in proportion to what is left, so it slows down and ends without
overshoot. The torso sways by centimetres over its feet: while it steps, what is left is the mean over a pair
of steps. Every robot also drifts a little to some side of its own; near the target that is learnt and added.
A precise target has something behind it: who comes near too fast is braked early, and goes back from beyond
it by large steps. Each stop is checked once the body has come to rest; where too much is left, it goes on.
"""

import math
from collections import deque
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import Last
from ludens.core.contract.module import CycleTime, Module
from ludens.geometry import Pose2
from ludens.geometry.angles import wrap
from ludens.messages import LegOdometry, WalkReport, WalkRequest, WalkTarget
from ludens.messages.walking import Arms, Steps

RETREATS_FASTER = 2.5
"""Than it comes near."""


@dataclass(frozen=True, slots=True)
class WalkToPoseParameters:
    """How it comes near, and what is near enough."""

    gain_hz: Annotated[float, Meta(gt=0, le=5, description="Speed by what is left.")] = 1.0
    forward_most_mps: Annotated[float, Meta(gt=0, le=0.25, description="On the way.")] = 0.18
    left_most_mps: Annotated[float, Meta(gt=0, le=0.16, description="On the way.")] = 0.08
    turn_most_radps: Annotated[float, Meta(gt=0, le=1, description="On the way.")] = 0.6
    looks_ahead_m: Annotated[
        float, Meta(ge=0, le=2, description="Farther away than this it heads for the target.")
    ] = 0.35
    near_m: Annotated[float, Meta(gt=0, le=0.1, description="Near enough to stop.")] = 0.012
    near_rad: Annotated[float, Meta(gt=0, le=0.2, description="Likewise.")] = 0.02
    precise_from_m: Annotated[float, Meta(ge=0, le=1, description="Of the way, with small steps.")] = 0.10
    precise_from_rad: Annotated[float, Meta(ge=0, le=3, description="Likewise, of the turn.")] = 0.3
    precise_m: Annotated[float, Meta(gt=0, le=0.05, description="Near enough when precise.")] = 0.004
    precise_rad: Annotated[float, Meta(gt=0, le=0.1, description="Likewise.")] = 0.008
    content: Annotated[
        float, Meta(ge=1, le=5, description="Once at rest it stays until so many times as much is left.")
    ] = 1.7
    retreats_m: Annotated[
        float, Meta(gt=0, le=1, description="Beyond a precise target, from where it goes back fast.")
    ] = 0.02
    drift_gain_hz2: Annotated[float, Meta(ge=0, le=2, description="How fast drift is learnt.")] = 0.3
    arms: Annotated[Arms, Meta(description="Before the first target says where they shall be.")] = "swing"
    forward_drift_mps: Annotated[
        float, Meta(ge=-0.05, le=0.05, description="Of stepping on the spot, before it is learnt.")
    ] = 0.0
    drift_most_mps: Annotated[float, Meta(ge=0, le=0.1, description="Of it, forward and aside.")] = 0.02
    drift_most_radps: Annotated[float, Meta(ge=0, le=0.5, description="Of it, turning.")] = 0.02
    ahead_s: Annotated[
        float, Meta(ge=0, le=2, description="Of a precise target: it brakes for where it will be then.")
    ] = 0.5
    sway_s: Annotated[float, Meta(ge=0, le=2, description="In which the sway of stepping repeats.")] = 0.5
    rest_s: Annotated[float, Meta(ge=0, le=5, description="At rest, before a stop is judged.")] = 0.5


class WalkToPose(Module[WalkToPoseParameters]):
    """Turns a target into speeds. Without a target it stands."""

    def start(self) -> None:
        """Begin at rest."""
        self._stopping = False
        self._rests_since_s: float | None = None
        self._lately: deque[tuple[float, Pose2]] = deque()
        self._nearing: deque[tuple[float, float]] = deque()  # when, and how much was left forward
        self._drift = [-self.parameters.forward_drift_mps, 0.0, 0.0]
        self._time_s: float | None = None
        self._arms: Arms = self.parameters.arms

    def cycle(
        self, now: CycleTime, odometry: LegOdometry, target: WalkTarget | None, walk: Last[WalkReport]
    ) -> WalkRequest:
        """Say how to walk now."""
        elapsed_s = 0.0 if self._time_s is None else max(now.time_s - self._time_s, 0.0)
        self._time_s = now.time_s
        if target is None:
            self._stopping = False
            self._lately.clear()
            self._nearing.clear()
            return WalkRequest(time_s=now.time_s, arms=self._arms)
        self._arms = target.arms
        stands = walk is not None and walk.phase == "stand"
        left = odometry.odometry_from_robot.inverse() @ target.odometry_from_target
        left = self._without_sway(left, stands=stands, time_s=now.time_s)
        if self._waits(left, target.precise, stands=stands, time_s=now.time_s):
            steps: Steps = "small" if target.precise else "usual"
            return WalkRequest(time_s=now.time_s, steps=steps, arms=self._arms)
        self._learn_drift(left, elapsed_s)
        left = self._ahead(left, now.time_s) if target.precise else left
        return self._request(left, target.precise, now.time_s)

    def _without_sway(self, left: Pose2, *, stands: bool, time_s: float) -> Pose2:
        """Return what is left, as a mean while the robot steps."""
        if stands:
            self._lately.clear()
            self._nearing.clear()
        self._lately.append((time_s, left))
        while time_s - self._lately[0][0] > self.parameters.sway_s:
            self._lately.popleft()
        x_m = y_m = turn_rad = 0.0
        for _, pose in self._lately:
            x_m += pose.x_m
            y_m += pose.y_m
            turn_rad += wrap(pose.yaw_rad - left.yaw_rad)
        share = 1.0 / len(self._lately)
        return Pose2(share * x_m, share * y_m, wrap(left.yaw_rad + share * turn_rad))

    def _ahead(self, left: Pose2, time_s: float) -> Pose2:
        """Return what will be left in a moment: who drifts to a table is braked before it is there."""
        p = self.parameters
        self._nearing.append((time_s, left.x_m))
        while time_s - self._nearing[0][0] > p.sway_s:
            self._nearing.popleft()
        began_s, was_m = self._nearing[0]
        if left.x_m > p.precise_from_m or time_s - began_s < 0.5 * p.sway_s:
            return left
        nearing_mps = max((was_m - left.x_m) / (time_s - began_s), 0.0)
        return Pose2(left.x_m - p.ahead_s * nearing_mps, left.y_m, left.yaw_rad)

    def _learn_drift(self, left: Pose2, elapsed_s: float) -> None:
        p = self.parameters
        if math.hypot(left.x_m, left.y_m) > p.precise_from_m or abs(left.yaw_rad) > p.precise_from_rad:
            return
        most = p.drift_most_mps, p.drift_most_mps, p.drift_most_radps
        for axis, rest in enumerate((left.x_m, left.y_m, left.yaw_rad)):
            drift = self._drift[axis] + p.drift_gain_hz2 * rest * elapsed_s
            self._drift[axis] = max(-most[axis], min(most[axis], drift))

    def _waits(self, left: Pose2, precise: bool, *, stands: bool, time_s: float) -> bool:
        """Whether to stand: near enough, or not yet sure that it is not."""
        if not stands:
            self._rests_since_s = None
        elif self._rests_since_s is None:
            self._rests_since_s = time_s
        if not self._stopping:
            self._stopping = self._is_near(left, precise, times=1.0)
        elif self._rests_since_s is not None and time_s - self._rests_since_s >= self.parameters.rest_s:
            self._stopping = self._is_near(left, precise, times=self.parameters.content)
        return self._stopping

    def _is_near(self, left: Pose2, precise: bool, *, times: float) -> bool:
        p = self.parameters
        near_m, near_rad = (p.precise_m, p.precise_rad) if precise else (p.near_m, p.near_rad)
        return (
            math.hypot(left.x_m, left.y_m) <= times * near_m and abs(wrap(left.yaw_rad)) <= times * near_rad
        )

    def _request(self, left: Pose2, precise: bool, time_s: float) -> WalkRequest:
        p = self.parameters
        distance_m = math.hypot(left.x_m, left.y_m)
        bearing_rad = math.atan2(left.y_m, left.x_m)
        turn_rad = bearing_rad if distance_m > p.looks_ahead_m else wrap(left.yaw_rad)
        forward_mps, left_mps = _shortened(
            p.gain_hz * left.x_m, p.gain_hz * left.y_m, p.forward_most_mps, p.left_most_mps
        )
        is_near = distance_m < p.precise_from_m and abs(left.yaw_rad) < p.precise_from_rad
        # Worn legs may drift forward as fast as small steps go back: against a table it would stay there.
        retreats = precise and is_near and left.x_m < -p.retreats_m
        if retreats:
            forward_mps *= RETREATS_FASTER
        # While it still turns by much it hardly walks: it would go astray.
        slow = max(0.0, math.cos(bearing_rad)) if distance_m > p.looks_ahead_m else 1.0
        return WalkRequest(
            time_s=time_s,
            forward_mps=slow * forward_mps + self._drift[0],
            left_mps=slow * left_mps + self._drift[1],
            turn_radps=max(-p.turn_most_radps, min(p.turn_most_radps, p.gain_hz * turn_rad)) + self._drift[2],
            steps="small" if precise and is_near and not retreats else "usual",
            arms=self._arms,
        )


def _shortened(forward: float, left: float, forward_most: float, left_most: float) -> tuple[float, float]:
    """Return the speed in the same direction, within the ellipse of what is allowed."""
    scale = 1.0 / max(1.0, math.hypot(forward / forward_most, left / left_most))
    return forward * scale, left * scale
