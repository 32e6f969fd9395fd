"""Draws a described scene off-screen, with MuJoCo as the brush: no game and no physics is needed for it."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.core.errors import LudensError
from ludens.geometry import FloatArray, quaternion_from_matrix
from ludens.messages import SceneDescription, ScenePoses, SceneShape
from ludens.studio.film.textures import TEXTURES, football_faces
from ludens.studio.page import FloorFinish

if sys.platform == "linux":
    os.environ.setdefault("MUJOCO_GL", "egl")  # needs no display; read when MuJoCo is imported

import mujoco

Picture = NDArray[np.uint8]  # height × width × 3, red, green, blue

SMOOTHING = 2  # drawn so many times as large, then made smaller
HORIZON, ZENITH = (0.95, 0.945, 0.925), (0.78, 0.86, 0.94)
FLOOR_RGB = {"wood": (0.87, 0.76, 0.61), "felt": (0.74, 0.76, 0.80), "stone": (0.76, 0.78, 0.80)}
FLOOR_TEXTURE = {"wood": "planks", "felt": "felt", "stone": "stone"}
LAMP = np.array((0.42, 0.5, -1.0)) / 1.194  # the way the light goes: over the onlooker's left shoulder
FLOOR_HALF_M = 45.0
NET_OPACITY = 0.3
FITS = 1.3  # how much nearer or farther the camera may come before the fog is set anew
FADES = 8.0  # as often as the world reaches from its middle, behind it, the floor has faded
EYE, LAMP_BODY, FLOOR = "studio eye", "studio lamp", "studio floor"
KINDS = {
    "box": mujoco.mjtGeom.mjGEOM_BOX,
    "sphere": mujoco.mjtGeom.mjGEOM_ELLIPSOID,
    "cylinder": mujoco.mjtGeom.mjGEOM_CYLINDER,
}
SHINE = {"metal": (0.8, 0.7), "plastic": (0.5, 0.6), "": (0.35, 0.5), "football": (0.4, 0.5)}
"""Of a finish: how strongly and how sharply it shines; what is not named is dull."""


class NoPictureError(LudensError):
    """This machine cannot draw off-screen."""


@dataclass(frozen=True, slots=True)
class SceneCamera:
    """Where a picture is taken from, in the frame of the world."""

    position_m: FloatArray
    target_m: FloatArray
    field_of_view_deg: float
    up: FloatArray  # roughly; for an eye that a body carries, that body's own

    def orientation(self) -> FloatArray:
        """Return the columns right, up and back of the camera."""
        back = self.position_m - self.target_m
        back = back / np.linalg.norm(back)
        right = np.cross(self.up, back)
        right = right / np.linalg.norm(right)
        axes: FloatArray = np.column_stack((right, np.cross(back, right), back))
        return axes


class ScenePainter:
    """Draws one described world. Close it, or use it in a `with`, to give the drawing context back.

    The context belongs to the thread that made it, so all drawing is done in a thread of the painter's own.
    """

    def __init__(
        self,
        scene: SceneDescription,
        *,
        width_px: int,
        height_px: int,
        floor: FloorFinish = "felt",
        floor_z_m: float = 0.0,
        smoothing: int = SMOOTHING,
    ) -> None:
        self.width_px, self.height_px = width_px, height_px
        self._smoothing = smoothing
        spec = _spec(width_px * smoothing, height_px * smoothing)
        _add_floor(spec, floor, floor_z_m)
        brush = _Brush(spec)
        for entity in scene.entities:
            body = spec.worldbody.add_body(name=_body(entity.name), mocap=True)
            for shape in entity.shapes:
                brush.add(body, shape)
        self._model = spec.compile()
        self._data = mujoco.MjData(self._model)
        self._mocap = {
            entity.name: int(self._model.body(_body(entity.name)).mocapid[0]) for entity in scene.entities
        }
        self._lamp = int(self._model.body(LAMP_BODY).mocapid[0])
        self._reach_m = max(1.2, _reach_m(scene))
        self._eye = int(self._model.body(EYE).mocapid[0])
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="scene painter")
        self._renderer: Any = None
        self._made_for_m = 1.0  # from camera to target, when the renderer was made

    def __enter__(self) -> "ScenePainter":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def draw(
        self, poses: ScenePoses, camera: SceneCamera, *, hidden: frozenset[str] = frozenset()
    ) -> Picture:
        """Return the world with everything where it is now, without the entities that are hidden."""
        return self._thread.submit(self._draw, poses, camera, hidden).result()

    def close(self) -> None:
        """Give the drawing context back. May be called twice."""
        if self._renderer is not None:
            self._thread.submit(self._renderer.close).result()
            self._renderer = None
        self._thread.shutdown()

    # ------------------------------------------------------------------ in the painter's own thread

    def _draw(self, poses: ScenePoses, camera: SceneCamera, hidden: frozenset[str]) -> Picture:
        self._ready(camera)
        data = self._data
        for name, position_m, orientation in zip(
            poses.names, poses.positions_m, poses.orientations, strict=True
        ):
            number = self._mocap.get(name)
            if number is not None:
                data.mocap_pos[number] = position_m if name not in hidden else (0.0, 0.0, -100.0)
                data.mocap_quat[number] = orientation
        data.mocap_pos[self._eye] = camera.position_m
        data.mocap_quat[self._eye] = quaternion_from_matrix(camera.orientation())
        self._model.cam_fovy[0] = camera.field_of_view_deg
        self._light(camera)
        mujoco.mj_kinematics(self._model, data)
        mujoco.mj_camlight(self._model, data)
        self._renderer.update_scene(data, EYE)
        # What is decoration throws no shadow: the floor would speckle itself with its own.
        self._renderer.scene.geoms[0].category = mujoco.mjtCatBit.mjCAT_DECOR
        pixels: Picture = self._renderer.render()
        if self._smoothing == 1:
            return pixels
        step = self._smoothing
        tones = pixels.reshape(self.height_px, step, self.width_px, step, 3)
        smooth: Picture = tones.mean(axis=(1, 3)).astype(np.uint8)
        return smooth

    def _ready(self, camera: SceneCamera) -> None:
        """Have a renderer whose fog begins behind the world; that is fixed when its context is made."""
        away_m = float(np.linalg.norm(camera.position_m - camera.target_m))
        if self._renderer is not None and 1.0 / FITS < away_m / self._made_for_m < FITS:
            return
        if self._renderer is not None:
            self._renderer.close()
        self._made_for_m = away_m
        shown = self._model.vis.map
        shown.fogstart, shown.fogend = away_m + self._reach_m, away_m + FADES * self._reach_m
        self._renderer = self._make_renderer()

    def _light(self, camera: SceneCamera) -> None:
        """Shadows are sharp where the camera looks."""
        away_m = float(np.linalg.norm(camera.position_m - camera.target_m))
        reach_m = min(9.0, max(1.0, 1.4 * away_m))
        self._data.mocap_pos[self._lamp] = camera.target_m - 2.0 * reach_m * LAMP
        self._renderer._mjr_context.shadowClip = reach_m  # the renderer has no other way to it

    def _make_renderer(self) -> Any:
        try:
            renderer = mujoco.Renderer(
                self._model,
                self.height_px * self._smoothing,
                self.width_px * self._smoothing,
                max_geom=self._model.ngeom + 10,
            )
        except (ImportError, RuntimeError, AttributeError, mujoco.FatalError) as problem:
            raise NoPictureError(
                "No picture can be drawn here: the OpenGL libraries of this machine cannot be used. Run "
                "`ludens doctor` to see what is missing."
            ) from problem
        renderer.scene.flags[mujoco.mjtRndFlag.mjRND_REFLECTION] = 0
        renderer.scene.flags[mujoco.mjtRndFlag.mjRND_FOG] = 1
        return renderer


def _reach_m(scene: SceneDescription) -> float:
    """How far shapes reach sideways in the frames of their entities: for a room or a field, its half."""
    reaches = [
        max(abs(shape.position_m[axis]) + 0.5 * shape.size_m[axis] for axis in (0, 1))
        for entity in scene.entities
        for shape in entity.shapes
    ]
    return max(reaches, default=0.0)


def _spec(width_px: int, height_px: int) -> mujoco.MjSpec:
    spec = mujoco.MjSpec()
    spec.modelname = "scene"
    spec.compiler.degree = False
    spec.visual.global_.offwidth, spec.visual.global_.offheight = width_px, height_px
    spec.visual.quality.shadowsize = 4096
    spec.visual.quality.offsamples = 0
    spec.visual.map.znear, spec.visual.map.zfar = 0.005, 60.0
    spec.visual.rgba.fog = (*HORIZON, 1.0)
    spec.visual.headlight.ambient = (0.50, 0.50, 0.51)
    spec.visual.headlight.diffuse = (0.14, 0.14, 0.14)
    spec.visual.headlight.specular = (0.0, 0.0, 0.0)
    spec.stat.extent, spec.stat.center = 1.0, (0.0, 0.0, 0.0)
    spec.add_texture(
        name="sky",
        type=mujoco.mjtTexture.mjTEXTURE_SKYBOX,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_GRADIENT,
        rgb1=ZENITH,
        rgb2=HORIZON,
        width=128,
        height=768,
    )
    lamp = spec.worldbody.add_body(name=LAMP_BODY, mocap=True)
    lamp.add_light(
        name=LAMP_BODY,
        type=mujoco.mjtLightType.mjLIGHT_DIRECTIONAL,
        dir=LAMP,
        diffuse=(0.58, 0.56, 0.52),
        specular=(0.35, 0.35, 0.35),
        castshadow=True,
    )
    eye = spec.worldbody.add_body(name=EYE, mocap=True)
    eye.add_camera(name=EYE)
    return spec


def _add_floor(spec: mujoco.MjSpec, finish: FloorFinish, z_m: float) -> None:
    _add_material(spec, FLOOR, FLOOR_TEXTURE[finish], (*FLOOR_RGB[finish], 1.0))
    spec.worldbody.add_geom(
        type=mujoco.mjtGeom.mjGEOM_PLANE,
        pos=(0.0, 0.0, z_m - 0.002),
        size=(FLOOR_HALF_M, FLOOR_HALF_M, FLOOR_HALF_M),
        material=FLOOR,
    )


def _add_material(
    spec: mujoco.MjSpec, name: str, texture: str, rgba: tuple[float, float, float, float]
) -> None:
    specular, shininess = SHINE.get(texture, (0.05, 0.1))
    material = spec.add_material(
        name=name, rgba=rgba, specular=specular, shininess=shininess, reflectance=0.0
    )
    if texture == "football":
        _texture(spec, texture, mujoco.mjtTexture.mjTEXTURE_CUBE, football_faces().reshape(-1, 64))
    elif texture in TEXTURES:
        pixels = TEXTURES[texture].paint(np.random.default_rng(7))
        _texture(spec, texture, mujoco.mjtTexture.mjTEXTURE_2D, pixels)
        material.texuniform = True
        material.texrepeat = (1.0 / TEXTURES[texture].tile_m,) * 2
    else:
        return
    material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = texture


def _texture(spec: mujoco.MjSpec, name: str, kind: mujoco.mjtTexture, tones: NDArray[np.uint8]) -> None:
    if any(texture.name == name for texture in spec.textures):
        return
    height, width = tones.shape
    texture = spec.add_texture(name=name, type=kind, width=width, height=height, nchannel=3)
    texture.data = np.repeat(tones[..., np.newaxis], 3, axis=2).tobytes()


def _body(entity: str) -> str:
    """Name of an entity's body; the model has names of its own, such as `world`."""
    return f"entity {entity}"


class _Brush:
    """Adds shapes to a model, one material for each finish and colour."""

    def __init__(self, spec: mujoco.MjSpec) -> None:
        self._spec = spec
        self._materials: dict[tuple[str, tuple[float, ...]], str] = {}

    def add(self, body: mujoco.MjsBody, shape: SceneShape) -> None:
        """Add one shape to an entity."""
        x, y, z = (0.5 * size for size in shape.size_m)
        size = (x, z, 0.0) if shape.kind == "cylinder" else (x, y, z)
        body.add_geom(
            type=KINDS[shape.kind],
            size=size,
            pos=shape.position_m,
            quat=shape.orientation,
            material=self._material(shape),
            contype=0,
            conaffinity=0,
        )

    def _material(self, shape: SceneShape) -> str:
        red, green, blue, alpha = shape.colour_rgba
        if shape.finish == "net":
            alpha = NET_OPACITY
        key = (shape.finish, (red, green, blue, alpha))
        if key not in self._materials:
            self._materials[key] = f"{shape.finish} {len(self._materials)}"
            _add_material(self._spec, self._materials[key], shape.finish, (red, green, blue, alpha))
        return self._materials[key]
