import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.geometry import PinholeCamera, Transform3, matrix_from_rpy
from ludens.geometry.rotation import axis_angle_from_matrix
from ludens.vision.calibration import (
    NAO_BOARD,
    Eye,
    LineSighting,
    PointSighting,
    fit_cameras,
)
from ludens.vision.calibration.fitting import CameraCalibrationError
from ludens.vision.calibration.least_squares import minimise
from ludens.vision.calibration.nao_cameras import camera_from_board

CAMERA = PinholeCamera.from_horizontal_field_of_view(math.radians(56.0), width_px=640, height_px=480)
EYES = {
    "top": Eye(Transform3.from_rpy(pitch_rad=0.02, translation=(0.06, 0.0, 0.06)), CAMERA),
    "bottom": Eye(Transform3.from_rpy(pitch_rad=0.69, translation=(0.05, 0.0, 0.02)), CAMERA),
}
BOARD_AXES = np.array([[0.0, 0.3, -0.954], [-1.0, 0.0, 0.0], [0.0, 0.954, 0.3]])
BASE_FROM_BOARD = Transform3(BOARD_AXES, np.array([0.5, 0.0, -0.2]))
CORNERS = np.array([(x, y, 0.0) for x in np.arange(-0.18, 0.19, 0.045) for y in np.arange(-0.09, 0.1, 0.045)])

Turn = tuple[float, float, float]


def heads() -> list[tuple[str, Transform3]]:
    """Which camera looks, and the head then."""
    level = {"top": (0.1, 0.45), "bottom": (-0.5, -0.15)}
    return [
        (eye, Transform3.from_rpy(pitch_rad=pitch, yaw_rad=yaw))
        for eye, pitches in level.items()
        for pitch in pitches
        for yaw in (-0.3, -0.1, 0.1, 0.3)
    ]


def sightings(
    turns: dict[str, Turn], *, camera: PinholeCamera = CAMERA, noise_px: float = 0.0, seed: int = 0
) -> list[PointSighting]:
    random, seen = np.random.default_rng(seed), []
    for eye, head in heads():
        real = EYES[eye].head_from_camera @ Transform3(matrix_from_rpy(*turns[eye]), np.zeros(3))
        pixels = camera.project((head @ real).inverse().apply(BASE_FROM_BOARD.apply(CORNERS)))
        inside = camera.sees(pixels)
        if inside.sum() >= 6:
            noisy = pixels[inside] + noise_px * random.normal(size=(int(inside.sum()), 2))
            seen.append(PointSighting(eye, head, CORNERS[inside], noisy))
    return seen


def guess() -> Transform3:
    """The board as one who put it there by eye would say."""
    return BASE_FROM_BOARD @ Transform3.from_rpy(
        roll_rad=0.05, pitch_rad=-0.04, yaw_rad=0.06, translation=(0.02, -0.03, 0.02)
    )


def error_deg(turn: Turn, found: Transform3) -> float:
    return math.degrees(axis_angle_from_matrix(matrix_from_rpy(*turn).T @ found.rotation)[1])


three_degrees = st.floats(-0.052, 0.052)
turn = st.tuples(three_degrees, three_degrees, three_degrees)


@settings(max_examples=3, deadline=None)
@given(turn, turn)
def test_without_noise_the_cameras_are_found_exactly(top: Turn, bottom: Turn):
    fit = fit_cameras(sightings({"top": top, "bottom": bottom}), EYES, base_from_board=guess())
    assert error_deg(top, fit.eyes["top"].nominal_from_real()) < 0.01
    assert error_deg(bottom, fit.eyes["bottom"].nominal_from_real()) < 0.01
    assert fit.after_px < 0.02
    assert fit.base_from_board.is_close(BASE_FROM_BOARD, tolerance=1e-3)


def test_with_noise_another_lens_and_wrong_corners_the_cameras_are_still_found():
    turns: dict[str, Turn] = {"top": (0.03, -0.05, 0.02), "bottom": (-0.02, 0.04, -0.05)}
    lens = replace(CAMERA, focal_x_px=1.02 * CAMERA.focal_x_px, focal_y_px=1.02 * CAMERA.focal_y_px)
    lens = replace(lens, radial_distortion=(-0.03, 0.0, 0.0))
    seen = sightings(turns, camera=lens, noise_px=0.2, seed=908)
    spoilt = seen[3].pixels.copy()
    spoilt[:2] += 40.0
    seen[3] = replace(seen[3], pixels=spoilt)
    fit = fit_cameras(seen, EYES, base_from_board=guess())
    for eye, real in turns.items():
        assert error_deg(real, fit.eyes[eye].nominal_from_real()) < 0.15
        assert fit.eyes[eye].camera.focal_x_px == pytest.approx(lens.focal_x_px, rel=0.005)
    assert fit.left_out >= 2
    assert fit.after_px < 0.5 < fit.before_px


def test_of_an_axis_beside_the_pictures_middle_less_than_half_is_taken_for_a_turn():
    turns: dict[str, Turn] = {"top": (0.03, -0.05, 0.02), "bottom": (-0.02, 0.04, -0.05)}
    lens = replace(CAMERA, center_x_px=CAMERA.center_x_px + 12.0, center_y_px=CAMERA.center_y_px - 9.0)
    fit = fit_cameras(sightings(turns, camera=lens, noise_px=0.1, seed=910), EYES, base_from_board=guess())
    turned_deg = math.degrees(math.hypot(12.0, 9.0) / CAMERA.focal_x_px)
    for eye, real in turns.items():
        assert error_deg(real, fit.eyes[eye].nominal_from_real()) < 0.5 * turned_deg


def test_lines_of_known_place_are_as_good_as_points():
    """Lines of a field: pixels along them say nothing about where along, and still hold the cameras."""
    turns: dict[str, Turn] = {"top": (0.03, -0.05, 0.02), "bottom": (-0.02, 0.04, -0.05)}
    random, seen = np.random.default_rng(909), []
    lines = [((0.0, y, 0.0), (1.0, 0.0, 0.0)) for y in (-0.1, 0.0, 0.1)]
    lines += [((x, 0.0, 0.0), (0.0, 1.0, 0.0)) for x in (-0.2, -0.1, 0.1, 0.2)]
    for eye, head in heads():
        real = EYES[eye].head_from_camera @ Transform3(matrix_from_rpy(*turns[eye]), np.zeros(3))
        for point, along in lines:
            places = np.array(point) + np.outer(np.linspace(-0.15, 0.15, 12), along)
            pixels = CAMERA.project((head @ real).inverse().apply(BASE_FROM_BOARD.apply(places)))
            pixels = pixels[CAMERA.sees(pixels)] + 0.3 * random.normal(
                size=(int(CAMERA.sees(pixels).sum()), 2)
            )
            if len(pixels) >= 4:
                seen.append(LineSighting(eye, head, np.array(point), np.array(along), pixels))
    fit = fit_cameras(seen, EYES, base_from_board=guess(), fit_lens=False)
    for eye, real_turn in turns.items():
        assert error_deg(real_turn, fit.eyes[eye].nominal_from_real()) < 0.2


def test_too_little_seen_is_refused_in_a_sentence():
    with pytest.raises(CameraCalibrationError, match="at least 60 are needed"):
        fit_cameras(
            sightings({"top": (0.0, 0.0, 0.0), "bottom": (0.0, 0.0, 0.0)})[:1], EYES, base_from_board=guess()
        )


def test_the_printed_board_is_found_where_it_is():
    """A print seen straight on: its corners are at whole multiples of a square."""
    square_px = 50
    print_ = NAO_BOARD.picture(square_px=square_px)
    canvas = np.full((480, 640), 255, np.uint8)
    canvas[60 : 60 + print_.shape[0], 80 : 80 + print_.shape[1]] = print_
    seen = NAO_BOARD.corners_in(np.repeat(canvas[:, :, np.newaxis], 3, axis=2))
    assert seen is not None
    assert len(seen.pixels) == (NAO_BOARD.columns - 1) * (NAO_BOARD.rows - 1)
    middle = np.array([80.0 + 0.5 * print_.shape[1], 60.0 + 0.5 * print_.shape[0]]) - 0.5
    scale = NAO_BOARD.square_m / square_px
    expected = (seen.pixels - middle) * (scale, -scale)
    np.testing.assert_allclose(seen.points_in_board_m[:, :2], expected, atol=0.6 * scale)
    assert NAO_BOARD.corners_in(np.full((480, 640, 3), 128, np.uint8)) is None


def test_a_board_is_placed_by_one_picture():
    head, eye = Transform3.identity(), EYES["bottom"]
    camera_from_base = (head @ eye.head_from_camera).inverse()
    pixels = CAMERA.project(camera_from_base.apply(BASE_FROM_BOARD.apply(CORNERS)))
    found = camera_from_board(CORNERS, pixels, CAMERA)
    assert found is not None
    assert found.is_close(camera_from_base @ BASE_FROM_BOARD, tolerance=1e-4)


def test_least_squares_find_the_bottom_of_a_bent_valley():
    found = minimise(
        lambda x: np.array([10.0 * (x[1] - x[0] ** 2), 1.0 - x[0]]), np.array([-1.2, 1.0]), scale=np.ones(2)
    )
    np.testing.assert_allclose(found.x, (1.0, 1.0), atol=1e-6)
