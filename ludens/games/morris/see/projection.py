"""From places on the board to pixels, for compiled code: a sight as eighteen numbers.

The first nine are the rotation camera_from_board row by row, then its translation, then focal lengths, the
middle of the picture, and k1 and k2 of the lens (see `ludens.geometry.camera`).
"""

import numpy as np

from ludens.core.compiled import compiled
from ludens.games.morris.see.sight import Sight
from ludens.geometry import FloatArray, PinholeCamera

NUMBERS = 18


def lens_numbers(camera: PinholeCamera) -> tuple[float, ...]:
    """Return the last six."""
    return (
        camera.focal_x_px,
        camera.focal_y_px,
        camera.center_x_px,
        camera.center_y_px,
        camera.radial_distortion[0],
        camera.radial_distortion[1],
    )


def sight_numbers(sight: Sight) -> FloatArray:
    """Return all of them."""
    place = sight.camera_from_board
    return np.concatenate((place.rotation.ravel(), place.translation, lens_numbers(sight.camera)))


@compiled
def pixel(numbers: FloatArray, x: float, y: float, z: float) -> tuple[float, float]:
    """Return column and row of a place on the board; NaN behind the camera."""
    ahead = numbers[0] * x + numbers[1] * y + numbers[2] * z + numbers[9]
    left = numbers[3] * x + numbers[4] * y + numbers[5] * z + numbers[10]
    up = numbers[6] * x + numbers[7] * y + numbers[8] * z + numbers[11]
    if ahead < 1e-3:
        return np.nan, np.nan
    a, b = -left / ahead, -up / ahead
    squared = a * a + b * b
    bend = 1.0 + squared * (numbers[16] + squared * numbers[17])
    return numbers[14] + numbers[12] * bend * a, numbers[15] + numbers[13] * bend * b
