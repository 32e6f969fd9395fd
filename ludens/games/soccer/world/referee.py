"""The referee of a simulated game: sees goals as they really are, and tells every robot how the game stands.

Robots hear it as a source of theirs, twice a second. It also lifts what must be lifted: the ball to the
centre and the robots to their places at a kick-off, a ball that left the field to where it is put in again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import RobotDescription, Source
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import SoccerField
from ludens.messages import Message
from ludens.messages.field import PlacedAt
from ludens.messages.soccer import MatchStatus, PlayState
from ludens.sim.world import SimulatedRobot, SimulatedSource

Point = tuple[float, float]

REFEREE = Capability("referee", delivers=(MatchStatus, PlacedAt))
PERIOD_NS = 500_000_000
LATENCY_NS = 20_000_000
INITIAL_S = 12.0
"""Before a game: robots stand where they were put, look round, and calibrate their cameras."""
SET_S = 1.5
"""From a kick-off's set-up to the word that play goes on."""
BEYOND_M = 0.3
"""A ball so far beyond the lines has left the field."""
CELEBRATES_S = 3.0
"""After a goal, before the next kick-off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeOptions:
    """How long a game is, and whether it ends with the first goal."""

    golden_goal: bool = False
    length_s: float = 600.0


class TimedWorld(Protocol):
    """Time of a world, and what looks at it after each of its steps."""

    time_ns: int
    after_step: list[Callable[[int], None]]


class PlacedBall(Protocol):
    """A ball that can be seen, laid elsewhere and rolled."""

    @property
    def place_m(self) -> Point:
        """Where it is."""
        ...

    @property
    def velocity_mps(self) -> Point:
        """How it rolls."""
        ...

    def place(self, at_m: Point) -> None:
        """Lay it there."""
        ...

    def roll(self, velocity_mps: Point) -> None:
        """Let it roll from where it is."""
        ...


class RefereedField(Protocol):
    """What a referee needs of a world, in full physics or flat."""

    pitch: SoccerField

    @property
    def physics(self) -> TimedWorld:
        """Its time."""
        ...

    @property
    def ball(self) -> PlacedBall:
        """The ball."""
        ...

    def goal(self) -> int:
        """Return whose goal the ball is in: 1 the other one, -1 the own one, 0 none."""
        ...

    def carry(self, pose: Pose2, *, robot: int = 0) -> None:
        """Put a robot somewhere."""
        ...


def brought_back(pitch: SoccerField, ball_m: Point) -> Point | None:
    """Return where a ball that has left the field is laid, which is where it went out; else None."""
    x_m, y_m = ball_m
    if abs(x_m) <= pitch.half_length_m + BEYOND_M and abs(y_m) <= pitch.half_width_m + BEYOND_M:
        return None
    most_x, most_y = pitch.half_length_m - 0.5, pitch.half_width_m - 0.3
    return min(max(x_m, -most_x), most_x), min(max(y_m, -most_y), most_y)


class Referee:
    """Judges one game in one world."""

    def __init__(self, world: RefereedField, starts: tuple[Pose2, ...], options: RefereeOptions) -> None:
        self._world, self._starts, self._options = world, starts, options
        self.state: PlayState = "initial"
        self.scores = (0, 0)
        self.goals_after_s: list[float] = []
        self.over_ns: int | None = None
        self.play_s = 0.0  # since the last kick-off
        self._since_ns = 0
        self._began_ns: int | None = None
        self._placed = [True] * len(starts)
        world.physics.after_step.append(self._look)

    def kick_off(self) -> None:
        """Put everything in its place, and begin again."""
        if self.state == "finished":
            self.scores, self._began_ns = (0, 0), None
        self._world.ball.place((0.0, 0.0))
        for robot, start in enumerate(self._starts):
            self._world.carry(start, robot=robot)
        self._placed = [True] * len(self._starts)
        self.play_s = 0.0
        self._enter("set")

    def told(self, robot: int, time_ns: int) -> tuple[Message, ...]:
        """What a robot hears now."""
        own, other = self.scores
        status = MatchStatus(
            time_s=time_ns * 1e-9,
            state=self.state,
            own_score=own,
            other_score=other,
            remaining_s=self.remaining_s,
            play_s=self.play_s,
        )
        if not self._placed[robot]:
            return (status,)
        self._placed[robot] = False
        return status, PlacedAt(time_s=time_ns * 1e-9, poses=(self._starts[robot],))

    @property
    def remaining_s(self) -> float:
        """Until the game ends."""
        if self._began_ns is None:
            return self._options.length_s
        return max(self._options.length_s - (self._world.physics.time_ns - self._began_ns) * 1e-9, 0.0)

    def _look(self, time_ns: int) -> None:
        since_s = (time_ns - self._since_ns) * 1e-9
        if self.state in ("initial", "set") and since_s > (INITIAL_S if self.state == "initial" else SET_S):
            self._began_ns = time_ns if self._began_ns is None else self._began_ns
            self._enter("playing")
        elif self.state == "playing":
            self.play_s = since_s
            self._judge(time_ns)
        elif self.state == "ready" and since_s > CELEBRATES_S:
            self.kick_off()

    def _judge(self, time_ns: int) -> None:
        goal = self._world.goal()
        if goal:
            own, other = self.scores
            self.scores = (own + (goal > 0), other + (goal < 0))
            assert self._began_ns is not None
            self.goals_after_s.append((time_ns - self._began_ns) * 1e-9)
            self._enter("finished" if self._options.golden_goal else "ready")
        elif self.remaining_s <= 0.0:
            self._enter("finished")
        else:
            self._bring_back()

    def _bring_back(self) -> None:
        inside_m = brought_back(self._world.pitch, self._world.ball.place_m)
        if inside_m is not None:
            self._world.ball.place(inside_m)

    def _enter(self, state: PlayState) -> None:
        self.state, self._since_ns = state, self._world.physics.time_ns
        self.over_ns = self._since_ns if state == "finished" else None


class RefereeSource:
    """The referee's voice, as one robot hears it."""

    description = Source("referee", PERIOD_NS * 1e-9, (REFEREE,))
    period_ns = PERIOD_NS

    def __init__(self, referee: Referee, robot: int) -> None:
        self._referee, self._robot = referee, robot

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """Hear what is said now."""
        return self._referee.told(self._robot, time_ns)

    def latency_ns(self) -> int:
        """A packet's way."""
        return LATENCY_NS


class RefereedRobot:
    """A robot that also hears the referee, and whatever else it is told."""

    def __init__(self, robot: SimulatedRobot, *heard: SimulatedSource) -> None:
        # What it is told to do is passed on; nothing stands between, since commands come often.
        self.command, self.make_safe = robot.command, robot.make_safe
        self.sources = (*robot.sources, *heard)
        described = robot.description
        self.description = RobotDescription(
            described.name,
            described.model,
            (*described.sources, *(source.description for source in heard)),
            described.actuators,
        )
