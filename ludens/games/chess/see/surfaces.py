"""What the bare places of the table look like, and which of them do not look so.

Places of one kind (dark squares, light squares, slots) look alike, but for the light, which falls off across
the table. A place that shows no marker and is much darker or brighter than its like is covered: by a hand, by
the arm, by a piece that lies on its side.
"""

from collections.abc import Collection

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.games.chess.rules.places import FIRST_SLOT
from ludens.games.chess.table_view import TableView
from ludens.geometry import FloatArray

REACH, COUNT = 0.62, 5
DARKER = 0.28
"""Relative difference of brightness from what is expected that is no play of light."""
TINTED = 0.10
"""Likewise of green or blue over red: skin, cloth and pieces have other colours than the board."""
CHANGED = 0.12
"""Relative change of brightness since the picture before: something has moved there."""
KINDS = 3
FEWEST = 6
"""Bare places of a kind that are needed to know how it looks."""


class Surfaces:
    """Looks at 25 points of every place."""

    def __init__(self, view: TableView) -> None:
        samples = view.surface_samples(reach=REACH, count=COUNT).astype(np.float32)
        self._columns, self._rows = samples[..., 0], samples[..., 1]
        squares = np.arange(FIRST_SLOT)
        dark = (squares // 8 + squares % 8) % 2 == 0
        self._kinds = np.full(len(samples), 2)
        self._kinds[:FIRST_SLOT] = np.where(dark, 0, 1)
        middles = view.measures.middles()
        self._trend = np.column_stack((np.ones(len(middles)), middles))
        self._before: FloatArray | None = None

    def look(
        self, pixels_rgb: NDArray[np.uint8], *, marked: Collection[int]
    ) -> tuple[tuple[int, ...], float]:
        """Return the covered places, and the share of all places that changed since the last look."""
        light = cv2.remap(
            pixels_rgb, self._columns, self._rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        colours = np.maximum(light.astype(np.float64).mean(axis=1), 1.0)  # (96, red green blue)
        brightness = colours.mean(axis=1)
        motion = 0.0
        if self._before is not None:
            motion = float((np.abs(brightness / self._before - 1.0) > CHANGED).mean())
        self._before = brightness
        bare = np.ones(len(colours), dtype=bool)
        bare[list(marked)] = False
        return tuple(np.flatnonzero(bare & self._differs(colours, bare)).tolist()), motion

    def _differs(self, colours: FloatArray, bare: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Compare each place with those of its kind that look alike."""
        differs = np.zeros(len(colours), dtype=bool)
        tints = colours[:, 1:] / colours[:, :1]
        for kind in range(KINDS):
            own = self._kinds == kind
            usual = own & bare
            if usual.sum() < FEWEST:
                continue
            strange = self._strange(colours.mean(axis=1), tints, usual)
            again = usual & ~strange
            if again.sum() >= FEWEST:
                strange = self._strange(colours.mean(axis=1), tints, again)
            differs |= own & strange
        return differs

    def _strange(
        self, brightness: FloatArray, tints: FloatArray, usual: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Return which places are unlike the usual ones; the light's trend over the table is allowed for."""
        ratio = brightness / np.median(brightness[usual])
        trend, *_ = np.linalg.lstsq(self._trend[usual], ratio[usual], rcond=None)
        darker = np.abs(ratio / np.maximum(self._trend @ trend, 0.05) - 1.0) > DARKER
        tinted = (np.abs(tints / np.median(tints[usual], axis=0) - 1.0) > TINTED).any(axis=1)
        return np.asarray(darker | tinted, dtype=bool)
