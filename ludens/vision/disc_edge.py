"""Where a coloured disc ends, to a fraction of a pixel.

Segmentation finds a ball but not its edge: lens blur and colour compression make a rim of mixed colours, some
pixels wide, that may become a region of its own. The radius would come out up to a fifth too small, and the
distance as much too large. So we look again at the picture, along rays from the centre, for the place where
the wanted colour has faded half way to what lies outside. Blur widens that slope to both sides alike and
leaves its middle in place.
"""

import numpy as np
import numpy.typing as npt

from ludens.core.compiled import compiled, read_only
from ludens.vision.circle import CircleFit, ImageCircle, fit_circle
from ludens.vision.colour import CHANNEL, DARK, Colour, colour_score
from ludens.vision.images import RgbImage, as_rgb
from ludens.vision.outline import Points, inside_picture, outline_points
from ludens.vision.regions import Regions

_Profile = npt.NDArray[np.float64]

_RAYS = 96
_STEP_PX = 0.5
_REACH_PX = 4.0
"""How far beyond one and a half radii the edge may lie."""
_NEAR_STEPS = 4
_FAR_STEPS = 8
"""The colour on either side is taken between these distances from the edge: 2 to 4 pixels."""
_RIM_SHARE = 0.4
"""Half would be right for a flat disc. A ball's rim turns away from the light and is some 20 % darker than
what lies 3 pixels inside, so half of the rim's colour is about 0.4 of that. Chosen on rendered balls of 10 to
40 pixels (three lights, a dark floor, edges smooth or not). At other positions in those scenes the median
error of the radius was up to 0.1 pixels without JPEG and up to 0.3 with it, worst on the dark floor."""
_PASSES = 2
"""The second pass starts from a better circle, from where rays meet the edge at right angles."""


def locate_disc(
    pixels_rgb: RgbImage, regions: Regions, index: int, wanted: Colour, *, tolerance_px: float = 1.0
) -> CircleFit | None:
    """Return the circle of a round thing of which a region shows at least a part; None where nothing fits.

    Args:
        pixels_rgb: the picture of which `regions` were measured.
        regions: all regions of that picture.
        index: the region to look at.
        wanted: the colour of the thing; the region must have a positive score for it.
        tolerance_px: points farther from the circle are taken for something else, in front or behind.
    """
    pixels = as_rgb(pixels_rgb)
    height_px, width_px = regions.labels.shape
    score = float(colour_score(regions.mean_rgb[index], wanted))
    outline = inside_picture(outline_points(regions, index), width_px=width_px, height_px=height_px)
    fit = fit_circle(outline, tolerance_px=tolerance_px)
    for _ in range(_PASSES):
        if fit is None or score <= 0.0:
            return None
        points = edge_points(pixels, fit.circle, wanted, inside_score=score)
        fit = fit_circle(points, tolerance_px=tolerance_px)
    return fit


def edge_points(pixels_rgb: RgbImage, circle: ImageCircle, wanted: Colour, *, inside_score: float) -> Points:
    """Return where rays from the centre of a rough circle leave the wanted colour; some rays give no point.

    `inside_score` is the colour score of the thing itself. The search reaches from half to one and a half
    times the radius and some pixels more.
    """
    return _edge_points(
        read_only(as_rgb(pixels_rgb)),
        circle.column_px,
        circle.row_px,
        circle.radius_px,
        CHANNEL[wanted],
        inside_score,
    )


@compiled
def _colour_at(pixels: RgbImage, column: float, row: float, channel: int) -> tuple[float, float]:
    """Return excess of the wanted channel and brightness between pixel centres (bilinear); NaN outside."""
    height, width, _ = pixels.shape
    if not (0.0 <= column <= width - 1 and 0.0 <= row <= height - 1):
        return np.nan, np.nan
    left, top = int(column), int(row)
    right, bottom = min(left + 1, width - 1), min(top + 1, height - 1)
    across, down = column - left, row - top
    brightness, wanted = 0.0, 0.0
    for colour in range(3):
        above = (1.0 - across) * pixels[top, left, colour] + across * pixels[top, right, colour]
        below = (1.0 - across) * pixels[bottom, left, colour] + across * pixels[bottom, right, colour]
        value = (1.0 - down) * above + down * below
        brightness += value
        if colour == channel:
            wanted = value
    return 3.0 * wanted - brightness, brightness


@compiled
def _fall(values: _Profile, level: float, first: int, last: int) -> float:
    """Return the last place between two indices where values fall through a level; -1 where they never do."""
    for index in range(last - 1, first - 1, -1):
        if values[index] >= level and values[index + 1] < level:
            above, below = float(values[index]), float(values[index + 1])
            return index + (above - level) / (above - below)
    return -1.0


@compiled
def _mean(values: _Profile, first: int, last: int) -> float:
    """Return the mean of the values between two indices that lie in the picture; NaN where none does."""
    total, count = 0.0, 0
    for index in range(max(first, 0), min(last, values.size - 1) + 1):
        if not np.isnan(values[index]):
            total += values[index]
            count += 1
    return total / count if count > 0 else np.nan


@compiled
def _edge_points(
    pixels: RgbImage, column: float, row: float, radius: float, channel: int, inside_score: float
) -> Points:
    start = 0.5 * radius
    steps = int((radius + _REACH_PX) / _STEP_PX) + _FAR_STEPS
    excess = np.empty(steps, dtype=np.float64)
    scores = np.empty(steps, dtype=np.float64)
    points = np.empty((_RAYS, 2), dtype=np.float64)
    count = 0
    for ray in range(_RAYS):
        angle = 2.0 * np.pi * ray / _RAYS
        along, down = np.cos(angle), np.sin(angle)
        for step in range(steps):
            distance = start + step * _STEP_PX
            at_column, at_row = column + distance * along, row + distance * down
            excess[step], brightness = _colour_at(pixels, at_column, at_row, channel)
            scores[step] = excess[step] / (2.0 * max(brightness, DARK))
        rough = int(_fall(scores, 0.5 * inside_score, 0, steps - _FAR_STEPS))
        if rough < 0:
            continue
        # The score is a ratio, which does not mix evenly where a bright floor meets a dark ball.
        inside = _mean(excess, rough - _FAR_STEPS, rough - _NEAR_STEPS)
        outside = _mean(excess, rough + _NEAR_STEPS, rough + _FAR_STEPS)
        level = _RIM_SHARE * inside + (1.0 - _RIM_SHARE) * outside
        place = _fall(excess, level, max(rough - _NEAR_STEPS, 0), rough + _NEAR_STEPS)
        if place >= 0.0:
            distance = start + place * _STEP_PX
            points[count, 0], points[count, 1] = column + distance * along, row + distance * down
            count += 1
    return points[:count]
