"""Obstacles: boxes and cylinders in dull colours, neither green nor blue, that stay where they stand."""

from dataclasses import dataclass

import mujoco
import numpy as np

from ludens.sim.parts.model_spec import GROUP_WORLD, ModelSpec

DULL_COLOURS = (
    (0.55, 0.42, 0.33),
    (0.62, 0.58, 0.53),
    (0.45, 0.40, 0.38),
    (0.66, 0.50, 0.42),
    (0.50, 0.47, 0.45),
)
"""Cardboard, putty, dark wood, terracotta, grey felt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """A box or cylinder on the floor. `radius_m` is that of the circle round its footprint."""

    kind: str  # "box" or "cylinder"
    x_m: float
    y_m: float
    yaw_rad: float
    radius_m: float
    height_m: float
    colour_rgb: tuple[float, float, float]


def random_obstacle(x_m: float, y_m: float, *, random: np.random.Generator) -> Obstacle:
    """Return some household thing 0.15 to 0.35 m across that stands at a place."""
    return Obstacle(
        kind=str(random.choice(["box", "cylinder"])),
        x_m=x_m,
        y_m=y_m,
        yaw_rad=float(random.uniform(-np.pi, np.pi)),
        radius_m=0.5 * float(random.uniform(0.15, 0.35)),
        height_m=float(random.uniform(0.28, 0.45)),
        colour_rgb=DULL_COLOURS[int(random.integers(len(DULL_COLOURS)))],
    )


def add_obstacle(spec: ModelSpec, index: int, obstacle: Obstacle) -> str:
    """Add it, and return its geom's name `obstacle:index`."""
    name = f"obstacle:{index}"
    half_height = 0.5 * obstacle.height_m
    if obstacle.kind == "box":
        shape, half_edge = mujoco.mjtGeom.mjGEOM_BOX, obstacle.radius_m / np.sqrt(2.0)
        size = (half_edge, half_edge, half_height)
    else:
        shape, size = mujoco.mjtGeom.mjGEOM_CYLINDER, (obstacle.radius_m, half_height, 0.0)
    spec.add_material(
        name=name, rgba=(*obstacle.colour_rgb, 1.0), specular=0.2, shininess=0.2, reflectance=0.0
    )
    spec.worldbody.add_geom(
        name=name,
        type=shape,
        pos=(obstacle.x_m, obstacle.y_m, half_height),
        quat=(np.cos(0.5 * obstacle.yaw_rad), 0.0, 0.0, np.sin(0.5 * obstacle.yaw_rad)),
        size=size,
        material=name,
        group=GROUP_WORLD,
    )
    return name
