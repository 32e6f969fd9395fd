"""About where a board stands, from one picture of it."""

import cv2
import numpy as np

from ludens.geometry import FloatArray, PinholeCamera, Transform3

# OpenCV's cameras look along z with y down, ours along x with z up.
_CAMERA_FROM_OPTICAL = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])


def camera_from_board(
    points_in_board_m: FloatArray, pixels: FloatArray, camera: PinholeCamera
) -> Transform3 | None:
    """Return where the board stands before a camera; nothing where the points do not tell."""
    matrix = np.array(
        [
            [camera.focal_x_px, 0.0, camera.center_x_px],
            [0.0, camera.focal_y_px, camera.center_y_px],
            [0.0, 0.0, 1.0],
        ]
    )
    k1, k2, k3 = camera.radial_distortion
    lens = np.array([k1, k2, 0.0, 0.0, k3])
    found, turn, shift = cv2.solvePnP(points_in_board_m, pixels, matrix, lens)
    if not found:
        return None
    rotation = _CAMERA_FROM_OPTICAL @ np.asarray(cv2.Rodrigues(turn)[0], dtype=np.float64)
    return Transform3(rotation, _CAMERA_FROM_OPTICAL @ np.asarray(shift, dtype=np.float64).reshape(3))
