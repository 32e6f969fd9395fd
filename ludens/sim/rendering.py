"""Pictures of a MuJoCo world, drawn off-screen.

One `Painter` serves all cameras of one world. Its drawing context is made at the first picture, in the thread that
asks for it, and given back by `close`.
"""

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.core.errors import LudensError
from ludens.sim.shadows import ShadowPainter


class RenderingError(LudensError):
    """No picture can be drawn on this machine; the message says what is missing."""


class Painter:
    """Draws what a named camera sees."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        width_px: int,
        height_px: int,
        shadows: ShadowPainter | None = None,
    ) -> None:
        self._model, self._data = model, data
        self._shadows = shadows
        self._width_px, self._height_px = width_px, height_px
        self._renderer: mujoco.Renderer | None = None
        self._option = mujoco.MjvOption()
        self._option.geomgroup[:] = 1

    def picture(self, camera: str | mujoco.MjvCamera) -> NDArray[np.uint8]:
        """Return RGB pixels, height × width × 3."""
        renderer = self._ready()
        renderer.update_scene(self._data, camera, self._option)
        if self._shadows is not None:
            self._shadows.add_to(renderer.scene)
        pixels: NDArray[np.uint8] = renderer.render()
        return pixels

    def depth_m(self, camera: str) -> NDArray[np.float32]:
        """Return the distance along the optical axis of every pixel, height × width."""
        renderer = self._ready()
        renderer.enable_depth_rendering()
        try:
            renderer.update_scene(self._data, camera, self._option)
            depths: NDArray[np.float32] = renderer.render()
        finally:
            renderer.disable_depth_rendering()
        return depths

    def close(self) -> None:
        """Give the drawing context back. May be called twice."""
        if self._renderer is not None:
            self._renderer.close()
            self._renderer = None

    def _ready(self) -> mujoco.Renderer:
        if self._renderer is None:
            try:
                self._renderer = mujoco.Renderer(self._model, self._height_px, self._width_px, max_geom=400)
            except (ImportError, RuntimeError, AttributeError, mujoco.FatalError) as problem:
                raise RenderingError(
                    "No camera picture can be drawn off-screen: the OpenGL libraries of this machine cannot be "
                    "used, or mujoco was imported before ludens and without MUJOCO_GL=egl. Run `ludens doctor` "
                    "to see what is missing, or switch the camera off."
                ) from problem
            # Nothing here is transparent or mirrored enough to pay for it.
            self._renderer.scene.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = 0
            self._renderer.scene.flags[mujoco.mjtRndFlag.mjRND_REFLECTION] = 0
        return self._renderer
