"""Jerseys are told apart by hue, in any light."""

import cv2
import numpy as np
import pytest

from ludens.messages.team import RobotTeam
from ludens.vision.field.scanner import to_ycbcr
from ludens.vision.robots.jersey import COLOURS, colour_shares, hue_of, team_of

RGB = {
    "blue": (20, 50, 190),
    "red": (200, 20, 20),
    "yellow": (220, 200, 30),
    "black": (18, 18, 20),
    "green": (10, 150, 20),
    "orange": (235, 120, 20),
    "purple": (130, 20, 170),
}
BOX = (10.0, 10.0, 50.0, 50.0)


def picture(colour, *, light=1.0):
    """A shirt with a white number, on a white body."""
    pixels = np.full((60, 60, 3), 230.0)
    pixels[12:48, 12:48] = RGB[colour]
    pixels[20:36, 27:33] = 240.0
    pixels = cv2.GaussianBlur(light * pixels, (0, 0), 1.0)
    return to_ycbcr(np.clip(pixels, 0, 255).astype(np.uint8))


def worn(ycbcr, hues):
    return team_of(colour_shares(ycbcr, BOX, *hues))


@pytest.mark.parametrize("light", [0.35, 1.0])
@pytest.mark.parametrize(("own", "other"), [("blue", "red"), ("yellow", "black"), ("green", "purple")])
def test_each_team_is_known_by_its_colour(own, other, light):
    hues = hue_of(COLOURS.index(own)), hue_of(COLOURS.index(other))
    assert worn(picture(own, light=light), hues) is RobotTeam.OWN
    assert worn(picture(other, light=light), hues) is RobotTeam.OTHER


def test_a_colour_of_no_team_a_bare_robot_and_a_box_outside_the_picture_tell_nothing():
    hues = hue_of(COLOURS.index("blue")), hue_of(COLOURS.index("red"))
    assert worn(picture("green"), hues) is RobotTeam.UNKNOWN
    white = to_ycbcr(np.full((60, 60, 3), 220, np.uint8))
    assert worn(white, hues) is RobotTeam.UNKNOWN
    assert colour_shares(picture("blue"), (55.0, 10.0, 95.0, 50.0), *hues) is None
    assert team_of(None) is RobotTeam.UNKNOWN
