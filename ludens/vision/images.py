"""The two kinds of image that this room passes around, and the check at its door."""

from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from ludens.core.errors import LudensError


class VisionError(LudensError):
    """An image or a parameter that the vision room cannot work with; the message says what it takes."""


RgbImage: TypeAlias = npt.NDArray[np.uint8]
"""(height, width, 3), red first, 0 to 255."""

LabelImage: TypeAlias = npt.NDArray[np.int32]
"""(height, width): pixels with the same number, counted from 0, are one region; negative ones are in none."""


def as_rgb(pixels: RgbImage) -> RgbImage:
    """Return the image with its rows one after another in memory, or say what is wrong with it."""
    if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8 or pixels.size == 0:
        raise VisionError(
            "An image is an array (height, width, 3) of uint8, red first; "
            f"got shape {pixels.shape} of {pixels.dtype}."
        )
    return np.ascontiguousarray(pixels)


def lightest(pixels_rgb: RgbImage) -> npt.NDArray[np.uint8]:
    """Return each pixel's lightest channel: what has any colour is light there, and only black is dark.

    Black marks on white are read in it where coloured things touch them. In grey a red thing is as dark as
    half a mark: it grows together with it.
    """
    red, green, blue = cv2.split(pixels_rgb)
    return np.asarray(cv2.max(cv2.max(red, green), blue), dtype=np.uint8)
