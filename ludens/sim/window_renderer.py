"""MuJoCo's renderer, drawing only a part of a picture, only some of the shapes, and floors last."""

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.sim.picture_window import ImageWindow


class WindowRenderer(mujoco.Renderer):  # type: ignore[misc]  # mujoco publishes no types of it
    """Can draw a part of the picture."""

    def __init__(self, model: mujoco.MjModel, height_px: int, width_px: int, *, max_geom: int) -> None:
        super().__init__(model, height_px, width_px, max_geom=max_geom)
        self._shapes = tuple(self.scene.geoms[index] for index in range(max_geom))

    def render_window(self, window: ImageWindow) -> NDArray[np.uint8]:
        """Return the pixels of a window of the scene that is set up."""
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
        self._gl_context.make_current()
        mujoco.mjr_render(place, self.scene, self._mjr_context)
        mujoco.mjr_readPixels(pixels, None, place, self._mjr_context)
        return pixels[::-1]

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
