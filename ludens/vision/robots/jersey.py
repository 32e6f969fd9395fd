"""Whose jersey a robot wears, by the hue of what is seen of its torso.

Colours are numbered as the league does. Hues hardly change with the light; grey, white and black have none,
so of those only black is told, by its darkness.
"""

import math

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.messages.team import RobotTeam

Pixels = NDArray[np.uint8]

COLOURS = ("blue", "red", "yellow", "black", "white", "green", "orange", "purple", "brown", "grey")
"""Of the league, by their numbers."""
HUES_RAD = {
    "blue": math.radians(-12.0),
    "red": math.radians(112.0),
    "yellow": math.radians(171.0),
    "green": math.radians(-135.0),
    "orange": math.radians(140.0),
    "purple": math.radians(48.0),
    "brown": math.radians(128.0),
}
"""Angle of (Cb, Cr) about grey."""
BLACK, NONE = 10.0, 20.0
"""Stand for a hue where there is none."""
NEAR_RAD = math.radians(32.0)
LEAST_SATURATION = 0.14
"""Of brightness: less chroma is grey."""
DARK = 52.0
DARK_SATURATION = 0.35
LEAST_SHARE = 0.08
"""Of the pixels where a torso is, that must have one team's colour."""
IN_VIEW = 0.25
TWICE = 2.0
"""So many more than the other team's."""


def hue_of(colour: int) -> float:
    """Return the hue of one of the league's colours, for `colour_shares`."""
    name = COLOURS[colour]
    return BLACK if name == "black" else HUES_RAD.get(name, NONE)


def colour_shares(
    ycbcr: Pixels, box: tuple[float, float, float, float], own_hue: float, other_hue: float
) -> tuple[float, float] | None:
    """Return how much of a box (left, upper, right, lower) has each team's colour; None: it is not in view.

    A quarter of it must be in the picture.
    """
    height, width, _ = ycbcr.shape
    left, right = max(round(box[0]), 0), min(round(box[2]), width)
    upper, lower = max(round(box[1]), 0), min(round(box[3]), height)
    whole = (box[2] - box[0]) * (box[3] - box[1])
    if right - left < 2 or lower - upper < 2 or (right - left) * (lower - upper) < IN_VIEW * whole:
        return None
    own, other, total = _votes(ycbcr, left, right, upper, lower, own_hue, other_hue)
    return own / total, other / total


def team_of(shares: tuple[float, float] | None, least: float = LEAST_SHARE) -> RobotTeam:
    """Return whose colour is seen, if anybody's."""
    if shares is None or max(shares) < least or max(shares) < TWICE * min(shares):
        return RobotTeam.UNKNOWN
    return RobotTeam.OWN if shares[0] > shares[1] else RobotTeam.OTHER


@compiled
def _votes(
    ycbcr: Pixels, left: int, right: int, upper: int, lower: int, own_hue: float, other_hue: float
) -> tuple[int, int, int]:
    own, other, total = 0, 0, 0
    stride = max(min(right - left, lower - upper) // 12, 1)
    for row in range(upper, lower, stride):
        for column in range(left, right, stride):
            bright = float(ycbcr[row, column, 0])
            blue, red = float(ycbcr[row, column, 1]) - 128.0, float(ycbcr[row, column, 2]) - 128.0
            saturation = np.hypot(blue, red) / max(bright, 20.0)
            hue = np.arctan2(red, blue)
            total += 1
            to_own = _apart(hue, own_hue, bright, saturation)
            to_other = _apart(hue, other_hue, bright, saturation)
            if to_own < NEAR_RAD and to_own <= to_other:
                own += 1
            elif to_other < NEAR_RAD:
                other += 1
    return own, other, total


@compiled
def _apart(hue: float, wanted: float, bright: float, saturation: float) -> float:
    """Return how far a pixel's hue is from a wanted one; infinity where it is none or the wrong darkness."""
    if wanted == NONE:
        return np.inf
    if wanted == BLACK:
        return 0.5 * NEAR_RAD if bright < DARK and saturation < DARK_SATURATION else np.inf
    if saturation < LEAST_SATURATION:
        return np.inf
    off = abs(hue - wanted)
    return min(off, 2.0 * np.pi - off)
