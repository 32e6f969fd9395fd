"""Measures a kick with simulation truth: how far and which way the ball went, and whether the robot fell."""

import math
from collections.abc import Sequence

from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.games.nao.world import NaoWorld, has_fallen
from ludens.geometry import Pose2, wrap
from ludens.messages import Fault, KickJoints, KickReport, WalkReport

RESTING_MPS = 0.01


class KickReferee:
    """Watches one robot and the ball. Nothing that plays reads it."""

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
        pose = self.pose
        self._heading_rad = pose.yaw_rad
        self._ball_m = pose.apply(*place_m)
        if self._world.ball is not None:
            self._world.ball.place(self._ball_m)

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
        for _, message in outputs:
            if isinstance(message, KickReport):
                self.phase, self.refused = message.phase, message.refused
            elif isinstance(message, KickJoints):
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
