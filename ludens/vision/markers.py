"""Square markers (ArUco) in a grey picture: which they are and where their corners lie, to a part of a pixel.

Markers are looked for in a picture of half the size, which is cheap and hides the sensor's grain; their
corners are then found exactly in the whole picture. A marker with a thin margin on a dark ground can be lost
that way: where one is expected, a piece of the whole picture is searched with a finer threshold. Markers of
the picture before are only checked, and painted over before the others are looked for.

Half a marker may read as another one: where something hides its first columns, the next white one looks like
the margin of a narrower marker. Where markers are seen from above, what is not square is therefore none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.geometry import FloatArray
from ludens.vision.images import VisionError
from ludens.vision.marker_corners import MarkerCheck, sharpened

SHRINK = 2
SMALLEST, LARGEST = 0.6, 1.6
"""Of the expected edge: other squares are no markers."""
CLOSE_LOOK = 1.15
"""How far around a hint is searched, in edges to each side: a turned marker may be a quarter beside it."""
PAINTED = 1.2
"""How much larger than a marker that was checked is what is painted over."""
GROUND = 1.3
"""Likewise where the ground is looked at that it is painted like."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenMarker:
    """A marker in a picture."""

    number: int
    corners_px: FloatArray
    """(4, 2) columns and rows, clockwise from the corner that is the marker's upper left."""

    @property
    def middle_px(self) -> FloatArray:
        """Where the diagonals cross: the picture of the marker's middle, also seen aslant."""
        first, second, third, fourth = self.corners_px
        along, across = third - first, fourth - second
        share = _cross(second - first, across) / _cross(along, across)
        middle: FloatArray = first + share * along
        return middle

    @property
    def edge_px(self) -> float:
        """Mean length of its edges."""
        return float(_edges_px(self.corners_px).mean())


class MarkerFinder:
    """Finds markers of one dictionary of OpenCV, such as "ARUCO_ORIGINAL" or "4X4_50".

    `edge_px` is about how long their edges are in the picture: much smaller or larger squares are none. Nor
    are those less square than `squareness`, the shorter edges by the longer ones, which slant would change.
    """

    def __init__(self, dictionary: str, *, edge_px: float, squareness: float = 0.0) -> None:
        code = getattr(cv2.aruco, f"DICT_{dictionary}", None)
        if code is None:
            raise VisionError(
                f"OpenCV has no dictionary of markers called '{dictionary}'; write ARUCO_ORIGINAL, say."
            )
        if not edge_px >= 16.0:
            raise VisionError(f"Markers need edges of at least 16 pixels to be read; got {edge_px}.")
        self._edge_px, self._squareness = edge_px, squareness
        self._dictionary = cv2.aruco.getPredefinedDictionary(code)
        self._check = MarkerCheck(self._dictionary)
        self._detectors: dict[tuple[int, int], cv2.aruco.ArucoDetector] = {}  # by picture size and shrink

    def find(
        self,
        grey: NDArray[np.uint8],
        *,
        hints_px: Sequence[FloatArray] = (),
        before: Sequence[SeenMarker] = (),
    ) -> list[SeenMarker]:
        """Return every marker in a picture. Around hints, where none was found, it looks more closely.

        `before` are the markers of the picture before: those that rest are found at once.
        """
        known = self._still_there(grey, before)
        found = known + self._sharpened(grey, self._searched(grey, known))
        return found + self.look_closely(grey, hints_px, found=found)

    def look_closely(
        self,
        grey: NDArray[np.uint8],
        hints_px: Sequence[FloatArray],
        *,
        found: Sequence[SeenMarker],
        most: int | None = None,
    ) -> list[SeenMarker]:
        """Return markers around hints that have none yet; `most` limits at how many of those it looks."""
        if len(hints_px) == 0:
            return []
        free = self._is_free(np.array(hints_px), found)
        nearby: list[SeenMarker] = []
        for hint_px in np.array(hints_px)[free][:most]:
            taken = [*found, *nearby]
            if self._is_free(hint_px[np.newaxis], nearby)[0]:
                seen = self._around(grey, hint_px)
                nearby += [one for one in seen if self._is_free(one.corners_px.mean(axis=0)[None], taken)[0]]
        return self._sharpened(grey, nearby)

    def _sharpened(self, grey: NDArray[np.uint8], found: Sequence[SeenMarker]) -> list[SeenMarker]:
        if not found:
            return []
        quads_px = sharpened(grey, np.array([marker.corners_px for marker in found]))
        return self._square([marker.number for marker in found], quads_px)

    def _square(self, numbers: Sequence[int], quads_px: FloatArray) -> list[SeenMarker]:
        """Return the markers of which nothing is missing."""
        edges_px = _edges_px(quads_px)
        pairs_px = edges_px[:, :2] + edges_px[:, 2:]  # one edge may be found badly, but not two alike
        whole = pairs_px.min(axis=1) >= self._squareness * pairs_px.max(axis=1)
        return [SeenMarker(numbers[index], quads_px[index]) for index in np.flatnonzero(whole).tolist()]

    def _still_there(self, grey: NDArray[np.uint8], before: Sequence[SeenMarker]) -> list[SeenMarker]:
        if not before:
            return []
        numbers = [marker.number for marker in before]
        there, quads_px = self._check.still_there(
            grey, numbers, np.array([marker.corners_px for marker in before])
        )
        return self._square([numbers[index] for index in np.flatnonzero(there)], quads_px[there])

    def _searched(self, grey: NDArray[np.uint8], known: Sequence[SeenMarker]) -> list[SeenMarker]:
        """Return markers of the whole picture that are not known yet."""
        small = cv2.resize(grey, None, fx=1.0 / SHRINK, fy=1.0 / SHRINK, interpolation=cv2.INTER_AREA)
        if known:
            _paint_over((np.array([marker.corners_px for marker in known]) + 0.5) / SHRINK, small)
        # The middle of a small pixel is the middle of SHRINK large ones.
        return [
            SeenMarker(number, SHRINK * corners + 0.5 * (SHRINK - 1))
            for number, corners in _detected(self._detector(small.shape, shrink=SHRINK), small)
        ]

    def _is_free(self, places_px: FloatArray, found: Sequence[SeenMarker]) -> NDArray[np.bool_]:
        """Return which places (n, 2) are no marker's that was found."""
        found_px = np.array([marker.corners_px for marker in found]).reshape(-1, 4, 2).mean(axis=1)
        apart_px = np.abs(places_px[:, np.newaxis] - found_px).max(axis=2)
        free: NDArray[np.bool_] = (apart_px > 0.5 * self._edge_px).all(axis=1)
        return free

    def _around(self, grey: NDArray[np.uint8], hint_px: FloatArray) -> list[SeenMarker]:
        """Return markers in a piece of the picture, in pixels of the whole."""
        reach_px = CLOSE_LOOK * self._edge_px
        left, top = (max(0, round(float(value - reach_px))) for value in hint_px)
        right, bottom = (max(0, round(float(value + reach_px))) for value in hint_px)
        piece = np.ascontiguousarray(grey[top:bottom, left:right])
        if min(piece.shape) < self._edge_px:
            return []
        detector = self._detector(piece.shape, shrink=1)
        corner_px = np.array([left, top])
        return [SeenMarker(number, corners + corner_px) for number, corners in _detected(detector, piece)]

    def _detector(self, shape: tuple[int, ...], *, shrink: int) -> cv2.aruco.ArucoDetector:
        """Return the detector for pictures of a size: its limits are shares of the longer edge."""
        key = (max(shape), shrink)
        if key not in self._detectors:
            edge_px = self._edge_px / shrink
            settings = cv2.aruco.DetectorParameters()
            # Wider than a marker it is quick; a quarter of one is sure to tell thin margins from dark ground.
            window_px = edge_px if shrink > 1 else 0.25 * edge_px
            odd_px = 2 * round(0.5 * window_px) + 1
            settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = odd_px
            settings.minMarkerPerimeterRate = 4.0 * SMALLEST * edge_px / key[0]
            settings.maxMarkerPerimeterRate = 4.0 * LARGEST * edge_px / key[0]
            self._detectors[key] = cv2.aruco.ArucoDetector(self._dictionary, settings)
        return self._detectors[key]


def _detected(detector: cv2.aruco.ArucoDetector, grey: NDArray[Any]) -> list[tuple[int, FloatArray]]:
    corners, numbers, _ = detector.detectMarkers(grey)
    if not corners:
        return []
    places = np.concatenate(corners).astype(np.float64)
    return [(int(number), place) for number, place in zip(numbers.ravel(), places, strict=True)]


def _paint_over(quads_px: FloatArray, grey: NDArray[Any]) -> None:
    """Make markers look as the ground around them does: brighter paint would change the threshold there."""
    middles_px = quads_px.mean(axis=1, keepdims=True)
    aside_px = (
        np.concatenate((quads_px, 0.5 * (quads_px + np.roll(quads_px, 1, axis=1))), axis=1) - middles_px
    )
    around = np.rint(middles_px + GROUND * aside_px).astype(np.intp)
    columns, rows = (np.clip(around[..., axis], 0, grey.shape[1 - axis] - 1) for axis in (0, 1))
    grounds = np.sort(grey[rows, columns], axis=1)[:, aside_px.shape[1] // 2]
    painted = np.rint(middles_px + PAINTED * (quads_px - middles_px)).astype(np.int32)
    for quad, ground in zip(painted, grounds.tolist(), strict=True):
        cv2.fillConvexPoly(grey, quad, (ground,))


def _edges_px(quads_px: FloatArray) -> FloatArray:
    """Return the lengths of the edges (…, 4) of quads (…, 4, 2)."""
    edges = quads_px - np.roll(quads_px, 1, axis=-2)
    lengths_px: FloatArray = np.hypot(edges[..., 0], edges[..., 1])
    return lengths_px


def _cross(first: FloatArray, second: FloatArray) -> float:
    return float(first[0] * second[1] - first[1] * second[0])
