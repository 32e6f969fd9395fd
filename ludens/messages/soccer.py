"""What only soccer needs: what a player wants of legs and head, and what the referee says."""

from typing import Literal

from ludens.geometry import Pose2
from ludens.messages.league import MatchPhase, SetPlay
from ludens.messages.message import Message

Point = tuple[float, float]

WalkMode = Literal[
    "path",
    "path with orientation",
    "direct",
    "direct with orientation",
    "walk behind ball",
    "dribble",
    "velocity",
]
HeadMode = Literal[
    "straight", "look around", "survey", "ball", "ball and landmarks", "localise", "point", "search"
]
PlayState = Literal["initial", "ready", "set", "playing", "finished"]
ShotPart = Literal["none", "striker", "keeper"]
"""What a robot does in a penalty shoot-out."""


class WalkPlan(Message):
    """Where the legs shall bring the robot, and in which way; places are in the robot's frame now."""

    mode: WalkMode = "velocity"
    target: Pose2 = Pose2.identity()  # to stand at; behind the ball: where to strike it from
    ball_m: Point | None = None  # not to be touched before it is played
    forward_mps: float = 0.0  # of "velocity"
    left_mps: float = 0.0
    turn_radps: float = 0.0
    speed: float = 1.0  # share of the fastest
    kick: Literal["none", "forward"] = "none"  # in walking
    kick_with_left: bool = True
    kick_strength: float = 1.0


class GazePlan(Message):
    """Where the head shall look."""

    mode: HeadMode = "straight"
    point_m: tuple[float, float, float] | None = None  # of "point", in the robot's frame
    first_left: bool = True  # of "search": the side to begin with


class Obstacles(Message):
    """Things that the robot must not run into, in its frame now."""

    points_m: tuple[Point, ...] = ()  # of their near sides
    middles_m: tuple[Point, ...] = ()  # of those that stand or lie about, goals left out


class MatchStatus(Message):
    """What the referee says: who may play, how it stands, how long it goes on."""

    state: PlayState
    own_score: int = 0
    other_score: int = 0
    remaining_s: float = 600.0
    play_s: float = 0.0  # since the last kick-off; stands still after a goal
    own_kick_off: bool = True
    penalised: bool = False
    set_play: SetPlay = SetPlay.NONE  # a free kick that can be believed
    own_set_play: bool = False  # whether it is the own team's
    phase: MatchPhase = MatchPhase.NORMAL
    shot_part: ShotPart = "none"  # this robot's, in a shoot-out


class PlayerSetting(Message):
    """What a robot was told by its bumpers: its team's colour, as the league counts them, and its role."""

    colour: int
    is_keeper: bool
