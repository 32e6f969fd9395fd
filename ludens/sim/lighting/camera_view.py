"""Where things of the world appear in a picture that is about to be drawn, and which are out of view."""

import math
from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.geometry import FloatArray

SLACK = 1.02
"""The cone is a little wider than the picture's diagonal: nothing at its edge shall be lost to rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class ViewCone:
    """A cone with its tip in the camera, in the world's frame."""

    tip_m: NDArray[np.float64]
    axis: NDArray[np.float64]
    half_angle_rad: float

    @classmethod
    def of(cls, scene: mujoco.MjvScene, *, aspect: float) -> "ViewCone":
        """Return the cone of a scene's camera, whose pictures are `aspect` times as wide as high."""
        left, right = scene.camera
        tangent = math.hypot(1.0, aspect) * left.frustum_top / left.frustum_near
        return cls(
            tip_m=0.5 * (left.pos.astype(np.float64) + right.pos),  # a scene has two eyes, to see in depth
            axis=left.forward.astype(np.float64),
            half_angle_rad=math.atan(SLACK * tangent),
        )

    def misses(self, centers_m: NDArray[np.float64], radii_m: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Tell which balls, given by centres (count, 3) and radii, lie outside as a whole."""
        offsets = centers_m - self.tip_m
        ahead = offsets @ self.axis
        aside = np.sqrt(np.maximum(np.einsum("ij,ij->i", offsets, offsets) - ahead * ahead, 0.0))
        outside = math.cos(self.half_angle_rad) * aside - math.sin(self.half_angle_rad) * ahead
        missed: NDArray[np.bool_] = outside > radii_m
        return missed


@dataclass(frozen=True, slots=True, eq=False)
class CameraView:
    """A camera of the world as it stands now, and the numbers by which its depth buffer is read.

    Columns and rows are continuous: pixel (row 0, column 0) reaches from 0 to 1, its middle is at 0.5.
    """

    eye_m: FloatArray
    axes: FloatArray
    """(3, 3): right, down and forward in the world's frame."""
    focal_px: float
    width_px: int
    height_px: int
    near_m: float
    far_m: float

    @classmethod
    def of(cls, model: mujoco.MjModel, scene: mujoco.MjvScene, *, size_px: tuple[int, int]) -> "CameraView":
        """Return the view of a scene's camera, whose pictures have so many columns and rows."""
        left, right = scene.camera
        forward, up = left.forward.astype(np.float64), left.up.astype(np.float64)
        extent_m = float(model.stat.extent)
        return cls(
            eye_m=0.5 * (left.pos.astype(np.float64) + right.pos),
            axes=np.array((np.cross(forward, up), -up, forward)),
            focal_px=0.5 * size_px[1] * left.frustum_near / left.frustum_top,
            width_px=size_px[0],
            height_px=size_px[1],
            near_m=float(model.vis.map.znear) * extent_m,
            far_m=float(model.vis.map.zfar) * extent_m,
        )

    def projection(self) -> FloatArray:
        """Return the matrix (3, 4) from homogeneous points to (column · depth, row · depth, depth)."""
        right, down, forward = self.axes
        rows = np.array(
            (
                self.focal_px * right + 0.5 * self.width_px * forward,
                self.focal_px * down + 0.5 * self.height_px * forward,
                forward,
            )
        )
        return np.column_stack((rows, -rows @ self.eye_m))

    def plane_depths(self, normal: FloatArray, offset_m: float) -> tuple[float, float, float]:
        """Return a, b, c: a plane n·p = offset has the inverse depth a·column + b·row + c."""
        height_m = offset_m - float(normal @ self.eye_m)
        right, down, forward = (self.axes @ normal).tolist()
        per_column, per_row = right / self.focal_px, down / self.focal_px
        middle = forward - 0.5 * self.width_px * per_column - 0.5 * self.height_px * per_row
        return per_column / height_m, per_row / height_m, middle / height_m

    def depth_scale(self) -> tuple[float, float]:
        """Return s, t: the depth buffer holds s / depth − t (it runs from 1 near to 0 far)."""
        span_m = self.far_m - self.near_m
        return self.near_m * self.far_m / span_m, self.near_m / span_m
