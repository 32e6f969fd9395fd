"""Pictures from files, through the command `ludens soccer see`."""

import json
import math

import cv2
import numpy as np
import pytest
import skimage.data
import skimage.io
from click.testing import CliRunner

from ludens.cli import EXIT_USER_ERROR
from ludens.cli.soccer.see import command
from ludens.games.soccer.see.picture_file import read_picture
from ludens.games.soccer.world.field_pictures import CameraAim
from ludens.geometry import Pose2

POSE = "height_m = 0.51\nx_m = 0.03\npitch_rad = 0.3\n"


@pytest.fixture(scope="module")
def picture_bgr(hall):
    """The centre circle two metres ahead, a ball before it."""
    picture = hall.take(Pose2(-2.0, 0.3, 0.0), CameraAim(height_m=0.51, pitch_rad=0.3), ball=(-1.1, 0.4))
    return cv2.cvtColor(picture.image.pixels_rgb, cv2.COLOR_RGB2BGR)


def see(tmp_path, names, *options, pose=POSE):
    (tmp_path / "pose.toml").write_text(pose, encoding="utf-8")
    paths = [str(tmp_path / name) for name in names]
    return CliRunner().invoke(command, [*paths, "--camera-pose", str(tmp_path / "pose.toml"), *options])


def seen(result):
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)["pictures"]


def check_scene(report, *, scale=1.0):
    (ball,) = report["balls"]
    assert math.dist(ball["at_m"], (0.9, 0.1)) < 0.05
    assert math.dist(report["circle"]["at_m"], (2.0, -0.3)) < 0.1
    assert report["lines"]
    assert ball["center_px"][0] == pytest.approx(253 * scale, abs=12 * scale)


def test_one_scene_is_seen_alike_at_any_size_format_and_order_of_colours(tmp_path, picture_bgr):
    big = cv2.resize(picture_bgr, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    luma_first = np.ascontiguousarray(cv2.cvtColor(picture_bgr, cv2.COLOR_BGR2YCrCb)[..., (1, 2, 0)])
    cv2.imwrite(str(tmp_path / "a.png"), picture_bgr)
    cv2.imwrite(str(tmp_path / "big.jpg"), big)
    cv2.imwrite(str(tmp_path / "swapped.png"), picture_bgr[..., ::-1])
    cv2.imwrite(str(tmp_path / "luma.png"), luma_first)  # a file's first channel is OpenCV's last
    same, large = seen(see(tmp_path, ["a.png", "big.jpg"], "--json"))
    check_scene(same)
    check_scene(large, scale=3.0)
    check_scene(seen(see(tmp_path, ["swapped.png"], "--json", "--order", "bgr"))[0])
    check_scene(seen(see(tmp_path, ["luma.png"], "--json", "--order", "ycbcr"))[0])
    check_scene(seen(see(tmp_path, ["luma.png"], "--json"))[0])  # known without being told


def test_a_small_picture_and_a_camera_s_memory_show_the_same_scene(tmp_path, picture_bgr):
    cv2.imwrite(
        str(tmp_path / "small.png"), cv2.resize(picture_bgr, (320, 240), interpolation=cv2.INTER_AREA)
    )
    luma, red, blue = cv2.split(cv2.cvtColor(picture_bgr, cv2.COLOR_BGR2YCrCb))
    pairs = np.stack((luma[:, ::2], blue[:, ::2], luma[:, 1::2], red[:, ::2]), axis=-1)
    (tmp_path / "memory.yuv").write_bytes(pairs.tobytes())
    small, memory = seen(see(tmp_path, ["small.png", "memory.yuv"], "--json"))
    check_scene(small, scale=0.5)
    check_scene(memory)
    (tmp_path / "memory.yuv").write_bytes(pairs.tobytes()[:-4])
    assert "YUYV, two bytes a pixel, of 160 × 120" in see(tmp_path, ["memory.yuv"]).stderr


OTHER_CAMERAS = {
    "warm": lambda light: light * (0.75, 1.0, 1.3),
    "cold": lambda light: light * (1.25, 1.0, 0.75),
    "dark": lambda light: 0.45 * light,
    "too long exposed": lambda light: 1.7 * light + 20.0,
    "flat": lambda light: 0.55 * light + 60.0,
    "gamma": lambda light: 255.0 * (light / 255.0) ** 1.6,
    "blurred": lambda light: cv2.GaussianBlur(light, (0, 0), 1.8),
    "shadow": lambda light: light * np.where(np.arange(640) > 330, 0.5, 1.0)[:, np.newaxis],
}


@pytest.mark.parametrize("camera", OTHER_CAMERAS)
def test_other_light_and_cameras_show_the_same_scene(tmp_path, picture_bgr, camera):
    changed = np.clip(OTHER_CAMERAS[camera](picture_bgr.astype(np.float64)), 0, 255).astype(np.uint8)
    cv2.imwrite(str(tmp_path / "other.jpg"), changed, [cv2.IMWRITE_JPEG_QUALITY, 60])
    check_scene(seen(see(tmp_path, ["other.jpg"], "--json"))[0])


def test_the_picture_drawn_differs_where_things_were_seen(tmp_path, picture_bgr):
    cv2.imwrite(str(tmp_path / "a.png"), picture_bgr)
    (report,) = seen(see(tmp_path, ["a.png"], "--json", "--out", str(tmp_path / "out")))
    drawn = read_picture(tmp_path / "out" / "a-seen.png")
    before = read_picture(tmp_path / "a.png")
    ball = report["balls"][0]
    column, row = round(ball["center_px"][0] + ball["radius_px"]), round(ball["center_px"][1])
    assert (
        np.abs(drawn[row, column - 2 : column + 3].astype(int) - before[row, column - 2 : column + 3]).max()
        > 60
    )
    assert np.array_equal(drawn[:40], before[:40])  # above the border nothing is seen


@pytest.mark.parametrize("size", [(16, 16), (24, 17), (40, 200), (3000, 40)])
def test_no_size_is_too_odd(tmp_path, picture_bgr, size):
    cv2.imwrite(str(tmp_path / "odd.png"), cv2.resize(picture_bgr, size))
    assert seen(see(tmp_path, ["odd.png"], "--json"))[0]["width_px"] == size[0]


@pytest.mark.parametrize("pitch", ["-1.5", "0.0", "1.5707963", "3.0"])
def test_no_pose_is_too_odd(tmp_path, picture_bgr, pitch):
    cv2.imwrite(str(tmp_path / "a.png"), picture_bgr)
    seen(see(tmp_path, ["a.png"], "--json", pose=f"height_m = 0.5\npitch_rad = {pitch}\nroll_deg = 80"))


def test_a_grey_picture_shows_no_field(tmp_path, picture_bgr):
    cv2.imwrite(str(tmp_path / "grey.png"), cv2.cvtColor(picture_bgr, cv2.COLOR_BGR2GRAY))
    (report,) = seen(see(tmp_path, ["grey.png"], "--json"))
    assert report["field_colour"] is None
    assert "no colours" in report["note"]
    assert report["balls"] == []


@pytest.mark.parametrize("photograph", ["astronaut", "coffee", "chelsea", "rocket", "page", "coins"])
def test_photographs_of_other_things_show_no_field_and_nothing_on_it(tmp_path, photograph):
    pixels = getattr(skimage.data, photograph)()
    skimage.io.imsave(str(tmp_path / "photograph.png"), pixels, check_contrast=False)
    (report,) = seen(see(tmp_path, ["photograph.png"], "--json"))
    assert report["note"]
    assert (report["balls"], report["lines"], report["circle"]) == ([], [], None)


def test_a_bad_file_is_told_and_the_rest_is_seen(tmp_path, picture_bgr):
    cv2.imwrite(str(tmp_path / "a.png"), picture_bgr)
    (tmp_path / "bad.png").write_bytes(b"no picture")
    (tmp_path / "empty.png").write_bytes(b"")
    cv2.imwrite(str(tmp_path / "dot.png"), picture_bgr[:3, :3])
    result = see(tmp_path, ["bad.png", "empty.png", "dot.png", "none.png", "a.png"])
    assert result.exit_code == EXIT_USER_ERROR
    assert "a.png: " in result.stdout
    assert "ball at 0.9" in result.stdout
    assert "bad.png is no picture" in result.stderr
    assert "empty.png is no picture" in result.stderr
    assert "only 3 × 3 pixels" in result.stderr
    assert "none.png cannot be read: No such file" in result.stderr


def test_two_pictures_of_one_name_are_both_drawn(tmp_path, picture_bgr):
    for name in ("a.png", "a.jpg"):
        cv2.imwrite(str(tmp_path / name), picture_bgr)
    seen(see(tmp_path, ["a.png", "a.jpg"], "--json", "--out", str(tmp_path / "out")))
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a-2-seen.png", "a-seen.png"]
