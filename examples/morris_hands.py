"""Draws a NAO that fetches a man from the inner square and shows it, for docs/notes/morris-hands.md.

python examples/morris_hands.py docs/pictures/morris-hands.png
"""

import math
import sys
from pathlib import Path

import cv2
import numpy as np

from ludens.games.morris.experiments.hands import HandsAtWork
from ludens.games.morris.move.stations import station_for
from ludens.sim.rendering import Renderer, free_camera

POINT = 17
MEN = {17: 0, 9: 1, 16: 0, 18: 1, 1: 0, 13: 1}
DRAWN = ("raise", "settle", "close", "lift", "draw back", "hold still")
SIZE_PX = (260, 240)


def phases() -> np.ndarray:
    """RGB pixels of the moments at which steps begin, beside each other."""
    work = HandsAtWork(
        station_for(POINT, "left", 0), MEN, noise="default", seed=907, random=np.random.default_rng(907)
    )
    world, last = work.world, ""
    pictures: list[np.ndarray] = []
    painter = Renderer(world.physics.model, world.physics.data, width_px=SIZE_PX[0], height_px=SIZE_PX[1])
    view = free_camera((0.0, -0.15, 0.30), distance_m=0.8, azimuth_rad=-0.3 * math.pi, elevation_rad=-0.3)
    with work:
        man = world.men_on_points()[POINT][0]
        place_m, yaw_rad = work.seen_man(man)
        others = work.neighbours_m(but=man)
        work.ask("grasp", "left", place_m=place_m, yaw_rad=yaw_rad, neighbours_m=others)
        while len(pictures) < len(DRAWN) and work.run.time_s < 20.0:
            work.run.run_until(work.run.time_s + 0.05)
            report = work.report
            if report is None:
                continue
            if report.state == "done" and report.number == 1:
                work.ask("show", "left")
            if report.doing != last and report.doing == DRAWN[len(pictures)]:
                pictures.append(painter.picture(view))
            last = report.doing
    painter.close()
    world.close()
    half = len(pictures) // 2
    return np.vstack((np.hstack(pictures[:half]), np.hstack(pictures[half:])))


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "morris-hands.png")
    fewer_shades = phases() // 12 * 12  # a smaller file, and nobody sees it
    target.write_bytes(cv2.imencode(".png", cv2.cvtColor(fewer_shades, cv2.COLOR_RGB2BGR))[1].tobytes())
