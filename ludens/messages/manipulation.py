"""A humanoid's hands at a board: where the robot stands, what its hands are asked to do, and how that stands.

The board's frame has its origin in the middle of the board on the table's upper face, x to the right and y to
the far side as the board is drawn, z up. `robot` is the torso's shadow, as in `CameraPose`.
"""

from enum import StrEnum
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ludens.geometry import Pose2, Transform3
from ludens.messages.message import Message
from ludens.messages.task import TaskReport, TaskRequest

Hand = Literal["left", "right"]
HandAct = Literal["grasp", "place", "accept", "offer", "show", "study", "tuck"]


class HandFailure(StrEnum):
    """Why an act of a hand could not be done: `HandReport.reason`."""

    BOARD_UNKNOWN = "board unknown"  # nobody has told where the board is
    NO_PLACE = "no place given"  # the act needs a place on the board
    HAND_FULL = "hand full"  # it already holds something
    HAND_EMPTY = "hand empty"  # it holds nothing to be placed or offered
    OUT_OF_REACH = "out of reach"  # from here, without touching others
    WAY_CLOSED = "way closed"  # above the place, no way down was found any more
    FELT_NOTHING = "felt nothing"  # fingers closed on nothing
    LOST = "lost"  # the object slipped out of the hand
    NOT_GIVEN = "not given"  # nobody put anything into the hand in time
    NOT_TAKEN = "not taken"  # nobody took what was offered in time
    HOT = "hot"  # the arm must rest
    BLOCKED = "blocked"  # the hand met something
    UNBALANCED = "unbalanced"  # the body leans otherwise than planned
    CANNOT_STAND = "cannot stand upright"  # on these feet
    BODY_TAKEN = "body taken"  # by a fall or a penalty, in the middle of the act
    OTHER_MOTION = "other motion wanted"


class BoardPose(Message, eq=False):
    """Where the robot stands at the board, after marker, steps and lean are weighed together."""

    board_from_robot: Pose2
    robot_from_board: Transform3  # the same in space, with the board's height and tilt
    covariance: NDArray[np.float64]  # 3 × 3: x, y in m, heading in rad
    seen_before_s: float  # how long ago the marker was seen last


class BoardSighting(Message, eq=False):
    """Where one picture shows the board before the torso, by neck and camera alone.

    Legs, floor and table have no part in it: it says what is before hands that hang on that torso, also
    while it leans.
    """

    torso_from_board: Transform3


class HandRequest(TaskRequest):
    """One act of one hand.

    Grasp an object at a place on the board; place the one in hand there; accept one from a person; offer it
    to a person; show it to the camera; turn it before the camera, so that it is learnt how the arm's joints
    are off (study); tuck the arm away (with what it holds).
    """

    act: HandAct
    hand: Hand
    place_m: tuple[float, float] | None = None  # of the object's middle, on the board
    yaw_rad: float = 0.0  # how it is turned there
    neighbours_m: tuple[tuple[float, float], ...] = ()  # objects of the same size that must not be touched


class HandReport(TaskReport):
    """State of the hands' task. `reason` is a `HandFailure`, or a `TaskEnd`."""

    holds: tuple[bool, bool]  # left, right: whether fingers feel something between them
    doing: str = ""  # the step of the act, for observers
    details: str = ""  # what was measured when it failed, as a sentence for logs and people


class HeldManSeen(Message):
    """Where in one picture the middle of the man is that a hand holds."""

    hand: Hand
    middle_px: tuple[float, float]  # column, row


class HeldPoint(Message):
    """Where in a hand the middle of what it holds is, in the hand's frame."""

    hand: Hand
    place_m: tuple[float, float, float]
    arm_is_learnt: bool  # otherwise it tells only roughly how badly the man sits


class HandContents(Message):
    """What a camera sees between the fingers of the hand that is shown."""

    hand: Hand
    probabilities: tuple[float, ...]  # of nothing, and of each kind of object that the game knows
