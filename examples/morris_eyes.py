"""Draws what a NAO sees of a board of men and what it makes of it, and a hand that it holds before its eyes.

python examples/morris_eyes.py docs/pictures
"""

import sys
from pathlib import Path

import cv2
import numpy as np

from ludens.core.contract.driver import Delivery
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.experiments.in_hand import Shown, posed_hand
from ludens.games.morris.experiments.scanning import Onlooker, ScanLaboratory
from ludens.games.morris.see.drawing import hand_drawing
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions, station_at
from ludens.messages import CameraImage, Circle, Drawing, Polyline, Text
from ludens.messages.morris_table import SeenMan

MEN = {0: 0, 1: 1, 2: 0, 16: 1, 17: 0, 9: 0, 13: 1, 6: 0, 4: 1, 20: 0, 11: 1, 12: 0, 7: 1}
SECOND_AT, BESIDE_M = 9, 0.028
STRAY = SeenMan(0.13, -0.135, 0.5, 1)
SEED, PICTURES = 931, (1, -1)


class Eyewitness(Onlooker):
    """Keeps the newest picture."""

    pixels_rgb: np.ndarray

    def on_delivery(self, delivery: Delivery) -> None:
        """Keep pictures."""
        for message in delivery.messages:
            if isinstance(message, CameraImage):
                self.pixels_rgb = message.pixels_rgb


def board() -> np.ndarray:
    """The first and the last look of a scan: lines, men, a second man at d2 and one beside all points."""
    x_m, y_m = MorrisMeasures().points_m()[SECOND_AT].tolist()
    strays = (SeenMan(x_m + BESIDE_M, y_m - 0.002, 0.3, 0), STRAY)
    options = MorrisWorldOptions(
        men=MEN, strays=strays, eyes=("bottom/camera",), camera_hz=6.0, stations=(station_at(0),)
    )
    seen: list[np.ndarray] = []
    newest: dict[str, Drawing] = {}
    with ScanLaboratory(options, seed=SEED) as laboratory:
        witness = Eyewitness()
        laboratory.run.observers.append(witness)

        def keep(_path: str, _time_s: float, men: Drawing) -> None:
            seen.append(drawn(witness.pixels_rgb, newest["board"], men))

        hub = laboratory.run.hub
        hub.watch("*men_eyes/board", lambda _path, _time_s, value: newest.update(board=value))
        hub.watch("*men_eyes/men", keep)
        laboratory.wait(1.0)
        laboratory.scan()
    return np.hstack([seen[number] for number in PICTURES])


def hand(truths: tuple[int, ...] = (1, 2, 0)) -> np.ndarray:
    """Hands with a man of the first or second colour, or with none."""
    seen = []
    for number, truth in enumerate(truths):
        options = MorrisWorldOptions(men={2: 0, 10: 1, 13: 0}, eyes=("bottom/camera",))
        world = MorrisWorld(options, seed=SEED + number)
        shown = Shown(world, "left", np.random.default_rng(number))
        image, grip, chances = posed_hand(shown, truth)
        assert grip is not None
        assert chances is not None
        seen.append(drawn(image.pixels_rgb, hand_drawing(grip, chances))[::2, ::2])
        world.close()
    return np.hstack(seen)


def drawn(pixels_rgb: np.ndarray, *drawings: Drawing) -> np.ndarray:
    """A picture with drawings on it."""
    pixels = pixels_rgb.copy()
    for shape in (shape for drawing in drawings for shape in drawing.shapes):
        colour = tuple(int(shape.colour[place : place + 2], 16) for place in (1, 3, 5))
        match shape:
            case Polyline():
                corners = np.rint(np.array(shape.points)).astype(np.int32)
                cv2.polylines(pixels, [corners], shape.closed, colour, round(shape.width), cv2.LINE_AA)
            case Circle():
                at = tuple(map(round, shape.center))
                cv2.circle(pixels, at, round(shape.radius), colour, -1 if shape.filled else 2, cv2.LINE_AA)
            case Text():
                at = tuple(map(round, shape.at))
                cv2.putText(pixels, shape.words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, 1, cv2.LINE_AA)
    return pixels


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    for name, pixels in (("morris-eyes", board()), ("morris-in-hand", hand())):
        small = cv2.resize(pixels, None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(folder / f"{name}.png"), cv2.cvtColor(small, cv2.COLOR_RGB2BGR))
