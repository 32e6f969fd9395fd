"""The file of a camera's pose: what it may say, and what is told when it says something else."""

import math
from pathlib import Path

import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.games.soccer.see.camera_file import CameraFile
from ludens.robots.nao.places import CAMERA


@pytest.fixture
def written(tmp_path):
    def write(text):
        path = tmp_path / "pose.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_without_a_lens_it_is_a_nao_of_any_size(written):
    file = CameraFile.read(written("height_m = 0.5\npitch_deg = 30"))
    pose = file.pose("a.png", width_px=1280, height_px=960)
    assert pose.camera.focal_x_px == pytest.approx(2.0 * CAMERA.focal_x_px)
    assert pose.robot_from_camera.translation.tolist() == [0.0, 0.0, 0.5]
    down = pose.robot_from_camera.rotation @ np.array((1.0, 0.0, 0.0))
    assert math.asin(-down[2]) == pytest.approx(math.radians(30.0))


def test_a_lens_and_radians_are_taken_as_they_are(written):
    text = "height_m=1\nyaw_rad=0.2\nfocal_px=500\nfocal_y_px=510\ncenter_x_px=300\ndistortion=[-0.1]"
    pose = CameraFile.read(written(text)).pose("a.png", width_px=640, height_px=480)
    assert (pose.camera.focal_x_px, pose.camera.focal_y_px, pose.camera.center_x_px) == (500, 510, 300)
    assert pose.camera.radial_distortion == (-0.1, 0.0, 0.0)
    assert pose.robot_from_camera.rpy()[2] == pytest.approx(0.2)


def test_one_picture_may_differ(written):
    file = CameraFile.read(written('height_m = 0.5\n[pictures."b.png"]\nheight_m = 0.7\n'))
    heights = [
        file.pose(name, width_px=64, height_px=48).robot_from_camera.translation[2]
        for name in ("a.png", "b.png")
    ]
    assert heights == [0.5, 0.7]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pitch_deg = 3", "height_m = 0.51"),
        ("height_m = 'tall'", "height_m is a number"),
        ("height_m = -2.0", "between"),
        ("height_m = nan", "is a number"),
        ("height_m = 0.5\npich_deg = 3", "did you mean 'pitch_deg'?"),
        ("height_m = 0.5\npitch_deg = 3\npitch_rad = 0.1", "not both"),
        ("height_m = 0.5\ndistortion = 3", "list"),
        ("height_m = 0.5\npictures = 3", "one a picture"),
        ("height_m = = 3", "not valid TOML"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_in_a_sentence(written, text, words):
    with pytest.raises(LudensError, match=r"pose\.toml") as told:
        CameraFile.read(written(text))
    assert words in str(told.value)


def test_a_file_that_is_not_there_or_no_text_is_told(tmp_path):
    with pytest.raises(LudensError, match="No such file"):
        CameraFile.read(tmp_path / "none.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LudensError, match="not a text file"):
        CameraFile.read(tmp_path / "binary.toml")


def test_the_example_file_is_one():
    example = Path(__file__).parents[4] / "config" / "camera-pose-example.toml"
    assert CameraFile.read(example).pose("a.png", width_px=640, height_px=480).camera.width_px == 640
