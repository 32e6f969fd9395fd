"""Films a whole golden goal, from the kick-off on: the field, what both cameras see, what the robot does.

python examples/soccer_goal.py docs/pictures/soccer-goal.webp 2
"""

import math
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from ludens.core.configuration import Configuration
from ludens.core.contract.debug import DebugHub
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.soccer.setups import STRIKER
from ludens.games.soccer.world import SoccerMatch, SoccerMatchOptions
from ludens.messages import CameraImage
from ludens.messages.scoreboard import Scoreboard
from ludens.sim.rendering import Renderer, free_camera

FIELD_PX, EYE_PX = (512, 384), (208, 156)
DRAWN_PX = (640, 480)  # before the field is made smaller, for smooth edges
FRAME_S, QUICKER = 0.1, 3.0  # a frame's time, and how much faster than life it is
LAST_FRAMES = 12  # after the goal
LONGEST_S = 90.0
QUALITY = 62
INK, QUIET, PAPER = (245, 242, 238), (190, 180, 165), (36, 26, 19)  # blue, green, red


class Onlooker:
    """Keeps what the robot saw last, and what is said about it."""

    def __init__(self, hub: DebugHub) -> None:
        self.eyes: dict[str, np.ndarray] = {}
        self.board: Scoreboard | None = None
        hub.watch("*/CameraImage", self._see)
        hub.watch("field_view/scoreboard", self._hear)

    def _see(self, path: str, _time_s: float, image: CameraImage) -> None:
        self.eyes[path.partition("/")[0]] = image.pixels_rgb

    def _hear(self, _path: str, _time_s: float, board: Scoreboard) -> None:
        self.board = board


def frames(seed: int, *, longest_s: float = LONGEST_S) -> Iterator[np.ndarray]:
    """BGR pixels of one frame after the other, from just before the kick-off to just after the goal."""
    match = SoccerMatch(SoccerMatchOptions(golden_goal=True), seed=seed)
    hub = DebugHub()
    onlooker = Onlooker(hub)
    painter = Renderer(match.physics.model, match.physics.data, width_px=DRAWN_PX[0], height_px=DRAWN_PX[1])
    configuration = Configuration(STRIKER.sections())
    with Run(STRIKER, SimulationDriver(match), configuration=configuration, seed=seed, hub=hub) as run:
        run.run_until(11.0)  # it calibrates its cameras
        left = LAST_FRAMES
        look_x = match.pose_of().x_m
        while left and run.time_s < longest_s:
            run.run_until(run.time_s + QUICKER * FRAME_S)
            left -= match.referee.over_ns is not None
            look_x += 0.1 * (min(match.pose_of().x_m + 0.9, 3.6) - look_x)
            view = free_camera(
                (look_x, 0.1, 0.2), distance_m=3.1, azimuth_rad=0.25 * math.pi, elevation_rad=-0.38
            )
            field_rgb = cv2.resize(painter.picture(view), FIELD_PX, interpolation=cv2.INTER_AREA)
            yield composed(field_rgb, onlooker)
    painter.close()


def composed(field_rgb: np.ndarray, onlooker: Onlooker) -> np.ndarray:
    """The field on the left; on the right both eyes and a sentence."""
    column = np.full((FIELD_PX[1], EYE_PX[0], 3), PAPER, np.uint8)
    for number, camera in enumerate(("top", "bottom")):
        if camera in onlooker.eyes:
            eye = cv2.resize(onlooker.eyes[camera], EYE_PX, interpolation=cv2.INTER_AREA)
            rows = slice(number * EYE_PX[1], (number + 1) * EYE_PX[1])
            column[rows] = cv2.cvtColor(eye, cv2.COLOR_RGB2BGR)
    if onlooker.board is not None:
        board, top = onlooker.board, 2 * EYE_PX[1]
        words = (
            (f"{board.scores[0]} : {board.scores[1]}   {board.play_s:.0f} s", 26, 0.55, INK),
            (board.doing, 46, 0.38, INK),
            (board.reason, 62, 0.34, QUIET),
        )
        font = cv2.FONT_HERSHEY_SIMPLEX
        for text, below, size, colour in words:
            cv2.putText(column, text, (8, top + below), font, size, colour, 1, cv2.LINE_AA)
    return np.hstack((cv2.cvtColor(field_rgb, cv2.COLOR_RGB2BGR), column))


def main(target: Path, seed: int) -> None:
    """Write an animated WebP that begins again at its end."""
    animation = cv2.Animation()
    animation.frames = [cv2.cvtColor(frame, cv2.COLOR_BGR2BGRA) for frame in frames(seed)]
    animation.durations = np.full(len(animation.frames), round(FRAME_S * 1000))
    cv2.imwriteanimation(str(target), animation, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


if __name__ == "__main__":
    arguments = sys.argv[1:]
    main(Path(arguments[0] if arguments else "soccer-goal.webp"), int(arguments[1]) if arguments[1:] else 2)
