import numpy as np
import pytest

from ludens.games.chess.calibrate.hand_eye import PlateSighting, fit_hand_eye
from ludens.games.chess.calibrate.postures import postures
from ludens.games.chess.move.trajectories import tip_height_m
from ludens.games.chess.workcell.arm_setup import FLANGE_FROM_PLATE, corners_in_plate
from ludens.games.chess.workcell.table_view import BASE_FROM_CAMERA, CAMERA
from ludens.geometry import PinholeCamera, Transform3
from ludens.planning.arm.trajectory import ArmPlanError
from ludens.robots.iiwa import HIGHEST_RAD
from ludens.robots.iiwa.kinematics import base_from_flange

REAL_CAMERA = PinholeCamera(
    CAMERA.width_px,
    CAMERA.height_px,
    CAMERA.focal_x_px * 1.012,
    CAMERA.focal_y_px * 1.012,
    CAMERA.center_x_px,
    CAMERA.center_y_px,
    (0.02, 0.0, 0.0),
)
REAL_PLACE = BASE_FROM_CAMERA @ Transform3.from_rpy(
    roll_rad=0.02, pitch_rad=-0.015, yaw_rad=0.01, translation=(0.01, -0.02, 0.008)
)
REAL_PLATE = FLANGE_FROM_PLATE @ Transform3.from_rpy(
    roll_rad=0.01, yaw_rad=-0.012, translation=(0.001, -0.001, 0.0012)
)
TABLE_M = np.array([[x, y, 0.01] for x in (0.43, 0.6, 0.77) for y in (-0.3, 0.0, 0.3)])


def sightings(*, sigma_px: float, count: int = 20, spoilt: int = 0) -> list[PlateSighting]:
    random = np.random.default_rng(5)
    seen = []
    for number, joints_rad in enumerate(postures(np.random.default_rng(4), count=count)):
        flange = base_from_flange(joints_rad)
        pixels = REAL_CAMERA.project((REAL_PLACE.inverse() @ flange @ REAL_PLATE).apply(corners_in_plate()))
        pixels = pixels + sigma_px * random.normal(size=(4, 2)) + (60.0 if number < spoilt else 0.0)
        seen.append(PlateSighting(flange, pixels))
    return seen


def test_postures_are_within_limits_and_well_above_the_pieces():
    found = postures(np.random.default_rng(1))

    assert len(found) == 20
    for joints_rad in found:
        assert (np.abs(joints_rad) < HIGHEST_RAD).all()
        assert tip_height_m(joints_rad) > 0.1


@pytest.mark.parametrize(("sigma_px", "spoilt"), [(0.1, 0), (0.1, 2)])
def test_the_camera_is_found_so_well_that_the_table_is_seen_to_a_millimetre(sigma_px, spoilt):
    found = fit_hand_eye(
        sightings(sigma_px=sigma_px, spoilt=spoilt), base_from_camera=BASE_FROM_CAMERA, camera=CAMERA
    )

    pixels = REAL_CAMERA.project(REAL_PLACE.inverse().apply(TABLE_M))
    ways = found.base_from_camera.rotate(found.camera.ray(pixels))
    eye = found.base_from_camera.translation
    believed_m = eye + ways * ((0.01 - eye[2]) / ways[:, 2])[:, np.newaxis]
    assert np.abs(believed_m - TABLE_M).max() < 1e-3
    assert found.after_px < 0.2 < 5.0 < found.before_px


def test_too_few_pictures_are_refused_with_a_sentence():
    with pytest.raises(ArmPlanError, match="seen in 3 pictures"):
        fit_hand_eye(sightings(sigma_px=0.1)[:3], base_from_camera=BASE_FROM_CAMERA, camera=CAMERA)
