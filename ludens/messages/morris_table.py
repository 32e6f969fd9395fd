"""A humanoid at a table with a board of men: where it stands, what it sees there and what its hands do.

The board's frame has its origin in the middle of the board on the table's upper face, x to the right and y to
the far side as the board is drawn, z up. `robot` is the torso's shadow, as in `CameraPose`. Points, colours
and sides are numbers as the game gives them.
"""

from typing import Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ludens.geometry import Pose2, Transform3
from ludens.messages.message import Message

TaskState = Literal["idle", "busy", "done", "failed"]


class BoardMarkerSeen(Message, eq=False):
    """The board's marker in one picture."""

    camera: Literal["top", "bottom"]
    robot_from_board: Transform3
    error_px: float  # of its corners after the fit, root mean square
    calibrated: bool = False  # whether it is known how the camera sits, so that the heading can be believed


class BoardStripeSeen(Message):
    """The nearest place of the stripe round the board's edge in one picture."""

    camera: Literal["top", "bottom"]
    nearest_m: tuple[float, float]  # forward and left of the robot


class SeenMan(Struct, frozen=True):
    """A man by itself: where it is on the board, the way it is turned, and of which colour."""

    x_m: float
    y_m: float
    yaw_rad: float
    colour: int  # 0 or 1; -1: neither


class MenSeen(Message, eq=False):
    """What one picture shows of the board."""

    camera: Literal["top", "bottom"]
    probabilities: NDArray[np.float64]  # (24, 3): empty, first, second; thirds where nothing is seen
    visible: NDArray[np.float64]  # (24,): share of the point's field in sight
    men: tuple[SeenMan, ...]  # all that stand clear enough to be measured, on points or not


class MenBelieved(Message, eq=False):
    """What is believed to stand on the board, after all pictures since the last scan began."""

    probabilities: NDArray[np.float64]  # (24, 3): empty, first, second
    seen_before_s: NDArray[np.float64]  # (24,): how long ago each point was seen last; infinite: never
    men: tuple[SeenMan, ...]  # real places of men near points
    strays: tuple[SeenMan, ...]  # men that belong to no point, or are one too many at theirs
    foreign: tuple[SeenMan, ...] = ()  # things of neither colour
    settled: bool = False  # whether all 24 points are certain


class ScanRequest(Message):
    """Look at the board until all points are certain; a new number is a new scan and forgets the old."""

    number: int
    learn_colours: bool = False  # from men at points 1/0 and 1/2, first


class ScanReport(Message):
    """How the scan gets on. `failed` comes with a reason: marker not found, points never seen.

    While it is busy, a reason is what hinders it at this moment.
    """

    number: int
    state: TaskState
    looks: int = 0  # head poses so far
    reason: str = ""


class ColoursLearnt(Message):
    """The men's colours were learnt, as a scan asked for; or could not be, and why."""

    number: int  # of the scan
    reason: str = ""  # why they could not; empty if all is well


class CameraLessonRequest(Message):
    """Look at the board from several head poses and find out how the camera sits, unless that is known."""

    number: int


class CameraLessonReport(Message):
    """How the lesson gets on; when it is over, `reason` says in a sentence what came of it."""

    number: int
    state: TaskState
    reason: str = ""


class StationRequest(Message):
    """Stand at the table so; round it, if need be. A new number is a new request."""

    number: int
    board_from_robot: Pose2
    within_m: float = 0.007  # who stands no farther off needs no more steps
    within_rad: float = 0.0175


class TurnLook(Message):
    """Keep the next picture from before a turn, or compare the one after it; each turn has its number."""

    number: int
    moment: Literal["before", "after"]
    expected_rad: float = 0.0  # about how far the robot turns, to the left


class TurnSeen(Message):
    """How far the robot has turned, by what stands around it."""

    number: int
    angle_rad: float | None  # None: too little was seen in both pictures
    matches: int


class StationReport(Message):
    """How going there gets on. `failed` comes with a reason, in words."""

    number: int
    state: TaskState
    doing: str = ""  # "step away", "walk", "turn", "correct", "step up", "find the marker"
    reason: str = ""
