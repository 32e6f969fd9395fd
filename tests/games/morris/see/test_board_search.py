"""A board whose marker is covered is found among all places, also by a robot that nobody has calibrated."""

import math

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from ludens.games.morris.see.board_eye import SEARCHES_AFTER, BoardEye
from ludens.games.morris.see.board_pose import BoardPoseEstimate
from ludens.games.morris.see.board_search import BoardSearch, _marker_cells
from ludens.games.morris.see.lines import LineRuler
from ludens.games.morris.see.projection import BoardView
from ludens.geometry import Pose2, Transform3, wrap
from ludens.robots.nao.places import CAMERA
from tests.games.morris.see.test_board_eye import drawn
from tests.games.morris.see.test_board_pose import BOARD, MEASURES, place


def with_marker(picture: NDArray[np.uint8], view: BoardView) -> NDArray[np.uint8]:
    """Draw the marker's cells, too, and a man before its nearest edge."""
    cells_m, white = _marker_cells(MEASURES)
    half_m = 0.5 * MEASURES.marker_m / np.sqrt(len(white))
    corners_m = half_m * np.array([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)])
    for cell_m, is_white in zip(cells_m, white, strict=True):
        corners = np.rint(view.pixels(cell_m + corners_m)).astype(np.int32)
        cv2.fillConvexPoly(picture, corners, (220 if is_white else 25,))
    column, row = np.rint(view.pixels(cells_m[0])).astype(int).tolist()
    cv2.rectangle(picture, (column - 15, row - 15), (column + 15, row + 15), (120,), -1)
    return picture


@pytest.mark.parametrize("nods_rad", [0.0, 0.1, -0.06])
def test_it_is_found_though_the_camera_nods_otherwise_than_it_is_believed_to(nods_rad: float) -> None:
    believed, real = place(pitch_rad=0.6), place(pitch_rad=0.6 + nods_rad)
    board = Transform3.from_rpy(
        yaw_rad=BOARD.yaw_rad, translation=(BOARD.x_m, BOARD.y_m, MEASURES.table_height_m)
    )
    view = BoardView(CAMERA, real.robot_from_camera.inverse() @ board)
    picture = with_marker(drawn(view), view)
    search = BoardSearch(MEASURES, LineRuler(MEASURES))
    unknown = BoardPoseEstimate.unknown(table_height_m=MEASURES.table_height_m)
    found = search.find(picture, unknown, believed)
    assert found is not None
    assert Pose2.from_transform3(found.robot_from_board).distance_m(BOARD) < 0.03


@pytest.mark.parametrize("is_covered", [False, True])
def test_a_board_that_was_known_is_turned_round_by_a_whole_marker_only(is_covered: bool) -> None:
    placed = place(pitch_rad=0.6)
    board = Transform3.from_rpy(
        yaw_rad=BOARD.yaw_rad, translation=(BOARD.x_m, BOARD.y_m, MEASURES.table_height_m)
    )
    camera_from_board = placed.robot_from_camera.inverse() @ board
    half_turned = BoardView(CAMERA, camera_from_board @ Transform3.from_rpy(yaw_rad=math.pi))
    picture = with_marker(drawn(BoardView(CAMERA, camera_from_board)), half_turned)
    if is_covered:
        corners = np.rint(half_turned.pixels(_marker_cells(MEASURES)[0])).astype(int)
        (left, top), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
        cv2.rectangle(picture, (left, top), ((2 * left + right) // 3, bottom), (120,), -1)
    search = BoardSearch(MEASURES, LineRuler(MEASURES))
    assert (0.5 if is_covered else 0.9) < search.likeness(picture, half_turned) < (0.9 if is_covered else 1.0)
    unknown = BoardPoseEstimate.unknown(table_height_m=MEASURES.table_height_m)
    found = search.find(picture, unknown.expecting(BOARD, sigma_m=0.01, sigma_rad=0.02), placed)
    if is_covered:
        assert found is None
    else:
        assert found is not None
        heading_rad = Pose2.from_transform3(found.robot_from_board).yaw_rad
        assert abs(wrap(heading_rad - BOARD.yaw_rad)) == pytest.approx(math.pi, abs=0.02)


def test_a_board_that_is_not_where_it_should_be_is_searched_for_after_some_pictures() -> None:
    placed = place(pitch_rad=0.6)
    board = Transform3.from_rpy(
        yaw_rad=BOARD.yaw_rad, translation=(BOARD.x_m, BOARD.y_m, MEASURES.table_height_m)
    )
    view = BoardView(CAMERA, placed.robot_from_camera.inverse() @ board)
    picture = with_marker(drawn(view), view)
    eye = BoardEye(MEASURES, calibrated=True)
    eye.expect(Pose2(0.05, 0.06, 0.0) @ BOARD, sigma_m=0.005, sigma_rad=0.01)
    for _ in range(SEARCHES_AFTER[0]):
        seen = eye.look(picture, placed, step=Pose2.identity(), still=True)
        assert seen is None
    seen = eye.look(picture, placed, step=Pose2.identity(), still=True)
    assert seen is not None
    assert Pose2.from_transform3(seen.robot_from_board).distance_m(BOARD) < 0.005
