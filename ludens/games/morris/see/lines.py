"""The board's lines as a ruler: they reach to its corners, where the marker's own error would be largest.

Every line is looked for across itself, near where it should be: a dark valley between two bright banks of
about the same light. The edge of a man, a shadow or the stripe has only one bank, so it is none.

What is found are clues: points of the board, and where their pictures are. A corner is found in both
directions of the picture; a point of a line only across the line. Both are the same kind of clue: how far the
point's picture lies from where it was found, along one direction.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.rules.board import NEIGHBOURS, points_of
from ludens.games.morris.see.projection import BoardView
from ludens.geometry import FloatArray

LINES = tuple(
    (point, other) for point, others in enumerate(NEIGHBOURS) for other in points_of(others) if point < other
)
"""Each once, as two points."""
APART_M = 0.011
CLEAR_M = 0.019
"""Distance from a point within which a man may stand on the line."""
STEP_PX = 0.5
LEAST_DEPTH = 0.30
"""Of the banks' light, by which a line must be darker than both."""
UNLIKE_BANKS = 0.22
"""Of the brighter bank's light, by which the banks may differ."""
DARKEST = 25.0
SIGMA_PX = 0.3
"""Of one place: what grain, blur and the line's own edges leave."""
EDGE_PX = 3.0
FEW = 8
"""Places of lines that run one way, in the picture: what is found of so few tells nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Clues:
    """Any number of them."""

    points_in_board_m: FloatArray  # (n, 3)
    found_px: FloatArray  # (n, 2)
    across: FloatArray  # (n, 2): the direction of the picture in which the place is known
    sigma_px: FloatArray  # (n,)

    @classmethod
    def of_corners(cls, points_in_board_m: FloatArray, found_px: FloatArray, *, sigma_px: float) -> "Clues":
        """Two clues for each corner."""
        count = len(points_in_board_m)
        return cls(
            np.repeat(points_in_board_m, 2, axis=0),
            np.repeat(found_px, 2, axis=0),
            np.tile(np.eye(2), (count, 1)),
            np.full(2 * count, sigma_px),
        )

    def and_also(self, other: "Clues") -> "Clues":
        """All of both."""
        return Clues(
            np.concatenate((self.points_in_board_m, other.points_in_board_m)),
            np.concatenate((self.found_px, other.found_px)),
            np.concatenate((self.across, other.across)),
            np.concatenate((self.sigma_px, other.sigma_px)),
        )


class LineRuler:
    """Knows where the board's lines are bare of men, whatever stands on the points."""

    def __init__(self, measures: MorrisMeasures) -> None:
        places_m = measures.points_m()
        points, ways = [], []
        for first, second in LINES:
            start_m, end_m = places_m[first], places_m[second]
            length_m = float(np.hypot(*(end_m - start_m)))
            way = (end_m - start_m) / length_m
            for along_m in np.arange(CLEAR_M, length_m - CLEAR_M + 1e-6, APART_M):
                points.append(start_m + along_m * way)
                ways.append(way)
        self.points_m: FloatArray = np.column_stack((points, np.zeros(len(points))))
        self._alongs = {
            tuple(point.tolist()): (*way.tolist(), 0.0)
            for point, way in zip(self.points_m, ways, strict=True)
        }
        self._ends_m = self.points_m + 1e-3 * np.column_stack((ways, np.zeros(len(ways))))
        self._runs_ahead = np.abs(np.array(ways)[:, 0]) > 0.5  # along the board's x axis, or its y axis
        self._width_m = measures.line_width_m

    def in_sight(self, view: BoardView, *, reach_px: float) -> NDArray[np.bool_]:
        """Return which of the points are far enough within the picture to be found there."""
        return _inside(view.pixels(self.points_m), view, room_px=reach_px + EDGE_PX)

    def find(self, grey: NDArray[np.uint8], view: BoardView, *, reach_px: float) -> Clues:
        """Return where lines were found that should be within `reach_px` of where the view puts them."""
        pixels = view.pixels(self.points_m)
        along = view.pixels(self._ends_m) - pixels
        lengths = np.hypot(along[:, 0], along[:, 1])
        inside = self.in_sight(view, reach_px=reach_px) & (lengths > 0.0)
        points_m, pixels, along, lengths = (
            values[inside] for values in (self.points_m, pixels, along, lengths)
        )
        across = np.column_stack((-along[:, 1], along[:, 0])) / lengths[:, np.newaxis]
        width_px = self._width_m * _across_px_per_m(view, points_m, pixels, across)
        is_sound = np.isfinite(width_px)  # a guess at the view may put the far bank behind the camera
        if not is_sound.all():
            points_m, pixels, across, width_px = (
                values[is_sound] for values in (points_m, pixels, across, width_px)
            )
        offsets = _valleys(grey, pixels, across, width_px=width_px, reach_px=reach_px)
        found = np.isfinite(offsets)
        return Clues(
            points_m[found],
            pixels[found] + offsets[found, np.newaxis] * across[found],
            across[found],
            np.full(int(found.sum()), SIGMA_PX),
        )

    def share(self, found: Clues, view: BoardView) -> float:
        """Return how much of the lines in sight was found, of those that run one way or the other: the less.

        A board that is believed too far left still has its lines from left to right where they should be.
        """
        inside = _inside(view.pixels(self.points_m), view, room_px=2.0 * EDGE_PX)
        were_found = np.abs([self._alongs[tuple(point)][0] for point in found.points_in_board_m.tolist()])
        shares = [1.0]
        for ahead in (True, False):
            expected = int((inside & (self._runs_ahead == ahead)).sum())
            if expected >= FEW:
                shares.append(int(((were_found > 0.5) == ahead).sum()) / expected)
        return min(shares)

    def along(self, point_in_board_m: FloatArray) -> FloatArray:
        """Return the direction on the board of the line on which one of the ruler's points lies."""
        return np.array(self._alongs[tuple(point_in_board_m.tolist())])


def _across_px_per_m(
    view: BoardView, points_m: FloatArray, pixels: FloatArray, across: FloatArray
) -> FloatArray:
    """Return how many pixels a metre across each line is, measured in the picture across the line."""
    shifts = [view.pixels(points_m + 1e-3 * axis) - pixels for axis in np.eye(3)[:2]]
    reach = np.stack([np.abs(np.einsum("ni,ni->n", shift, across)) for shift in shifts])
    scale: FloatArray = 1e3 * reach.max(axis=0)
    return scale


def _inside(pixels: FloatArray, view: BoardView, *, room_px: float) -> NDArray[np.bool_]:
    """Return which pixels are in the picture, so far from its edge."""
    with np.errstate(invalid="ignore"):
        inside: NDArray[np.bool_] = (
            (pixels > room_px).all(axis=1)
            & (pixels[:, 0] < view.camera.width_px - room_px)
            & (pixels[:, 1] < view.camera.height_px - room_px)
        )
    return inside


def _valleys(
    grey: NDArray[np.uint8], pixels: FloatArray, across: FloatArray, *, width_px: FloatArray, reach_px: float
) -> FloatArray:
    """Return where along each profile the middle of a dark line lies; NaN where there is none."""
    if len(pixels) == 0:
        return np.zeros(0)
    banks_px = float(np.max(width_px, initial=2.0))
    ways = np.arange(-reach_px - banks_px, reach_px + banks_px + 0.5 * STEP_PX, STEP_PX)
    columns, rows = _profiles(pixels, across, ways)
    light = cv2.remap(grey, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return _deepest(np.asarray(light, dtype=np.uint8), ways, width_px, reach_px)


@compiled
def _profiles(
    pixels: FloatArray, across: FloatArray, ways: FloatArray
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return columns and rows (n, places) of the places so far from each pixel, across its line."""
    columns = np.empty((len(pixels), len(ways)), dtype=np.float32)
    rows = np.empty((len(pixels), len(ways)), dtype=np.float32)
    for line in range(len(pixels)):
        for place in range(len(ways)):
            columns[line, place] = pixels[line, 0] + ways[place] * across[line, 0]
            rows[line, place] = pixels[line, 1] + ways[place] * across[line, 1]
    return columns, rows


@compiled
def _deepest(light: NDArray[np.uint8], ways: FloatArray, width_px: FloatArray, reach_px: float) -> FloatArray:
    """Return the same of profiles (n, places) of light, whose places are the ways from the middle."""
    count, places = light.shape
    offsets = np.full(count, np.nan)
    smooth = np.empty(places)
    for line in range(count):
        profile = light[line].astype(np.float64)
        smooth[0], smooth[places - 1] = profile[0], profile[places - 1]
        for place in range(1, places - 1):
            smooth[place] = (profile[place - 1] + profile[place] + profile[place + 1]) / 3.0
        deepest, darkest = 0, np.inf
        for place in range(places):
            if abs(ways[place]) <= reach_px and smooth[place] < darkest:
                deepest, darkest = place, smooth[place]
        half = max(int(np.rint(0.9 * width_px[line] / STEP_PX)), 3)
        left, right = smooth[max(deepest - half, 0)], smooth[min(deepest + half, places - 1)]
        lower, upper = min(left, right), max(left, right)
        is_line = lower - darkest > LEAST_DEPTH * lower and upper - lower < UNLIKE_BANKS * upper
        if not is_line or lower <= DARKEST or not 2 < deepest < places - 3:
            continue
        total, moment = 0.0, 0.0
        for place in range(max(deepest - half, 0), min(deepest + half, places - 1) + 1):
            weight = max(lower - profile[place], 0.0)
            total += weight
            moment += weight * ways[place]
        if total > 0.0 and abs(moment / total) <= reach_px:
            offsets[line] = moment / total
    return offsets
