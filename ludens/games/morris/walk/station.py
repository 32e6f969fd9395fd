"""The module that brings the robot to a station at the table: walking and looking.

It asks for a place to walk to (`WalkTarget`, for `WalkToPose`), for the head to look at the marker, and
for a rest where legs are hot. All of it goes by `BoardPose`, which pictures correct on the way; while
they do, the target moves in the frame of the odometry and stays where it is on the board.
"""

import math
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import Last, under
from ludens.core.contract.module import CycleTime, Module
from ludens.core.task import TaskServer
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.walk.journey import BodyCommand, Journey, JourneySenses, JourneyTuning
from ludens.games.morris.walk.route import Manner
from ludens.geometry import Pose2
from ludens.messages import (
    CalibratedJoints,
    FallReport,
    FootCollision,
    HeadRequest,
    LegOdometry,
    MotionReason,
    MotionRequest,
    MotionWeights,
    WalkReport,
    WalkTarget,
)
from ludens.messages.drawing import Arrow, Circle, Drawing, Polyline, Shape
from ludens.messages.manipulation import BoardPose
from ludens.messages.morris_table import BoardStripeSeen, StationReport, StationRequest
from ludens.robots.nao.joints import HEAD_YAW
from ludens.robots.nao.kinematics import LEGS

BLUE, GREEN, ORANGE = "#4c8fff", "#4cc38a", "#ff8f4c"
HOT_STATUS = 2
"""Of a servo's heat alarm: from here on the motor cuts its own stiffness."""
FRESH_S = 0.3
"""Of a picture: older ones show what was before the head turned."""
Wants = tuple[WalkTarget | None, HeadRequest | None, MotionRequest | None, StationReport]


def journey_drawing(journey: Journey | None, place: Pose2 | None) -> Drawing:
    """Return the way, the goal and the robot in the board's frame."""
    shapes: list[Shape] = []
    if journey is not None:
        half_m = journey.half_m
        corners = ((-half_m, -half_m), (half_m, -half_m), (half_m, half_m), (-half_m, half_m))
        shapes.append(Polyline(points=corners, colour=BLUE, closed=True))
        if journey.route is not None:
            points = tuple((pose.x_m, pose.y_m) for pose in journey.route.poses)
            shapes.append(Polyline(points=points, colour=GREEN))
        shapes.append(_arrow(journey.goal, GREEN))
    if place is not None:
        shapes += [Circle(center=(place.x_m, place.y_m), radius=0.06, colour=ORANGE), _arrow(place, ORANGE)]
    return Drawing(frame="ground", shapes=tuple(shapes))


def _arrow(pose: Pose2, colour: str) -> Arrow:
    return Arrow(tail=(pose.x_m, pose.y_m), tip=pose.apply(0.1, 0.0), colour=colour)


DOWN = {
    MotionReason.FALLING,
    MotionReason.LYING,
    MotionReason.ROLLING_OVER,
    MotionReason.GETTING_UP,
    MotionReason.GIVEN_UP,
}
"""Reasons of the motion arbiter while the body does not stand."""


@dataclass(frozen=True, slots=True)
class StationParameters:
    """How it walks round the table."""

    manner: Annotated[
        Manner, Meta(description="Sideways facing the board, or ahead with turns as the paper's robot.")
    ] = "facing"
    clearance_m: Annotated[
        float, Meta(gt=0.1, le=1, description="From torso to table on the way round, when place is certain.")
    ] = 0.19
    cool_c: Annotated[float, Meta(ge=30, le=75, description="Legs that had to rest go on below this.")] = 60.0
    table_width_m: Annotated[float, Meta(gt=0, le=2, description="Of the square table.")] = (
        MorrisMeasures().table_width_m
    )


class Station(Module[StationParameters]):
    """Goes where the newest request says, and reports. Without a request it wants nothing."""

    budget_s = 0.0005

    def start(self) -> None:
        """Begin idle."""
        self._journey: Journey | None = None
        self._task = TaskServer[StationRequest]()
        self._stands_since_s: float | None = None
        self._way: tuple[Pose2, Pose2] | None = None  # a way in the robot's frame, and where it leads

    def cycle(
        self,
        now: CycleTime,
        request: StationRequest | None,
        odometry: LegOdometry | None,
        place: BoardPose | None,
        joints: CalibratedJoints | None,
        fall: FallReport | None,
        collision: FootCollision | None,
        walk: Last[WalkReport],
        weights: Last[MotionWeights],
        stripe: Annotated[BoardStripeSeen | None, under("bottom")],
    ) -> Wants:
        """Say where to walk and look."""
        if self._task.hear(request):
            self._begin(now.time_s)
        stands_for_s = self._stands_for_s(walk, weights, now.time_s)
        journey = self._journey
        if journey is None or not self._task.is_busy or odometry is None or joints is None:
            return None, None, None, self._report(now.time_s)
        senses = JourneySenses(
            time_s=now.time_s,
            place=None if place is None else place.board_from_robot,
            sigma_m=math.inf if place is None else math.sqrt(place.covariance[0, 0] + place.covariance[1, 1]),
            sigma_rad=math.inf if place is None else math.sqrt(float(place.covariance[2, 2])),
            seen_before_s=math.inf if place is None else place.seen_before_s,
            stands_for_s=stands_for_s,
            is_upright=_is_upright(fall, weights),
            collides=collision is not None and collision.collides,
            hot=max(joints.status[LEGS].tolist()) >= HOT_STATUS,
            cooled=max(joints.temperature_c[LEGS].tolist()) < self.parameters.cool_c,
            head_yaw_rad=float(joints.position_rad[HEAD_YAW]),
            stripe_m=None if stripe is None or now.time_s - stripe.time_s > FRESH_S else stripe.nearest_m,
        )
        command = journey.advance(senses)
        self.debug.drawing("way", lambda: journey_drawing(journey, senses.place))
        if journey.finished:
            if journey.failure is None:
                self._task.finish()
            else:
                self._task.fail(journey.failure)
            return None, None, None, self._report(now.time_s)
        target = self._target(command, odometry.odometry_from_robot, senses.place, now.time_s)
        return (
            target,
            self._head(command, place, now.time_s),
            MotionRequest(time_s=now.time_s, motion=command.motion),
            self._report(now.time_s),
        )

    def _begin(self, time_s: float) -> None:
        """Begin the journey of a new request."""
        p, request = self.parameters, self._task.request
        assert request is not None
        self._way = None
        self._journey = Journey(
            request.board_from_robot,
            half_m=0.5 * p.table_width_m,
            time_s=time_s,
            tuning=JourneyTuning(
                manner=p.manner,
                clearance_m=p.clearance_m,
                good_m=request.within_m,
                good_rad=request.within_rad,
            ),
        )

    def _report(self, time_s: float) -> StationReport:
        journey, task = self._journey, self._task
        return StationReport(
            time_s=time_s,
            number=task.number,
            state=task.state,
            reason=task.reason,
            doing="" if journey is None else journey.doing,
            left_m=0.0 if journey is None else journey.left_m,
        )

    def _stands_for_s(self, walk: WalkReport | None, weights: MotionWeights | None, time_s: float) -> float:
        has_legs = weights is None or weights.of("walk") >= 1.0
        if walk is None or walk.phase != "stand" or not has_legs:
            self._stands_since_s = None
            return 0.0
        if self._stands_since_s is None:
            self._stands_since_s = time_s
        return time_s - self._stands_since_s

    def _target(
        self, command: BodyCommand, odometry: Pose2, place: Pose2 | None, time_s: float
    ) -> WalkTarget | None:
        if command.way is not None:
            if self._way is None or self._way[0] != command.way:
                self._way = command.way, odometry @ command.way
            there = self._way[1]
        elif command.target is not None and place is not None:
            self._way = None
            there = odometry @ place.inverse() @ command.target
        else:
            return None
        return WalkTarget(time_s=time_s, odometry_from_target=there, precise=command.precise, arms="behind")

    def _head(self, command: BodyCommand, place: BoardPose | None, time_s: float) -> HeadRequest:
        if command.head_rad is not None or place is None:
            yaw_rad, pitch_rad = command.head_rad or (0.0, 0.0)
            return HeadRequest(time_s=time_s, yaw_rad=yaw_rad, pitch_rad=pitch_rad)
        x_m, y_m, z_m = place.robot_from_board.translation.tolist()
        return HeadRequest(time_s=time_s, point_m=(x_m, y_m, z_m), camera="bottom")


def _is_upright(fall: FallReport | None, weights: MotionWeights | None) -> bool:
    """Whether the body stands, or sits on purpose."""
    if fall is not None and fall.state != "upright":
        return False
    return weights is None or weights.reason not in DOWN
