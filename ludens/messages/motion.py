"""What a legged body is asked to do as a whole, what each motion wants of the joints, and who has them."""

from collections.abc import Mapping
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ludens.messages.message import Message

CameraChoice = Literal["top", "bottom", "either"]


class MotionRequest(Message):
    """The one thing the body shall do: "walk" (which also stands), "kick", "handle", "relax", or a
    motion file's name.

    "pose" is for a person who sets joints one by one; only a player that offers it knows it.

    How it walks, kicks, handles and looks stands in `WalkRequest`, `KickRequest`, `HandRequest` and
    `HeadRequest`.
    """

    motion: str = "walk"


class KickRequest(Message):
    """How to kick while `MotionRequest` says "kick"."""

    kind: Literal["forward", "side"] = "forward"
    with_left: bool = True
    strength: float = 1.0  # 0 is a touch, 1 all that the leg can give
    ball_m: tuple[float, float] | None = None  # before and left of the torso's shadow; None: where it is best


class HeadRequest(Message):
    """Where to look. A point wins over angles."""

    point_m: tuple[float, float, float] | None = None  # forward, left, up from the torso's shadow
    yaw_rad: float = 0.0
    pitch_rad: float = 0.0
    camera: CameraChoice = "either"


class WantedJoints(Message, eq=False):
    """What one motion wants of all joints now, in the robot's order. Each motion has a type of its own."""

    position_rad: NDArray[np.float64]
    stiffness: NDArray[np.float64]
    may_leave: bool  # whether another motion may take over from here: the body is balanced
    finished: bool = False  # whether the motion has come to its end and only holds


class WalkJoints(WantedJoints, eq=False):
    """What the walk wants."""


class KickJoints(WantedJoints, eq=False):
    """What the kick wants."""


class PlayedJoints(WantedJoints, eq=False):
    """What the motion file that is being played wants."""

    motion: str
    share: float  # of its duration, 0 to 1
    failed: str = ""  # why it was broken off, as a sentence; a motion that failed is also finished


class HandlingJoints(WantedJoints, eq=False):
    """What the hands at a table want."""


class HeadJoints(Message):
    """What looking wants of the two head joints."""

    yaw_rad: float
    pitch_rad: float
    camera: Literal["top", "bottom"]  # the one that looks there


class MotionActivations(Message):
    """Who has the joints: shares of "walk", "kick", "handle", "play" and "relax", which sum to one.

    While one motion hands over to another, both have a share. A motion without one need not work.
    """

    motion: str  # what is being done, or come to: "walk", "kick", "handle", "relax", or a motion file's name
    shares: Mapping[str, float]
    head: float = 1.0  # of the head joints, to `HeadJoints`
    # Why it differs from the request: "falling", "lying", "getting up", "chest button", words of damage; or
    # what the request should mind: "rest is needed: …". Empty if all is well.
    reason: str = ""
