"""A printed board for calibration: a chess board whose white squares hold markers (ChArUco).

Markers tell which corner is which, also when only a part of the board is in view; the corners of the chess
board are found to a fraction of a pixel. The board's frame has its origin in the middle of the board, x to
the right and y up as it is printed, z out of the paper.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.geometry import FloatArray

LEAST_CORNERS = 6
"""Fewer do not hold a camera: the picture does not count."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenCorners:
    """Corners found in a picture: where they are on the board (n, 3) and in the picture (n, 2)."""

    points_in_board_m: FloatArray
    pixels: FloatArray


@dataclass(frozen=True)
class Board:
    """How a board is printed."""

    columns: int
    rows: int
    square_m: float
    marker_share: float = 0.75  # of a square's edge
    dictionary: int = cv2.aruco.DICT_5X5_250

    @property
    def size_m(self) -> tuple[float, float]:
        """Width and height."""
        return self.columns * self.square_m, self.rows * self.square_m

    def picture(self, *, square_px: int = 60) -> NDArray[np.uint8]:
        """Return the board as it is printed: grey levels, height × width."""
        size = (self.columns * square_px, self.rows * square_px)
        return cast(NDArray[np.uint8], self._board.generateImage(size))

    def corners_in(self, pixels_rgb: NDArray[np.uint8]) -> SeenCorners | None:
        """Return the corners that a picture shows; nothing where they are too few."""
        grey = cv2.cvtColor(pixels_rgb, cv2.COLOR_RGB2GRAY)
        found, numbers, _, _ = self._detector.detectBoard(grey)
        if numbers is None or len(numbers) < LEAST_CORNERS:
            return None
        points = self._corners_m[np.asarray(numbers).reshape(-1)]
        return SeenCorners(points, np.asarray(found, dtype=np.float64).reshape(-1, 2))

    @cached_property
    def _board(self) -> Any:
        marker_m = self.marker_share * self.square_m
        dictionary = cv2.aruco.getPredefinedDictionary(self.dictionary)
        return cv2.aruco.CharucoBoard((self.columns, self.rows), self.square_m, marker_m, dictionary)

    @cached_property
    def _detector(self) -> Any:
        return cv2.aruco.CharucoDetector(self._board)

    @cached_property
    def _corners_m(self) -> FloatArray:
        """All corners by number; OpenCV counts from the upper left corner, y down."""
        corners = np.asarray(self._board.getChessboardCorners(), dtype=np.float64).reshape(-1, 3)
        width_m, height_m = self.size_m
        return np.column_stack(
            (corners[:, 0] - 0.5 * width_m, 0.5 * height_m - corners[:, 1], np.zeros(len(corners)))
        )


NAO_BOARD = Board(columns=9, rows=6, square_m=0.065)
"""Fits on a sheet of A2."""
