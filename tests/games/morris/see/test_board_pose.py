import numpy as np
import pytest

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.see.board_eye import MarkerEye
from ludens.games.morris.see.board_pose import BoardPoseEstimate, first_guess
from ludens.games.morris.see.lines import Clues, LineRuler
from ludens.games.morris.see.projection import BoardView
from ludens.geometry import PinholeCamera, Pose2, Transform3
from ludens.messages import CameraPose
from ludens.robots.nao.places import CAMERA

MEASURES = MorrisMeasures()
MOUNT = Transform3.from_rpy(roll_rad=0.012, pitch_rad=-0.018, yaw_rad=0.015)
BOARD = Pose2(0.33, -0.02, 1.6)
LENS = PinholeCamera(
    640, 480, 606.0, 606.0, CAMERA.center_x_px + 5.0, CAMERA.center_y_px - 4.0, (-0.015, 0.0, 0.0)
)


def place(*, pitch_rad: float, yaw_rad: float = 0.0) -> CameraPose:
    """Where joints put the bottom camera."""
    robot_from_camera = Transform3.from_rpy(
        pitch_rad=pitch_rad, yaw_rad=yaw_rad, translation=(0.05, 0.0, 0.47)
    )
    return CameraPose(
        camera=CAMERA, head_from_camera=Transform3.identity(), robot_from_camera=robot_from_camera
    )


def true_sight(placed: CameraPose) -> BoardView:
    """How the camera really looks: turned in the head, with another lens."""
    board = Transform3.from_rpy(
        yaw_rad=BOARD.yaw_rad, translation=(BOARD.x_m, BOARD.y_m, MEASURES.table_height_m)
    )
    return BoardView(LENS, (placed.robot_from_camera @ MOUNT).inverse() @ board)


def clues(placed: CameraPose, random: np.random.Generator) -> Clues:
    """What a picture would show of marker and lines, with errors."""
    view = true_sight(placed)
    corners_m = MarkerEye(MEASURES).corners_in_board_m
    points_m = np.concatenate((corners_m, LineRuler(MEASURES).points_m[::4]))
    found_px = view.pixels(points_m) + 0.1 * random.normal(size=(len(points_m), 2))
    inside = view.camera.sees(found_px)
    return Clues.of_corners(points_m[inside], found_px[inside], sigma_px=0.3)


def test_pictures_from_several_head_poses_tell_place_camera_and_lens() -> None:
    random = np.random.default_rng(1)
    placing = BoardPoseEstimate.unknown(table_height_m=MEASURES.table_height_m)
    for pitch_rad, yaw_rad in ((0.7, 0.0), (0.85, 0.3), (0.95, -0.3), (0.7, 0.2)):
        placed = place(pitch_rad=pitch_rad, yaw_rad=yaw_rad)
        if not placing.is_known:
            corners_m = MarkerEye(MEASURES).corners_in_board_m
            corners_px = true_sight(placed).pixels(corners_m)
            guess = first_guess(corners_px, corners_m, placed, table_height_m=MEASURES.table_height_m)
            assert guess is not None
            placing = placing.started_at(guess)
        placing, error_px = placing.moved(Pose2.identity(), still=True).weighed(clues(placed, random), placed)
        assert error_px < 0.2
    board = Pose2.from_transform3(placing.robot_from_board)
    assert board.distance_m(BOARD) < 0.003
    assert board.yaw_rad == pytest.approx(BOARD.yaw_rad, abs=0.006)
    corners = np.array([(0.16, 0.16, 0.0), (-0.16, 0.16, 0.0), (0.1, -0.1, 0.025)])
    placed = place(pitch_rad=0.8)
    off_px = placing.view(placed).pixels(corners) - true_sight(placed).pixels(corners)
    assert np.abs(off_px).max() < 0.7  # also in a direction that it has not looked in before


def test_wrong_clues_pull_little() -> None:
    placed = place(pitch_rad=0.75)
    sound = clues(placed, np.random.default_rng(2))
    found_px = sound.found_px.copy()
    found_px[::9] += 12.0
    start = BoardPoseEstimate.unknown(table_height_m=MEASURES.table_height_m).started_at(BOARD)
    spoilt = Clues(sound.points_in_board_m, found_px, sound.across, sound.sigma_px)
    placing, _ = start.weighed(spoilt, placed)
    corner = np.array([0.16, 0.16, 0.0])
    assert np.abs(placing.view(placed).pixels(corner) - true_sight(placed).pixels(corner)).max() < 1.5
    assert 0.8 < placing.fitting(spoilt, placed) < 0.95


def test_steps_move_the_board_and_widen_what_is_known() -> None:
    start = BoardPoseEstimate.unknown(table_height_m=0.227).expecting(
        Pose2(0.5, 0.0, 0.0), sigma_m=0.002, sigma_rad=0.01
    )
    assert start.is_known
    gone = start.moved(Pose2(0.2, 0.0, 0.5), still=False)
    board = Pose2.from_transform3(gone.robot_from_board)
    expected = Pose2(0.2, 0.0, 0.5).inverse() @ Pose2(0.5, 0.0, 0.0)
    assert board.distance_m(expected) < 1e-9
    assert not gone.is_known
