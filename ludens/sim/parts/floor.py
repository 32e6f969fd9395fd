"""The floor: a plane with a texture made by rule, laminate or carpet, in a colour no ball has."""

import math
from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.sim.parts.model_spec import GROUP_FLOOR, ModelSpec

TEXTURE_PX = 256
TILE_M = 1.5
"""Edge of the square that one copy of the texture covers."""

FLOOR_PRIORITY = 1
"""Of a floor whose friction counts: no more than a ball has, which rolls on it as on any other."""
CARPET_IMPEDANCE = 0.9
UNDER_LOAD_MPS2 = 9.81
"""What the load on a corner of a sole would do to it alone, as MuJoCo reckons it. With gravity itself soles
of a NAO sink in as far as they shall, measured from 1 to 4 mm."""
UNDER_SOLES = (0.012, 1.0)
"""Half-way between firm soles and a floor without priority: (time constant in s, damping ratio)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorStyle:
    """Appearance of the floor. The colour is that of its middle tone, 0 to 1."""

    kind: str = "laminate"  # or "carpet"
    colour_rgb: tuple[float, float, float] = (0.72, 0.62, 0.50)
    contrast: float = 0.10


FLOOR_COLOURS = (
    (0.72, 0.62, 0.50),
    (0.62, 0.52, 0.42),
    (0.66, 0.64, 0.62),
    (0.58, 0.54, 0.52),
    (0.76, 0.70, 0.62),
)
"""Oak, walnut, concrete, slate, birch."""


def random_floor(random: np.random.Generator) -> FloorStyle:
    """Return a floor of some home."""
    return FloorStyle(
        kind=str(random.choice(["laminate", "carpet"])),
        colour_rgb=FLOOR_COLOURS[int(random.integers(len(FLOOR_COLOURS)))],
        contrast=float(random.uniform(0.05, 0.14)),
    )


def add_floor(
    spec: ModelSpec, *, half_m: float, style: FloorStyle, friction: float, random: np.random.Generator
) -> None:
    """Add the ground plane z = 0 with the sliding friction that a rubber tyre finds on it."""
    paint = _laminate if style.kind == "laminate" else _carpet
    tones = 1.0 + style.contrast * paint(random)
    pixels = np.clip(tones[..., np.newaxis] * style.colour_rgb * 255.0, 0.0, 255.0).astype(np.uint8)
    texture = spec.add_texture(
        name="floor",
        type=mujoco.mjtTexture.mjTEXTURE_2D,
        width=TEXTURE_PX,
        height=TEXTURE_PX,
        nchannel=3,
    )
    texture.data = pixels.tobytes()
    material = spec.add_material(name="floor", texrepeat=(1.0 / TILE_M, 1.0 / TILE_M), texuniform=True)
    material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = "floor"
    material.specular = 0.1
    material.reflectance = 0.0
    spec.worldbody.add_geom(
        name="floor",
        type=mujoco.mjtGeom.mjGEOM_PLANE,
        size=(half_m, half_m, 1.0),  # as drawn; it carries everywhere. An endless plane costs 4 ms a picture
        material="floor",
        friction=(friction, 0.005, 0.0001),
        group=GROUP_FLOOR,
    )


def let_floor_decide(spec: ModelSpec, *, friction: float) -> None:
    """Give the floor a sliding friction that counts, whatever touches it.

    Of two that touch, MuJoCo takes the larger friction, so that rubber soles find rubber everywhere; unless
    one has priority. That one also decides how hard the contact is, which stays as it was for soles.
    """
    floor = spec.geom("floor")
    floor.priority = FLOOR_PRIORITY
    floor.friction[0] = friction
    floor.solref = UNDER_SOLES


def lay_carpet(spec: ModelSpec, *, sink_m: float, sole_friction: float) -> None:
    """Make the floor soft: soles that stand on it sink in so far. Its friction is at least that of soles.

    At rest a contact of impedance d and time constant t gives way by d (1 - d) t² a, where a is what its load
    would do to it alone.
    """
    floor = spec.geom("floor")
    if floor.priority < FLOOR_PRIORITY:  # it has no friction of its own that counts
        floor.friction[0] = max(floor.friction[0], sole_friction)
        floor.priority = FLOOR_PRIORITY
    floor.solimp[:2] = CARPET_IMPEDANCE, CARPET_IMPEDANCE
    gives = CARPET_IMPEDANCE * (1.0 - CARPET_IMPEDANCE) * UNDER_LOAD_MPS2
    floor.solref = (math.sqrt(sink_m / gives), 1.0)


def _laminate(random: np.random.Generator) -> NDArray[np.float64]:
    """Return tones of about -1 to 1: planks along the columns, each with its own shade, grain and joints."""
    planks, height = 8, TEXTURE_PX
    width = TEXTURE_PX // planks
    grain = random.normal(0.0, 1.0, (height, TEXTURE_PX))
    for _ in range(5):  # drawn out along the plank
        grain = 0.5 * (grain + np.roll(grain, 1, axis=0))
    tones = 1.2 * grain
    rows = np.arange(height)
    for plank in range(planks):
        columns = slice(plank * width, (plank + 1) * width)
        joint = int(random.integers(height))
        upper = ((rows - joint) % height) < height // 2
        shades = random.uniform(-0.7, 0.7, 2)
        tones[:, columns] += np.where(upper, shades[0], shades[1])[:, np.newaxis]
        tones[(joint, (joint + height // 2) % height), columns] -= 1.5
        tones[:, plank * width] -= 1.5
    return tones


def _carpet(random: np.random.Generator) -> NDArray[np.float64]:
    """Return tones of about -1 to 1: a short pile, speckled, with slow worn patches."""
    speckle = random.normal(0.0, 0.7, (TEXTURE_PX, TEXTURE_PX))
    angles = np.arange(TEXTURE_PX) * (2.0 * np.pi / TEXTURE_PX)
    phases = random.uniform(0.0, 2.0 * np.pi, 4)
    patches = np.sin(angles + phases[0])[:, np.newaxis] * np.sin(2.0 * angles + phases[1])
    patches += np.sin(3.0 * angles + phases[2])[:, np.newaxis] * np.sin(angles + phases[3])
    tones: NDArray[np.float64] = speckle + 0.3 * patches
    return tones
