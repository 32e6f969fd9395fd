"""The light on the board: how bright its white is in a picture."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.games.morris.measures import MorrisMeasures
from ludens.games.morris.see.board_lines import LINES
from ludens.games.morris.see.sight import Sight
from ludens.geometry import FloatArray

APART_M = 0.0125
OFF_LINE_M = 0.006
FEWEST = 12
BRIGHTER = 0.6
"""White is what is brighter than this share of all places that should be white: men cover some."""


class WhitePlaces:
    """Places of the board that are white wherever no man stands before them."""

    def __init__(self, measures: MorrisMeasures) -> None:
        reach_m = 0.5 * measures.table_width_m - measures.stripe_width_m - 0.006
        steps = np.arange(-reach_m, reach_m, APART_M)
        places_m = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
        points_m = measures.points_m()
        free = np.abs(places_m).max(axis=1) > 0.5 * measures.marker_plate_m + 0.008
        for first, second in LINES:
            free &= _distance_m(places_m, points_m[first], points_m[second]) > (
                0.5 * measures.line_width_m + OFF_LINE_M
            )
        for point_m in points_m:
            free &= np.abs(places_m - point_m).max(axis=1) > 0.9 * measures.man_m
        self._places_m = np.column_stack((places_m[free], np.zeros(int(free.sum()))))

    def look(self, pixels_rgb: NDArray[np.uint8], sight: Sight) -> FloatArray | None:
        """Return red, green and blue of the board's white, or None where too little of it is in sight."""
        pixels = sight.pixels(self._places_m)
        pixels = pixels[sight.camera.sees(pixels)].astype(np.float32)
        if len(pixels) < FEWEST:
            return None
        light = cv2.remap(
            pixels_rgb, pixels[:, :1], pixels[:, 1:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ).reshape(-1, 3)
        # Men are strong in one channel at most, so the least one tells white from them.
        least = light.min(axis=1)
        bright = light[least >= np.sort(least)[math.ceil(BRIGHTER * (len(least) - 1))]]
        white: FloatArray = np.median(bright.astype(np.float64), axis=0)
        return white


def _distance_m(places_m: FloatArray, start_m: FloatArray, end_m: FloatArray) -> FloatArray:
    way = end_m - start_m
    share = np.clip((places_m - start_m) @ way / (way @ way), 0.0, 1.0)
    distance: FloatArray = np.linalg.norm(places_m - (start_m + share[:, np.newaxis] * way), axis=1)
    return distance
