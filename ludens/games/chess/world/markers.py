"""What is printed on board and pieces: markers of the Original ArUco dictionary, squares, letters."""

import chess
import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.games.chess.measures import Measures

Pixels = NDArray[np.uint8]

MARKER_CELLS = 7
"""Of a marker of the Original dictionary: five of code and a black border around."""
CELL_PX = 12
SQUARE_PX = 64
DARK, LIGHT = (104, 74, 52), (222, 196, 160)
RIM = (70, 48, 34)
LETTERS = {
    chess.PAWN: "P",
    chess.KNIGHT: "N",
    chess.BISHOP: "B",
    chess.ROOK: "R",
    chess.QUEEN: "Q",
    chess.KING: "K",
}


def marker_plate(number: int, measures: Measures) -> Pixels:
    """Return the print on top of a piece: its marker, padded with white to the piece's edge."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_ORIGINAL)
    size = MARKER_CELLS * CELL_PX
    marker = cv2.aruco.generateImageMarker(dictionary, number, size)
    padding = round(size * 0.5 * (measures.piece_m - measures.marker_m) / measures.marker_m)
    grey = cv2.copyMakeBorder(marker, *(padding,) * 4, cv2.BORDER_CONSTANT, value=(255,))
    return np.repeat(grey[..., np.newaxis], 3, axis=2).astype(np.uint8)


def board_top() -> Pixels:
    """Return the squares as seen from above with white below: a1, dark, at the lower left."""
    rows, columns = np.mgrid[0 : 8 * SQUARE_PX, 0 : 8 * SQUARE_PX] // SQUARE_PX
    is_dark = ((7 - rows) + columns) % 2 == 0
    return np.where(is_dark[..., np.newaxis], DARK, LIGHT).astype(np.uint8)


def side_print(piece: chess.Piece) -> Pixels:
    """Return the letter on a piece's sides: what it is, in its own colour's opposite."""
    ground, ink = (236, 228, 212), (30, 28, 26)
    if piece.color == chess.BLACK:
        ground, ink = (44, 42, 42), (232, 226, 214)
    picture = np.empty((40, 82, 3), dtype=np.uint8)
    picture[:] = ground
    letter = LETTERS[piece.piece_type]
    (width, height), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_SIMPLEX, 1.0, 3)
    at = ((82 - width) // 2, (40 + height) // 2)
    cv2.putText(picture, letter, at, cv2.FONT_HERSHEY_SIMPLEX, 1.0, ink, 3, cv2.LINE_AA)
    return picture
