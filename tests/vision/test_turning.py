import math

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from ludens.geometry import PinholeCamera, Transform3
from ludens.vision.turning import FEWEST_MATCHES, View, turn_between

CAMERA = PinholeCamera.from_horizontal_field_of_view(width_px=320, height_px=240, field_of_view_rad=1.0)
PANORAMA_PX_PER_RAD = 320.0


@pytest.fixture(scope="module")
def panorama() -> NDArray[np.uint8]:
    """Walls all around, with structure: bearing over columns, elevation over rows."""
    random = np.random.default_rng(7)
    width, height = round(2.0 * math.pi * PANORAMA_PX_PER_RAD), 480
    walls = np.full((height, width), 150, np.uint8)
    for _ in range(400):
        x, y = int(random.integers(0, width)), int(random.integers(0, height))
        across, down = random.integers(6, 40, 2).tolist()
        cv2.rectangle(walls, (x, y), (x + across, y + down), int(random.integers(30, 230)), -1)
    return walls


def view(
    panorama: NDArray[np.uint8], *, heading_rad: float, head_rad: float = 0.0, pitch_rad: float = 0.0
) -> View:
    robot_from_camera = Transform3.from_rpy(pitch_rad=pitch_rad, yaw_rad=head_rad)
    columns, rows = np.meshgrid(np.arange(CAMERA.width_px), np.arange(CAMERA.height_px))
    rays = CAMERA.ray(np.column_stack((columns.ravel(), rows.ravel())).astype(np.float64))
    ways = Transform3.from_rpy(yaw_rad=heading_rad).rotate(robot_from_camera.rotate(rays))
    bearing_rad = np.arctan2(ways[:, 1], ways[:, 0])
    elevation_rad = np.arctan2(ways[:, 2], np.hypot(ways[:, 0], ways[:, 1]))
    map_x = (math.pi - bearing_rad) * PANORAMA_PX_PER_RAD
    map_y = 240.0 - elevation_rad * PANORAMA_PX_PER_RAD
    shape = CAMERA.height_px, CAMERA.width_px
    grey = cv2.remap(
        panorama,
        map_x.reshape(shape).astype(np.float32),
        map_y.reshape(shape).astype(np.float32),
        cv2.INTER_LINEAR,
    )
    return View(grey.astype(np.uint8), CAMERA, robot_from_camera)


@pytest.mark.parametrize("turned_rad", [-0.25, -0.05, 0.0, 0.1, 0.3])
def test_the_turn_between_two_pictures_is_found(panorama: NDArray[np.uint8], turned_rad: float) -> None:
    found = turn_between(view(panorama, heading_rad=0.4), view(panorama, heading_rad=0.4 + turned_rad))
    assert found is not None
    assert found.matches >= FEWEST_MATCHES
    assert abs(found.angle_rad - turned_rad) < 0.003


def test_a_head_that_looked_ahead_of_the_turn_is_taken_into_account(panorama: NDArray[np.uint8]) -> None:
    before = view(panorama, heading_rad=0.0, head_rad=math.pi / 2, pitch_rad=0.1)
    after = view(panorama, heading_rad=math.pi / 2 - 0.17, pitch_rad=0.15)
    found = turn_between(before, after, expected_rad=math.pi / 2)
    assert found is not None
    assert abs(found.angle_rad - (math.pi / 2 - 0.17)) < 0.004
    assert found.spread_rad < 0.01


def test_pictures_that_show_different_walls_or_none_say_nothing(panorama: NDArray[np.uint8]) -> None:
    before = view(panorama, heading_rad=0.0)
    assert turn_between(before, view(panorama, heading_rad=2.5)) is None
    bare = View(np.full_like(before.grey, 128), CAMERA, before.robot_from_camera)
    assert turn_between(before, bare) is None
    assert turn_between(bare, before) is None
