"""What a robot sees of a soccer field and its ball, and what it believes about them."""

from typing import ClassVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ludens.geometry import Pose2
from ludens.messages.eyes import CameraPose
from ludens.messages.message import Message

Point = tuple[float, float]

NOWHERE = np.zeros((0, 2))
"""The outline of no ground at all."""


class ScannedImage(Message, eq=False):
    """A picture taken apart along scan lines, for all who look for something on the field.

    Too large to record: a replay computes it again.
    """

    recorded: ClassVar[bool] = False

    ycbcr: NDArray[np.uint8]  # height × width × 3
    pose: CameraPose
    projection: NDArray[np.float64]  # 19: camera and pose as `ludens.vision.field.projection` packs them
    turning_radps: float  # of the camera while the picture was taken
    field_colour: tuple[float, float, float, float] | None  # y, cb, cr and radius; None: no field is seen
    vertical: NDArray[np.int16]  # segments × 9, as `ludens.vision.field.scan` describes
    horizontal: NDArray[np.int16]
    border_rows: NDArray[np.int64]  # per column: nothing above is looked at
    last_rows: NDArray[np.int64]  # per column: from here on the robot sees itself


class LinePixels(Message, eq=False):
    """Points on field lines in one picture, by which a camera is calibrated. A replay computes them again."""

    recorded: ClassVar[bool] = False

    pixels: NDArray[np.float64]  # points × 2: column, row
    pose: CameraPose
    turning_radps: float


class Landmarks(Message, eq=False):
    """Landmarks of one picture, on the ground in the robot's frame at the moment of the picture.

    Directions are in the robot's frame: of a corner (L) the middle between both arms, of a junction (T) the
    stem's, of the circle the line's that goes through its middle.
    """

    lines_m: NDArray[np.float64]  # lines × 4: both ends
    corners: tuple[tuple[Point, float], ...] = ()
    junctions: tuple[tuple[Point, float], ...] = ()
    crossings: tuple[Point, ...] = ()
    marks: tuple[Point, ...] = ()  # penalty marks
    circle: Point | None = None
    middle_line_rad: float | None = None
    turning_radps: float = 0.0  # of the camera: places are less certain while it turns

    @property
    def count(self) -> int:
        """How many there are."""
        points = len(self.corners) + len(self.junctions) + len(self.crossings) + len(self.marks)
        return len(self.lines_m) + points + (self.circle is not None)


class SeenPost(Struct, frozen=True):
    """The foot of a coloured goal post in one picture."""

    place_m: Point  # its middle on the ground, in the robot's frame at the moment of the picture
    is_own: bool  # of the goal that the robot defends, by its colour
    foot_px: Point


class PostsSeen(Message):
    """Coloured goal posts of one picture: none, one or two of a goal. Left and right look the same."""

    posts: tuple[SeenPost, ...]
    turning_radps: float = 0.0


class WhitePoints(Message, eq=False):
    """Places where field lines are seen in one picture, on the ground in the robot's frame then.

    Which line each of them belongs to is not told.
    """

    points_m: NDArray[np.float64]  # points × 2, anywhere on lines
    crossings_m: NDArray[np.float64]  # points × 2, where two lines meet
    turning_radps: float = 0.0


class SeenBall(Struct, frozen=True):
    """A ball as one picture shows it: its disc, how sure the detector is, and its place on the ground."""

    center_px: Point
    radius_px: float
    score: float  # 0 to 1
    place_m: Point  # in the robot's frame at the moment of the picture
    along_sigma_m: float  # of the place, along the line of sight
    across_sigma_m: float


class BallsSeen(Message, eq=False):
    """The answer of a ball detector to one picture, the surest first; none is an answer too."""

    balls: tuple[SeenBall, ...]
    looked_at_m: NDArray[np.float64] = NOWHERE  # corners × 2: the ground on which one would have been found


class FieldPose(Message):
    """Where the robot believes to be on the field: x towards the goal it attacks."""

    field_from_robot: Pose2
    sigma_m: float
    sigma_rad: float
    error: float  # how badly it explains what is seen: about 1 is good, beyond 4 the robot is lost
    hypotheses: tuple[Pose2, ...] = ()


class BallState(Message):
    """What the robot believes about the ball, in its own frame now."""

    place_m: Point
    velocity_mps: Point
    destination_m: Point  # where it will come to rest
    sigma_m: float
    seen_s: float  # when it was last seen
    observations: int
    others: int = 0  # balls that are believed to lie elsewhere
    velocity_sigmas_mps: Point = (0.0, 0.0)  # along x and y of the robot


class PlacedAt(Message):
    """Somebody has put the robot at one of these poses of the field: at a kick-off, after a penalty."""

    poses: tuple[Pose2, ...]
