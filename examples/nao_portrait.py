"""Draws the simulated NAO from four sides: the picture of docs/nao.md.

python examples/nao_portrait.py docs/pictures/nao.png
"""

import math
import sys
from pathlib import Path

import cv2
import numpy as np

from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from ludens.sim.rendering import Renderer, free_camera

BODY, FACE = (0.0, 0.0, 0.30), (0.0, 0.0, 0.49)
VIEWS = (
    free_camera(BODY, distance_m=0.95, azimuth_rad=0.83 * math.pi, elevation_rad=-0.2),
    free_camera(BODY, distance_m=0.95, azimuth_rad=math.pi, elevation_rad=-0.1),
    free_camera(BODY, distance_m=0.95, azimuth_rad=0.5 * math.pi, elevation_rad=-0.1),
    free_camera(FACE, distance_m=0.30, azimuth_rad=math.pi, elevation_rad=-0.05),
)
"""Half right, front, side, face."""


def portrait(width_px: int = 320, height_px: int = 400) -> np.ndarray:
    """RGB pixels of all views beside each other."""
    world = NaoWorld(NaoWorldOptions(noise="off"), seed=0)
    painter = Renderer(world.physics.model, world.physics.data, width_px=width_px, height_px=height_px)
    try:
        return np.hstack([painter.picture(view) for view in VIEWS])
    finally:
        painter.close()
        world.close()


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "nao.png")
    target.write_bytes(cv2.imencode(".png", cv2.cvtColor(portrait(), cv2.COLOR_RGB2BGR))[1].tobytes())
