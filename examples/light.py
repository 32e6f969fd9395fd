"""Draws two boards by day and by a reading lamp beside them, as the robots at them see them.

python examples/light.py docs/pictures
"""

import sys
from pathlib import Path

import cv2
import numpy as np

from ludens.games.chess.world import ChessWorld, ChessWorldOptions
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions
from ludens.messages import CameraImage
from ludens.sim.world import World

MEN = {0: 0, 1: 1, 2: 0, 16: 1, 17: 0, 9: 0, 13: 1, 6: 0, 4: 1, 20: 0}
FEN = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
SEED = 931
SETTLED_NS = 600_000_000
HEIGHT_PX = 420


def picture(world: World) -> np.ndarray:
    """The first picture of the first camera, as high as all others."""
    world.advance_to(SETTLED_NS)
    camera = next(source for source in world.robots[0].sources if "camera" in source.description.name)
    while True:
        for message in camera.capture(SETTLED_NS):
            if isinstance(message, CameraImage):
                world.close()
                rgb = message.pixels_rgb
                return cv2.resize(rgb, (rgb.shape[1] * HEIGHT_PX // rgb.shape[0], HEIGHT_PX))


def row(noise: str) -> np.ndarray:
    """Both boards in one light."""
    men = MorrisWorldOptions(noise=noise, men=MEN, eyes=("bottom/camera",))
    worlds: list[World] = [
        MorrisWorld(men, seed=SEED),
        ChessWorld(ChessWorldOptions(noise=noise, fen=FEN), seed=SEED),
    ]
    return np.hstack([picture(world) for world in worlds])


def main(folder: Path) -> None:
    """Write the picture."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = np.vstack([row("default+lamp-above"), row("default+lamp-aside")])
    cv2.imwrite(str(folder / "light.jpg"), cv2.cvtColor(drawn, cv2.COLOR_RGB2BGR))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "pictures"))
