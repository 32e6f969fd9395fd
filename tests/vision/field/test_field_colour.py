"""The field's colour in pictures that are painted, not drawn by our simulation."""

import cv2
import numpy as np
import pytest

from ludens.vision.field.colour import FieldColourFollower, is_field
from ludens.vision.field.scanner import to_ycbcr

FLOOR = (128, 124, 122)
GREENS = {
    "plain": (60, 120, 50),
    "yellowish": (125, 135, 55),
    "turquoise": (45, 110, 100),
    "dark": (18, 38, 20),
    "bright turf": (120, 200, 90),
    "olive": (62, 70, 22),
}


def painted(turf_rgb, *, share=0.5):
    """A grey floor above, turf below, with the noise of a camera."""
    random = np.random.default_rng(4)
    picture = np.empty((240, 320, 3))
    rows = round(240 * (1.0 - share))
    picture[:rows], picture[rows:] = FLOOR, turf_rgb
    picture *= 1.0 + 0.1 * cv2.resize(random.standard_normal((60, 80)), (320, 240))[..., np.newaxis]
    return to_ycbcr(np.clip(picture + random.normal(0, 3, picture.shape), 0, 255).astype(np.uint8))


def share_of_field(colour, part):
    return np.mean([is_field(colour.numbers, *map(float, pixel)) for pixel in part.reshape(-1, 3)[::37]])


@pytest.mark.parametrize("name", GREENS)
@pytest.mark.parametrize("share", [0.9, 0.3])
def test_any_green_is_found_and_the_floor_is_none(name, share):
    ycbcr = painted(GREENS[name], share=share)
    colour = FieldColourFollower().look(ycbcr, first_row=0)
    assert colour is not None
    assert share_of_field(colour, ycbcr[-60:]) > 0.85
    assert share_of_field(colour, ycbcr[:20]) < 0.1


@pytest.mark.parametrize("rgb", [(128, 128, 128), (150, 110, 80), (70, 90, 140), (120, 60, 60)])
def test_grey_wood_blue_and_red_are_no_field(rgb):
    assert FieldColourFollower().look(painted(rgb), first_row=0) is None
