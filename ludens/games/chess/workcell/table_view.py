"""The camera above the table, and how it sees it: from pixels to the board and back, by a calibration."""

import math
from dataclasses import dataclass

import numpy as np

from ludens.games.chess.rules.places import FIRST_SLOT
from ludens.games.chess.workcell.measures import Measures
from ludens.geometry import FloatArray, PinholeCamera, Transform3
from ludens.messages import TableCalibration
from ludens.messages.board_pieces import UNCORRECTED

CAMERA = PinholeCamera.from_horizontal_field_of_view(math.radians(46.0), width_px=1280, height_px=720)
"""An ordinary webcam at 1280 × 720; its real focal length and distortion differ a little."""
HEIGHT_M = 1.15
BASE_FROM_CAMERA = Transform3.from_rpy(pitch_rad=math.pi / 2.0, translation=(0.60, 0.0, HEIGHT_M))
"""On a stand, looking straight down at the middle of the board, its upper edge away from the robot."""


@dataclass(frozen=True, slots=True, eq=False)
class TableView:
    """A camera over a board of known measures."""

    camera: PinholeCamera
    board_from_camera: Transform3
    base_from_board: Transform3
    measures: Measures
    correction: FloatArray | None = None
    """(2, 3): what else must be done to points on the board, if that has proved to help."""

    @classmethod
    def nominal(cls, measures: Measures) -> "TableView":
        """Return the view of a table where everything is as it is meant to be."""
        base_from_board = measures.base_from_board()
        return cls(CAMERA, base_from_board.inverse() @ BASE_FROM_CAMERA, base_from_board, measures)

    @classmethod
    def calibrated(cls, calibration: TableCalibration, measures: Measures) -> "TableView":
        """Return the view that a calibration found."""
        camera = PinholeCamera(
            width_px=CAMERA.width_px,
            height_px=CAMERA.height_px,
            focal_x_px=calibration.focal_px,
            focal_y_px=calibration.focal_px,
            center_x_px=calibration.center_px[0],
            center_y_px=calibration.center_px[1],
            radial_distortion=(calibration.distortion, calibration.second_distortion, 0.0),
        )
        base_from_board = transform_of(calibration.base_from_board)
        board_from_camera = base_from_board.inverse() @ transform_of(calibration.base_from_camera)
        correction = None
        if calibration.correction != UNCORRECTED:
            correction = np.array(calibration.correction).reshape(2, 3)
        return cls(camera, board_from_camera, base_from_board, measures, correction)

    def pixels(self, points_in_board: FloatArray) -> FloatArray:
        """Return where points (…, 3) of the board's frame appear."""
        if self.correction is not None:
            points_in_board = points_in_board.copy()
            flat = points_in_board[..., :2] - self.correction[:, 2]
            points_in_board[..., :2] = flat @ np.linalg.inv(self.correction[:, :2]).T
        return self.camera.project(self.board_from_camera.inverse().apply(points_in_board))

    def on_plane(self, pixels: FloatArray, height_m: float) -> FloatArray:
        """Return where the rays of pixels (…, 2) meet the plane at a height over the board (…, 2)."""
        return self._meet(self.board_from_camera.rotate(self.camera.ray(pixels)), height_m)

    def _meet(self, ways: FloatArray, height_m: float) -> FloatArray:
        """Return where rays from the camera along these ways meet a plane."""
        eye = self.board_from_camera.translation
        reach = (height_m - eye[2]) / ways[..., 2:]
        points: FloatArray = eye[:2] + reach * ways[..., :2]
        if self.correction is not None:
            points = points @ self.correction[:, :2].T + self.correction[:, 2]
        return points

    def tops(self, pixels: FloatArray) -> FloatArray:
        """Return where markers seen at pixels (n, …, 2) lie: on pieces on the board, or on the table beside.

        Pieces beside the board stand lower by its thickness; what would be beside it at either height is.
        """
        ways = self.board_from_camera.rotate(self.camera.ray(pixels))
        on_board = self._meet(ways, self.measures.piece_height_m)
        on_table = self._meet(ways, self.measures.piece_height_m - self.measures.board_thickness_m)
        middles = on_board.mean(axis=tuple(range(1, on_board.ndim - 1))) if on_board.ndim > 2 else on_board
        beside = (np.abs(middles) > 0.5 * self.measures.board_m).any(axis=-1)
        return np.where(beside.reshape(-1, *(1,) * (on_board.ndim - 1)), on_table, on_board)

    def surface_samples(self, *, reach: float, count: int) -> FloatArray:
        """Return pixels (96, count², 2) spread over every place's surface, to `reach` of half its edge."""
        middles = self.measures.middles()
        half_m = 0.5 * reach * self.measures.square_m
        steps = np.linspace(-half_m, half_m, count)
        grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
        points = np.zeros((len(middles), len(grid), 3))
        points[..., :2] = middles[:, np.newaxis] + grid
        points[FIRST_SLOT:, :, 2] = -self.measures.board_thickness_m
        return self.pixels(points)


def transform_of(numbers: tuple[float, ...]) -> Transform3:
    """Return the transform of the seven numbers of a message."""
    return Transform3.from_quaternion(numbers[3:], numbers[:3])


def numbers_of(transform: Transform3) -> tuple[float, ...]:
    """Return the seven numbers of a message: x, y, z (m), and a quaternion w, x, y, z."""
    return (*transform.translation.tolist(), *transform.quaternion().tolist())
