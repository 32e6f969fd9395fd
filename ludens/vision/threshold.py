"""The plain alternative to segmentation: every pixel for itself.

Pixels whose colour score passes a threshold, joined where they touch. Fast, and right where the wanted thing
is the only one of its colour; it knows nothing of outlines, so two balls that touch become one region, and a
pale highlight becomes a hole.
"""

import cv2
import numpy as np

from ludens.vision.colour import Colour, colour_score
from ludens.vision.images import LabelImage, RgbImage, as_rgb


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
