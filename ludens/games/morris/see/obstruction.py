"""Notices something large between the eye and the board: a hand, an arm or a sleeve.

What it hides would otherwise be taken for what it looks like; a blue sleeve looks like the stripe round the
board, and men under it like empty points. The board is white but for thin lines, the marker and men. So a
large patch on it that is neither white nor a man's is something that does not belong there, or a shadow.

A shadow is grey, and the board's lines go on through it; what hides the board hides them too.
"""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.see.colours import FIRST, OTHER, SECOND
from ludens.games.morris.see.lines import LineRuler
from ludens.games.morris.see.projection import BoardView
from ludens.games.morris.see.unexplained_regions import SHRINK, box_outline, hulls
from ludens.geometry import FloatArray

STRIPE_M = 0.016
"""Distance within the table's edge from which on the board is white for certain."""
DIM = 0.5
"""Of the board's white: what is brighter and grey is the board."""
COLOURED, TINTED, LEAST_TINT = 0.16, 0.35, 0.07
"""Difference of the channels from which on something has a colour: of white, or of its own light, but then
no less than this of white. A shadow has the tint of the other lamps at most."""
COARSE = 2
"""Every second small pixel is enough: what is looked for is large."""
AROUND_PX, LINES_PX = 3, 5
"""In coarse pixels: what is as near to a man may be its rim; what is not wider may be a line."""
PLATE_M = 0.006
"""Round the marker's plate nobody can say what is its side."""
LARGE = 1.25
"""Of a man's picture there: what is smaller may be a man of a third colour."""
REACH_PX = 3.0
"""How far from where it should be a line is looked for in a shadow."""
LINES_SEEN, FEW_LINES = 0.5, 4
"""Share of a patch's lines that go on through a shadow; of fewer places of lines nothing can be said."""
WHITE, DARK, HUED = range(3)


class ObstructionDetector:
    """Looks for what is in the way of reading a board."""

    def __init__(self, measures: MorrisMeasures) -> None:
        self._measures, self._ruler = measures, LineRuler(measures)

    def is_in_the_way(
        self,
        pixels_rgb: NDArray[np.uint8],
        small_rgb: NDArray[np.uint8],
        labels: NDArray[np.uint8],
        view: BoardView,
        *,
        white: FloatArray,
        is_clear: bool = False,
    ) -> bool:
        """Tell whether a picture shows something large over the board.

        `small_rgb` is the picture of half the size and `labels` those of its pixels, of which those that are
        none (the robot itself) have been covered. Where somebody says that the board `is_clear`, whatever
        has no colour is a shadow.
        """
        board = _board(labels, view, self._measures)[::COARSE, ::COARSE]
        kinds = _kinds(small_rgb[::COARSE, ::COARSE], labels[::COARSE, ::COARSE], white)
        kinds[board == 0] = WHITE
        if any(True for _ in self._large(kinds == HUED, view)):
            return True
        if is_clear:
            return False
        # The dark rim of a hand belongs to it, so dark patches are looked at with what adjoins them.
        lines_px: tuple[NDArray[np.intp], NDArray[np.bool_]] | None = None
        for patch in self._large(kinds != WHITE, view):
            lines_px = lines_px or self._lines(pixels_rgb, view, kinds.shape)
            if not _is_shadow(patch, *lines_px):
                return True
        return False

    def _large(self, strange: NDArray[np.bool_], view: BoardView) -> Iterator[NDArray[np.bool_]]:
        """Yield the patches that are larger than a man would be there."""
        opened = cv2.morphologyEx(
            strange.astype(np.uint8), cv2.MORPH_OPEN, np.ones((LINES_PX, LINES_PX), np.uint8)
        )
        if not opened.any():
            return
        count, numbers, boxes, middles = cv2.connectedComponentsWithStats(
            opened.astype(np.uint8), connectivity=4
        )
        for number in range(1, count):
            foot_m = view.on_plane(middles[number] * (SHRINK * COARSE) + 0.5 * (SHRINK - 1), height_m=0.0)
            if np.isfinite(foot_m).all():
                (hull,) = hulls(view, np.array([(*foot_m, 0.0)]), edge_m=self._measures.man_m)
                if boxes[number, cv2.CC_STAT_AREA] * COARSE**2 > LARGE * cv2.contourArea(hull):
                    yield numbers == number

    def _lines(
        self, pixels_rgb: NDArray[np.uint8], view: BoardView, shape: tuple[int, ...]
    ) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """Return the coarse pixels (n, 2: row, column) on which lines should be, and whether each is seen."""
        grey = np.asarray(cv2.cvtColor(pixels_rgb, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
        found = {
            tuple(point)
            for point in self._ruler.find(grey, view, reach_px=REACH_PX).points_in_board_m.tolist()
        }
        points_m = self._ruler.points_m
        with np.errstate(invalid="ignore"):
            places = np.nan_to_num(view.pixels(points_m) / (SHRINK * COARSE), nan=-1.0).astype(np.intp)[
                :, ::-1
            ]
        # At the picture's edge no line is ever found: there it says nothing about what hides it.
        inside = self._ruler.in_sight(view, reach_px=REACH_PX)
        inside &= (places >= 0).all(axis=1) & (places < shape).all(axis=1)
        seen = np.array([tuple(point) in found for point in points_m.tolist()])
        return places[inside], seen[inside]


def _is_shadow(patch: NDArray[np.bool_], lines_px: NDArray[np.intp], are_seen: NDArray[np.bool_]) -> bool:
    """Tell whether lines go on through a patch."""
    within = patch[lines_px[:, 0], lines_px[:, 1]]
    return int(within.sum()) < FEW_LINES or float(are_seen[within].mean()) > LINES_SEEN


def _kinds(small_rgb: NDArray[np.uint8], labels: NDArray[np.uint8], white: FloatArray) -> NDArray[np.uint8]:
    """Return what each pixel is: white or near a man, dark, or of another colour."""
    kinds = _kinds_of_light(small_rgb, (1.0 / np.maximum(white, 8.0)).astype(np.float32))
    men = ((labels == FIRST) | (labels == SECOND)).astype(np.uint8)
    kinds[cv2.dilate(men, np.ones((AROUND_PX, AROUND_PX), np.uint8)) > 0] = WHITE
    kinds[labels > OTHER] = WHITE
    return kinds


@compiled
def _kinds_of_light(pixels: NDArray[np.uint8], gains: NDArray[np.float32]) -> NDArray[np.uint8]:
    height, width, _ = pixels.shape
    kinds = np.empty((height, width), dtype=np.uint8)
    for row in range(height):
        for column in range(width):
            red, green, blue = (
                pixels[row, column, 0] * gains[0],
                pixels[row, column, 1] * gains[1],
                pixels[row, column, 2] * gains[2],
            )
            brightest, darkest = max(red, green, blue), min(red, green, blue)
            hue = brightest - darkest
            if hue > COLOURED or (hue > LEAST_TINT and hue > TINTED * brightest):
                kinds[row, column] = HUED
            else:
                kinds[row, column] = DARK if brightest < DIM else WHITE
    return kinds


def _board(labels: NDArray[np.uint8], view: BoardView, measures: MorrisMeasures) -> NDArray[np.uint8]:
    """Return where a picture shows the board within its stripe, without the marker's plate."""
    board = np.zeros(labels.shape, np.uint8)
    half_m = 0.5 * measures.table_width_m - STRIPE_M
    cv2.fillConvexPoly(board, box_outline(view, half_m, 0.0), (1,))
    plate_m = 0.5 * measures.marker_plate_m + PLATE_M
    cv2.fillConvexPoly(board, box_outline(view, plate_m, measures.marker_plate_height_m), (0,))
    return board
