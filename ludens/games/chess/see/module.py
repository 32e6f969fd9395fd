"""The eyes as a module: from a picture of the table to the pieces it shows."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ludens.core.declaration import Last
from ludens.core.module import Module
from ludens.games.chess.measures import Measures
from ludens.games.chess.rules.pieces import PIECES
from ludens.games.chess.see.surfaces import Surfaces
from ludens.games.chess.table_view import TableView
from ludens.geometry import FloatArray
from ludens.messages import CameraImage, PiecesBelieved, PiecesSeen, SeenPiece, TableCalibration
from ludens.vision.markers import MarkerFinder, SeenMarker

SEARCHED_AT_ONCE = 6
"""Bare places at which a piece that was never seen is looked for closely, in one picture."""


@dataclass(frozen=True, slots=True)
class PieceEyesParameters:
    """The set that is looked at."""

    white_is_near: bool = True


class PieceEyes(Module[PieceEyesParameters]):
    """Finds marked pieces, and places that are covered by something else."""

    budget_s = 0.015

    def start(self) -> None:
        """Begin with the camera as it is meant to be."""
        self._measures = Measures(white_is_near=self.parameters.white_is_near)
        self._searched = 0
        self._look_through(TableView.nominal(self._measures))
        self._calibration: TableCalibration | None = None

    def _look_through(self, view: TableView) -> None:
        self._view = view
        edge_m = 0.5 * self._measures.marker_m
        ends = view.pixels(np.array([[-edge_m, 0.0, 0.0], [edge_m, 0.0, 0.0]]))
        self._finder = MarkerFinder("ARUCO_ORIGINAL", edge_px=float(np.hypot(*(ends[1] - ends[0]))))
        self._surfaces = Surfaces(view)
        middles = self._measures.middles()
        tops = np.column_stack((middles, np.full(len(middles), self._measures.piece_height_m)))
        self._places_px = view.pixels(tops)

    def cycle(
        self, image: CameraImage, calibration: TableCalibration | None, believed: Last[PiecesBelieved]
    ) -> PiecesSeen:
        """Look at one picture."""
        if calibration is not None and calibration is not self._calibration:
            self._calibration = calibration
            self._look_through(TableView.calibrated(calibration, self._measures))
        grey = cv2.cvtColor(image.pixels_rgb, cv2.COLOR_RGB2GRAY)
        markers = self._finder.find(np.asarray(grey, dtype=np.uint8), hints_px=self._hints(believed))
        return self._told(image, markers)

    def _hints(self, believed: PiecesBelieved | None) -> list[FloatArray]:
        """Return where pieces are believed to be; and some bare places, if one was never seen."""
        if believed is None:
            return list(self._places_px)
        known = np.isfinite(believed.positions_m).all(axis=1)
        tops = np.column_stack(
            (believed.positions_m[known], np.full(int(known.sum()), self._measures.piece_height_m))
        )
        hints = list(self._view.pixels(tops))
        # What covers a place may be a piece that was overlooked there.
        covered = [one.place for one in believed.troubles if one.kind == "covered" and one.place is not None]
        hints += list(self._places_px[covered[:SEARCHED_AT_ONCE]])
        if not known.all():
            chosen = (self._searched + np.arange(SEARCHED_AT_ONCE)) % len(self._places_px)
            self._searched += SEARCHED_AT_ONCE
            hints += list(self._places_px[chosen])
        return hints

    def _told(self, image: CameraImage, markers: Sequence[SeenMarker]) -> PiecesSeen:
        own = [marker for marker in markers if marker.number < len(PIECES)]
        foreign = tuple(marker.number for marker in markers if marker.number >= len(PIECES))
        pieces: tuple[SeenPiece, ...] = ()
        if own:
            quads = self._view.tops(np.array([marker.corners_px for marker in own]))
            pieces = tuple(_piece(marker.number, quad) for marker, quad in zip(own, quads, strict=True))
        covered, motion = self._surfaces.look(image.pixels_rgb, marked=self._under(pieces))
        return PiecesSeen(time_s=image.time_s, pieces=pieces, foreign=foreign, covered=covered, motion=motion)

    def _under(self, pieces: Sequence[SeenPiece]) -> set[int]:
        """Return the places that pieces stand on, wholly or partly."""
        if not pieces:
            return set()
        middles = self._measures.middles()
        standing = np.array([(piece.x_m, piece.y_m) for piece in pieces])
        away = np.abs(middles - standing[:, np.newaxis]).max(axis=-1)
        touched = away < 0.5 * (self._measures.piece_m + 0.6 * self._measures.square_m)
        return set(np.flatnonzero(touched.any(axis=0)).tolist())


def _piece(number: int, quad_m: FloatArray) -> SeenPiece:
    """From the four corners over the board: the middle, and the heading of the marker's upper edge."""
    x_m, y_m = quad_m.mean(axis=0).tolist()
    # The marker's upper edge runs to the right, which on the board is against y; its left edge runs along x.
    up = 0.5 * ((quad_m[0] - quad_m[3]) + (quad_m[1] - quad_m[2]))
    return SeenPiece(number, x_m, y_m, math.atan2(up[1], up[0]))
