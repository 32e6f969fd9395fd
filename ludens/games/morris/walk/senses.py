"""What a journey round the table goes by, and what it wants of the body."""

from dataclasses import dataclass
from typing import Literal

from ludens.geometry import Pose2
from ludens.messages.morris_table import TaskState

Doing = Literal[
    "look",
    "find the marker",
    "step away",
    "walk",
    "turn",
    "correct",
    "step up",
    "settle",
    "rest",
    "get up",
    "back off",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Senses:
    """The body and its place, as sensors tell."""

    time_s: float
    place: Pose2 | None  # board_from_robot; None before the marker was ever seen
    sigma_m: float
    sigma_rad: float
    seen_before_s: float  # how long ago the marker was seen
    stands_for_s: float  # how long the legs have been at rest; 0 while they step
    is_upright: bool  # and not getting up
    collides: bool = False  # feet run into something
    hot: bool = False  # whether a leg needs rest
    cooled: bool = True  # whether all legs are cool enough to go on after a rest
    head_yaw_rad: float = 0.0
    stripe_m: tuple[float, float] | None = None  # where the stripe is seen now; forward and left


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What the body shall do now."""

    doing: Doing
    state: TaskState = "busy"
    reason: str = ""
    target: Pose2 | None = None  # board_from_robot where to go; None: stay
    way: Pose2 | None = None  # from where it stands to where it shall go, while the board is not known
    precise: bool = False
    head_rad: tuple[float, float] | None = None  # yaw and pitch; None: look at the board's middle
    motion: str = "walk"
