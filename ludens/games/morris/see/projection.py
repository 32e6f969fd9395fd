"""How one picture looks at the board: from places on the board to pixels and back.

For compiled code a view is eighteen numbers: the first nine are the rotation camera_from_board row by row,
then its translation, then focal lengths, the middle of the picture, and k1 and k2 of the lens (see
`ludens.geometry.camera`).
"""

from dataclasses import dataclass

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray, PinholeCamera, Transform3

NUMBERS = 18


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """A camera, with its lens as it is believed to be, and where the board is before it."""

    camera: PinholeCamera
    camera_from_board: Transform3

    @property
    def eye_in_board_m(self) -> FloatArray:
        """Where the camera is over the board."""
        return self.camera_from_board.inverse().translation

    def pixels(self, points_in_board_m: FloatArray) -> FloatArray:
        """Return (column, row) of points (..., 3); NaN behind the camera."""
        points = self.camera_from_board.apply(points_in_board_m)
        camera = self.camera
        return _projected(
            points.reshape(-1, 3),
            (camera.focal_x_px, camera.focal_y_px),
            (camera.center_x_px, camera.center_y_px),
            camera.radial_distortion,
        ).reshape(*points.shape[:-1], 2)

    def rays(self, pixels: FloatArray) -> FloatArray:
        """Return directions (..., 3) in the board's frame along which the eye sees pixels (..., 2)."""
        return self.camera_from_board.inverse().rotate(self.camera.ray(pixels))

    def on_plane(self, pixels: FloatArray, *, height_m: float) -> FloatArray:
        """Return where on the board (..., 2) pixels lie, for things of a height; NaN above the horizon."""
        eye_m, rays = self.eye_in_board_m, self.rays(pixels)
        with np.errstate(divide="ignore", invalid="ignore"):
            way = (height_m - eye_m[2]) / rays[..., 2]
        way = np.where(way > 0.0, way, np.nan)
        places: FloatArray = eye_m[:2] + way[..., np.newaxis] * rays[..., :2]
        return places


@compiled
def _projected(
    points: FloatArray,
    focal: tuple[float, float],
    center: tuple[float, float],
    bend: tuple[float, float, float],
) -> FloatArray:
    """Return what `PinholeCamera.project` does: asked a score of times a picture, and ten times as quick."""
    k1, k2, k3 = bend
    pixels = np.empty((len(points), 2))
    for index in range(len(points)):
        ahead = points[index, 0] if points[index, 0] > 0.0 else np.nan
        a, b = -points[index, 1] / ahead, -points[index, 2] / ahead
        squared = a * a + b * b
        growth = 1.0 + squared * (3.0 * k1 + squared * (5.0 * k2 + squared * 7.0 * k3))
        factor = 1.0 + squared * (k1 + squared * (k2 + squared * k3)) if growth > 0.0 else np.nan
        pixels[index, 0] = a * factor * focal[0] + center[0]
        pixels[index, 1] = b * factor * focal[1] + center[1]
    return pixels


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


def sight_numbers(view: BoardView) -> FloatArray:
    """Return all of them."""
    place = view.camera_from_board
    return np.concatenate((place.rotation.ravel(), place.translation, lens_numbers(view.camera)))


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
