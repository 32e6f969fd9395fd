"""Measures a walk with simulation truth: falls, speed against what was asked, drift of the odometry."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.games.nao.world import NaoWorld, has_fallen
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.messages import Fault, LegOdometry, WalkRequest

SETTLES_S = 1.5
"""After a new request: speeding up is limited, and a step is never broken off."""
WINDOW_S = 1.0
"""Two pairs of steps, so that the sway of the torso cancels out."""
SCALES = (0.25, 0.16, 1.0)
"""What counts as fast forward, sideways and turning: errors of different units are compared by it."""

Velocity = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Window:
    """A second of walking at one wanted speed: when and where it began."""

    began_s: float
    pose: Pose2


class Referee:
    """Watches one robot walk. Nothing that plays reads it."""

    def __init__(self, world: NaoWorld) -> None:
        self._world = world
        self._window: Window | None = None
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
            self._window = Window(time_s, self.pose)
        elif time_s - self._window.began_s >= WINDOW_S:
            self._close(self._window, time_s - self._window.began_s)
            self._window = Window(time_s, self.pose)

    def _close(self, window: Window, seconds: float) -> None:
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
