"""Plans to meet a ball while it rolls: where on its path the robot can be before the ball.

The robot drives there, slows down and lets the ball roll against its front: a ball stopped so lies near,
where a ball that is hit at speed goes anywhere. A ball that cannot be met in time, or that rolls to the
target by itself, gives no plan; it is passed where it comes to rest.
"""

import math
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import History, Last, Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.core.contract.time_series import TimeSeries
from ludens.estimation.objects import place_of, pose_at
from ludens.estimation.rolling_path import RollingPathFit
from ludens.geometry import Pose2
from ludens.messages import (
    Arrow,
    Circle,
    Doubt,
    Drawing,
    MeetingPlan,
    ObjectBelief,
    Odometry,
    RoundObject,
    Sighting,
)
from ludens.robots.pioneer import BODY, CAMERA

Point = tuple[float, float]

CONTACT_M = BODY.front_x_m + 0.11  # from the robot's origin to the centre of a ball it touches
ENTERED_M = 0.15  # into the path of a ball that crosses the robot's way
AWAY = 0.5  # cosine between the ball's heading and the way from the robot to it
CUT_OFF_SIGMAS = 2.0  # the range of a ball that is not all in the image is so much less certain
STEP_S = 0.1  # between the places of the ball that are tried


@dataclass(frozen=True, slots=True)
class MeetingPlannerParameters:
    """What the robot believes of the ball's rolling and of its own quickness."""

    remembered_s: Annotated[
        float, Meta(gt=0, le=20, description="The path is fitted to the images of so long.")
    ] = 2.5
    deceleration_mps2: Annotated[
        float, Meta(ge=0.01, le=5, description="Of a rolling ball, before images tell more.")
    ] = 0.1
    deceleration_sigma_mps2: Annotated[float, Meta(gt=0, le=5, description="How sure that is.")] = 0.05
    slowest_mps: Annotated[
        float, Meta(gt=0, le=1, description="A ball slower than this where it is met is not worth meeting.")
    ] = 0.1
    sure_sigmas: Annotated[float, Meta(ge=0, le=10, description="Speed must exceed its own σ so often.")] = (
        2.5
    )
    nearly_m: Annotated[
        float, Meta(ge=0, le=5, description="A ball so near is met also when it is nearly at rest.")
    ] = 1.0
    own_share: Annotated[
        float, Meta(ge=0, le=1, description="σ of the ball's speed by the robot's own, relative.")
    ] = 0.05
    stamp_sigma_s: Annotated[
        float, Meta(ge=0, le=0.5, description="σ of the time at which an image was taken.")
    ] = 0.02
    seen_within_s: Annotated[
        float, Meta(gt=0, le=60, description="A ball unseen for longer may be anywhere.")
    ] = 3.0
    travel_mps: Annotated[float, Meta(gt=0, le=2, description="Speed expected on the way.")] = 0.9
    turn_radps: Annotated[float, Meta(gt=0, le=3, description="Turn rate expected on the way.")] = 1.8
    start_s: Annotated[float, Meta(ge=0, le=5, description="Lost by starting and braking.")] = 0.4
    early_s: Annotated[float, Meta(ge=0, le=5, description="How early it wants to be there.")] = 0.2
    late_s: Annotated[float, Meta(ge=0, le=5, description="So late by its own estimate, it still tries.")] = (
        0.5
    )
    target_m: Annotated[
        float, Meta(ge=0, le=2, description="A ball whose path leads so near the target is the target's.")
    ] = 0.5


class MeetingPlanner(Module[MeetingPlannerParameters]):
    """Fits the ball's path and plans where to meet it; empty where there is no meeting."""

    def start(self) -> None:
        """No image yet."""
        self._fit = self._empty_fit()

    def cycle(
        self,
        now: CycleTime,
        images: Annotated[Since[Sighting], under("ball")],
        odometry: History[Odometry],
        target: Annotated[ObjectBelief | None, under("target")],
        doubt: Last[Doubt],
    ) -> MeetingPlan | None:
        """Follow the ball, and take the first place on its path where the robot can be early enough."""
        if doubt is not None and "ball" in doubt.about:
            self._fit = self._empty_fit()
        for image in images:
            if image.found is not None:
                self._see(image.time_s, image.found, odometry)
        newest = odometry.latest
        own_mps = 0.0 if newest is None else abs(newest.forward_mps)
        ball = self._ball(now.time_s, pose_at(odometry, now.time_s), own_mps)
        if ball is None or ball.rolls_away:
            return None
        if target is not None and ball.comes_within(self.parameters.target_m, target):
            return None
        plan = self.meeting(now.time_s, ball)
        if plan is not None:
            self.debug.drawing("meeting", lambda: _drawing(plan))
        return plan

    def _see(self, time_s: float, found: RoundObject, odometry: TimeSeries[Odometry]) -> None:
        """Take an image in; where the robot moves, it is as uncertain as its time."""
        late_s = self.parameters.stamp_sigma_s
        at = odometry.at_or_before(time_s)
        forward_mps, turn_radps = (0.0, 0.0) if at is None else (at.forward_mps, at.turn_radps)
        range_sigma_m = found.range_sigma_m * (1.0 if _is_whole(found) else CUT_OFF_SIGMAS)
        self._fit.add(
            time_s,
            pose_at(odometry, time_s),
            range_m=found.range_m,
            bearing_rad=found.bearing_rad,
            range_sigma_m=math.hypot(range_sigma_m, late_s * forward_mps),
            bearing_sigma_rad=math.hypot(found.bearing_sigma_rad, late_s * turn_radps),
        )

    def meeting(self, time_s: float, ball: "RollingBall") -> MeetingPlan | None:
        """Where a ball can be met: the first place that is early enough, else the least late one."""
        p = self.parameters
        best: MeetingPlan | None = None
        slowest_mps = p.slowest_mps if math.hypot(*ball.place_m) > p.nearly_m else 0.0
        seconds = (ball.speed_mps - slowest_mps) / ball.deceleration_mps2
        for number in range(1, int(seconds / STEP_S) + 1):
            after_s = number * STEP_S
            ball_m = ball.ahead(ball.rolled_m(after_s))
            drive_m = _drive_m(ball_m, ball.along)
            turn_rad = abs(math.atan2(ball_m[1], ball_m[0]))
            start_s = p.start_s if drive_m > 0.0 else 0.0
            early_s = after_s - (start_s + turn_rad / p.turn_radps + drive_m / p.travel_mps)
            if best is None or early_s > best.early_s:
                best = MeetingPlan(
                    time_s=time_s,
                    ball_now_m=ball.place_m,
                    ball_m=ball_m,
                    drive_m=drive_m,
                    after_s=after_s,
                    early_s=early_s,
                )
            # A ball that comes to the robot touches it there, and rolls no farther.
            if early_s >= p.early_s or math.hypot(*ball_m) < CONTACT_M:
                break
        return None if best is None or best.early_s < -p.late_s else best

    def _empty_fit(self) -> RollingPathFit:
        p = self.parameters
        return RollingPathFit(
            remembered_s=p.remembered_s,
            deceleration_mps2=p.deceleration_mps2,
            deceleration_sigma_mps2=p.deceleration_sigma_mps2,
        )

    def _ball(self, time_s: float, odometry_from_robot: Pose2, own_mps: float) -> "RollingBall | None":
        """The ball now, in the robot's frame; None where it is not known to roll."""
        p, path = self.parameters, self._fit.path
        if path is None or time_s - path.time_s > p.seen_within_s:
            return None
        # A ball whose range is measured a little too large seems to roll while the robot drives.
        sigma_mps = math.hypot(path.speed_sigma_mps, p.own_share * own_mps)
        if path.speed_mps < max(p.slowest_mps, p.sure_sigmas * sigma_mps):
            return None
        rolled_s = time_s - path.time_s
        share = path.rolled_m(rolled_s) / path.speed_mps
        x_m, y_m = path.x_m + share * path.velocity_x_mps, path.y_m + share * path.velocity_y_mps
        heading_rad = math.atan2(path.velocity_y_mps, path.velocity_x_mps) - odometry_from_robot.yaw_rad
        return RollingBall(
            place_m=odometry_from_robot.inverse().apply(x_m, y_m),
            along=(math.cos(heading_rad), math.sin(heading_rad)),
            speed_mps=max(path.speed_mps - path.deceleration_mps2 * rolled_s, 0.0),
            deceleration_mps2=path.deceleration_mps2,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RollingBall:
    """A ball that rolls straight on and slows down evenly, in the robot's frame."""

    place_m: Point
    along: Point  # a vector of length one
    speed_mps: float
    deceleration_mps2: float

    def ahead(self, way_m: float) -> Point:
        """The place on its path so far ahead."""
        return self.place_m[0] + self.along[0] * way_m, self.place_m[1] + self.along[1] * way_m

    @property
    def rolls_away(self) -> bool:
        """Whether it could only be met from behind, and would be pushed farther away."""
        from_robot = self.along[0] * self.place_m[0] + self.along[1] * self.place_m[1]
        return from_robot > AWAY * math.hypot(*self.place_m)

    def rolled_m(self, elapsed_s: float) -> float:
        """How far it gets in a time, as long as it rolls."""
        return elapsed_s * (self.speed_mps - 0.5 * self.deceleration_mps2 * elapsed_s)

    def comes_within(self, distance_m: float, target: ObjectBelief) -> bool:
        """Whether it gets so near to the target by itself."""
        x_m, y_m = place_of(target)
        x_m, y_m = x_m - self.place_m[0], y_m - self.place_m[1]
        rolls_m = 0.5 * self.speed_mps**2 / self.deceleration_mps2
        way_m = min(max(self.along[0] * x_m + self.along[1] * y_m, 0.0), rolls_m)
        return (
            way_m > 0.0 and math.hypot(x_m - way_m * self.along[0], y_m - way_m * self.along[1]) < distance_m
        )


def _drive_m(ball_m: Point, along: Point) -> float:
    """How far to drive towards a place of the ball, so that it touches the front as it comes by.

    Where the ball crosses the robot's way its path must be entered a little, or the ball would only graze.
    """
    range_m = math.hypot(*ball_m)
    if range_m < 1e-6:
        return 0.0
    crossing = abs(ball_m[0] * along[1] - ball_m[1] * along[0]) / range_m
    return max(range_m - CONTACT_M + ENTERED_M * crossing, 0.0)


def _is_whole(seen: RoundObject) -> bool:
    """Whether the ball is all in the image: the circle of one that is cut off wavers as the ball moves."""
    column_px, row_px = seen.center_px
    return (
        seen.radius_px < column_px < CAMERA.width_px - seen.radius_px
        and row_px < CAMERA.height_px - seen.radius_px
    )


def _drawing(plan: MeetingPlan) -> Drawing:
    return Drawing(
        frame="robot",
        shapes=(
            Circle(center=plan.ball_m, radius=0.11, colour="#b05fc4"),
            Arrow(tail=plan.ball_now_m, tip=plan.ball_m, colour="#b05fc4", label="meet"),
        ),
    )
