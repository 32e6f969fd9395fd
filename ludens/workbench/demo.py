"""A demonstration that needs nobody: find the ball, kick it, walk a figure of eight, bear a shove, rest.

All it knows comes from the bottom camera, the legs' odometry and the body's own report of falls. That
somebody will shove it is no secret, but when is.
"""

import math
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from ludens.core.behaviour import Behaviour, StateMachine, state
from ludens.core.contract.declaration import History, Kind, Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.messages import (
    Circle,
    Drawing,
    FallReport,
    HeadRequest,
    KickRequest,
    LegOdometry,
    MotionRequest,
    RoundObject,
    Sighting,
    StateReport,
    WalkRequest,
    WantedJoints,
)
from ludens.motion.kick import KickProgress, best_place_m

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
class WalkPace:
    """A walking speed, and whether nothing is left to be walked."""

    forward_mps: float = 0.0
    left_mps: float = 0.0
    turn_radps: float = 0.0
    arrived: bool = False


def pace_to(ball_m: Point, *, wanted_m: Point, tolerance_m: Point, fastest_mps: float) -> WalkPace:
    """Return how to walk so that a ball comes to lie at `wanted_m`; all places are in the robot's frame."""
    ahead_m, left_m = ball_m[0] - wanted_m[0], ball_m[1] - wanted_m[1]
    bearing_rad = math.atan2(ball_m[1] - wanted_m[1], ball_m[0])
    if math.hypot(ahead_m, left_m) > FAR_M:
        turn_radps = _within(1.2 * bearing_rad, 0.6)
        slower = 0.0 if abs(bearing_rad) > TURNS_FIRST_RAD else 1.0
        return WalkPace(slower * fastest_mps, 0.0, turn_radps)
    if abs(ahead_m) <= tolerance_m[0] and abs(left_m) <= tolerance_m[1]:
        return WalkPace(arrived=True)
    return WalkPace(_within(0.8 * ahead_m, 0.08), _within(0.8 * left_m, 0.05))


def _within(value: float, most: float) -> float:
    return min(max(value, -most), most)


STANDING = WalkPace()
STANDS_S = 1.5
LOOKS_DOWN_RAD = 0.1
SEEN_WEIGHT = 0.3
"""Of a new sighting against what was believed."""

Requests = tuple[MotionRequest, WalkRequest, KickRequest, HeadRequest, StateReport | None]


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
    kicks_with_left: Annotated[bool, Meta(description="Or with the right foot.")] = True


class Demonstration(StateMachine):
    """The course of the demonstration: each state ends by what the robot senses, or by its time.

    Its owner sets what is known, steps it, and reads what is wanted: `motion`, `walk` and `head_pitch_rad`.
    """

    first = "stand"

    def __init__(self, parameters: DemoDeciderParameters) -> None:
        super().__init__(reason="it begins")
        self.parameters = parameters
        self.robot = Pose2.identity()  # in the odometry's frame
        self.ball_m: Point | None = None  # likewise
        self.seen_s = 0.0
        self.kick_wanted: WantedJoints | None = None
        self.fell = False
        self.upright_s = 0.0
        self.motion = "walk"
        self.walk = STANDING
        self.head_pitch_rad = 0.0
        self._best_m = best_place_m(KickRequest(time_s=0.0, with_left=parameters.kicks_with_left))

    @property
    def ball_in_robot_m(self) -> Point | None:
        """Where the ball is believed to lie, forward and left of the robot."""
        return None if self.ball_m is None else self.robot.inverse().apply(*self.ball_m)

    def want(
        self, *, motion: str = "walk", walk: WalkPace | None = None, head_pitch_rad: float = 0.0
    ) -> None:
        """Set what is wanted from now on."""
        self.motion, self.walk, self.head_pitch_rad = motion, walk or STANDING, head_pitch_rad

    def look(self, sighting: Sighting, then: LegOdometry | None) -> None:
        """Believe what was seen, in the odometry's frame at the moment of the picture."""
        found = sighting.found
        if found is None or then is None or self.state not in ("stand", "search", "approach"):
            return
        self.ball_m, self.seen_s = believed_ball(self.ball_m, found, then), sighting.time_s

    @state
    def stand(self) -> Behaviour[Literal["search"]]:
        """Come to a stand first."""
        while self.time_s < STANDS_S:
            self.want()
            yield
        return self.to("search", "it has stood for a while")

    @state
    def search(self) -> Behaviour[Literal["approach", "eight"]]:
        """Turn until a ball is seen."""
        while self.elapsed_s <= self.parameters.search_s:
            self.want(walk=WalkPace(turn_radps=self.parameters.search_radps), head_pitch_rad=LOOKS_DOWN_RAD)
            yield
            if self.ball_m is not None:
                return self.to("approach", "a ball is seen")
        return self.to("eight", "no ball was found")

    @state
    def approach(self) -> Behaviour[Literal["search", "kick"]]:
        """Walk until the ball lies before the foot."""
        p = self.parameters
        while True:
            ball_m = self.ball_in_robot_m
            if ball_m is None or self.time_s - self.seen_s > p.forget_s:
                self.ball_m = None
                return self.to("search", "the ball was not seen for long")
            pace = pace_to(ball_m, wanted_m=self._best_m, tolerance_m=(0.012, 0.012), fastest_mps=p.walk_mps)
            if pace.arrived:
                return self.to("kick", "the ball lies before the foot")
            self.want(walk=pace, head_pitch_rad=LOOKS_DOWN_RAD)
            yield

    @state
    def kick(self) -> Behaviour[Literal["eight"]]:
        """Kick once."""
        progress = KickProgress()
        while not progress.look(self.kick_wanted):
            self.want(motion="kick")
            yield
        return self.to("eight", "the kick is done")

    @state
    def eight(self) -> Behaviour[Literal["wait"]]:
        """Walk a figure of eight from here."""
        p, eight = self.parameters, FigureOfEight(self.robot, radius_m=self.parameters.eight_radius_m)
        while not eight.follow(self.robot):
            turn_radps = eight.turn_radps(self.robot, forward_mps=p.eight_mps)
            self.want(walk=WalkPace(p.eight_mps, 0.0, turn_radps))
            yield
        return self.to("wait", "the figure of eight is closed")

    @state
    def wait(self) -> Behaviour[Literal["rest"]]:
        """Stand until it was shoved over and has got up again, or nobody shoves."""
        self.fell, self.upright_s = False, self.time_s
        while True:
            if self.fell and self.time_s - self.upright_s > 2.0:
                return self.to("rest", "it fell and got up")
            if not self.fell and self.elapsed_s > self.parameters.wait_s:
                return self.to("rest", "nobody shoved it over")
            self.want()
            yield

    @state
    def rest(self) -> Behaviour[None]:
        """Go limp, for good."""
        self.want(motion="relax")
        yield


def believed_ball(
    before_m: tuple[float, float] | None, seen: RoundObject, then: LegOdometry
) -> tuple[float, float]:
    """Return where a ball that lies still is, in the odometry's frame, after one more look at it."""
    x_m, y_m = then.odometry_from_robot.apply(
        seen.range_m * math.cos(seen.bearing_rad), seen.range_m * math.sin(seen.bearing_rad)
    )
    if before_m is None:
        return x_m, y_m
    return before_m[0] + SEEN_WEIGHT * (x_m - before_m[0]), before_m[1] + SEEN_WEIGHT * (y_m - before_m[1])


class DemoDecider(Module[DemoDeciderParameters]):
    """Asks for what the demonstration wants."""

    def start(self) -> None:
        """Stand, and know nothing."""
        self._demo = Demonstration(self.parameters)

    def parameters_changed(self) -> None:
        """Go on with the new ones."""
        self._demo.parameters = self.parameters

    def cycle(
        self,
        now: CycleTime,
        odometry: LegOdometry,
        path: History[LegOdometry],
        sightings: Annotated[Since[Sighting], under("bottom")],
        balance: FallReport | None,
        kick: Annotated[WantedJoints | None, Kind.LAST, under("kick")],
    ) -> Requests:
        """Say what is wanted now."""
        demo = self._demo
        demo.time_s, demo.robot, demo.kick_wanted = now.time_s, odometry.odometry_from_robot, kick
        for sighting in sightings:
            demo.look(sighting, path.at_or_before(sighting.time_s))
        if balance is not None and balance.state != "upright":
            demo.fell, demo.upright_s = True, now.time_s
        ball_m = demo.ball_in_robot_m
        self.debug.drawing("ball", lambda: _drawing(demo.ball_m))
        demo.step()
        walk = demo.walk
        return (
            MotionRequest(time_s=now.time_s, motion=demo.motion),
            WalkRequest(
                time_s=now.time_s,
                forward_mps=walk.forward_mps,
                left_mps=walk.left_mps,
                turn_radps=walk.turn_radps,
            ),
            KickRequest(time_s=now.time_s, with_left=self.parameters.kicks_with_left, ball_m=ball_m),
            HeadRequest(time_s=now.time_s, pitch_rad=demo.head_pitch_rad),
            demo.current.report(now.time_s),
        )


def _drawing(ball_m: tuple[float, float] | None) -> Drawing:
    shapes = () if ball_m is None else (Circle(center=ball_m, radius=0.05, colour="#ff8f4c", filled=True),)
    return Drawing(frame="odometry", shapes=shapes)
