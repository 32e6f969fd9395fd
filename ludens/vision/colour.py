"""How much a colour is the wanted one.

The paper's score for green is (g - r) + (g - b); red and blue likewise. That number halves when the light
does, so we divide by the brightness: a factor on all channels (a shadow, the camera's exposure, and nearly so
the camera's gamma curve) leaves our score as it is.

    score = ((g - r) + (g - b)) / (2 max(r + g + b, DARK))

Pure green scores 1, every grey 0, pure red or blue -1/2. Below DARK the ratio would be made of noise, so
there the score fades to 0 with the light.
"""

from enum import StrEnum

import numpy as np
import numpy.typing as npt

DARK = 60.0
"""Sum of the three channels, in grey levels, under which a colour is too dark to be told."""


class Colour(StrEnum):
    """A colour that something can be told by."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"


CHANNEL = {Colour.RED: 0, Colour.GREEN: 1, Colour.BLUE: 2}
"""Place of each in a pixel."""


def colour_score(rgb: npt.ArrayLike, wanted: Colour) -> npt.NDArray[np.float64]:
    """Return the score in [-1/2, 1] of colours of shape (..., 3), 0 to 255."""
    colours = np.asarray(rgb, dtype=np.float64)
    brightness = np.sum(colours, axis=-1)
    # (g - r) + (g - b) = 3 g - (r + g + b)
    excess = 3.0 * colours[..., CHANNEL[wanted]] - brightness
    score: npt.NDArray[np.float64] = excess / (2.0 * np.maximum(brightness, DARK))
    return score
