"""The marker in the middle of the board, in one picture."""

import numpy as np
from numpy.typing import NDArray

from ludens.games.morris.board_marker import MARKER_DICTIONARY, MARKER_NUMBER
from ludens.games.morris.measures import MorrisMeasures
from ludens.geometry import FloatArray
from ludens.vision.markers import MarkerFinder

EDGES_PX = (110.0, 48.0, 22.0)
"""How long the marker's edges are: close to the board, a step away from it, and across the table."""


class MarkerEye:
    """Finds the marker at any distance; begins with the one at which it was seen last."""

    def __init__(self, measures: MorrisMeasures) -> None:
        half_m, height_m = 0.5 * measures.marker_m, measures.marker_plate_height_m
        self.corners_in_board_m: FloatArray = np.array(
            [
                (-half_m, half_m, height_m),
                (half_m, half_m, height_m),
                (half_m, -half_m, height_m),
                (-half_m, -half_m, height_m),
            ]
        )
        self._finders = [MarkerFinder(MARKER_DICTIONARY, edge_px=edge_px) for edge_px in EDGES_PX]
        self._last = 0

    def find(
        self, grey: NDArray[np.uint8], *, expected_px: FloatArray | None = None, thorough: bool = True
    ) -> FloatArray | None:
        """Return the marker's corners (4, 2), or None.

        `expected_px` is about where its corners (4, 2) should be; unless asked to be thorough, only that
        size is looked for.
        """
        order = self._order(expected_px)
        hints = () if expected_px is None else (expected_px.mean(axis=0),)
        for number in order if thorough else order[:1]:
            for marker in self._finders[number].find(grey, hints_px=hints):
                if marker.number == MARKER_NUMBER:
                    self._last = number
                    return marker.corners_px
        return None

    def _order(self, expected_px: FloatArray | None) -> list[int]:
        """Return the finders, the likeliest first."""
        edge_px = EDGES_PX[self._last]
        if expected_px is not None and np.isfinite(expected_px).all():
            sides = expected_px - np.roll(expected_px, 1, axis=0)
            edge_px = float(np.hypot(sides[:, 0], sides[:, 1]).mean())
        return sorted(range(len(EDGES_PX)), key=lambda number: abs(np.log(EDGES_PX[number] / edge_px)))
