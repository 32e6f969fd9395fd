"""Prints: materials that show a picture, and the thin plates that carry one."""

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.sim.parts.model_spec import GROUP_WORLD, ModelSpec

PLATE_M = 0.0004
"""Half as thick as a print is; so thin that its sides show nothing."""


def add_print(spec: ModelSpec, name: str, pixels: NDArray[np.uint8], *, emission: float = 0.0) -> None:
    """Add a material that shows a picture, and shines by itself if it shall."""
    texture = spec.add_texture(
        name=name,
        type=mujoco.mjtTexture.mjTEXTURE_2D,
        width=pixels.shape[1],
        height=pixels.shape[0],
        nchannel=3,
    )
    texture.data = pixels.tobytes()
    material = spec.add_material(name=name, specular=0.1, shininess=0.1, reflectance=0.0, emission=emission)
    material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = name


def seen_from_above(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a print turned so that on the top of a box its upper edge lies towards x, as MuJoCo lays it."""
    return np.ascontiguousarray(np.rot90(pixels, -1))


def add_print_plate(
    body: mujoco.MjsBody,
    *,
    name: str,
    material: str,
    half_m: tuple[float, float],
    height_m: float = 0.0,
    off_m: tuple[float, float] = (0.0, 0.0),
) -> None:
    """Add a print that lies on something, touched by nobody."""
    body.add_geom(
        name=name,
        type=mujoco.mjtGeom.mjGEOM_BOX,
        pos=(*off_m, height_m),
        size=(*half_m, PLATE_M),
        material=material,
        mass=0.0,
        contype=0,
        conaffinity=0,
        group=GROUP_WORLD,
    )
