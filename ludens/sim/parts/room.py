"""The pen: four low walls round a square floor, and the plain room behind them."""

import mujoco
import numpy as np

from ludens.sim.parts.stage import GROUP_WORLD, Stage

WALL_HEIGHT_M = 0.35
WALL_THICKNESS_M = 0.05
PLAIN_WALLS = (0.86, 0.83, 0.78, 1.0)


def add_pen(
    stage: Stage,
    *,
    size_m: float,
    colour_rgba: tuple[float, float, float, float] = PLAIN_WALLS,
) -> tuple[str, ...]:
    """Add walls whose inner faces stand at ±size/2, and return their geoms' names."""
    half = 0.5 * size_m
    middle = half + 0.5 * WALL_THICKNESS_M
    long = half + WALL_THICKNESS_M
    stage.add_material(name="wall", rgba=colour_rgba, specular=0.1, shininess=0.2, reflectance=0.0)
    walls = {
        "wall/east": ((middle, 0.0), (0.5 * WALL_THICKNESS_M, long)),
        "wall/north": ((0.0, middle), (long, 0.5 * WALL_THICKNESS_M)),
        "wall/west": ((-middle, 0.0), (0.5 * WALL_THICKNESS_M, long)),
        "wall/south": ((0.0, -middle), (long, 0.5 * WALL_THICKNESS_M)),
    }
    for name, ((x_m, y_m), (half_x_m, half_y_m)) in walls.items():
        stage.worldbody.add_geom(
            name=name,
            type=mujoco.mjtGeom.mjGEOM_BOX,
            pos=(x_m, y_m, 0.5 * WALL_HEIGHT_M),
            size=(half_x_m, half_y_m, 0.5 * WALL_HEIGHT_M),
            material="wall",
            group=GROUP_WORLD,
        )
    return tuple(walls)


def add_backdrop(stage: Stage, *, tint: float) -> None:
    """Add what is seen above the walls: a pale room that grows lighter upwards. `tint` is its grey level."""
    low = np.array([0.80, 0.77, 0.73]) * tint
    high = np.array([0.95, 0.94, 0.92]) * tint
    stage.add_texture(
        name="backdrop",
        type=mujoco.mjtTexture.mjTEXTURE_SKYBOX,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_GRADIENT,
        rgb1=np.clip(high, 0.0, 1.0),
        rgb2=np.clip(low, 0.0, 1.0),
        width=64,
        height=64 * 6,
    )
