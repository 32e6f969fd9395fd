"""A board is not believed to be where only half of its lines are."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from ludens.games.morris.see.board_eye import BoardEye
from ludens.games.morris.see.lines import LINES
from ludens.games.morris.see.projection import BoardView
from ludens.geometry import Pose2, Transform3
from ludens.robots.nao.places import CAMERA
from tests.games.morris.see.test_board_pose import BOARD, MEASURES, place

FINE = 4
"""Pictures are drawn so much larger, and shrunk: lines lie at parts of a pixel."""


def drawn(view: BoardView) -> NDArray[np.uint8]:
    """A picture of the board's lines; its marker cannot be read."""
    points = np.column_stack((MEASURES.points_m(), np.zeros(24)))
    pixels = np.rint(FINE * (view.pixels(points) + 0.5)).astype(int)
    large = np.full((FINE * CAMERA.height_px, FINE * CAMERA.width_px), 205, np.uint8)
    for first, second in LINES:
        cv2.line(large, pixels[first].tolist(), pixels[second].tolist(), (30,), 6 * FINE)
    return cv2.resize(large, (CAMERA.width_px, CAMERA.height_px), interpolation=cv2.INTER_AREA).astype(
        np.uint8
    )


@pytest.mark.parametrize("off", [Pose2(0.0, 0.0, 0.0), Pose2(0.0, 0.016, 0.0), Pose2(0.0, -0.016, 0.0)])
def test_a_place_at_which_lines_of_one_direction_are_missing_is_not_believed(off: Pose2) -> None:
    placed = place(pitch_rad=0.8)
    board = Transform3.from_rpy(
        yaw_rad=BOARD.yaw_rad, translation=(BOARD.x_m, BOARD.y_m, MEASURES.table_height_m)
    )
    eye = BoardEye(MEASURES, calibrated=True)
    eye.expect(off @ BOARD, sigma_m=0.001, sigma_rad=0.002)
    picture = drawn(BoardView(CAMERA, placed.robot_from_camera.inverse() @ board))
    seen = eye.look(picture, placed, step=Pose2.identity(), still=True)
    if off.y_m == 0.0:
        assert seen is not None
        assert seen.fits
        assert Pose2.from_transform3(seen.robot_from_board).distance_m(BOARD) < 0.003
    else:
        assert seen is None or Pose2.from_transform3(seen.robot_from_board).distance_m(BOARD) < 0.005
