"""Pictures of a MuJoCo world, drawn off-screen.

One `Renderer` serves all cameras of one world. A drawing context belongs to the thread that made it, while a
run may be driven from one thread and ended from another; so each renderer has a thread of its own that does
all the drawing.
"""

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.core.errors import LudensError
from ludens.geometry import FloatArray
from ludens.sim.lighting.camera_view import CameraView, ViewCone
from ludens.sim.lighting.surface_light import SurfaceLight
from ludens.sim.picture_window import ImageWindow, Outlines, WindowRenderer, touching

MOST_GEOMS = 1000
UNSEEN = 3e-5
"""Metres or radians that things may have moved without a picture showing it."""


WORTH_A_WINDOW = 0.7
"""Of a picture: where more has changed it is drawn as a whole."""


class RenderingError(LudensError):
    """No picture can be drawn on this machine; the message says what is missing."""


def free_camera(
    look_at_m: tuple[float, float, float], *, distance_m: float, azimuth_rad: float, elevation_rad: float
) -> mujoco.MjvCamera:
    """Return a free camera that looks at a point: in the direction of the azimuth, down where negative."""
    camera = mujoco.MjvCamera()
    camera.lookat[:] = look_at_m
    camera.distance = distance_m
    camera.azimuth, camera.elevation = math.degrees(azimuth_rad), math.degrees(elevation_rad)
    return camera


@dataclass(frozen=True, slots=True, eq=False)
class _Frame:
    """What MuJoCo draws: pixels, and the depth buffer (from below to above) where light needs it."""

    seen_from: CameraView
    pixels: NDArray[np.uint8]
    depths: NDArray[np.float32] | None

    def with_part(self, part: "_Frame", window: ImageWindow) -> "_Frame":
        """Return the same with a window of it drawn anew."""
        pixels = self.pixels.copy()
        pixels[window.slices] = part.pixels
        if self.depths is None or part.depths is None:
            return _Frame(self.seen_from, pixels, None)
        depths = self.depths.copy()
        depths[::-1][window.slices] = part.depths[::-1]
        return _Frame(self.seen_from, pixels, depths)


@dataclass(frozen=True, slots=True, eq=False)
class _Drawn:
    """A picture, and the scene as it shows it."""

    pixels: NDArray[np.uint8]
    frame: _Frame
    """The same without shadows."""
    view: FloatArray
    """Light, and where the camera is: with another one everything looks different."""
    places: FloatArray
    """(shapes, 12): place and turn of each."""


class Renderer:
    """Draws what a camera sees. The context is made at the first picture and given back by `close`."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        width_px: int,
        height_px: int,
        light: SurfaceLight | None = None,
    ) -> None:
        self._model, self._data = model, data
        self._light = light
        self._width_px, self._height_px = width_px, height_px
        self._thread: ThreadPoolExecutor | None = None
        self._renderer: WindowRenderer | None = None
        self._last: dict[tuple[str, int | None], _Drawn] = {}
        self._outlines: dict[str, Outlines] = {}
        self._option = mujoco.MjvOption()
        self._option.sitegroup[:] = 0  # sites mark places for sensors; nobody can see them
        bounds_m = model.geom_rbound
        self._reaches_m = np.where(bounds_m > 0.0, bounds_m, np.inf)  # a plane has no bound

    def picture(
        self, camera: str | mujoco.MjvCamera, *, hidden_group: int | None = None
    ) -> NDArray[np.uint8]:
        """Return RGB pixels, height × width × 3, of a camera named in the model or of a free one.

        Where a camera of the model stands still, only that part of its last picture is drawn again in which
        something has moved.

        `hidden_group` leaves out what the camera cannot see, such as the robot that carries it.
        """
        if not isinstance(camera, str):
            frame = self._own_thread().submit(self._draw, camera, hidden_group).result()
            return self._lit(frame)
        view, places = self._view_numbers(camera), self._place_numbers()
        last = self._last.get((camera, hidden_group))
        if last is None or np.abs(last.view - view).max() > UNSEEN:
            moved = np.ones(len(places), dtype=bool)
        else:
            moved = np.abs(last.places - places).max(axis=1) > UNSEEN
            if not moved.any():
                return last.pixels
        if last is None or moved.all():
            frame = self._own_thread().submit(self._draw, camera, hidden_group).result()
        else:
            frame = self._redrawn(camera, hidden_group, last, places, moved)
            places = np.where(moved[:, np.newaxis], places, last.places)  # so that small moves add up
        pixels = self._lit(frame)
        pixels.setflags(write=False)
        self._last[camera, hidden_group] = _Drawn(pixels, frame, view, places)
        return pixels

    def _lit(self, frame: _Frame) -> NDArray[np.uint8]:
        """Return the pixels of a frame in the light that falls there now."""
        if self._light is None or frame.depths is None:
            return frame.pixels
        pixels = frame.pixels.copy()
        self._light.fall_on(pixels, frame.depths, frame.seen_from)
        return pixels

    def _redrawn(
        self,
        camera: str,
        hidden_group: int | None,
        last: _Drawn,
        places: FloatArray,
        moved: NDArray[np.bool_],
    ) -> _Frame:
        """Return the last frame with a new part."""
        before_px, now_px = (self._rectangles_px(camera, numbers) for numbers in (last.places, places))
        both_px = np.concatenate((before_px[moved], now_px[moved]))
        window = ImageWindow.around(both_px, width_px=self._width_px, height_px=self._height_px)
        if window.pixels == 0:
            return last.frame
        if window.pixels > WORTH_A_WINDOW * self._width_px * self._height_px:
            return self._own_thread().submit(self._draw, camera, hidden_group).result()
        is_there = touching(now_px, window)
        part = self._own_thread().submit(self._draw_window, camera, hidden_group, window, is_there).result()
        return last.frame.with_part(part, window)

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

    def _view_numbers(self, camera: str) -> FloatArray:
        """Return light and camera."""
        model, data = self._model, self._data
        number = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_CAMERA, camera)
        parts = (data.cam_xpos[number], data.cam_xmat[number], model.light_diffuse, model.light_active)
        numbers: FloatArray = np.concatenate([np.ravel(part) for part in parts])
        return numbers

    def _place_numbers(self) -> FloatArray:
        return np.concatenate((self._data.geom_xpos, self._data.geom_xmat), axis=1)

    def _rectangles_px(self, camera: str, places: FloatArray) -> FloatArray:
        if camera not in self._outlines:
            self._outlines[camera] = Outlines(
                self._model, camera=camera, width_px=self._width_px, height_px=self._height_px
            )
        seen_by = self._data.camera(camera)
        return self._outlines[camera].rectangles_px(
            places[:, :3],
            places[:, 3:].reshape(-1, 3, 3),
            eye_m=seen_by.xpos,
            eye_turn=seen_by.xmat.reshape(3, 3),
        )

    def _own_thread(self) -> ThreadPoolExecutor:
        if self._thread is None:
            self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="renderer")
        return self._thread

    # ------------------------------------------------------------------ in the renderer's thread

    def _draw(self, camera: str | mujoco.MjvCamera, hidden_group: int | None) -> _Frame:
        renderer = self._ready()
        self._look(renderer, camera, hidden_group)
        return self._render(renderer, ImageWindow(0, 0, self._width_px, self._height_px))

    def _draw_window(
        self, camera: str, hidden_group: int | None, window: ImageWindow, is_there: NDArray[np.bool_]
    ) -> _Frame:
        renderer = self._ready()
        self._choose_groups(hidden_group)
        renderer.update_scene(self._data, camera, self._option)
        renderer.choose(~is_there)
        return self._render(renderer, window)

    def _render(self, renderer: WindowRenderer, window: ImageWindow) -> _Frame:
        """Draw a window of the scene that is set up."""
        size_px = self._width_px, self._height_px
        seen_from = CameraView.of(self._model, renderer.scene, size_px=size_px)
        return _Frame(seen_from, *renderer.render_window(window, with_depth=self._light is not None))

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
        self, renderer: WindowRenderer, camera: str | mujoco.MjvCamera, hidden_group: int | None
    ) -> None:
        """Fill the scene with what may be in view."""
        self._choose_groups(hidden_group)
        scene = renderer.scene
        renderer.update_scene(self._data, camera, self._option)
        view = ViewCone.of(scene, aspect=self._width_px / self._height_px)
        renderer.choose(view.misses(self._data.geom_xpos, self._reaches_m))

    def _choose_groups(self, hidden_group: int | None) -> None:
        self._option.geomgroup[:] = 1
        if hidden_group is not None:
            self._option.geomgroup[hidden_group] = 0

    def _close_renderer(self) -> None:
        if self._renderer is not None:
            self._renderer.close()
            self._renderer = None

    def _ready(self) -> WindowRenderer:
        if self._renderer is None:
            try:
                self._renderer = WindowRenderer(
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
