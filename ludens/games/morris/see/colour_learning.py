"""Learning the colours of the men: from one man of each, at points that are agreed on before a game."""

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.rules.board import point_at
from ludens.games.morris.see.colours import MenColours, over_white
from ludens.games.morris.see.projection import BoardView
from ludens.geometry import FloatArray

LEARNT_AT = (point_at(1, 0), point_at(1, 2))
"""Where the man of the first and that of the second colour stand: 1/0 and 1/2."""
DISC_M = 0.005
PICTURES = 3
"""Of each man, before it is believed."""
SURE, IN_SIGHT = 0.98, 0.8
"""How certain a man must be, and how much of it in sight, to follow its colour."""


class TopDiscs:
    """The middles of the upper faces of men at the points."""

    def __init__(self, measures: MorrisMeasures) -> None:
        steps = DISC_M * np.linspace(-1.0, 1.0, 5)
        flat = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
        disc = flat[np.hypot(flat[:, 0], flat[:, 1]) <= DISC_M * 1.01]
        self._disc_m = np.column_stack((disc, np.full(len(disc), measures.man_m)))

    def light(
        self, pixels_rgb: NDArray[np.uint8], view: BoardView, foot_m: tuple[float, float]
    ) -> FloatArray | None:
        """Return the median red, green and blue of one; None where it is not in the picture."""
        pixels = view.pixels(self._disc_m + np.array([*foot_m, 0.0]))
        if not view.camera.sees(pixels).all():
            return None
        columns, rows = (pixels[:, axis : axis + 1].astype(np.float32) for axis in (0, 1))
        light = cv2.remap(pixels_rgb, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        in_order = np.sort(light.reshape(-1, 3), axis=0)  # quicker than `median`, for so few
        median: FloatArray = in_order[len(in_order) // 2].astype(np.float64)
        return median


class ColourLearner:
    """Collects pictures of the two men until both colours are known."""

    def __init__(self, measures: MorrisMeasures) -> None:
        self._discs = TopDiscs(measures)
        self._feet_m = [tuple(measures.points_m()[point].tolist()) for point in LEARNT_AT]
        self._seen: tuple[list[FloatArray], list[FloatArray]] = ([], [])

    def look(self, pixels_rgb: NDArray[np.uint8], view: BoardView, *, white: FloatArray) -> MenColours | None:
        """Return the colours as soon as both men were seen often enough; raises `ColourError`."""
        for seen, foot_m in zip(self._seen, self._feet_m, strict=True):
            light = self._discs.light(pixels_rgb, view, foot_m)
            if light is not None and len(seen) < PICTURES:
                seen.append(over_white(light, white))
        if min(map(len, self._seen)) < PICTURES:
            return None
        first, second = (np.median(np.array(seen), axis=0) for seen in self._seen)
        return MenColours.from_light(first, second)
