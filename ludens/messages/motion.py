"""What a legged body is asked to do as a whole, what each motion wants of the joints, and who has them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ludens.messages.message import Message

CameraChoice = Literal["top", "bottom", "either"]


class MotionReason(StrEnum):
    """Why the body does not do, or should not go on doing, what was asked for."""

    FALLING = "falling"  # the protective limits hold
    LYING = "lying"
    ROLLING_OVER = "rolling over"
    GETTING_UP = "getting up"
    GIVEN_UP = "given up"  # it lies limp; details say why it does not get up
    PENALISED = "penalised"
    DAMAGED = "damaged"  # details name the joint that the motion needs
    ON_THE_WAY = "on the way"  # another motion leads first to where the wanted one begins
    NO_WAY = "no way"  # details name the posture from which nothing leads to the wanted motion
    UNKNOWN = "unknown"  # nobody knows a motion of that name
    ENDED_ON_FLOOR = "ended on the floor"  # the file is played again when it is asked for anew
    HOT = "hot"  # it does what was asked for, but the joint in details should rest


class MotionRequest(Message):
    """The one thing the body shall do: the name of a motion ("walk", which also stands, "kick", "hands", …),
    of a motion file, or "relax".

    How it walks, kicks, uses its hands and looks stands in `WalkRequest`, `KickRequest`, `HandRequest` and
    `HeadRequest`.
    """

    motion: str = "walk"


class Penalty(Message):
    """Whether the game has the robot stand still, head included, whatever it is asked to do.

    It holds until the next one. Whatever knows the game tells it: a referee's message, a button.
    """

    penalised: bool


class KickRequest(Message):
    """How to kick while `MotionRequest` says "kick"."""

    kind: Literal["forward", "side"] = "forward"
    with_left: bool = True
    strength: float = 1.0  # 0 is a touch, 1 all that the leg can give
    ball_m: tuple[float, float] | None = None  # before and left of the torso's shadow; None: where it is best
    ball_radius_m: float = 0.05  # of the league's ball since 2016


class KickReport(Message):
    """What the kick is doing, as commanded: joints follow some hundredths of a second later."""

    phase: (
        str  # "get ready", "shift", "draw back", "swing", "follow through", "retract", "put down", "return"
    )
    share: float  # of the phase, 0 to 1
    with_left: bool
    refused: str = (
        ""  # why the ball was not kicked: it lay out of reach, a shove came, another motion was wanted
    )


class HeadRequest(Message):
    """Where to look. A point wins over angles."""

    point_m: tuple[float, float, float] | None = None  # forward, left, up from the torso's shadow
    yaw_rad: float = 0.0
    pitch_rad: float = 0.0
    camera: CameraChoice = "either"


class WantedJoints(Message, eq=False):
    """What one motion wants of all joints now, in the robot's order; each produces it under its name."""

    position_rad: NDArray[np.float64]
    stiffness: NDArray[np.float64]
    may_leave: bool  # whether another motion may take over from here: the body is balanced
    finished: bool = False  # whether the motion has come to its end and only holds
    uses_head: bool = False  # whether its head joints count, and not those of `HeadJoints`
    leans_rad: float = 0.0  # how far the body leans on purpose, which is no fall
    motion: str = ""  # of a player of files: the one that is played
    progress: float = 0.0  # of its duration, 0 to 1
    failed: str = ""  # why it was broken off, for people; a motion that failed is also finished


class HeadJoints(Message):
    """What looking wants of the two head joints."""

    yaw_rad: float
    pitch_rad: float
    camera: Literal["top", "bottom"]  # the one that looks there


class MotionWeights(Message):
    """How much of the joints each motion has, and "relax", which wants nothing. Weights sum to one.

    While one motion hands over to another, both have a weight. A motion without one need not work.
    """

    motion: str  # what is being done, or come to: as in `MotionRequest`
    weights: Mapping[str, float]
    head: float = 1.0  # of `HeadJoints` in the head joints
    reason: MotionReason | None = None  # None if all is well
    details: str = ""  # a joint, a motion, a posture, or why it gave up
    attempt: int = 0  # while getting up: 1 for the first

    def of(self, motion: str) -> float:
        """Weight of one motion; 0 for one that does not exist."""
        return self.weights.get(motion, 0.0)
