"""The world for spectators: every visible geom of a MuJoCo model as simple shapes, and where they are."""

import mujoco
import numpy as np

from ludens.geometry import matrix_from_quaternion
from ludens.messages import SceneDescription, SceneEntity, ScenePoses, SceneShape
from ludens.messages.scene import Quaternion
from ludens.sim.parts.model_spec import GROUP_BACKDROP

GEOM = mujoco.mjtGeom
Triple = tuple[float, float, float]

FINISHES = {
    "steel": "metal",
    "copper": "metal",
    "gold": "metal",
    "paint": "plastic",
    "black": "rubber",
    "table": "wood",
    "tray": "wood",
    "rim": "wood",
    "wall": "wood",
    "skin": "skin",
    "sleeve": "cloth",
}
"""What a material is made of, by the last part of its name; any other is plain."""


class SceneView:
    """Describes one model once, and its poses as often as wanted. Planes are left to the viewer."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        self._data = data
        shapes: dict[int, list[SceneShape]] = {}
        for geom in range(model.ngeom):
            drawn = _shapes(model, geom)
            if drawn:
                shapes.setdefault(int(model.geom_bodyid[geom]), []).extend(drawn)
        self._bodies = np.array(sorted(shapes))
        self._names = tuple(model.body(int(body)).name for body in self._bodies)
        self._entities = tuple(
            SceneEntity(name=name, shapes=tuple(shapes[int(body)]))
            for name, body in zip(self._names, self._bodies, strict=True)
        )

    def description(self, *, time_s: float) -> SceneDescription:
        """Return all entities; each is one body with its shapes."""
        return SceneDescription(time_s=time_s, entities=self._entities)

    def poses(self, *, time_s: float) -> ScenePoses:
        """Return where the entities are now."""
        return ScenePoses(
            time_s=time_s,
            names=self._names,
            positions_m=tuple(map(tuple, self._data.xpos[self._bodies].tolist())),
            orientations=tuple(map(tuple, self._data.xquat[self._bodies].tolist())),
        )


def _shapes(model: mujoco.MjModel, geom: int) -> list[SceneShape]:
    """Return one geom as primitives in its body's frame: none for planes and what is invisible."""
    x, y, z = (float(size) for size in model.geom_size[geom])
    position: Triple = tuple(model.geom_pos[geom].tolist())
    orientation: Quaternion = tuple(model.geom_quat[geom].tolist())
    colour = _colour(model, geom)
    finish = _finish(model, geom)
    if colour[3] == 0.0 or model.geom_group[geom] == GROUP_BACKDROP:
        return []

    def shape(kind: str, size_m: Triple, at: Triple = position) -> SceneShape:
        return SceneShape(
            kind=kind,
            size_m=size_m,
            position_m=at,
            orientation=orientation,
            colour_rgba=colour,
            finish=finish,
        )

    match model.geom_type[geom]:
        case GEOM.mjGEOM_BOX:
            return [shape("box", (2.0 * x, 2.0 * y, 2.0 * z))]
        case GEOM.mjGEOM_SPHERE:
            return [shape("sphere", (2.0 * x, 2.0 * x, 2.0 * x))]
        case GEOM.mjGEOM_ELLIPSOID:
            return [shape("sphere", (2.0 * x, 2.0 * y, 2.0 * z))]
        case GEOM.mjGEOM_CYLINDER:
            return [shape("cylinder", (2.0 * x, 2.0 * x, 2.0 * y))]
        case GEOM.mjGEOM_CAPSULE:
            axis = matrix_from_quaternion(orientation)[:, 2]
            ends = [tuple((np.array(position) + sign * y * axis).tolist()) for sign in (-1.0, 1.0)]
            caps = [shape("sphere", (2.0 * x, 2.0 * x, 2.0 * x), end) for end in ends]
            return [shape("cylinder", (2.0 * x, 2.0 * x, 2.0 * y)), *caps]
        case _:
            return []


def _colour(model: mujoco.MjModel, geom: int) -> tuple[float, float, float, float]:
    """Return the material's plain colour where there is one, the geom's own otherwise."""
    material = int(model.geom_matid[geom])
    colour = model.mat_rgba[material] if material >= 0 else model.geom_rgba[geom]
    red, green, blue, alpha = colour.tolist()
    return (red, green, blue, alpha)


def _finish(model: mujoco.MjModel, geom: int) -> str:
    material = int(model.geom_matid[geom])
    if material < 0:
        return ""
    is_printed = model.mat_texid[material, mujoco.mjtTextureRole.mjTEXROLE_RGB] >= 0
    if is_printed and model.geom_type[geom] == GEOM.mjGEOM_SPHERE:
        return "football"
    return FINISHES.get(model.material(material).name.rpartition("/")[2], "")
