import math
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from ludens.geometry import Pose2, Transform3
from ludens.messages import CameraImage, DepthImage
from ludens.robots.pioneer import CAMERA, ROBOT_FROM_CAMERA, load_noise
from ludens.robots.sensor_noise import CameraNoise
from ludens.sim.parts.ball import BALL_RADIUS_M


def with_camera(**figures: Any):
    return replace(load_noise("off"), camera=CameraNoise(**figures))


def look(hall) -> Any:
    (image, *_) = hall.robot.sources[1].capture(hall.physics.time_ns)
    assert isinstance(image, CameraImage)
    return image.pixels_rgb


def green(pixels: np.ndarray) -> Any:
    red, grass, blue = np.moveaxis(pixels.astype(int), -1, 0)
    return (grass - red > 25) & (grass - blue > 25)


def middle_of(mask: np.ndarray) -> tuple[float, float]:
    rows, columns = np.nonzero(mask)
    return float(columns.mean()), float(rows.mean())


def in_camera(point_in_robot, robot_from_camera: Transform3 = ROBOT_FROM_CAMERA) -> np.ndarray:
    return robot_from_camera.inverse() @ np.asarray(point_in_robot, dtype=float)


@pytest.mark.parametrize("place", [(1.5, 0.0), (2.5, 0.3), (3.5, -0.8)])
def test_the_ball_is_seen_where_the_nominal_camera_projects_it_and_as_large(make_hall, place):
    robot = Pose2(-2.0, 0.4, 0.0)
    hall = make_hall(robot=robot, ball=(place[0] - 2.0, place[1] + 0.4))
    seen = green(look(hall))
    ball_in_camera = in_camera([*place, BALL_RADIUS_M])
    column, row = CAMERA.project(ball_in_camera)
    assert middle_of(seen) == pytest.approx((column, row), abs=2.0)
    distance_m = np.linalg.norm(ball_in_camera)
    radius_px = CAMERA.focal_x_px * math.tan(math.asin(BALL_RADIUS_M / distance_m))
    assert math.sqrt(seen.sum() / math.pi) == pytest.approx(radius_px, abs=1.5)


def test_the_ball_is_shaded_and_has_a_highlight(make_hall):
    hall = make_hall(ball=(1.3, 0.0))
    pixels = look(hall)
    grass = pixels[..., 1][green(pixels)].astype(int)
    assert np.quantile(grass, 0.9) - np.quantile(grass, 0.1) > 40
    assert pixels[green(pixels)].min(axis=1).max() > 60


def test_jpeg_bytes_decode_to_the_pixels_bit_for_bit(make_hall):
    hall = make_hall(noise="default", ball=(1.5, 0.0))
    (image,) = hall.robot.sources[1].capture(0)
    again = cv2.imdecode(np.frombuffer(image.jpeg, np.uint8), cv2.IMREAD_COLOR_RGB)
    assert again is not None
    assert np.array_equal(again, image.pixels_rgb)
    assert image.pixels_rgb.shape == (240, 320, 3)
    assert not image.pixels_rgb.flags.writeable


def test_a_badly_mounted_camera_sees_the_ball_elsewhere_by_seed(make_hall):
    places = []
    for seed in (1, 1, 2):
        hall = make_hall(noise=with_camera(rotation_sigma_rad=0.02), seed=seed, ball=(2.0, 0.0))
        places.append(middle_of(green(look(hall))))
        column, row = CAMERA.project(in_camera([2.0, 0.0, BALL_RADIUS_M], hall.mounted.robot_from_camera))
        assert places[-1] == pytest.approx((column, row), abs=2.0)
    assert places[0] == places[1]
    assert math.dist(places[0], places[2]) > 2.0


def test_a_wrong_focal_length_makes_the_ball_larger_or_smaller(make_hall):
    areas = [
        green(look(make_hall(noise=with_camera(focal_sigma=0.15), seed=seed, ball=(2.0, 0.0)))).sum()
        for seed in range(4)
    ]
    assert max(areas) / min(areas) > 1.1


def test_a_turning_camera_smears_the_picture(make_hall):
    sharpness = []
    for exposure_s in (0.0, 0.03):
        hall = make_hall(noise=with_camera(exposure_s=exposure_s))
        hall.run(1.5, turn_radps=1.0)
        grey = look(hall)[120:].mean(axis=2)  # the grain of the floor
        sharpness.append(np.abs(np.diff(grey, axis=1)).mean())
    assert sharpness[1] < 0.6 * sharpness[0]


def test_vignetting_darkens_corners(make_hall):
    plain = look(make_hall()).astype(float)
    dark = look(make_hall(noise=with_camera(vignetting=0.4))).astype(float)
    assert dark[:5, :5].mean() == pytest.approx(0.6 * plain[:5, :5].mean(), rel=0.05)
    assert dark[118:122, 158:162].mean() == pytest.approx(plain[118:122, 158:162].mean(), rel=0.05)


def test_frames_are_lost_as_often_as_the_file_says(make_hall):
    hall = make_hall(noise=with_camera(dropout_probability=0.5))
    came = sum(bool(hall.robot.sources[1].capture(number)) for number in range(40))
    assert 8 < came < 32


def test_latency_is_exact_without_jitter_and_never_less_with_it(make_hall):
    exact = make_hall(noise=with_camera(latency_s=0.25)).robot.sources[1]
    assert [exact.latency_ns() for _ in range(3)] == [250_000_000] * 3
    late = make_hall(noise=with_camera(latency_s=0.25, latency_jitter_s=0.02)).robot.sources[1]
    delays = [late.latency_ns() for _ in range(200)]
    assert min(delays) >= 250_000_000
    assert np.mean(delays) == pytest.approx(270_000_000, rel=0.02)


@pytest.mark.parametrize(("latency_s", "late_s"), [(0.1, 0.03), (0.01, 0.01)])
def test_stamps_are_late_as_told_but_not_later_than_the_arrival(make_hall, latency_s, late_s):
    noise = with_camera(stamp_offset_s=0.03, latency_s=latency_s)
    source = make_hall(noise=noise, depth=True).robot.sources[1]
    for taken_ns in (0, 100_000_000):
        image, depth = source.capture(taken_ns)
        assert image.time_s == pytest.approx(taken_ns * 1e-9 + late_s)
        assert depth.time_s == image.time_s
        assert image.time_s <= (taken_ns + source.latency_ns()) * 1e-9


def test_depth_is_measured_along_the_optical_axis(make_hall):
    hall = make_hall(depth=True, ball=(1.6, 0.0))
    _, depth = hall.robot.sources[1].capture(0)
    assert isinstance(depth, DepthImage)
    front_of_ball = in_camera([1.6, 0.0, BALL_RADIUS_M])
    column, row = np.round(CAMERA.project(front_of_ball)).astype(int)
    assert depth.depth_m[row, column] == pytest.approx(
        np.linalg.norm(front_of_ball) - BALL_RADIUS_M, abs=0.02
    )
    assert depth.depth_m.shape == (240, 320)
    assert depth.depth_m.dtype == np.float32


def test_depth_noise_grows_with_distance(make_hall):
    hall = make_hall(noise=with_camera(depth_sigma_per_m=0.01), depth=True)
    source = hall.robot.sources[1]
    one, two = source.capture(0)[1].depth_m, source.capture(0)[1].depth_m
    seen = (one > 0) & (two > 0)
    near, far = seen & (one < 1.5), seen & (one > 3.0)
    assert (one - two)[far].std() > 3.0 * (one - two)[near].std() > 0.0
