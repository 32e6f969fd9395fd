"""Where a colour ends in the picture, to a part of a pixel; compiled."""

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray

DARK, PALE = 45.0, 20.0
"""Sum of red, green and blue under which a colour cannot be told where they differ so little: the sides of
men away from the lamp are as dark as a line, but still of a colour."""
STEPS_PX, FAR_PX = (0.5, 1.0), 6.0
"""How finely the colour is followed, near its edge and where it is looked for from farther off than this."""
GOES_ON, ABSENT = np.inf, -np.inf
"""What there is instead of an edge: the colour goes on as far as is looked; or it is not there at all."""


@compiled
def edge_offset(
    picture: NDArray[np.uint8],
    column: float,
    row: float,
    across: FloatArray,
    reach: float,
    colour: FloatArray,
    radius: float,
    gains: FloatArray,
) -> float:
    """Return how far outwards of a pixel the colour ends; NaN where the picture does."""
    before, way = np.nan, -reach
    step = STEPS_PX[1] if reach > FAR_PX else STEPS_PX[0]
    while way <= reach:
        now = _belongs(picture, column + way * across[0], row + way * across[1], colour, radius, gains)
        if np.isnan(now):
            return np.nan
        if now > 0.0:
            before = now
        elif not np.isnan(before):
            return way - step * now / (now - before)
        elif way > 0.25 * reach:
            return ABSENT
        way += step
    return GOES_ON


@compiled
def _belongs(
    picture: NDArray[np.uint8],
    column: float,
    row: float,
    colour: FloatArray,
    radius: float,
    gains: FloatArray,
) -> float:
    """Return how much the picture there is of the colour: above zero inside its disc; NaN outside."""
    height, width, _ = picture.shape
    if not (0.0 <= column < width - 1.0 and 0.0 <= row < height - 1.0):
        return np.nan
    left, top = int(column), int(row)
    right_share, low_share = column - left, row - top
    upper_left, upper_right = (1.0 - low_share) * (1.0 - right_share), (1.0 - low_share) * right_share
    lower_left, lower_right = low_share * (1.0 - right_share), low_share * right_share
    red = green = blue = 0.0
    for channel in range(3):
        light = gains[channel] * (
            upper_left * picture[top, left, channel]
            + upper_right * picture[top, left + 1, channel]
            + lower_left * picture[top + 1, left, channel]
            + lower_right * picture[top + 1, left + 1, channel]
        )
        if channel == 0:
            red = light
        elif channel == 1:
            green = light
        else:
            blue = light
    total = red + green + blue
    if total < DARK and max(red, green, blue) - min(red, green, blue) < PALE:
        return -1.0
    first = (red - green) / total - colour[0]
    second = (blue - green) / total - colour[1]
    return float(1.0 - np.sqrt(first * first + second * second) / radius)
