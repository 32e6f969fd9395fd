"""Square markers (ArUco) in a grey picture: which they are and where their corners lie, to a part of a pixel.

Markers are looked for in a picture of half the size, which is cheap and hides the sensor's grain; their
corners are then found exactly in the whole picture. A marker with a thin margin on a dark ground can be lost
that way: where one is expected, a piece of the whole picture is searched with a finer threshold.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.geometry import FloatArray
from ludens.vision.errors import VisionError
from ludens.vision.marker_corners import sharpened

SHRINK = 2
SMALLEST, LARGEST = 0.6, 1.6
"""Of the expected edge: other squares are no markers."""
CLOSE_LOOK = 0.9
"""How far around a hint is searched, in edges to each side."""


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
        edges = self.corners_px - np.roll(self.corners_px, 1, axis=0)
        return float(np.hypot(edges[:, 0], edges[:, 1]).mean())


class MarkerFinder:
    """Finds markers of one dictionary of OpenCV, such as "ARUCO_ORIGINAL" or "4X4_50".

    `edge_px` is about how long their edges are in the picture: much smaller or larger squares are none.
    """

    def __init__(self, dictionary: str, *, edge_px: float) -> None:
        code = getattr(cv2.aruco, f"DICT_{dictionary}", None)
        if code is None:
            raise VisionError(
                f"OpenCV has no dictionary of markers called '{dictionary}'; write ARUCO_ORIGINAL, say."
            )
        if not edge_px >= 16.0:
            raise VisionError(f"Markers need edges of at least 16 pixels to be read; got {edge_px}.")
        self._edge_px = edge_px
        self._dictionary = cv2.aruco.getPredefinedDictionary(code)
        self._detectors: dict[tuple[int, int], cv2.aruco.ArucoDetector] = {}  # by picture size and shrink

    def find(self, grey: NDArray[np.uint8], *, hints_px: Iterable[FloatArray] = ()) -> list[SeenMarker]:
        """Return every marker in a picture. Around hints, where none was found, it looks more closely."""
        small = cv2.resize(grey, None, fx=1.0 / SHRINK, fy=1.0 / SHRINK, interpolation=cv2.INTER_AREA)
        # The middle of a small pixel is the middle of SHRINK large ones.
        found = [
            (number, SHRINK * corners + 0.5 * (SHRINK - 1))
            for number, corners in _detected(self._detector(small.shape, shrink=SHRINK), small)
        ]
        middles_px = _middles(found)
        for hint_px in hints_px:
            if (np.abs(middles_px - hint_px).max(axis=1) > 0.5 * self._edge_px).all():
                nearby = self._around(grey, hint_px)
                found += nearby
                middles_px = np.concatenate((middles_px, _middles(nearby)))
        quads_px = sharpened(grey, np.array([corners for _, corners in found]))
        return [SeenMarker(number, quad) for (number, _), quad in zip(found, quads_px, strict=True)]

    def _around(self, grey: NDArray[np.uint8], hint_px: FloatArray) -> list[tuple[int, FloatArray]]:
        """Return markers in a piece of the picture, in pixels of the whole."""
        reach_px = CLOSE_LOOK * self._edge_px
        left, top = (max(0, round(float(value - reach_px))) for value in hint_px)
        right, bottom = (max(0, round(float(value + reach_px))) for value in hint_px)
        piece = np.ascontiguousarray(grey[top:bottom, left:right])
        if min(piece.shape) < self._edge_px:
            return []
        detector = self._detector(piece.shape, shrink=1)
        corner_px = np.array([left, top])
        return [(number, corners + corner_px) for number, corners in _detected(detector, piece)]

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


def _middles(found: list[tuple[int, FloatArray]]) -> FloatArray:
    middles: FloatArray = np.array([corners for _, corners in found]).reshape(-1, 4, 2).mean(axis=1)
    return middles


def _cross(first: FloatArray, second: FloatArray) -> float:
    return float(first[0] * second[1] - first[1] * second[0])
