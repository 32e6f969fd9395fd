"""Draws a morris board as a NAO sees it: through lenses, shutters, exposures and varnishes of several kinds.

python examples/optics.py docs/pictures
"""

import sys
from pathlib import Path

import cv2
import numpy as np

from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions
from ludens.messages import CameraImage

MEN = {0: 0, 1: 1, 2: 0, 16: 1, 17: 0, 9: 0, 13: 1, 6: 0, 4: 1, 20: 0}
SEED = 931
SETTLED_NS = 600_000_000
SIZE_PX = (400, 300)
TURNS_RADPS = 2.0
"""As a NAO turns its head when it looks round."""
ROWS = (
    (
        ("lens-perfect", "lamp-above+lens-perfect", False),
        ("default", "lamp-above", False),
        ("lens-poor", "lamp-above+lens-poor", False),
    ),
    (
        ("turning, shutter-global", "lamp-above+shutter-global", True),
        ("turning its head", "lamp-above", True),
        ("exposure-fixed", "lamp-above+exposure-fixed", False),
    ),
    (
        ("no-shadows, matt", "lamp-above+no-shadows+matt", False),
        ("lamp-aside", "lamp-aside", False),
        ("lamp-aside, glossy", "lamp-aside+glossy", False),
    ),
)


def picture(name: str, perturbations: str, turning: bool) -> np.ndarray:
    """What the lower camera gives, with a name below."""
    options = MorrisWorldOptions(noise=f"default+{perturbations}", men=MEN, eyes=("bottom/camera",))
    world = MorrisWorld(options, seed=SEED)
    world.advance_to(SETTLED_NS)
    if turning:
        head = int(world.physics.model.joint("nao/HeadYaw").dofadr[0])
        world.physics.data.qvel[head] = TURNS_RADPS
        world.physics.refresh()
    camera = next(source for source in world.robots[0].sources if "camera" in source.description.name)
    while True:
        for message in camera.capture(SETTLED_NS):
            if isinstance(message, CameraImage):
                world.close()
                seen = cv2.resize(np.asarray(message.pixels_rgb), SIZE_PX, interpolation=cv2.INTER_AREA)
                cv2.putText(seen, name, (10, SIZE_PX[1] - 12), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (255,) * 3, 4)
                cv2.putText(seen, name, (10, SIZE_PX[1] - 12), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (20,) * 3, 2)
                return seen


def main(folder: Path) -> None:
    """Write the picture."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = np.vstack([np.hstack([picture(*one) for one in row]) for row in ROWS])
    cv2.imwrite(str(folder / "optics.jpg"), cv2.cvtColor(drawn, cv2.COLOR_RGB2BGR))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "pictures"))
