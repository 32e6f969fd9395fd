"""MuJoCo's renderer, drawing only a part of a picture, and only some of the shapes."""

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.sim.picture_window import Window


class WindowRenderer(mujoco.Renderer):  # type: ignore[misc]  # mujoco publishes no types of it
    """Can draw a part of the picture."""

    def render_window(self, window: Window) -> NDArray[np.uint8]:
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


def leave_out(scene: mujoco.MjvScene, left_out: NDArray[np.bool_]) -> None:
    """Do not draw some shapes of the model."""
    for index in range(scene.ngeom):
        geom = scene.geoms[index]
        if geom.objtype == mujoco.mjtObj.mjOBJ_GEOM and left_out[geom.objid]:
            geom.type = mujoco.mjtGeom.mjGEOM_NONE
