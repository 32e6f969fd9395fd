"""A calibration as parameters: how it is kept in a configuration file between one game and the next.

Without a camera all is to be found; with a camera but no board (somebody has moved it) only the board is.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from msgspec import Meta

from ludens.games.chess.calibrate.board import BoardFit
from ludens.games.chess.calibrate.hand_eye import HandEye
from ludens.games.chess.workcell.measures import Measures
from ludens.games.chess.workcell.table_view import CAMERA, TableView, numbers_of
from ludens.messages import TableCalibration
from ludens.messages.board_pieces import UNCORRECTED

POSE_NUMBERS = 7
Pose = Annotated[
    tuple[float, ...], Meta(description="x, y, z (m) and a quaternion w, x, y, z; empty: to be found.")
]


@dataclass(frozen=True, slots=True)
class StoredCalibration:
    """What is known of camera and board, seen from the robot's base."""

    base_from_camera: Pose = ()
    focal_px: Annotated[float, Meta(ge=200, le=5000, description="Focal length.")] = CAMERA.focal_x_px
    center_px: Annotated[
        tuple[float, float], Meta(description="Where the lens's axis meets the picture: column, row.")
    ] = (CAMERA.center_x_px, CAMERA.center_y_px)
    distortion: Annotated[float, Meta(ge=-0.5, le=0.5, description="k1 of the lens.")] = 0.0
    second_distortion: Annotated[float, Meta(ge=-0.5, le=0.5, description="k2 of the lens.")] = 0.0
    base_from_board: Pose = ()
    correction: Annotated[
        tuple[float, ...], Meta(description="Affine map of points on the board: two rows a, b, c.")
    ] = UNCORRECTED

    @property
    def has_camera(self) -> bool:
        """Whether the camera is known."""
        return len(self.base_from_camera) == POSE_NUMBERS

    @property
    def has_board(self) -> bool:
        """Whether the board is known too."""
        return self.has_camera and len(self.base_from_board) == POSE_NUMBERS

    def message(self, *, time_s: float, measures: Measures) -> TableCalibration:
        """Return the message for the other modules; an unknown board lies where it is meant to."""
        board = self.base_from_board if self.has_board else numbers_of(measures.base_from_board())
        return TableCalibration(
            time_s=time_s,
            base_from_camera=self.base_from_camera,
            base_from_board=board,
            focal_px=self.focal_px,
            center_px=self.center_px,
            distortion=self.distortion,
            second_distortion=self.second_distortion,
            correction=self.correction,
        )

    def view(self, measures: Measures) -> TableView:
        """How the camera then sees the board."""
        return TableView.calibrated(self.message(time_s=0.0, measures=measures), measures)


def with_camera(found: HandEye) -> StoredCalibration:
    """What looking at the plate tells."""
    distortion, second_distortion, _ = found.camera.radial_distortion
    return StoredCalibration(
        base_from_camera=numbers_of(found.base_from_camera),
        focal_px=found.camera.focal_x_px,
        center_px=(found.camera.center_x_px, found.camera.center_y_px),
        distortion=distortion,
        second_distortion=second_distortion,
    )


def with_board(
    stored: StoredCalibration, found: BoardFit, *, correction: tuple[float, ...] = UNCORRECTED
) -> StoredCalibration:
    """What looking at the board adds."""
    return replace(stored, base_from_board=numbers_of(found.base_from_board), correction=correction)
