"""A humanoid at a table with a board of men: where it stands, what it sees there and what its hands do.

The board's frame has its origin in the middle of the board on the table's upper face, x to the right and y to
the far side as the board is drawn, z up. `robot` is the torso's shadow, as in `CameraPose`. Points, colours
and sides are numbers as the game gives them.
"""

from enum import StrEnum
from typing import Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ludens.geometry import Pose2, Transform3
from ludens.messages.message import Message
from ludens.messages.task import TaskReport, TaskRequest


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


class ScanFailure(StrEnum):
    """Why a scan does not come to its end: `ScanReport.reason`."""

    HINDERED = "hindered"  # something large is over the board
    NO_MARKER = "no marker"  # the board's marker is not in sight
    NO_BOARD = "no board"  # no picture shows a board of these measures, or the camera has stopped
    FOREIGN = "foreign"  # something of neither colour stands near `points`
    MEN_UNSEEN = "men unseen"  # those whose colours shall be learnt
    POINTS_UNSEEN = "points unseen"  # it could not be seen what stands at `points`
    FIRST_GREY = "first grey"  # the man of the first colour has none
    SECOND_GREY = "second grey"
    ALIKE = "alike"  # the two men have nearly the same colour


class ScanRequest(TaskRequest):
    """Look at the board until all points are certain; a new scan forgets the old one."""

    learn_colours: bool = False  # from men at points 1/0 and 1/2, first
    is_clear: bool = False  # somebody says that nothing is in the way: what is only dark is a shadow


class ScanReport(TaskReport):
    """State of a scan. `reason` is a `ScanFailure`; while it is busy, what hinders it at this moment."""

    looks: int = 0  # head poses so far
    points: tuple[int, ...] = ()  # that the reason is about


class ColoursLearnt(Message):
    """The men's colours were learnt, as a scan asked for; or could not be."""

    number: int  # of the scan
    failure: ScanFailure | None = None


class CameraCalibrationEnd(StrEnum):
    """What came of a self-calibration: `CameraCalibrationReport.reason`."""

    KNOWN = "known"  # done: the robot's file says how its camera sits
    LEARNT = "learnt"  # done: by `pictures`, it sits `askew_rad` off
    NO_MARKER = "no marker"
    FEW_PICTURES = "few pictures"  # only `pictures` show the board well
    NO_FIT = "no fit"  # the pictures do not fit together: `error_px` are left


class CameraCalibrationRequest(TaskRequest):
    """Look at the board from several head poses and find out how the camera sits, unless that is known."""


class CameraCalibrationReport(TaskReport):
    """State of a self-calibration; when it has ended, `reason` is a `CameraCalibrationEnd`."""

    pictures: int = 0
    askew_rad: float = 0.0
    error_px: float = 0.0


class StationFailure(StrEnum):
    """Why a station was not reached: `StationReport.reason`."""

    NO_MARKER = "no marker"  # it is not to be found
    HINDERED = "hindered"  # something is in the way of the feet
    OFF = "off"  # after all corrections it stands `left_m` off
    TOO_LONG = "too long"


class StationRequest(TaskRequest):
    """Stand at the table so; round it, if need be."""

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


class StationReport(TaskReport):
    """State of a walk to a station. `reason` is a `StationFailure`."""

    doing: str = ""  # the state of the journey, for observers
    left_m: float = 0.0  # how far off it stands, where that is the reason
