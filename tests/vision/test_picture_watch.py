import math

import numpy as np
import pytest

from ludens.core.contract.time_series import TimeSeries
from ludens.geometry import Transform3
from ludens.messages import CameraImage, CameraPose, CameraPoses, FallReport
from ludens.robots.nao.places import CAMERA
from ludens.vision.picture_watch import PictureError, PictureWatch


def image(time_s: float, *, seed: int, level: int = 120) -> CameraImage:
    noise = np.random.default_rng(seed).integers(-3, 4, (480, 640, 3))
    return CameraImage(time_s=time_s, pixels_rgb=np.clip(level + noise, 0, 255).astype(np.uint8), jpeg=b"")


def turning(radps: float) -> TimeSeries[CameraPoses]:
    """Poses of a head that turns, for two seconds."""
    series: TimeSeries[CameraPoses] = TimeSeries()
    for number in range(21):
        time_s = 0.1 * number
        pose = CameraPose(
            camera=CAMERA,
            head_from_camera=Transform3.identity(),
            robot_from_camera=Transform3.from_rpy(
                roll_rad=0.0, pitch_rad=0.2, yaw_rad=radps * time_s, translation=np.zeros(3)
            ),
        )
        series.add(CameraPoses(time_s=time_s, top=pose, bottom=pose))
    return series


def test_pictures_of_a_camera_that_lives_pass():
    watch = PictureWatch()
    for number in range(5):
        health = watch.cycle(image(0.1 * number, seed=number), turning(1.0))
        assert health is not None
        assert health.brightness == pytest.approx(120, abs=1)


def test_a_picture_that_stays_while_the_camera_turns_is_frozen_until_another_comes():
    watch, poses = PictureWatch(), turning(1.0)
    watch.cycle(image(0.0, seed=1), poses)
    with pytest.raises(PictureError, match="frozen"):
        watch.cycle(image(0.1, seed=1), poses)
    assert watch.cycle(image(0.2, seed=1), poses) is None  # told once
    assert watch.cycle(image(0.3, seed=2), poses) is not None
    with pytest.raises(PictureError, match="frozen"):
        watch.cycle(image(0.4, seed=2), poses)


def test_a_perfect_camera_that_stands_still_is_not_frozen():
    watch = PictureWatch()
    for number in range(5):
        assert watch.cycle(image(0.1 * number, seed=1), turning(0.0)) is not None


def test_without_light_nothing_is_looked_at():
    with pytest.raises(PictureError, match="light"):
        PictureWatch().cycle(image(0.0, seed=1, level=4), turning(math.pi))


def test_a_black_picture_of_a_robot_that_lies_on_its_face_is_left_alone_without_a_fault():
    watch, lies = PictureWatch(), FallReport(time_s=0.0, state="fallen", direction="forward", lean_rad=1.5)
    assert watch.cycle(image(0.0, seed=1, level=4), turning(math.pi), lies) is None
    upright = FallReport(time_s=0.1, state="upright", direction="forward", lean_rad=0.0)
    with pytest.raises(PictureError, match="light"):
        watch.cycle(image(0.1, seed=2, level=4), turning(math.pi), upright)
