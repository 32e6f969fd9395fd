"""The ball as a module: balls seen by both cameras become one belief, in the robot's frame of now."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.compiled import read_only
from ludens.core.contract.declaration import History, Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.estimation.ball_filter import BallFilter, BallFilterTuning, BallHypothesis
from ludens.estimation.moving_point import sighting_covariance
from ludens.estimation.outline import contains
from ludens.geometry import FloatArray, Pose2
from ludens.geometry.angles import difference
from ludens.messages import Arrow, Circle, Drawing, LegOdometry, Shape
from ludens.messages.field import BallsSeen, BallState, SeenBall

Point = tuple[float, float]

ORANGE = "#ff8f4c"
STANDS_S, STANDS_M, STANDS_RAD = 0.3, 0.01, 0.02
"""A robot that moved and turned by less in the last while stands still."""


@dataclass(frozen=True, slots=True)
class BallTrackerParameters:
    """How the ball rolls, and how long it is remembered."""

    deceleration_mps2: Annotated[float, Meta(gt=0, le=3, description="Of a ball that rolls.")] = 0.35
    forget_s: Annotated[float, Meta(gt=0, le=120, description="A ball not seen for so long is lost.")] = 8.0


class BallTracker(Module[BallTrackerParameters]):
    """Believes in one ball, if in any."""

    budget_s = 0.001

    def start(self) -> None:
        """Begin without a ball."""
        p = self.parameters
        self._filter = BallFilter(
            BallFilterTuning(deceleration_mps2=p.deceleration_mps2, forget_s=p.forget_s)
        )

    def cycle(
        self,
        now: CycleTime,
        odometry: LegOdometry,
        path: History[LegOdometry],
        top: Annotated[Since[BallsSeen], under("top")],
        bottom: Annotated[Since[BallsSeen], under("bottom")],
    ) -> BallState | None:
        """Take in what was seen; say where the ball is now."""
        for picture in sorted((*top, *bottom), key=lambda seen: seen.time_s):
            then, before = path.at_or_before(picture.time_s), path.at_or_before(picture.time_s - STANDS_S)
            if then is not None:
                steady = before is not None and _stood(then.odometry_from_robot, before.odometry_from_robot)
                self._look(picture, then.odometry_from_robot, steady=steady)
        self._filter.predict(now.time_s)
        best = self._filter.choose()
        self.debug.drawing("ball", lambda: self._drawing(best))
        return None if best is None else self._told(best, odometry.odometry_from_robot.inverse(), now.time_s)

    def _look(self, picture: BallsSeen, odometry_from_robot: Pose2, *, steady: bool) -> None:
        """Take in one picture: balls in it, and balls that should be in it and are not."""
        self._filter.predict(picture.time_s)
        before = {id(ball): ball.observations for ball in self._filter.hypotheses}
        if picture.balls:
            self._take(picture.balls[:2], odometry_from_robot, picture.time_s, steady=steady)
        if len(picture.looked_at_m) < 3:
            return
        robot_from_odometry, looked_at_m = odometry_from_robot.inverse(), read_only(picture.looked_at_m)
        self._filter.missed(
            [
                ball
                for ball in self._filter.hypotheses
                if before.get(id(ball)) == ball.observations
                and contains(looked_at_m, *robot_from_odometry.apply(*ball.place_m))
            ]
        )

    def _take(
        self, balls: Sequence[SeenBall], odometry_from_robot: Pose2, time_s: float, *, steady: bool
    ) -> None:
        """Take in the balls of one picture, the most expected first: another one there is another ball."""
        known_m = [ball.place_m for ball in self._filter.known]

        def unexpected_m(ball: SeenBall) -> float:
            place_m = odometry_from_robot.apply(*ball.place_m)
            return min((math.dist(place_m, other_m) for other_m in known_m), default=0.0)

        taken: list[BallHypothesis] = []
        for ball in sorted(balls, key=unexpected_m) if len(balls) > 1 else balls:
            bearing_rad = math.atan2(ball.place_m[1], ball.place_m[0]) + odometry_from_robot.yaw_rad
            covariance = sighting_covariance(ball.along_sigma_m, ball.across_sigma_m, bearing_rad)
            place_m = odometry_from_robot.apply(*ball.place_m)
            taken.append(
                self._filter.observe(
                    place_m, covariance, time_s, score=ball.score, taken=taken, steady=steady
                )
            )

    def _told(self, ball: BallHypothesis, robot_from_odometry: Pose2, time_s: float) -> BallState:
        turn = robot_from_odometry.yaw_rad
        vx, vy = ball.velocity_mps
        return BallState(
            time_s=time_s,
            place_m=robot_from_odometry.apply(*ball.place_m),
            velocity_mps=(
                vx * math.cos(turn) - vy * math.sin(turn),
                vx * math.sin(turn) + vy * math.cos(turn),
            ),
            destination_m=robot_from_odometry.apply(*self._filter.destination_m(ball)),
            sigma_m=math.sqrt(0.5 * float(ball.covariance[0, 0] + ball.covariance[1, 1])),
            seen_s=ball.seen_s,
            observations=ball.observations,
            others=len(self._filter.known) - 1,
            velocity_sigmas_mps=_sigmas(ball.covariance[2:, 2:], turn),
        )

    def _drawing(self, best: BallHypothesis | None) -> Drawing:
        shapes: list[Shape] = []
        for ball in self._filter.hypotheses:
            believed = ball is best
            shapes.append(
                Circle(
                    center=ball.place_m,
                    radius=0.05,
                    colour=ORANGE if believed else "#9a9a9a",
                    filled=believed,
                )
            )
            if believed and ball.speed_mps > 0.1:
                tip = self._filter.destination_m(ball)
                shapes.append(Arrow(tail=ball.place_m, tip=tip, colour=ORANGE))
        return Drawing(frame="odometry", shapes=tuple(shapes))


def _stood(then: Pose2, before: Pose2) -> bool:
    turned_rad = difference(then.yaw_rad, before.yaw_rad)
    return before.distance_m(then) < STANDS_M and abs(turned_rad) < STANDS_RAD


def _sigmas(covariance: FloatArray, turn_rad: float) -> Point:
    """Return the standard deviations along both axes after a turn of the frame."""
    cosine, sine = math.cos(turn_rad), math.sin(turn_rad)
    xx, xy, yy = float(covariance[0, 0]), float(covariance[0, 1]), float(covariance[1, 1])
    mixed = 2.0 * cosine * sine * xy
    along, across = cosine**2 * xx - mixed + sine**2 * yy, sine**2 * xx + mixed + cosine**2 * yy
    return math.sqrt(max(along, 0.0)), math.sqrt(max(across, 0.0))
