"""What lamps make of the flat surfaces of a world, as one picture shows it: cast shadows, and gloss.

Lamps are those of the model that may cast shadows. A lamp is as wide as its bulb, and seen from the edge of a
shadow a part of it is hidden; it is taken as a few points. Where a surface is seen is told by the depth
buffer: there, and only there, light that does not arrive is taken away from what MuJoCo has drawn.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.geometry import FloatArray, Transform3
from ludens.sim.lighting.camera_view import CameraView
from ludens.sim.lighting.casting import BOX, SPHERE, cast, shade
from ludens.sim.lighting.gloss import gleam, gleaming_window
from ludens.sim.parts.model_spec import GROUP_BACKDROP, GROUP_FLOOR

LAMP_POINTS: dict[int, tuple[int, ...]] = {0: (), 1: (8,), 2: (5, 3)}
"""Of each lamp, by how many there are: all of them are bits of one byte."""
THINNEST_M = 0.0006
"""Half as thick as what casts a shadow is at least: prints and stickers do not."""
LEAST_ALPHA = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class LitSurface:
    """A rectangle on which shadows fall, in the plane z = 0 of its own frame."""

    world_from_surface: Transform3
    half_m: tuple[float, float]
    """Half its length along x and along y."""
    tolerance_m: float = 0.0015
    """What is drawn so near to the plane belongs to it."""
    least_rise_m: float = 0.003
    """Only what rises so far above it casts shadows on it."""

    @property
    def normal(self) -> FloatArray:
        """Its upward direction."""
        return self.world_from_surface.rotation[:, 2]

    @property
    def offset_m(self) -> float:
        """How far it is from the origin along its normal."""
        return float(self.normal @ self.world_from_surface.translation)

    def frame(self) -> FloatArray:
        """Return x, y, z and origin (4, 3)."""
        place = self.world_from_surface
        return np.vstack((place.rotation.T, place.translation))


def level_surface(
    middle_m: tuple[float, float, float], half_m: tuple[float, float], *, tolerance_m: float = 0.0015
) -> LitSurface:
    """Return a level rectangle along the axes of the world."""
    return LitSurface(Transform3.from_translation(*middle_m), half_m, tolerance_m)


class SurfaceLight:
    """What lamps make of the surfaces of one world."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        surfaces: Iterable[LitSurface],
        *,
        gloss: float = 0.0,
    ) -> None:
        self._model, self._data, self._gloss = model, data, gloss
        self._surfaces = tuple(surfaces)
        self._lamps = np.flatnonzero(model.light_castshadow)[:2]
        discs_m = [
            _disc_m(model.light_pos[lamp], model.light_dir[lamp], float(model.light_bulbradius[lamp]), count)
            for lamp, count in zip(self._lamps.tolist(), LAMP_POINTS[len(self._lamps)], strict=True)
        ]
        self._points_m = np.concatenate((np.empty((0, 3)), *discs_m))
        starts = np.cumsum([0, *(len(disc_m) for disc_m in discs_m)])
        self._firsts = np.repeat(starts[:-1], [len(disc_m) for disc_m in discs_m])
        bits = np.arange(256)[:, np.newaxis] >> np.arange(len(self._points_m)) & 1
        self._hidden = np.array([bits[:, start:end].mean(axis=1) for start, end in pairwise(starts)]).T
        """Which part of each lamp is hidden (256, lamps), by the bits of a mask."""
        self._casters = _casters(model)
        self._kinds = model.geom_type[self._casters].astype(np.int64)
        self._sizes = model.geom_size[self._casters].copy()
        self._bounds_m = model.geom_rbound[self._casters].copy()
        self._mask: NDArray[np.uint8] = np.zeros((1, 1), np.uint8)

    def fall_on(self, pixels: NDArray[np.uint8], depths: NDArray[np.float32], view: CameraView) -> None:
        """Darken a picture; `depths` are its depth buffer, from below to above."""
        if not len(self._lamps):
            return
        if self._mask.shape != pixels.shape[:2]:
            self._mask = np.zeros(pixels.shape[:2], np.uint8)
        lamps = self._points_m, self._firsts
        shapes = (
            self._kinds,
            self._sizes,
            self._data.geom_xpos[self._casters],
            self._data.geom_xmat[self._casters],
            self._bounds_m,
        )
        camera = view.projection(), _sides(view)
        for surface in self._surfaces:
            normal, offset_m = surface.normal, surface.offset_m
            eye_height_m = float(normal @ view.eye_m) - offset_m
            if eye_height_m < 2.0 * surface.tolerance_m:
                continue  # seen from below
            where = surface.frame(), surface.half_m, surface.least_rise_m
            touched = cast(self._mask, shapes, lamps, where, camera)
            depth_plane = (*view.plane_depths(normal, offset_m), surface.tolerance_m / eye_height_m)
            if self._gloss > 0.0:
                self._gleam(pixels, depths, view, surface, depth_plane)
            if touched[0] < touched[2]:
                light = self._light_left(normal, view)
                shade(pixels, depths, self._mask, touched, depth_plane, view.depth_scale(), light)

    def _gleam(
        self,
        pixels: NDArray[np.uint8],
        depths: NDArray[np.float32],
        view: CameraView,
        surface: LitSurface,
        depth_plane: tuple[float, float, float, float],
    ) -> None:
        """Let a surface mirror the lamps."""
        model = self._model
        x_m, y_m = surface.half_m
        corners_m = surface.world_from_surface.apply(
            [(x_m, y_m, 0.0), (-x_m, y_m, 0.0), (-x_m, -y_m, 0.0), (x_m, -y_m, 0.0)]
        )
        for number, lamp in enumerate(self._lamps.tolist()):
            place_m, radius_m = model.light_pos[lamp].copy(), float(model.light_bulbradius[lamp])
            window = gleaming_window(view, corners_m, surface.normal, place_m, radius_m)
            if window[0] >= window[2]:
                continue
            levels = 255.0 * self._gloss * model.light_diffuse[lamp].astype(np.float64)
            gleam(
                pixels,
                depths,
                self._mask,
                window,
                depth_plane,
                view.depth_scale(),
                (view.eye_m, view.axes, view.focal_px),
                surface.normal,
                (place_m, levels, radius_m),
                np.ascontiguousarray(self._hidden[:, number]),
            )

    def _light_left(self, normal: FloatArray, view: CameraView) -> NDArray[np.float32]:
        """Return which part of each colour is left on a surface (256, 3), by the bits of a mask."""
        model = self._model
        head = model.vis.headlight
        light = np.array(head.ambient, np.float64) + max(0.0, -float(view.axes[2] @ normal)) * head.diffuse
        slopes = np.maximum(-model.light_dir @ normal, 0.0) * model.light_active
        arriving = slopes[:, np.newaxis] * model.light_diffuse
        light += arriving.sum(axis=0)
        kept = np.minimum(light - self._hidden @ arriving[self._lamps], 1.0)
        left: NDArray[np.float32] = (kept / np.clip(light, 1e-6, 1.0)).astype(np.float32)
        return left


def _casters(model: mujoco.MjModel) -> NDArray[np.intp]:
    """Return the shapes that cast shadows: solid ones of the world and of robots."""
    alpha = np.where(model.geom_matid >= 0, model.mat_rgba[model.geom_matid, 3], 1.0) if model.nmat else 1.0
    is_solid = (model.geom_type >= SPHERE) & (model.geom_type <= BOX)
    is_flat = (model.geom_type == BOX) & (model.geom_size.min(axis=1) < THINNEST_M)
    is_seen = np.minimum(alpha, model.geom_rgba[:, 3]) > LEAST_ALPHA
    is_near = (model.geom_group != GROUP_BACKDROP) & (model.geom_group != GROUP_FLOOR)
    return np.flatnonzero(is_solid & ~is_flat & is_seen & is_near)


def _disc_m(middle_m: FloatArray, towards: FloatArray, radius_m: float, count: int) -> FloatArray:
    """Return points (count, 3) that share a disc evenly: its middle and a ring, or a ring."""
    axis = np.eye(3)[int(np.abs(towards).argmin())]
    first = np.cross(towards, axis)
    first /= np.linalg.norm(first)
    second = np.cross(towards, first)
    ring = count - 1 if count > 3 else count
    angles = 2.0 * np.pi * np.arange(ring) / ring
    points = middle_m + 0.75 * radius_m * (np.outer(np.cos(angles), first) + np.outer(np.sin(angles), second))
    return points if ring == count else np.vstack((middle_m, points))


def _sides(view: CameraView) -> FloatArray:
    """Return the planes (5, 4) of a view: n·p + d is positive inside, in metres."""
    right, down, forward = view.axes
    middle_x, middle_y = 0.5 * view.width_px, 0.5 * view.height_px
    normals = np.array(
        (
            view.focal_px * right + middle_x * forward,
            -view.focal_px * right + middle_x * forward,
            view.focal_px * down + middle_y * forward,
            -view.focal_px * down + middle_y * forward,
            forward,
        )
    )
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return np.column_stack((normals, -normals @ view.eye_m))
