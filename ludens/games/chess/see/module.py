"""The eyes as a module: from a picture of the table to the pieces it shows."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ludens.core.contract.declaration import Last
from ludens.core.contract.module import Module
from ludens.games.chess.measures import Measures
from ludens.games.chess.rules.pieces import PIECES
from ludens.games.chess.see.surfaces import Surfaces
from ludens.games.chess.table_view import TableView
from ludens.geometry import FloatArray
from ludens.messages import CameraImage, PiecesBelieved, PiecesSeen, SeenPiece, TableCalibration
from ludens.vision.markers import MarkerFinder, SeenMarker

SQUARE = 0.91
"""Shorter edges of a marker by its longer ones: 0.95 by lens and grain, 0.9 where a hand hides some."""
SEARCHED_AT_ONCE = 6
"""Places at which a missed piece is looked for closely, in one picture; the others have their turn."""


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
        self._turn = 0
        self._look_through(TableView.nominal(self._measures))
        self._calibration: TableCalibration | None = None

    def _look_through(self, view: TableView) -> None:
        self._view = view
        edge_m = 0.5 * self._measures.marker_m
        ends = view.pixels(np.array([[-edge_m, 0.0, 0.0], [edge_m, 0.0, 0.0]]))
        edge_px = float(np.hypot(*(ends[1] - ends[0])))
        self._finder = MarkerFinder("ARUCO_ORIGINAL", edge_px=edge_px, squareness=SQUARE)
        self._markers: list[SeenMarker] = []  # of the picture before
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
        grey = np.asarray(cv2.cvtColor(image.pixels_rgb, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
        motion = self._surfaces.look(image.pixels_rgb)
        shown = {marker.number for marker in self._markers}
        self._markers = self._finder.find(grey, before=_single(self._markers))
        pieces = self._pieces()
        covered = self._surfaces.covered(marked=self._under(pieces))
        if len(pieces) < len(PIECES):
            self._markers += self._finder.look_closely(
                grey,
                self._hints(believed, shown, covered),
                found=self._markers,
                most=None if believed is None else SEARCHED_AT_ONCE,
            )
            if len(self._markers) > len(pieces):
                pieces = self._pieces()
                covered = self._surfaces.covered(marked=self._under(pieces))
        foreign = tuple(marker.number for marker in self._markers if marker.number >= len(PIECES))
        return PiecesSeen(time_s=image.time_s, pieces=pieces, foreign=foreign, covered=covered, motion=motion)

    def _hints(
        self, believed: PiecesBelieved | None, shown: Collection[int], covered: Sequence[int]
    ) -> list[FloatArray]:
        """Return where markers may be that were overlooked, the likeliest first."""
        # What covers a place may be a piece that was overlooked there.
        hints = list(self._places_px[list(covered)])
        if believed is None:
            return [*hints, *self._places_px]
        known = np.isfinite(believed.positions_m).all(axis=1)
        heights = np.full(len(PIECES), self._measures.piece_height_m)
        tops = self._view.pixels(np.column_stack((believed.positions_m, heights)))
        recent = np.array([piece.id in shown for piece in PIECES])
        self._turn += 1
        hints = [*tops[known & recent], *_in_turn([*hints, *tops[known & ~recent]], self._turn)]
        return hints if known.all() else hints + _in_turn(list(self._places_px), self._turn)

    def _pieces(self) -> tuple[SeenPiece, ...]:
        """From the corners of each marker over the board: its middle, and the heading of its upper edge."""
        own = [marker for marker in self._markers if marker.number < len(PIECES)]
        if not own:
            return ()
        quads_m = self._view.tops(np.array([marker.corners_px for marker in own]))
        # The marker's upper edge runs to the right, on the board against y; its left edge runs along x.
        up = quads_m[:, 0] - quads_m[:, 3] + quads_m[:, 1] - quads_m[:, 2]
        headings_rad = np.arctan2(up[:, 1], up[:, 0]).tolist()
        x_m, y_m = quads_m.mean(axis=1).T.tolist()
        return tuple(map(SeenPiece, [marker.number for marker in own], x_m, y_m, headings_rad))

    def _under(self, pieces: Sequence[SeenPiece]) -> set[int]:
        """Return the places that pieces stand on, wholly or partly."""
        if not pieces:
            return set()
        middles = self._measures.middles()
        standing = np.array([(piece.x_m, piece.y_m) for piece in pieces])
        away = np.abs(middles - standing[:, np.newaxis]).max(axis=-1)
        touched = away < 0.5 * (self._measures.piece_m + 0.6 * self._measures.square_m)
        return set(np.flatnonzero(touched.any(axis=0)).tolist())


def _single(markers: Sequence[SeenMarker]) -> list[SeenMarker]:
    """Return the markers that are there once: of two alike one may be misread, both are looked for anew."""
    counts = Counter(marker.number for marker in markers)
    return [marker for marker in markers if counts[marker.number] == 1]


def _in_turn(hints_px: list[FloatArray], turn: int) -> list[FloatArray]:
    """Return them in another order at every turn, so that each is among the first some time."""
    begin = SEARCHED_AT_ONCE * turn % max(1, len(hints_px))
    return hints_px[begin:] + hints_px[:begin]
