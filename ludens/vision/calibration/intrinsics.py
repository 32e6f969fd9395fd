"""A camera's own numbers alone, from pictures of a board held before it (Zhang 2000, by OpenCV).

For a camera that hangs in nothing known, or to check the numbers of `fit_cameras`. The board must be seen
from several sides: turned and tilted, near and far, also in the corners of the picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ludens.geometry import PinholeCamera
from ludens.vision.calibration.board import SeenCorners
from ludens.vision.calibration.fitting import CalibrationError

LEAST_VIEWS = 4


@dataclass(frozen=True, slots=True)
class LensFit:
    """A camera and how well it explains the pictures."""

    camera: PinholeCamera
    after_px: float  # root of the mean squared error


def fit_lens(views: Sequence[SeenCorners], nominal: PinholeCamera, *, fit_center: bool = True) -> LensFit:
    """Return focal length, middle and k1 of a camera with square pixels."""
    if len(views) < LEAST_VIEWS:
        raise CalibrationError(
            f"The board was found in {len(views)} pictures; at least {LEAST_VIEWS} are needed."
        )
    start = np.array(
        [
            [nominal.focal_x_px, 0.0, nominal.center_x_px],
            [0.0, nominal.focal_y_px, nominal.center_y_px],
            [0.0, 0.0, 1.0],
        ]
    )
    flags = (
        cv2.CALIB_USE_INTRINSIC_GUESS
        | cv2.CALIB_FIX_ASPECT_RATIO
        | cv2.CALIB_ZERO_TANGENT_DIST
        | cv2.CALIB_FIX_K2
        | cv2.CALIB_FIX_K3
        | (0 if fit_center else cv2.CALIB_FIX_PRINCIPAL_POINT)
    )
    after_px, matrix, lens, _, _ = cv2.calibrateCamera(
        [view.points_in_board_m.astype(np.float32) for view in views],
        [view.pixels.astype(np.float32) for view in views],
        (nominal.width_px, nominal.height_px),
        start,
        np.zeros(5),
        flags=flags,
    )
    found = np.asarray(matrix, dtype=np.float64)
    k1 = float(np.asarray(lens, dtype=np.float64).reshape(-1)[0])
    camera = PinholeCamera(
        nominal.width_px,
        nominal.height_px,
        float(found[0, 0]),
        float(found[1, 1]),
        float(found[0, 2]),
        float(found[1, 2]),
        (k1, 0.0, 0.0),
    )
    return LensFit(camera, float(after_px))
