"""Soft shadows on the floor, drawn as a few thin discs: real shadow maps would triple the cost of a picture.

Each disc is darker where more of them overlap, so a shadow fades towards its edge as under a wide lamp.
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


RINGS = ((1.15, 0.10), (0.95, 0.14), (0.72, 0.20))
"""(radius as a part of the thing's own, darkness) of the discs that make one shadow."""
LEAN = 0.45
"""How far a shadow's middle moves per metre that the thing is high and the lamp leans."""
ABOVE_FLOOR_M = 0.002


@dataclass(frozen=True, slots=True, kw_only=True)
class Shadow:
    """A body (its number in the model) that darkens the floor round it."""

    body: int
    radius_m: float
    height_m: float


class ShadowPainter:
    """Adds the shadows of one world to a scene that is about to be drawn."""

    def __init__(
        self, data: mujoco.MjData, shadows: tuple[Shadow, ...], *, lamp_direction: tuple[float, float, float]
    ) -> None:
        """`lamp_direction` points from the lamp to the floor."""
        self._data = data
        self._shadows = shadows
        down = -lamp_direction[2]
        lean = np.array([LEAN * lamp_direction[0] / down, LEAN * lamp_direction[1] / down, 0.0])
        self._bodies = np.array([shadow.body for shadow in shadows], dtype=np.intp)
        self._offsets_m = np.outer([shadow.height_m for shadow in shadows], lean)
        self._reaches_m = np.array([RINGS[0][0] * shadow.radius_m + ABOVE_FLOOR_M for shadow in shadows])

    def add_to(self, scene: mujoco.MjvScene, view: ViewCone) -> None:
        """Put the discs in view behind the geoms already in the scene, as far as there is room."""
        level = np.eye(3).reshape(-1)
        centers_m = self._data.xpos[self._bodies] + self._offsets_m
        centers_m[:, 2] = ABOVE_FLOOR_M
        out_of_view = view.misses(centers_m, self._reaches_m)
        for shadow, (x_m, y_m, _), missed in zip(
            self._shadows, centers_m.tolist(), out_of_view.tolist(), strict=True
        ):
            if missed:
                continue
            for layer, (part, darkness) in enumerate(RINGS):
                if scene.ngeom >= scene.maxgeom:
                    return
                radius_m = part * shadow.radius_m
                disc = scene.geoms[scene.ngeom]
                mujoco.mjv_initGeom(
                    disc,
                    mujoco.mjtGeom.mjGEOM_CYLINDER,
                    np.array([radius_m, 0.0003, 0.0]),
                    np.array([x_m, y_m, ABOVE_FLOOR_M * (1.0 + 0.5 * layer)]),
                    level,
                    np.array([0.0, 0.0, 0.0, darkness], dtype=np.float32),
                )
                # `mjv_initGeom` leaves these as whatever stood in memory; a picture must not depend on that.
                disc.category = mujoco.mjtCatBit.mjCAT_DECOR
                disc.objtype, disc.objid, disc.segid = mujoco.mjtObj.mjOBJ_UNKNOWN, -1, -1
                disc.transparent, disc.camdist = 1, 0.0
                scene.ngeom += 1
