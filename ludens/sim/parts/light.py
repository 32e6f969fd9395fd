"""Light: a lamp that gives spheres their shading and highlight, and a soft light from everywhere."""

import mujoco

from ludens.sim.parts.model_spec import ModelSpec

LAMP_HEIGHT_M = 4.0


def add_lights(spec: ModelSpec, *, x_m: float = 1.0, y_m: float = -1.0, level: float = 1.0) -> None:
    """Add a lamp above (x, y) of the given level, 1 being ordinary."""
    ambient = min(0.34 * level, 0.6)
    spec.visual.headlight.ambient = (ambient, ambient, ambient)
    spec.visual.headlight.diffuse = (0.12, 0.12, 0.12)
    spec.visual.headlight.specular = (0.0, 0.0, 0.0)
    bright = min(0.62 * level, 1.0)
    spec.worldbody.add_light(
        name="lamp",
        type=mujoco.mjtLightType.mjLIGHT_DIRECTIONAL,
        pos=(x_m, y_m, LAMP_HEIGHT_M),
        dir=(-x_m, -y_m, -LAMP_HEIGHT_M),
        diffuse=(bright, 0.98 * bright, 0.94 * bright),
        specular=(0.5, 0.5, 0.5),
        castshadow=False,
    )
