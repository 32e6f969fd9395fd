"""Images for a browser."""

import base64

import cv2
import numpy as np

from ludens.messages import CameraImage, DepthImage, Drawing
from ludens.studio.panels.camera import data_address, image_size_px, picture_with_drawings
from ludens.studio.taps import Sample

PREFIX = "data:image/jpeg;base64,"


def decoded(address: str | None) -> np.ndarray:
    assert address is not None
    assert address.startswith(PREFIX)
    encoded = np.frombuffer(base64.b64decode(address.removeprefix(PREFIX)), np.uint8)
    pixels = cv2.imdecode(encoded, cv2.IMREAD_COLOR)
    assert pixels is not None
    return np.asarray(pixels)[:, :, ::-1]


def test_the_camera_s_own_jpeg_is_passed_on_unchanged() -> None:
    image = CameraImage(time_s=0.0, pixels_rgb=np.zeros((4, 6, 3), np.uint8), jpeg=b"as it came")
    address = data_address(image)
    assert address is not None
    assert base64.b64decode(address.removeprefix(PREFIX)) == b"as it came"
    assert image_size_px(image) == (6, 4)


def test_colours_of_a_drawn_image_arrive_in_the_right_order() -> None:
    red = np.zeros((16, 16, 3), np.uint8)
    red[:, :, 0] = 255
    pixel = decoded(data_address(red))[8, 8]
    assert pixel[0] > 200
    assert max(pixel[1], pixel[2]) < 40


def test_in_a_depth_image_near_is_bright_and_nothing_is_black() -> None:
    depth_m = np.full((16, 48), 4.0, np.float32)
    depth_m[:, 16:32] = 0.5
    depth_m[:, 32:] = 0.0
    shown = decoded(data_address(DepthImage(time_s=0.0, depth_m=depth_m)))[:, :, 0].astype(int)
    assert shown[8, 24] > shown[8, 8] > shown[8, 40]


def test_what_is_no_image_gives_nothing() -> None:
    assert data_address("words") is None
    assert image_size_px(np.zeros(3)) is None


def samples(*times_s: float) -> list[Sample]:
    return [Sample(time_s, time_s) for time_s in times_s]


def drawings(*times_s: float) -> list[Sample]:
    return [Sample(time_s, Drawing(frame="image", shapes=())) for time_s in times_s]


def test_a_picture_is_shown_with_what_was_drawn_of_it_and_not_before_that_is_there() -> None:
    circle, lines = drawings(1.0, 1.1), drawings(1.0)
    picture, drawn = picture_with_drawings(samples(1.0, 1.1, 1.2), {"circle": circle, "lines": lines})
    assert picture == Sample(1.1, 1.1)  # of the one at 1.2 nothing is drawn yet
    assert drawn == {"circle": circle[1].value}  # the lines of the picture before are not its own


def test_what_is_drawn_later_of_the_same_picture_replaces_the_earlier() -> None:
    twice = drawings(1.0, 1.04)
    _, drawn = picture_with_drawings(samples(0.9, 1.0), {"guess": twice})
    assert drawn["guess"] is twice[1].value


def test_a_picture_that_is_being_worked_on_waits_for_all_its_drawings() -> None:
    layers = {"circle": drawings(1.0, 1.1), "lines": drawings(1.0)}
    picture, drawn = picture_with_drawings(samples(1.0, 1.1), layers, being_worked_on_s=1.1)
    assert picture == Sample(1.0, 1.0)
    assert set(drawn) == {"circle", "lines"}


def test_where_nobody_draws_the_newest_picture_is_shown() -> None:
    assert picture_with_drawings(samples(1.0, 1.1), {}) == (Sample(1.1, 1.1), {})
    old = {"circle": drawings(1.0)}
    assert picture_with_drawings(samples(2.0, 2.1), old) == (Sample(2.1, 2.1), {})
    assert picture_with_drawings([], old) == (None, {})
