"""Draws a NAO that is pushed over and gets up, from front and back: the picture of docs/notes/nao-getup.md.

python examples/nao_getting_up.py docs/pictures/nao-getup.png
"""

import math
import sys
from pathlib import Path

import cv2
import numpy as np

from ludens.core.configuration import Configuration
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from ludens.sim.rendering import Renderer, free_camera
from ludens.workbench.play import WALKING

PUSHED_S = 0.8
SIZE_PX = 150
FROM_FRONT = (5.5, (1.9, 2.8, 3.5, 4.3, 5.3, 6.0, 6.7, 7.5, 8.4, 10.5))
FROM_BACK = (-5.5, (1.9, 3.0, 3.6, 4.5, 5.2, 6.1, 6.8, 7.6, 8.5, 10.4))
"""Impulse to the front in N·s, and the moments to be drawn in seconds."""


def phases(push_ns: float, moments_s: tuple[float, ...]) -> np.ndarray:
    """RGB pixels of all moments beside each other."""
    world = NaoWorld(NaoWorldOptions(), seed=907)
    painter = Renderer(world.physics.model, world.physics.data, width_px=SIZE_PX, height_px=SIZE_PX)
    pictures = []
    try:
        with Run(WALKING, SimulationDriver(world), configuration=Configuration(WALKING.sections())) as run:
            run.run_until(PUSHED_S)
            world.push((push_ns, 0.0, 0.0))
            for moment_s in moments_s:
                run.run_until(moment_s)
                x_m, y_m, _ = world.ground_from_torso().translation.tolist()
                view = free_camera(
                    (x_m, y_m, 0.21), distance_m=1.0, azimuth_rad=0.42 * math.pi, elevation_rad=-0.25
                )
                pictures.append(painter.picture(view))
    finally:
        painter.close()
        world.close()
    return np.hstack(pictures)


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "nao-getup.png")
    strip = np.vstack([phases(*FROM_FRONT), phases(*FROM_BACK)])
    fewer_shades = strip // 12 * 12  # a smaller file, and nobody sees it
    pixels = cv2.imencode(".png", cv2.cvtColor(fewer_shades, cv2.COLOR_RGB2BGR))[1]
    target.write_bytes(pixels.tobytes())
