"""Measure walks, kicks and falls with simulation truth. Nothing that plays reads them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.geometry import FloatArray, Pose2, wrap
from ludens.geometry.angles import difference
from ludens.messages import (
    FallReport,
    Fault,
    JointCommand,
    KickReport,
    LegOdometry,
    MotionReason,
    MotionWeights,
    WalkReport,
    WalkRequest,
    WantedJoints,
)
from ludens.motion.arbiter.joint_protection import beyond_protection
from ludens.sim.nao.world import NaoWorld, has_fallen

SETTLES_S = 1.5
"""After a new request: speeding up is limited, and a step is never broken off."""
WINDOW_S = 1.0
"""Two pairs of steps, so that the sway of the torso cancels out."""
SCALES = (0.25, 0.16, 1.0)
"""Scales of forward, sideways and turning speeds: errors of different units are compared by it."""

Velocity = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class SpeedWindow:
    """A second of walking at one wanted speed: when and where it began."""

    began_s: float
    pose: Pose2


class WalkReferee:
    """Measures a walk: falls, speed against what was asked, drift of the odometry."""

    def __init__(self, world: NaoWorld) -> None:
        self._world = world
        self._window: SpeedWindow | None = None
        self._squares = [0.0, 0.0]  # of errors and of wanted speeds
        self._start = self.pose
        self._wanted: Velocity = (0.0, 0.0, 0.0)
        self._wanted_since_s = 0.0
        self._odometry = Pose2.identity()
        self._turned_rad = 0.0
        self.fell_s: float | None = None
        self.distance_m = 0.0

    @property
    def pose(self) -> Pose2:
        """Where the torso's shadow really is."""
        return Pose2.from_transform3(self._world.ground_from_torso())

    @property
    def tracking_error(self) -> float | None:
        """Root of mean squared speed error over that of wanted speeds; nothing where nothing was wanted."""
        errors, wanted = self._squares
        return math.sqrt(errors / wanted) if wanted > 0.0 else None

    @property
    def odometry_error_m(self) -> float:
        """How far odometry's place is from the true one."""
        return self._odometry.distance_m(self._start.inverse() @ self.pose)

    @property
    def odometry_error_rad(self) -> float:
        """How far odometry's heading is from the true one."""
        return abs(difference(self._odometry.yaw_rad, (self._start.inverse() @ self.pose).yaw_rad))

    @property
    def turned_rad(self) -> float:
        """All the turning, to either side."""
        return self._turned_rad

    def on_delivery(self, delivery: Delivery) -> None:
        """Look whether it still stands, and how far it has come."""
        if self.fell_s is None and has_fallen(self._world.ground_from_torso()):
            self.fell_s = delivery.time_ns * 1e-9

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Compare what was asked with the truth, second by second."""
        for _, message in outputs:
            if isinstance(message, LegOdometry):
                self._odometry = message.odometry_from_robot
            elif isinstance(message, WalkRequest):
                self._watch(message, time_ns * 1e-9)

    def _watch(self, request: WalkRequest, time_s: float) -> None:
        wanted = (request.forward_mps, request.left_mps, request.turn_radps)
        if wanted != self._wanted:
            self._wanted, self._wanted_since_s, self._window = wanted, time_s, None
        if wanted == (0.0, 0.0, 0.0) or time_s < self._wanted_since_s + SETTLES_S:
            return
        if self._window is None:
            self._window = SpeedWindow(time_s, self.pose)
        elif time_s - self._window.began_s >= WINDOW_S:
            self._close(self._window, time_s - self._window.began_s)
            self._window = SpeedWindow(time_s, self.pose)

    def _close(self, window: SpeedWindow, seconds: float) -> None:
        moved = window.pose.inverse() @ self.pose
        halfway = Pose2(0.0, 0.0, -0.5 * moved.yaw_rad)  # forward means the middle of the turn
        forward_m, left_m = halfway.apply(moved.x_m, moved.y_m)
        true = (forward_m / seconds, left_m / seconds, moved.yaw_rad / seconds)
        for got, wanted, scale in zip(true, self._wanted, SCALES, strict=True):
            self._squares[0] += ((got - wanted) / scale) ** 2
            self._squares[1] += (wanted / scale) ** 2
        self.distance_m += math.hypot(moved.x_m, moved.y_m)
        self._turned_rad += abs(moved.yaw_rad)

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""


RESTING_MPS = 0.01


class KickReferee:
    """Measures a kick: how far and which way the ball went, and whether the robot fell."""

    def __init__(self, world: NaoWorld) -> None:
        self._world = world
        self._heading_rad = 0.0
        self._ball_m = (0.0, 0.0)
        self.fell_s: float | None = None
        self.began_s: float | None = None
        self.ended_s: float | None = None
        self.phase = ""
        self.refused = ""

    @property
    def pose(self) -> Pose2:
        """Where the torso's shadow really is."""
        return Pose2.from_transform3(self._world.ground_from_torso())

    def lay_ball(self, place_m: tuple[float, float]) -> None:
        """Lay the ball before and left of the robot: distance and direction count from here."""
        if self._world.ball is not None:
            self._world.ball.place(self.pose.apply(*place_m))
        self.note_ball()

    def note_ball(self) -> None:
        """Let distance and direction count from where ball and robot are now."""
        self._heading_rad = self.pose.yaw_rad
        self._ball_m = (0.0, 0.0) if self._world.ball is None else self._world.ball.place_m

    @property
    def ball_in_robot_m(self) -> tuple[float, float]:
        """Where the ball really lies, before and left of the robot."""
        assert self._world.ball is not None
        return self.pose.inverse().apply(*self._world.ball.place_m)

    @property
    def distance_m(self) -> float:
        """How far the ball is from where it was laid."""
        return math.hypot(*self._way_m)

    @property
    def direction_rad(self) -> float:
        """Which way it went, from the robot's heading when it was laid."""
        x_m, y_m = self._way_m
        return wrap(math.atan2(y_m, x_m) - self._heading_rad)

    @property
    def ball_rests(self) -> bool:
        """Whether it lies still."""
        ball = self._world.ball
        return ball is None or math.hypot(*ball.velocity_mps) < RESTING_MPS

    @property
    def _way_m(self) -> tuple[float, float]:
        ball = self._world.ball
        if ball is None:
            return 0.0, 0.0
        x_m, y_m = ball.place_m
        return x_m - self._ball_m[0], y_m - self._ball_m[1]

    def on_delivery(self, delivery: Delivery) -> None:
        """Look whether it still stands."""
        if self.fell_s is None and has_fallen(self._world.ground_from_torso()):
            self.fell_s = delivery.time_ns * 1e-9

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """See when the kick begins and ends."""
        for key, message in outputs:
            if isinstance(message, KickReport):
                self.phase, self.refused = message.phase, message.refused
            elif isinstance(message, WantedJoints) and key.endswith("kick/WantedJoints"):
                self._time(message.time_s, ended=message.finished)
            elif isinstance(message, WalkReport) and message.kick:
                self._time(message.time_s, ended=message.kick == "done")

    def _time(self, time_s: float, *, ended: bool) -> None:
        if self.began_s is None:
            self.began_s = time_s
        if self.ended_s is None and ended:
            self.ended_s = time_s

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""


UPRIGHT_COSINE = 0.98
"""Of the torso's lean: 0.2 rad."""
STANDING_M = 0.27
"""The torso of a standing robot is 0.30 m above the floor, that of a squatting one 0.20 m."""
STILL_MPS, STILL_S = 0.05, 0.5
"""A robot that keeps its torso slower than this for so long stands; the time counts from its beginning."""


class GetUpReferee:
    """Measures a fall and the way up: how it lay, when it stood again, how its joints were led."""

    def __init__(self, world: NaoWorld) -> None:
        self._world = world
        self._place_m: FloatArray | None = None
        self._time_s = 0.0
        self._still_s: float | None = None
        self._weights: MotionWeights | None = None
        self.fallen_s: float | None = None
        self.side = ""
        self.stands_s: float | None = None
        self.tries = 0
        self.too_stiff = 0
        self.last_reasoned: MotionWeights | None = None  # the newest that had a reason

    @property
    def rising(self) -> bool:
        """Whether the body is on its way up."""
        return self._weights is not None and self._weights.reason is MotionReason.GETTING_UP

    @property
    def gave_up(self) -> bool:
        """Whether the body stays limp on the floor."""
        return self.last_reasoned is not None and self.last_reasoned.reason is MotionReason.GIVEN_UP

    def on_delivery(self, delivery: Delivery) -> None:
        """Look how the torso is."""
        pose, time_s = self._world.ground_from_torso(), delivery.time_ns * 1e-9
        before_m, self._place_m = self._place_m, pose.translation
        elapsed_s, self._time_s = time_s - self._time_s, time_s
        if self.fallen_s is None or self.stands_s is not None or before_m is None or elapsed_s <= 0.0:
            return
        upright = pose.rotation[2, 2] > UPRIGHT_COSINE and pose.translation[2] > STANDING_M
        still = float(np.linalg.norm(pose.translation - before_m)) < STILL_MPS * elapsed_s
        if not (upright and still):
            self._still_s = None
        elif self._still_s is None:
            self._still_s = time_s
        elif time_s - self._still_s >= STILL_S:
            self.stands_s = self._still_s

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Note when it knew that it lay, how often it tried, and commands too stiff for a fall."""
        for _, message in outputs:
            match message:
                case FallReport(state="fallen") if self.fallen_s is None:
                    self.fallen_s = time_ns * 1e-9
                    self.side = lying_side(self._world.ground_from_torso().rotation[2])
                case MotionWeights(reason=reason):
                    self.tries += reason is MotionReason.GETTING_UP and not self.rising
                    self._weights = message
                    self.last_reasoned = message if reason is not None else self.last_reasoned
                case JointCommand() if self._falls():
                    self.too_stiff += bool(beyond_protection(message))
                case _:
                    pass

    def _falls(self) -> bool:
        return self._weights is not None and self._weights.reason is MotionReason.FALLING

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""


def lying_side(up_in_torso: FloatArray) -> str:
    """Return on which side a body lies, from the upward direction in its torso."""
    x, y, _ = up_in_torso.tolist()
    if abs(x) >= abs(y):
        return "front" if x < 0.0 else "back"
    return "left" if y < 0.0 else "right"
