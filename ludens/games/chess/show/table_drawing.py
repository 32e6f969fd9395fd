"""What the robot makes of the camera's picture, drawn on it: pieces, how sure it is, what is covered."""

import math

import chess
import numpy as np

from ludens.core.contract.module import Module, NoParameters
from ludens.games.chess.rules.places import FIRST_SLOT, PIECES
from ludens.games.chess.workcell.measures import Measures
from ludens.games.chess.workcell.table_view import TableView
from ludens.geometry import FloatArray
from ludens.messages import (
    Drawing,
    PiecesBelieved,
    PiecesSeen,
    Polyline,
    SeenPiece,
    Shape,
    TableCalibration,
    Text,
)
from ludens.messages.drawing import Point

SURE, CERTAIN = 0.98, 0.995
SURE_COLOUR, UNSURE_COLOUR, TROUBLE_COLOUR, COVERED_COLOUR = "#3fdc8f", "#ffb347", "#ff5c5c", "#ff5cf0"
CORNERS = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
LETTER_PX = (-8.0, 9.0)
"""From the middle of a marker to its letter, so that it stands about in the middle."""
PERCENT_PX = (-24.0, 26.0)


class TableDrawing(Module[NoParameters]):
    """Publishes the drawings `pieces`, `confidences` and `covered` on the camera's picture."""

    def start(self) -> None:
        """Begin with the camera as it is meant to be."""
        self._measures = Measures()
        self._view = TableView.nominal(self._measures)
        self._calibration: TableCalibration | None = None

    def cycle(self, seen: PiecesSeen, believed: PiecesBelieved, calibration: TableCalibration | None) -> None:
        """Draw, when somebody looks."""
        if calibration is not None and calibration is not self._calibration:
            self._calibration = calibration
            self._view = TableView.calibrated(calibration, self._measures)
        self.debug.drawing("pieces", lambda: self._pieces(seen, believed))
        self.debug.drawing("confidences", lambda: self._confidences(believed))
        self.debug.drawing("covered", lambda: self._covered(seen))

    def _pieces(self, seen: PiecesSeen, believed: PiecesBelieved) -> Drawing:
        """A frame around every piece in this picture, and its letter: large for white, small for black."""
        wrong = {piece for trouble in believed.troubles for piece in trouble.pieces}
        shapes: list[Shape] = []
        for piece in seen.pieces:
            certain = believed.confidences[piece.number] >= SURE
            colour = TROUBLE_COLOUR if piece.number in wrong else SURE_COLOUR if certain else UNSURE_COLOUR
            frame = self._frame(piece)
            shapes.append(Polyline(points=tuple(map(_point, frame)), colour=colour, closed=True))
            at = frame.mean(axis=0) + LETTER_PX
            shapes.append(Text(at=_point(at), words=_letter(piece.number), colour=colour))
        return Drawing(frame="image", shapes=tuple(shapes))

    def _confidences(self, believed: PiecesBelieved) -> Drawing:
        """How sure it is, in per cent, where a piece was last seen; what is certain needs no number."""
        confidences = np.array(believed.confidences)
        known = np.isfinite(believed.positions_m).all(axis=1)
        unsure = np.flatnonzero(known & (confidences < CERTAIN))
        heights_m = np.full(len(unsure), self._measures.piece_height_m)
        pixels = self._view.pixels(np.column_stack((believed.positions_m[unsure], heights_m))) + PERCENT_PX
        shapes = tuple(
            Text(at=_point(at), words=f"{math.floor(100 * confidences[number])}%", colour=UNSURE_COLOUR)
            for number, at in zip(unsure.tolist(), pixels, strict=True)
        )
        return Drawing(frame="image", shapes=shapes)

    def _covered(self, seen: PiecesSeen) -> Drawing:
        """Crosses over places where something is that is neither the board nor a marker."""
        half_m = 0.42 * self._measures.square_m
        middles = self._measures.middles()
        shapes: list[Shape] = []
        for place in seen.covered:
            height_m = 0.0 if place < FIRST_SLOT else -self._measures.board_thickness_m
            flat = middles[place] + 2.0 * half_m * CORNERS
            corners = self._view.pixels(np.column_stack((flat, np.full(4, height_m))))
            for one, other in ((0, 2), (1, 3)):
                ends = (_point(corners[one]), _point(corners[other]))
                shapes.append(Polyline(points=ends, colour=COVERED_COLOUR))
        return Drawing(frame="image", shapes=tuple(shapes))

    def _frame(self, piece: SeenPiece) -> FloatArray:
        """Return the four corners (4, 2) of a piece's top in the picture."""
        cosine, sine = math.cos(piece.yaw_rad), math.sin(piece.yaw_rad)
        turn = np.array([(cosine, -sine), (sine, cosine)])
        flat = self._measures.piece_m * CORNERS @ turn.T + (piece.x_m, piece.y_m)
        return self._view.pixels(np.column_stack((flat, np.full(4, self._measures.piece_height_m))))


def _point(pixel: FloatArray) -> Point:
    return (round(float(pixel[0]), 1), round(float(pixel[1]), 1))


def _letter(number: int) -> str:
    letter = chess.piece_symbol(PIECES[number].type)
    return letter.upper() if PIECES[number].colour == chess.WHITE else letter
