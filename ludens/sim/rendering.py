"""Pictures of a MuJoCo world, drawn off-screen.

One `Painter` serves all cameras of one world. A drawing context belongs to the thread that made it, while a
run may be driven from one thread and ended from another; so each painter has a thread of its own that does
all the drawing.
"""

import math
from concurrent.futures import ThreadPoolExecutor

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.core.errors import LudensError
from ludens.geometry import FloatArray
from ludens.sim.shadows import ShadowPainter
from ludens.sim.view_cone import ViewCone

MOST_GEOMS = 1000
UNSEEN = 3e-5
"""Metres or radians that things may have moved without a picture showing it."""


class RenderingError(LudensError):
    """No picture can be drawn on this machine; the message says what is missing."""


def onlooker(
    look_at_m: tuple[float, float, float], *, distance_m: float, azimuth_rad: float, elevation_rad: float
) -> mujoco.MjvCamera:
    """Return a free camera that looks at a point: in the direction of the azimuth, down where negative."""
    camera = mujoco.MjvCamera()
    camera.lookat[:] = look_at_m
    camera.distance = distance_m
    camera.azimuth, camera.elevation = math.degrees(azimuth_rad), math.degrees(elevation_rad)
    return camera


class Painter:
    """Draws what a camera sees. The context is made at the first picture and given back by `close`."""

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
        self._thread: ThreadPoolExecutor | None = None
        self._renderer: mujoco.Renderer | None = None
        self._last: dict[tuple[str, int | None], tuple[FloatArray, NDArray[np.uint8]]] = {}
        self._option = mujoco.MjvOption()
        self._option.sitegroup[:] = 0  # sites mark places for sensors; nobody can see them
        bounds_m = model.geom_rbound
        self._reaches_m = np.where(bounds_m > 0.0, bounds_m, np.inf)  # a plane has no bound

    def picture(
        self, camera: str | mujoco.MjvCamera, *, hidden_group: int | None = None
    ) -> NDArray[np.uint8]:
        """Return RGB pixels, height × width × 3, of a camera named in the model or of a free one.

        While nothing moves a camera of the model shows the same picture, which is not drawn again.

        `hidden_group` leaves out what the camera cannot see, such as the robot that carries it.
        """
        if not isinstance(camera, str):
            return self._own_thread().submit(self._draw, camera, hidden_group).result()
        scene = self._scene_numbers()
        last = self._last.get((camera, hidden_group))
        if last is not None and np.abs(last[0] - scene).max() < UNSEEN:
            return last[1]
        pixels = self._own_thread().submit(self._draw, camera, hidden_group).result()
        pixels.setflags(write=False)
        self._last[camera, hidden_group] = (scene, pixels)
        return pixels

    def forget(self) -> None:
        """Draw anew what was drawn before: the model itself was changed."""
        self._last.clear()

    def depth_m(
        self, camera: str | mujoco.MjvCamera, *, hidden_group: int | None = None
    ) -> NDArray[np.float32]:
        """Return the distance along the optical axis of every pixel, height × width."""
        return self._own_thread().submit(self._draw_depth, camera, hidden_group).result()

    def close(self) -> None:
        """Give the drawing context back. May be called twice; a later picture makes a new one."""
        if self._thread is not None:
            self._thread.submit(self._close_renderer).result()
            self._thread.shutdown()
            self._thread = None

    def _scene_numbers(self) -> FloatArray:
        """Return what a picture depends on; where it is unchanged the last one is still right."""
        data, model = self._data, self._model
        parts = (data.qpos, data.mocap_pos, data.mocap_quat, model.light_diffuse, model.light_active)
        numbers: FloatArray = np.concatenate([np.ravel(part) for part in parts])
        return numbers

    def _own_thread(self) -> ThreadPoolExecutor:
        if self._thread is None:
            self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="painter")
        return self._thread

    # ------------------------------------------------------------------ in the painter's thread

    def _draw(self, camera: str | mujoco.MjvCamera, hidden_group: int | None) -> NDArray[np.uint8]:
        renderer = self._ready()
        view = self._look(renderer, camera, hidden_group)
        if self._shadows is not None:
            self._shadows.add_to(renderer.scene, view)
        pixels: NDArray[np.uint8] = renderer.render()
        return pixels

    def _draw_depth(self, camera: str | mujoco.MjvCamera, hidden_group: int | None) -> NDArray[np.float32]:
        renderer = self._ready()
        renderer.enable_depth_rendering()
        try:
            self._look(renderer, camera, hidden_group)
            depths: NDArray[np.float32] = renderer.render()
        finally:
            renderer.disable_depth_rendering()
        return depths

    def _look(
        self, renderer: mujoco.Renderer, camera: str | mujoco.MjvCamera, hidden_group: int | None
    ) -> ViewCone:
        """Fill the scene with what may be in view, and return how far that reaches."""
        self._option.geomgroup[:] = 1
        if hidden_group is not None:
            self._option.geomgroup[hidden_group] = 0
        scene = renderer.scene
        renderer.update_scene(self._data, camera, self._option)
        view = ViewCone.of(scene, aspect=self._width_px / self._height_px)
        out_of_view = view.misses(self._data.geom_xpos, self._reaches_m).tolist()
        for index in range(scene.ngeom):
            geom = scene.geoms[index]
            if geom.objtype == mujoco.mjtObj.mjOBJ_GEOM and out_of_view[geom.objid]:
                geom.type = mujoco.mjtGeom.mjGEOM_NONE
        return view

    def _close_renderer(self) -> None:
        if self._renderer is not None:
            self._renderer.close()
            self._renderer = None

    def _ready(self) -> mujoco.Renderer:
        if self._renderer is None:
            try:
                self._renderer = mujoco.Renderer(
                    self._model, self._height_px, self._width_px, max_geom=MOST_GEOMS
                )
            except (ImportError, RuntimeError, AttributeError, mujoco.FatalError) as problem:
                raise RenderingError(
                    "No camera picture can be drawn: the OpenGL libraries of this machine cannot be used, "
                    "or mujoco was imported before ludens and without MUJOCO_GL=egl. Run `ludens doctor` to "
                    "see what is missing, or switch the camera off."
                ) from problem
            self._renderer.scene.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = 0
            self._renderer.scene.flags[mujoco.mjtRndFlag.mjRND_REFLECTION] = 0
        return self._renderer
