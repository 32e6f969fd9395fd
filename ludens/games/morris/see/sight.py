"""How one picture looks at the board: from places on the board to pixels and back."""

from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray, PinholeCamera, Transform3


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A camera, with its lens as it is believed to be, and where the board is before it."""

    camera: PinholeCamera
    camera_from_board: Transform3

    @property
    def eye_in_board_m(self) -> FloatArray:
        """Where the camera is over the board."""
        return self.camera_from_board.inverse().translation

    def pixels(self, points_in_board_m: FloatArray) -> FloatArray:
        """Return (column, row) of points (..., 3); NaN behind the camera."""
        return self.camera.project(self.camera_from_board.apply(points_in_board_m))

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
