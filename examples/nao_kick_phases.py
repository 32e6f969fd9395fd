"""Draws the simulated NAO in each phase of a kick: the picture of docs/nao-motion.md.

python examples/nao_kick_phases.py docs/pictures/nao-kick.png
"""

import math
import sys
from pathlib import Path

import cv2
import numpy as np

from ludens.core.configuration import Configuration
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.messages import KickRequest
from ludens.motion.kick import best_place_m
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from ludens.sim.rendering import Renderer, free_camera
from ludens.workbench.experiments.kick_laid import STARTS_S, kick_setup
from ludens.workbench.referees import KickReferee

VIEW = free_camera((0.08, 0.0, 0.22), distance_m=0.95, azimuth_rad=-0.36 * math.pi, elevation_rad=-0.42)
MOMENTS = (
    ("shift", 0.55),
    ("draw back", 0.45),
    ("follow through", 0.06),
    ("retract", 0.08),
    ("put down", 0.2),
)
"""Phases, and how many seconds after the begin of each the picture is taken: joints follow late."""


def phases(width_px: int = 190, height_px: int = 270) -> np.ndarray:
    """RGB pixels of all moments beside each other."""
    request = KickRequest(time_s=0.0, with_left=True)
    world = NaoWorld(NaoWorldOptions(noise="off", ball_m=(3.0, 3.0)), seed=0)
    painter = Renderer(world.physics.model, world.physics.data, width_px=width_px, height_px=height_px)
    referee = KickReferee(world)
    setup = kick_setup(request)
    pictures = []
    with Run(
        setup,
        SimulationDriver(world),
        configuration=Configuration(setup.sections()),
        observers=[referee],
    ) as run:
        run.run_until(STARTS_S)
        referee.lay_ball(best_place_m(request))
        for phase, after_s in MOMENTS:
            while referee.phase != phase and run.step() is not None:
                pass
            run.run_until(run.time_s + after_s)
            pictures.append(_titled(painter.picture(VIEW), phase))
    painter.close()
    return np.hstack(pictures)


def _titled(picture: np.ndarray, title: str) -> np.ndarray:
    titled = (picture & 0xF0) + 8  # fewer tones make a smaller file
    cv2.putText(titled, title, (10, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (255, 255, 255), 1, cv2.LINE_AA)
    return titled


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "nao-kick.png")
    pixels = cv2.cvtColor(phases(), cv2.COLOR_RGB2BGR)
    target.write_bytes(cv2.imencode(".png", pixels, [cv2.IMWRITE_PNG_COMPRESSION, 9])[1].tobytes())
