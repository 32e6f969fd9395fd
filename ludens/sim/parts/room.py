"""The pen: four low walls round a square floor, and the plain room behind them."""

from dataclasses import dataclass

import mujoco
import numpy as np

from ludens.sim.parts.model_spec import GROUP_BACKDROP, GROUP_WORLD, ModelSpec

WALL_HEIGHT_M = 0.35
WALL_THICKNESS_M = 0.05
BACKDROP_HEIGHT_M = 2.6
BACKDROP = (0.88, 0.86, 0.83, 1.0)
PLAIN_WALLS = (0.86, 0.83, 0.78, 1.0)


def add_pen(
    spec: ModelSpec,
    *,
    size_m: float,
    colour_rgba: tuple[float, float, float, float] = PLAIN_WALLS,
) -> tuple[str, ...]:
    """Add walls whose inner faces stand at ±size/2, and return their geoms' names."""
    half = 0.5 * size_m
    middle = half + 0.5 * WALL_THICKNESS_M
    long = half + WALL_THICKNESS_M
    spec.add_material(name="wall", rgba=colour_rgba, specular=0.1, shininess=0.2, reflectance=0.0)
    walls = {
        "wall/east": ((middle, 0.0), (0.5 * WALL_THICKNESS_M, long)),
        "wall/north": ((0.0, middle), (long, 0.5 * WALL_THICKNESS_M)),
        "wall/west": ((-middle, 0.0), (0.5 * WALL_THICKNESS_M, long)),
        "wall/south": ((0.0, -middle), (long, 0.5 * WALL_THICKNESS_M)),
    }
    for name, ((x_m, y_m), (half_x_m, half_y_m)) in walls.items():
        spec.worldbody.add_geom(
            name=name,
            type=mujoco.mjtGeom.mjGEOM_BOX,
            pos=(x_m, y_m, 0.5 * WALL_HEIGHT_M),
            size=(half_x_m, half_y_m, 0.5 * WALL_HEIGHT_M),
            material="wall",
            group=GROUP_WORLD,
        )
    return tuple(walls)


def add_backdrop(spec: ModelSpec, *, half_m: float) -> None:
    """Add the pale walls of the room in which the pen stands, ±half_m away, as far up as cameras look.

    Four plates cost less to draw than a sky, which would be painted behind everything first.
    """
    spec.add_material(name="backdrop", rgba=BACKDROP, emission=0.35, specular=0.0, reflectance=0.0)
    for number, (x, y) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1))):
        spec.worldbody.add_geom(
            name=f"backdrop/{number}",
            type=mujoco.mjtGeom.mjGEOM_BOX,
            pos=(x * half_m, y * half_m, 0.5 * BACKDROP_HEIGHT_M),
            size=(0.02 + abs(y) * half_m, 0.02 + abs(x) * half_m, 0.5 * BACKDROP_HEIGHT_M),
            material="backdrop",
            contype=0,
            conaffinity=0,
            group=GROUP_BACKDROP,
        )


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
