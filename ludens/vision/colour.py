"""How much a colour is the wanted one.

The paper's score for green is (g - r) + (g - b); red and blue likewise. That number halves when the light
does, so we divide by the brightness: a factor on all channels (a shadow, the camera's exposure, and nearly so
the camera's gamma curve) leaves our score as it is.

    score = ((g - r) + (g - b)) / (2 max(r + g + b, DARK))

Pure green scores 1, every grey 0, pure red or blue -1/2. Below DARK the ratio would be made of noise, so
there the score fades to 0 with the light.
"""

from enum import StrEnum

import cv2
import numpy as np
import numpy.typing as npt

from ludens.vision.images import LabelImage, RgbImage, as_rgb

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


def threshold_colour(
    pixels_rgb: RgbImage, wanted: Colour, *, minimum_score: float = 0.2, sigma_px: float = 0.8
) -> LabelImage:
    """Return labels like `segment`: touching pixels of the wanted colour share a number, others carry -1.

    Args:
        pixels_rgb: (height, width, 3), uint8.
        wanted: the colour to look for.
        minimum_score: a pixel belongs where `colour_score` reaches this.
        sigma_px: width of the Gaussian filter that takes away noise first; 0 for none.
    """
    pixels = as_rgb(pixels_rgb)
    if sigma_px > 0.0:
        pixels = cv2.GaussianBlur(pixels, (0, 0), sigma_px, borderType=cv2.BORDER_REFLECT).astype(np.uint8)
    mask = (colour_score(pixels, wanted) >= minimum_score).astype(np.uint8)
    _, labels = cv2.connectedComponents(mask, connectivity=8, ltype=cv2.CV_32S)
    return labels.astype(np.int32) - np.int32(1)
