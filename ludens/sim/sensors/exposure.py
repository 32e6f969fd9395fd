"""Automatic exposure: a camera makes dark scenes brighter and bright ones darker, a little late."""

import math

import numpy as np
from numpy.typing import NDArray

MIDDLE_GREY = 115.0
"""To which the mean of a picture is brought: about what a card that reflects 18 % of the light looks like."""
DARKEST, BRIGHTEST = 0.5, 2.0
"""Of the light that is there, as far as a shutter in one room goes."""
EVERY_PX = 8
"""So many pixels apart the scene is measured."""


class AutomaticExposure:
    """The factor by which pictures are brighter, or longer exposed, than in ordinary light.

    `follows` is which part of a scene's departure from middle grey is made up for; 0 is a fixed exposure.
    """

    def __init__(self, *, follows: float, time_s: float) -> None:
        self._follows, self._time_s = follows, time_s
        self._level: float | None = None  # logarithm of the factor

    def next_factor(self, scene_rgb: NDArray[np.uint8], elapsed_s: float) -> float:
        """Return the factor for a picture of this scene; it was chosen by the pictures before."""
        if self._follows == 0.0:
            return 1.0
        mean = max(float(scene_rgb[::EVERY_PX, ::EVERY_PX].mean()), 1.0)
        wished = self._follows * math.log(MIDDLE_GREY / mean)
        wished = min(max(wished, math.log(DARKEST)), math.log(BRIGHTEST))
        level = wished if self._level is None else self._level  # it was on before the first picture
        self._level = level + (1.0 - math.exp(-elapsed_s / self._time_s)) * (wished - level)
        return math.exp(level)
