import itertools
from typing import Any

import cv2
import numpy as np
import pytest

from ludens.geometry import PinholeCamera, Transform3
from ludens.robots.pioneer import CAMERA
from ludens.robots.sensor_noise import CameraNoise
from ludens.sim.sensors.bending import LensTerms
from ludens.sim.sensors.lens import Lens


def lens(distortion: float = 0.0, **figures: Any) -> Lens:
    terms = LensTerms(radial=(distortion, 0.0))
    return Lens(CAMERA, noise=CameraNoise(**figures), terms=terms, random=np.random.default_rng(1))


def test_a_perfect_lens_changes_nothing():
    picture = np.random.default_rng(2).integers(0, 256, (240, 320, 3), dtype=np.uint8)
    assert np.array_equal(lens().expose(picture, turn_radps=2.0, elapsed_s=0.1), picture)


@pytest.mark.parametrize("distortion", [-0.1, 0.1])
def test_distortion_moves_a_point_to_where_the_camera_model_puts_it(distortion):
    bent_camera = PinholeCamera(
        CAMERA.width_px,
        CAMERA.height_px,
        CAMERA.focal_x_px,
        CAMERA.focal_y_px,
        CAMERA.center_x_px,
        CAMERA.center_y_px,
        (distortion, 0.0, 0.0),
    )
    picture = np.zeros((240, 320, 3), np.uint8)
    picture[30:33, 40:43] = 255
    bent = lens(distortion).expose(picture, turn_radps=0.0, elapsed_s=0.1)[..., 0].astype(float)
    rows, columns = np.mgrid[0:240, 0:320]
    found = (bent * columns).sum() / bent.sum(), (bent * rows).sum() / bent.sum()
    assert found == pytest.approx(tuple(bent_camera.project(CAMERA.ray((41.0, 31.0)))), abs=0.15)


def test_turning_smears_sideways_only_over_as_many_pixels_as_pass_during_the_exposure():
    picture = np.zeros((240, 320, 3), np.uint8)
    picture[100:140, 100:104] = 200
    turn_radps, exposure_s = 1.0, 0.02
    smeared = lens(exposure_s=exposure_s).expose(picture, turn_radps=turn_radps, elapsed_s=0.1)[..., 0]
    still = lens(exposure_s=exposure_s).expose(picture, turn_radps=0.0, elapsed_s=0.1)[..., 0]
    assert np.array_equal(still, picture[..., 0])
    width = np.count_nonzero(smeared[120])
    assert width == pytest.approx(4 + turn_radps * exposure_s * CAMERA.focal_x_px, abs=2)
    assert not smeared[:100].any()
    assert smeared[120].sum() == pytest.approx(4 * 200, rel=0.03)


@pytest.mark.parametrize(("turn", "nod"), [(0.0, 1.0), (1.0, 0.8), (-1.0, 0.8)])
def test_a_camera_that_nods_smears_along_the_way_that_things_take(turn, nod):
    picture = np.zeros((240, 320, 3), np.uint8)
    picture[118:122, 158:162] = 200
    exposure_s = 0.03
    smeared = lens(exposure_s=exposure_s).expose(picture, turn_radps=turn, nod_radps=nod, elapsed_s=0.1)
    rows, columns = np.nonzero(smeared[..., 0] > 4)
    passed_px = exposure_s * CAMERA.focal_x_px
    assert np.ptp(rows) + 1 == pytest.approx(4 + nod * passed_px, abs=2)
    assert np.ptp(columns) + 1 == pytest.approx(4 + abs(turn) * passed_px, abs=2)
    assert smeared[..., 0].sum() == pytest.approx(16 * 200, rel=0.06)
    weights = smeared[rows, columns, 0]
    slope = np.cov(rows, columns, aweights=weights)[0, 1]
    assert np.sign(round(slope)) == np.sign(turn)


def test_pixel_noise_changes_from_frame_to_frame_by_as_much_as_the_file_says():
    grey = np.full((240, 320, 3), 120, np.uint8)
    webcam = lens(pixel_sigma=6.0)
    one, two = (webcam.expose(grey, turn_radps=0.0, elapsed_s=0.1).astype(float) for _ in range(2))
    assert one.std() == pytest.approx(6.0, rel=0.05)
    assert (one - two).std() == pytest.approx(6.0 * np.sqrt(2.0), rel=0.05)


def test_white_is_never_exceeded_and_black_never_undercut():
    extremes = np.zeros((240, 320, 3), np.uint8)
    extremes[:120] = 255
    exposed = lens(pixel_sigma=20.0, gain_sigma=0.3).expose(extremes, turn_radps=0.0, elapsed_s=0.1)
    assert exposed.dtype == np.uint8
    assert exposed[:120].mean() > 150
    assert exposed[120:].mean() < 20


def test_gain_and_white_balance_wander_slowly():
    grey = np.full((240, 320, 3), 120, np.uint8)
    webcam = lens(gain_sigma=0.1, white_balance_sigma=0.05, drift_time_s=3.0)
    levels = np.array(
        [webcam.expose(grey, turn_radps=0.0, elapsed_s=0.1).mean(axis=(0, 1)) for _ in range(600)]
    )
    assert levels.std(axis=0).min() > 4.0
    assert np.abs(np.diff(levels, axis=0)).mean() < 0.4 * levels.std(axis=0).max()
    assert np.std(levels[:, 0] - levels[:, 2]) > 2.0


@pytest.mark.parametrize("distortion", [-0.1, 0.0, 0.1])
def test_what_is_seen_of_a_changed_part_is_what_is_seen_of_the_whole(distortion):
    random = np.random.default_rng(3)
    first = random.integers(0, 256, (240, 320, 3), dtype=np.uint8)
    second = first.copy()
    second[100:131, 7:61] = random.integers(0, 256, (31, 54, 3), dtype=np.uint8)
    used = lens(distortion, softness_px=0.8)
    for picture in (first, second, second, first):
        fresh = lens(distortion, softness_px=0.8)
        seen, afresh = (one.expose(picture, turn_radps=0.0, elapsed_s=0.1) for one in (used, fresh))
        assert np.array_equal(seen, afresh)


def seen_at(picture: np.ndarray) -> tuple[float, float]:
    light = picture[..., 0].astype(float)
    rows, columns = np.mgrid[0 : light.shape[0], 0 : light.shape[1]]
    return float((light * columns).sum() / light.sum()), float((light * rows).sum() / light.sum())


def spot(column: int, row: int) -> np.ndarray:
    picture = np.zeros((240, 320, 3), np.uint8)
    picture[row - 1 : row + 2, column - 1 : column + 2] = 255
    return picture


@pytest.mark.parametrize("place", [(60, 40), (250, 50), (160, 200)])
def test_two_radial_and_tangential_terms_and_the_centre_are_those_of_opencv(place):
    terms = LensTerms(radial=(-0.1, 0.08), tangential=(0.006, -0.008), off_center_px=(5.0, -4.0))
    bent = Lens(CAMERA, noise=CameraNoise(), terms=terms, random=np.random.default_rng(1)).expose(
        spot(*place), turn_radps=0.0, elapsed_s=0.1
    )
    middle = np.array([CAMERA.center_x_px, CAMERA.center_y_px])
    matrix = np.diag([CAMERA.focal_x_px, CAMERA.focal_y_px, 1.0])
    matrix[:2, 2] = np.add(middle, (5.0, -4.0))
    ray = np.array([*((place - middle) / CAMERA.focal_x_px), 1.0])
    expected, _ = cv2.projectPoints(
        ray[np.newaxis], np.zeros(3), np.zeros(3), matrix, np.array([-0.1, 0.08, 0.006, -0.008])
    )
    assert seen_at(bent) == pytest.approx(expected.ravel(), abs=0.15)


@pytest.mark.parametrize("row", [30, 119, 210])
def test_a_rolling_shutter_sees_each_row_as_the_turning_camera_does_in_its_time(row):
    turn_radps, nod_radps, roll_radps, readout_s = 0.6, 0.3, 0.5, 0.03
    seen = lens(readout_s=readout_s).expose(
        spot(100, row), turn_radps=turn_radps, nod_radps=nod_radps, roll_radps=roll_radps, elapsed_s=0.1
    )
    found = seen_at(seen)
    late_s = readout_s * ((found[1] + 0.5) / 240 - 0.5)
    # As the camera has it then: x ahead, y left, z up. Its own turn is undone.
    turned = Transform3.from_rpy(
        roll_rad=-roll_radps * late_s, pitch_rad=-nod_radps * late_s, yaw_rad=turn_radps * late_s
    )
    expected = CAMERA.project(turned.inverse().apply(CAMERA.ray((100.0, float(row)))))
    assert found == pytest.approx(tuple(expected), abs=0.2)
    if row != 119:
        assert np.hypot(found[0] - 100, found[1] - row) > 1.0


def test_upright_things_lean_in_the_picture_of_a_camera_that_turns_and_stand_where_it_rests():
    post = np.zeros((240, 320, 3), np.uint8)
    post[:, 158:162] = 255
    camera = lens(readout_s=0.03)
    assert np.array_equal(camera.expose(post, turn_radps=0.0, elapsed_s=0.1), post)
    leaning = camera.expose(post, turn_radps=1.0, elapsed_s=0.1)
    way_px = seen_at(leaning[-40:])[0] - seen_at(leaning[:40])[0]
    assert way_px == pytest.approx(1.0 * 0.03 * CAMERA.focal_x_px * 200 / 240, rel=0.05)


def test_exposure_makes_up_for_a_dark_scene_within_some_pictures_and_smears_it_more():
    dark, bright = (np.full((240, 320, 3), level, np.uint8) for level in (70, 160))
    camera = lens(exposure_follows=0.9, exposure_time_s=0.3)
    first, *levels = (
        camera.expose(scene, turn_radps=0.0, elapsed_s=0.1).mean() for scene in [bright] + [dark] * 20
    )
    assert first == pytest.approx(160**0.1 * 115**0.9, abs=2)  # it was on before
    assert levels[0] < 60  # it has not noticed yet
    assert levels[-1] == pytest.approx(70**0.1 * 115**0.9, abs=2)
    assert all(before <= after for before, after in itertools.pairwise(levels))
    post = np.full((240, 320, 3), 40, np.uint8)
    post[:, 158:162] = 120
    widths = [
        np.count_nonzero(
            lens(exposure_s=0.02, exposure_follows=follows).expose(post, turn_radps=1.0, elapsed_s=0.1)[
                120, :, 0
            ]
            > (40 * (2.0 if follows else 1.0) + 1)
        )
        for follows in (0.0, 1.0)
    ]
    assert widths[1] > 1.4 * widths[0]
