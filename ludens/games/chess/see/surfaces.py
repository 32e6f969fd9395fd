"""What the bare places of the table look like, and which of them do not look so.

Places of one kind (dark squares, light squares, slots) look alike, but for the light, which falls off across
the table. A place that shows no marker and is much darker or brighter than its like, or not even, is covered:
by a hand, by the arm, by a piece that lies on its side, or by one whose marker was overlooked.
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
ROUGH = 0.25
"""Relative spread of brightness within a place that shows an edge or a pattern; bare places are even."""
GRAIN = 15.0
"""Spread of brightness, of 255, that is no grain of a dark picture."""
CHANGED = 0.12
"""Relative change of brightness since the picture before: something has moved there."""
KINDS = 3
STIFFNESS = 1e-6 * np.eye(3)
"""Keeps the trend finite where all usual places lie on one line."""
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
        self._colours: FloatArray = np.full((len(samples), 3), np.nan)  # red, green and blue of each place
        self._rough = np.zeros(len(samples), dtype=bool)

    def look(self, pixels_rgb: NDArray[np.uint8]) -> float:
        """Look at a picture, and return the share of all places that changed since the last look."""
        light = cv2.remap(
            pixels_rgb, self._columns, self._rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        before = self._colours.mean(axis=1)
        self._colours = np.maximum(light.mean(axis=1), 1.0)
        spread = light[..., 1].std(axis=1)
        self._rough = (spread > ROUGH * self._colours[:, 1]) & (spread > GRAIN)
        return float((np.abs(self._colours.mean(axis=1) / before - 1.0) > CHANGED).mean())

    def covered(self, *, marked: Collection[int]) -> tuple[int, ...]:
        """Return which places look covered, but for those where markers are."""
        bare = np.ones(len(self._colours), dtype=bool)
        bare[list(marked)] = False
        differs = self._differs(bare)
        return tuple(np.flatnonzero(bare & (differs | self._rough)).tolist())

    def _differs(self, bare: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Compare each place with those of its kind that look alike."""
        differs = np.zeros(len(bare), dtype=bool)
        for kind in range(KINDS):
            own = self._kinds == kind
            usual = own & bare
            if usual.sum() < FEWEST:
                continue
            strange = self._strange(usual)
            again = usual & ~strange
            if strange[usual].any() and again.sum() >= FEWEST:
                strange = self._strange(again)
            differs |= own & strange
        return differs

    def _strange(self, usual: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which places are unlike the usual ones; the light's trend over the table is allowed for."""
        brightness = self._colours.sum(axis=1)
        ratio = brightness / _middle(brightness[usual])
        places = self._trend[usual]
        trend = np.linalg.solve(places.T @ places + STIFFNESS, places.T @ ratio[usual])
        darker = np.abs(ratio / np.maximum(self._trend @ trend, 0.05) - 1.0) > DARKER
        tints = self._colours[:, 1:] / self._colours[:, :1]
        tinted = (np.abs(tints / _middle(tints[usual]) - 1.0) > TINTED).any(axis=1)
        return np.asarray(darker | tinted, dtype=bool)


def _middle(values: FloatArray) -> FloatArray:
    """Return the median along the first axis (the upper one of two), without the care of numpy's."""
    middle: FloatArray = np.sort(values, axis=0)[len(values) // 2]
    return middle
