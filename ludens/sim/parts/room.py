"""The pen: four low walls round a square floor, and the plain room behind them."""

import mujoco

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
