"""A demonstration that needs nobody: find the ball, kick it, walk a figure of eight, bear a shove, rest.

All it knows comes from the bottom camera, the legs' odometry and the body's own report of falls. That
somebody will shove it is no secret, but when is.
"""

import math
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import History, Last, Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.messages import (
    Circle,
    Drawing,
    FallReport,
    HeadRequest,
    KickJoints,
    KickRequest,
    LegOdometry,
    MotionRequest,
    Sighting,
    StateReport,
    WalkRequest,
)
from ludens.motion.kick import best_place_m

SIDE_GAIN_PER_M = 2.5
HEADING_GAIN = 1.5
"""How much the robot turns back to the line, by metre beside it and by radian off its heading."""


class FigureOfEight:
    """Begins where the robot is, headed as it is."""

    def __init__(self, start: Pose2, *, radius_m: float) -> None:
        self._radius_m = radius_m
        self._centers = tuple(start.apply(0.0, side * radius_m) for side in (1.0, -1.0))
        self._circle = 0  # 0 to the left, 1 to the right
        self._turned_rad = 0.0
        self._angle_rad = self._angle(start)

    def follow(self, robot: Pose2) -> bool:
        """Note where the robot is; true once both circles are closed."""
        if self._circle > 1:
            return True
        angle_rad = self._angle(robot)
        self._turned_rad += self._side * difference(angle_rad, self._angle_rad)
        self._angle_rad = angle_rad
        if self._turned_rad >= 2.0 * math.pi:
            self._circle += 1
            self._turned_rad = 0.0
            if self._circle > 1:
                return True
            self._angle_rad = self._angle(robot)
        return False

    def turn_radps(self, robot: Pose2, *, forward_mps: float) -> float:
        """Return how to turn at a speed: as the circle does, and back to it."""
        center_x_m, center_y_m = self._centers[min(self._circle, 1)]
        away_m = math.hypot(robot.x_m - center_x_m, robot.y_m - center_y_m)
        along_rad = self._angle(robot) + self._side * math.pi / 2.0
        off_rad = difference(along_rad, robot.yaw_rad)
        outside_m = away_m - self._radius_m
        turn = forward_mps / self._radius_m + SIDE_GAIN_PER_M * outside_m * forward_mps / 0.1
        return self._side * turn + HEADING_GAIN * off_rad

    @property
    def _side(self) -> float:
        return 1.0 if self._circle == 0 else -1.0

    def _angle(self, robot: Pose2) -> float:
        center_x_m, center_y_m = self._centers[min(self._circle, 1)]
        return math.atan2(robot.y_m - center_y_m, robot.x_m - center_x_m)


Point = tuple[float, float]

FAR_M = 0.25
"""Beyond this distance from the place to stand at, the robot turns to the ball and walks straight."""
TURNS_FIRST_RAD = 0.5


@dataclass(frozen=True, slots=True)
class Pace:
    """A walking speed, and whether nothing is left to be walked."""

    forward_mps: float = 0.0
    left_mps: float = 0.0
    turn_radps: float = 0.0
    arrived: bool = False


def pace_to(ball_m: Point, *, wanted_m: Point, tolerance_m: Point, fastest_mps: float) -> Pace:
    """Return how to walk so that a ball comes to lie at `wanted_m`; all places are in the robot's frame."""
    ahead_m, left_m = ball_m[0] - wanted_m[0], ball_m[1] - wanted_m[1]
    bearing_rad = math.atan2(ball_m[1] - wanted_m[1], ball_m[0])
    if math.hypot(ahead_m, left_m) > FAR_M:
        turn_radps = _within(1.2 * bearing_rad, 0.6)
        slower = 0.0 if abs(bearing_rad) > TURNS_FIRST_RAD else 1.0
        return Pace(slower * fastest_mps, 0.0, turn_radps)
    if abs(ahead_m) <= tolerance_m[0] and abs(left_m) <= tolerance_m[1]:
        return Pace(arrived=True)
    return Pace(_within(0.8 * ahead_m, 0.08), _within(0.8 * left_m, 0.05))


def _within(value: float, most: float) -> float:
    return min(max(value, -most), most)


STATES = ("stand", "search", "approach", "kick", "eight", "wait", "rest")
TRANSITIONS = (
    ("stand", "search"),
    ("search", "approach"),
    ("approach", "search"),
    ("approach", "kick"),
    ("kick", "eight"),
    ("search", "eight"),
    ("eight", "wait"),
    ("wait", "rest"),
)
KICK = KickRequest(time_s=0.0, kind="forward", with_left=True)
SEEN_WEIGHT = 0.3
"""Of a new sighting against what was believed."""

Requests = tuple[MotionRequest, WalkRequest, KickRequest, HeadRequest, StateReport]


@dataclass(frozen=True, slots=True)
class DemoDeciderParameters:
    """How the demonstration goes."""

    walk_mps: Annotated[float, Meta(gt=0, le=0.3, description="On the way to the ball.")] = 0.15
    search_radps: Annotated[float, Meta(gt=0, le=1, description="Turning while no ball is seen.")] = 0.5
    search_s: Annotated[float, Meta(ge=0, le=120, description="Then it goes on without a ball.")] = 20.0
    forget_s: Annotated[float, Meta(gt=0, le=60, description="A ball not seen for so long is lost.")] = 6.0
    eight_mps: Annotated[float, Meta(gt=0, le=0.3, description="Along the figure of eight.")] = 0.15
    eight_radius_m: Annotated[float, Meta(ge=0.2, le=2, description="Of each of its circles.")] = 0.3
    wait_s: Annotated[float, Meta(ge=0, le=60, description="For a shove that may not come.")] = 6.0


class DemoDecider(Module[DemoDeciderParameters]):
    """A state machine: each state ends by what the robot senses, or by its time."""

    def start(self) -> None:
        """Stand, and know nothing."""
        self._state, self._since_s, self._reason = "stand", 0.0, "it begins"
        self._ball_m: tuple[float, float] | None = None  # in the odometry's frame
        self._seen_s = 0.0
        self._kicking = False
        self._fell = False
        self._upright_s = 0.0
        self._eight: FigureOfEight | None = None
        self._best_m = best_place_m(KICK)

    def cycle(
        self,
        now: CycleTime,
        odometry: LegOdometry,
        path: History[LegOdometry],
        sightings: Annotated[Since[Sighting], under("bottom")],
        balance: FallReport | None,
        kick: Last[KickJoints],
    ) -> Requests:
        """Say what is wanted now."""
        robot = odometry.odometry_from_robot
        for sighting in sightings:
            self._look(sighting, path)
        if balance is not None and balance.state != "upright":
            self._fell, self._upright_s = True, now.time_s
        ball_m = None if self._ball_m is None else robot.inverse().apply(*self._ball_m)
        self.debug.drawing("ball", lambda: _drawing(self._ball_m))
        motion, walk = "walk", (0.0, 0.0, 0.0)
        match self._state:
            case "stand":
                if now.time_s >= 1.5:
                    self._enter("search", now, "it has stood for a while")
            case "search":
                walk = self._search(now)
            case "approach":
                walk = self._approach(now, ball_m)
            case "kick":
                motion = self._kick(now, kick)
            case "eight":
                walk = self._walk_eight(now, robot)
            case "wait":
                self._wait(now)
            case _:
                motion = "relax"
        return (
            MotionRequest(time_s=now.time_s, motion=motion),
            WalkRequest(time_s=now.time_s, forward_mps=walk[0], left_mps=walk[1], turn_radps=walk[2]),
            KickRequest(time_s=now.time_s, kind=KICK.kind, with_left=KICK.with_left, ball_m=ball_m),
            HeadRequest(time_s=now.time_s, pitch_rad=0.1 if self._state in ("search", "approach") else 0.0),
            StateReport(
                time_s=now.time_s,
                state=self._state,
                since_s=self._since_s,
                reason=self._reason,
                states=STATES,
                transitions=TRANSITIONS,
            ),
        )

    def _enter(self, state: str, now: CycleTime, reason: str) -> None:
        self._state, self._since_s, self._reason = state, now.time_s, reason

    def _look(self, sighting: Sighting, path: History[LegOdometry]) -> None:
        """Believe what was seen, in the odometry's frame at the moment of the picture."""
        then, found = path.at_or_before(sighting.time_s), sighting.found
        if found is None or then is None or self._state not in ("stand", "search", "approach"):
            return
        x_m, y_m = then.odometry_from_robot.apply(
            found.range_m * math.cos(found.bearing_rad), found.range_m * math.sin(found.bearing_rad)
        )
        if self._ball_m is not None:
            x_m = self._ball_m[0] + SEEN_WEIGHT * (x_m - self._ball_m[0])
            y_m = self._ball_m[1] + SEEN_WEIGHT * (y_m - self._ball_m[1])
        self._ball_m, self._seen_s = (x_m, y_m), sighting.time_s

    def _search(self, now: CycleTime) -> tuple[float, float, float]:
        if self._ball_m is not None:
            self._enter("approach", now, "a ball is seen")
        elif now.time_s - self._since_s > self.parameters.search_s:
            self._enter("eight", now, "no ball was found")
        else:
            return 0.0, 0.0, self.parameters.search_radps
        return 0.0, 0.0, 0.0

    def _approach(self, now: CycleTime, ball_m: tuple[float, float] | None) -> tuple[float, float, float]:
        if ball_m is None or now.time_s - self._seen_s > self.parameters.forget_s:
            self._ball_m = None
            self._enter("search", now, "the ball was not seen for long")
            return 0.0, 0.0, 0.0
        pace = pace_to(
            ball_m, wanted_m=self._best_m, tolerance_m=(0.012, 0.012), fastest_mps=self.parameters.walk_mps
        )
        if pace.arrived:
            self._kicking = False
            self._enter("kick", now, "the ball lies before the foot")
        return pace.forward_mps, pace.left_mps, pace.turn_radps

    def _kick(self, now: CycleTime, kick: KickJoints | None) -> str:
        if kick is not None and not kick.finished:
            self._kicking = True
        elif kick is not None and self._kicking:
            self._enter("eight", now, "the kick is done")
            return "walk"
        return "kick"

    def _walk_eight(self, now: CycleTime, robot: Pose2) -> tuple[float, float, float]:
        p = self.parameters
        if self._eight is None:
            self._eight = FigureOfEight(robot, radius_m=p.eight_radius_m)
        if self._eight.follow(robot):
            self._fell, self._upright_s = False, now.time_s
            self._enter("wait", now, "the figure of eight is closed")
            return 0.0, 0.0, 0.0
        return p.eight_mps, 0.0, self._eight.turn_radps(robot, forward_mps=p.eight_mps)

    def _wait(self, now: CycleTime) -> None:
        """Stand until it was shoved over and has got up again, or nobody shoves."""
        if self._fell and now.time_s - self._upright_s > 2.0:
            self._enter("rest", now, "it fell and got up")
        elif not self._fell and now.time_s - self._since_s > self.parameters.wait_s:
            self._enter("rest", now, "nobody shoved it over")


def _drawing(ball_m: tuple[float, float] | None) -> Drawing:
    shapes = () if ball_m is None else (Circle(center=ball_m, radius=0.05, colour="#ff8f4c", filled=True),)
    return Drawing(frame="odometry", shapes=shapes)
