"""What a journey round the table goes by, and what it wants of the body.

What can be set about a journey round the table.
"""

from dataclasses import dataclass
from typing import Literal

from ludens.games.morris.walk.way import Manner
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
class JourneyTuning:
    """Distances are from the torso's shadow to the table's edge."""

    manner: Manner = "facing"
    clearance_m: float = 0.19  # on the way round, for a robot that knows exactly where it is
    aside_more_m: float = 0.08  # if it walks ahead: elbows are wide, and corners are cut
    sigmas: float = 2.5  # of its doubt, by which it keeps farther away
    closest_m: float = 0.12  # nearer on the way round it steps back
    rest_clearance_m: float = 0.45  # where it sits down to rest: its legs stretch forward
    carrot_m: float = 0.14  # how far ahead on its way it aims
    strayed_m: float = 0.12  # from its way, before it plans anew
    lost_m: float = 0.3  # σ from which on it may be anywhere
    sure_m: float = 0.008  # σ that allows to step up to the table
    looks_s: float = 0.6  # at rest, before a look counts
    patience_s: float = 2.5  # for the marker to be seen where it should be
    near_m: float = 0.04  # to a place on the way
    near_rad: float = 0.08
    short_m: float = 0.010  # of the station, where it aims: in stopping it comes a little farther
    good_m: float = 0.007  # to the station; worse is corrected
    good_rad: float = 0.0175
    fair_m: float = 0.015  # to the station, after all corrections
    fair_rad: float = 0.04
    corrections: int = 3
    hindrances: int = 3  # collisions before it gives up
    longest_s: float = 150.0  # without rests


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
