"""The part of a picture in which something has changed, for a camera that stands still.

Of what a fixed camera sees, most rests from picture to picture. Whatever moved did so within the rectangles
in which it was and is; only that window need be drawn again.
"""

from dataclasses import dataclass
from itertools import product

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.geometry import FloatArray

MARGIN_PX = 2.0
NEAREST_M = 0.01
"""Shapes closer to the camera than this may be anywhere in the image."""
CORNERS: FloatArray = np.array(list(product((-1.0, 1.0), repeat=3)))


@dataclass(frozen=True, slots=True)
class ImageWindow:
    """A rectangle of pixels; `right` and `bottom` are the first beyond it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def pixels(self) -> int:
        """How many there are in it."""
        return max(0, self.right - self.left) * max(0, self.bottom - self.top)

    @property
    def slices(self) -> tuple[slice, slice]:
        """Its rows and columns in a picture."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    @classmethod
    def around(cls, rectangles_px: FloatArray, *, width_px: int, height_px: int) -> "ImageWindow":
        """Return the smallest window over rectangles (n, 4) as far as they are in the picture."""
        seen = touching(rectangles_px, cls(0, 0, width_px, height_px))
        if not seen.any():
            return cls(0, 0, 0, 0)
        left, top = np.maximum(rectangles_px[seen, :2].min(axis=0), 0.0)
        right, bottom = np.minimum(rectangles_px[seen, 2:].max(axis=0), (width_px, height_px))
        return cls(int(left), int(top), int(np.ceil(right)), int(np.ceil(bottom)))


def touching(rectangles_px: FloatArray, window: ImageWindow) -> NDArray[np.bool_]:
    """Tell which rectangles (n, 4: left, top, right, bottom) have something in a window."""
    touched: NDArray[np.bool_] = (
        (rectangles_px[:, 0] < window.right)
        & (rectangles_px[:, 2] > window.left)
        & (rectangles_px[:, 1] < window.bottom)
        & (rectangles_px[:, 3] > window.top)
    )
    return touched


class Outlines:
    """Where the shapes of a model appear in the pictures of one of its cameras."""

    def __init__(self, model: mujoco.MjModel, *, camera: str, width_px: int, height_px: int) -> None:
        self._size_px = np.array([width_px, height_px], dtype=np.float64)
        number = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_CAMERA, camera)
        self._focal_px = 0.5 * height_px / np.tan(0.5 * np.radians(model.cam_fovy[number]))
        middles, halves = model.geom_aabb[:, np.newaxis, :3], model.geom_aabb[:, np.newaxis, 3:]
        self._corners_m = middles + halves * CORNERS
        self._is_endless = model.geom_type == mujoco.mjtGeom.mjGEOM_PLANE

    def rectangles_px(
        self, places_m: FloatArray, turns: FloatArray, *, eye_m: FloatArray, eye_turn: FloatArray
    ) -> FloatArray:
        """Return left, top, right and bottom of each shape (n, 4), by their places and turns (n, 3, 3)."""
        # MuJoCo's cameras look along −z with y up.
        corners = np.einsum("nij,nkj->nki", turns, self._corners_m) + places_m[:, np.newaxis] - eye_m
        x, y, z = np.moveaxis(corners @ eye_turn, -1, 0)
        depth = np.maximum(-z, NEAREST_M)
        columns = 0.5 * self._size_px[0] + self._focal_px * x / depth
        rows = 0.5 * self._size_px[1] - self._focal_px * y / depth
        rectangles: FloatArray = np.stack(
            (columns.min(axis=1), rows.min(axis=1), columns.max(axis=1), rows.max(axis=1)), axis=1
        )
        rectangles += np.array([-MARGIN_PX, -MARGIN_PX, MARGIN_PX, MARGIN_PX])
        anywhere = self._is_endless | (z > -NEAREST_M).any(axis=1)
        rectangles[anywhere] = (0.0, 0.0, *self._size_px)
        rectangles[(z > 0.0).all(axis=1) & ~self._is_endless] = (-1.0, -1.0, -1.0, -1.0)  # behind the camera
        return rectangles


class WindowRenderer(mujoco.Renderer):  # type: ignore[misc]  # mujoco publishes no types of it
    """Can draw a part of the picture."""

    def __init__(self, model: mujoco.MjModel, height_px: int, width_px: int, *, max_geom: int) -> None:
        super().__init__(model, height_px, width_px, max_geom=max_geom)
        self._shapes = tuple(self.scene.geoms[index] for index in range(max_geom))

    def render_window(
        self, window: ImageWindow, *, with_depth: bool = False
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32] | None]:
        """Return the pixels of a window of the scene that is set up, and its depth buffer if it is asked for.

        The depth buffer is as OpenGL has it: from below to above, from 1 near to 0 far.
        """
        width, height = window.right - window.left, window.bottom - window.top
        for eye in self.scene.camera:
            up, high = eye.frustum_top, eye.frustum_top - eye.frustum_bottom
            per_px = high / self.height  # pixels are square
            eye.frustum_center = per_px * (0.5 * (window.left + window.right) - 0.5 * self.width)
            eye.frustum_width = 0.5 * per_px * width
            eye.frustum_top = up - per_px * window.top
            eye.frustum_bottom = up - per_px * window.bottom
        place = mujoco.MjrRect(0, 0, width, height)
        pixels = np.empty((height, width, 3), dtype=np.uint8)
        depths = np.empty((height, width), dtype=np.float32) if with_depth else None
        self._gl_context.make_current()
        mujoco.mjr_render(place, self.scene, self._mjr_context)
        mujoco.mjr_readPixels(pixels, depths, place, self._mjr_context)
        return np.ascontiguousarray(pixels[::-1]), depths

    def choose(self, left_out: NDArray[np.bool_]) -> None:
        """Do not draw some shapes of the model, and draw floors last.

        Most of a floor is hidden: where something nearer is already drawn, its pixels cost nothing.
        """
        leaves_out = left_out.tolist()
        floors = []
        for shape in self._shapes[: self.scene.ngeom]:
            if shape.objtype != mujoco.mjtObj.mjOBJ_GEOM:
                continue
            if leaves_out[shape.objid]:
                shape.type = mujoco.mjtGeom.mjGEOM_NONE
            elif shape.type == mujoco.mjtGeom.mjGEOM_PLANE:
                floors.append(shape)
        for floor in floors[: self.scene.maxgeom - self.scene.ngeom]:
            _copy(floor, self._shapes[self.scene.ngeom])
            floor.type = mujoco.mjtGeom.mjGEOM_NONE
            self.scene.ngeom += 1


def _copy(source: mujoco.MjvGeom, target: mujoco.MjvGeom) -> None:
    for name in _FIELDS:
        value = getattr(source, name)
        if isinstance(value, np.ndarray):
            getattr(target, name)[:] = value
        else:
            setattr(target, name, value)


_FIELDS = tuple(name for name in dir(mujoco.MjvGeom) if not name.startswith("_"))
