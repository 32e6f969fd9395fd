"""The lamps of a room: one above or beside what is looked at, and a window.

Both shine evenly, as far sources do, so that flat faces need no corners within; their shadows are cast from
where they are.
"""

import math
from dataclasses import dataclass, replace

import mujoco
import numpy as np

from ludens.robots.sensor_noise import LightVariation
from ludens.sim.parts.model_spec import ModelSpec

LAMP_HEIGHT_M = 4.0
LAMP_M = (1.0, -1.0)
"""Above which point of the floor the lamp hangs, unless said otherwise."""
LAMP_RADIUS_M, LOW_LAMP_RADIUS_M = 0.15, 0.05
"""Of a shade under the ceiling, and of the bulb of a reading lamp: the wider, the softer its shadows."""
AMBIENT, HEAD, LAMP = 0.34, 0.12, 0.62
"""How bright light from everywhere, from the onlooker, and the lamp are at level 1."""
LOW_LAMP_M = (1.1, 0.45)
"""How far beside and how high above what it lights a lamp on a stand or a desk is: 22° above the level."""
EVENING_LAMP, EVENING_AMBIENT = 1.6, 0.5
"""It is near, so bright; all else is dark then, and the window too."""
WINDOW_M = (2.6, 1.3)
"""The same of a window's middle: 27°."""
WINDOW_SLOPE = 0.45
"""Part of a window's light that a level surface gets; the lamp is weaker by it, so that rooms are alike."""
WINDOW_RADIUS_M = 0.5
Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomLamps:
    """Where light comes from. Levels are against an ordinary lamp."""

    looks_at_m: Point = (0.0, 0.0, 0.0)
    """What the lamps are turned to."""
    lamp_m: Point = (*LAMP_M, LAMP_HEIGHT_M)
    lamp_radius_m: float = LAMP_RADIUS_M
    level: float = 1.0
    ambient_level: float = 1.0
    window_m: Point = (0.0, 0.0, 1.0)
    window_radius_m: float = WINDOW_RADIUS_M
    window_level: float = 0.0
    shadows: bool = False


def draw_lamps(
    variation: LightVariation,
    *,
    above_m: tuple[float, float],
    looks_at_m: Point = (0.0, 0.0, 0.0),
    level: float = 1.0,
    scale: float = 1.0,
    random: np.random.Generator,
) -> RoomLamps:
    """Return the lamps of one room; the lamp hangs above a point, unless this room has one that stands low.

    `scale` tells how much farther away window and low lamp are than at a table in a living room.
    """
    low, low_rad, window_rad, share = random.uniform(size=4).tolist()
    window_level = 2.0 * share * variation.window_level
    lamps = RoomLamps(
        looks_at_m=looks_at_m,
        lamp_m=(*above_m, LAMP_HEIGHT_M),
        level=level * (1.0 - WINDOW_SLOPE * window_level),
        ambient_level=level,
        window_m=_beside(looks_at_m, WINDOW_M, scale, 2.0 * math.pi * window_rad),
        window_radius_m=scale * WINDOW_RADIUS_M,
        window_level=level * window_level,
        shadows=variation.shadows,
    )
    if low >= variation.low_lamp_probability:
        return lamps
    return replace(
        lamps,
        lamp_m=_beside(looks_at_m, LOW_LAMP_M, scale, 2.0 * math.pi * low_rad),
        lamp_radius_m=LOW_LAMP_RADIUS_M,
        level=EVENING_LAMP * level,
        ambient_level=EVENING_AMBIENT * level,
        window_level=0.0,
    )


def add_lamps(spec: ModelSpec, lamps: RoomLamps) -> None:
    """Hang them up: `lamp`, and `window` where there is one."""
    ambient = min(AMBIENT * lamps.ambient_level, 0.6)
    spec.visual.headlight.ambient = (ambient, ambient, ambient)
    spec.visual.headlight.diffuse = (HEAD, HEAD, HEAD)
    spec.visual.headlight.specular = (0.0, 0.0, 0.0)
    bright = min(LAMP * lamps.level, 1.0)
    warm = (bright, 0.98 * bright, 0.94 * bright)
    _add_lamp(spec, "lamp", lamps.lamp_m, lamps, radius_m=lamps.lamp_radius_m, rgb=warm)
    if lamps.window_level > 0.0:
        sky = min(LAMP * lamps.window_level, 1.0)
        cool = (0.92 * sky, 0.97 * sky, sky)
        _add_lamp(spec, "window", lamps.window_m, lamps, radius_m=lamps.window_radius_m, rgb=cool)


def _beside(middle_m: Point, away_m: tuple[float, float], scale: float, azimuth_rad: float) -> Point:
    aside_m, up_m = scale * away_m[0], scale * away_m[1]
    x_m, y_m, z_m = middle_m
    return x_m + aside_m * math.cos(azimuth_rad), y_m + aside_m * math.sin(azimuth_rad), z_m + up_m


def _add_lamp(
    spec: ModelSpec, name: str, at_m: Point, lamps: RoomLamps, *, radius_m: float, rgb: Point
) -> None:
    towards = tuple(there - here for here, there in zip(at_m, lamps.looks_at_m, strict=True))
    spec.worldbody.add_light(
        name=name,
        type=mujoco.mjtLightType.mjLIGHT_DIRECTIONAL,
        pos=at_m,
        dir=towards,
        diffuse=rgb,
        specular=(0.5, 0.5, 0.5),
        castshadow=lamps.shadows,
        bulbradius=radius_m,
    )
