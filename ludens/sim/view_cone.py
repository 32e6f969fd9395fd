"""What a camera can see at all: the cone round its picture. What lies outside need not be drawn.

Drawing takes its time for every corner of every shape, seen or not, and round things have many corners.
"""

import math
from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray

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
