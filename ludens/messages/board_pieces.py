"""Marked pieces on a board: what one picture shows, what is believed after many, and how the table is seen.

Places are numbered as the game numbers them; the board's frame has its origin in the middle of its top.
"""

from typing import Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ludens.messages.message import Message

UNCORRECTED: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
CalibrationState = Literal["looking at the plate", "looking at the board", "done", "failed"]
TroubleKind = Literal["between", "shared", "doubled", "foreign", "covered", "lying", "dark"]


class TableCalibration(Message):
    """Where camera and board are, seen from the robot's base, and what the camera's lens does."""

    base_from_camera: tuple[float, ...]  # x, y, z (m), then the rotation as a quaternion w, x, y, z
    base_from_board: tuple[float, ...]  # likewise
    focal_px: float
    center_px: tuple[float, float]
    distortion: float  # k1 of the camera's formula
    second_distortion: float = 0.0  # k2
    correction: tuple[float, ...] = UNCORRECTED  # two rows a, b, c: x' = a x + b y + c on the board, in m


class CalibrationReport(Message):
    """How calibrating gets on. `failed` comes with a reason, in words; it is tried again."""

    state: CalibrationState
    share: float  # of the work that is done, 0 to 1
    reason: str = ""
    posture: int = 0  # that the plate is shown in now, counted from 1
    postures: int = 0  # of all of them


class BoardGuess(Message):
    """Somebody has pushed the board: about where it lies now, to be looked at more closely."""

    base_from_board: tuple[float, ...]  # x, y, z (m), then the rotation as a quaternion w, x, y, z


class SeenPiece(Struct, frozen=True):
    """A piece in one picture: the middle of its marker over the board, and its heading there."""

    number: int
    x_m: float
    y_m: float
    yaw_rad: float


class PiecesSeen(Message):
    """What one picture shows of the table."""

    pieces: tuple[SeenPiece, ...]  # a number may come twice, which is trouble
    foreign: tuple[int, ...]  # numbers of markers that belong to no piece
    covered: tuple[int, ...]  # places where something lies or hangs that is neither the board nor a marker
    motion: float  # share of the places that look different from the picture before


class Trouble(Struct, frozen=True):
    """Something that a person must put right; numbers are those of pieces, places those of the board.

    A covered place is covered by whatever; where exactly that may be a piece whose marker is not seen any
    more, it is also said to be lying there. In the dark hardly any marker is seen.
    """

    kind: TroubleKind
    pieces: tuple[int, ...] = ()
    place: int | None = None


class PiecesBelieved(Message, eq=False):
    """Where all pieces are, by everything seen so far."""

    places: tuple[int, ...]  # the likeliest place of each piece
    confidences: tuple[float, ...]  # its probability
    positions_m: NDArray[np.float64]  # (pieces, 2) where they were last seen; NaN where never
    yaws_rad: NDArray[np.float64]
    settled: bool  # nothing moves, nothing is covered, and every place is nearly certain
    hidden: bool  # an arm or a hand is in the way: nothing new can be said
    troubles: tuple[Trouble, ...]
    unseen: tuple[int, ...] = ()  # pieces that the last pictures did not show
