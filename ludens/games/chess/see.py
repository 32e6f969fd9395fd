"""What one picture shows of the table: marked pieces, and places that something else covers.

Bare places of one kind (dark squares, light squares, slots) have one colour, but for the light, which falls
off across the table and is less in a shadow. A place that shows no marker and is of another colour than its
like, as a whole or in its brighter or darker half, or brighter, or darker than any shadow, is covered: by a
hand, by the arm, by a piece that lies on its side, or by one whose marker was overlooked; unless a varnished
board only mirrors a lamp there (`gleams`).
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.contract.declaration import Last
from ludens.core.contract.module import Module
from ludens.games.chess.gleams import Gleams
from ludens.games.chess.rules.places import FIRST_SLOT, PIECES
from ludens.games.chess.workcell.measures import Measures
from ludens.games.chess.workcell.table_view import TableView
from ludens.geometry import FloatArray
from ludens.messages import CameraImage, PiecesBelieved, PiecesSeen, SeenPiece, TableCalibration
from ludens.vision.markers import MarkerFinder, SeenMarker

SQUARE = 0.91
"""Shorter edges of a marker by its longer ones: 0.95 by lens and grain, 0.9 where a hand hides some."""
SEARCHED_AT_ONCE = 6
"""Places at which a missed piece is looked for closely, in one picture; the others have their turn."""
REACH, COUNT = 0.62, 5
BRIGHTER = 0.22
"""Relative difference of brightness above what is expected that is no play of light."""
SHADOW = 0.25
"""Part of the light that is left in the deepest shadow."""
TINTED, HALF_TINTED = 0.10, 0.18
"""Likewise of green or blue over red, of a place and of half of one: skin, cloth and pieces have other
colours than the board, while a shadow has its colour."""
GRAIN, HALF_GRAIN = 3.0, 7.0
"""Such a difference, of 255, that may be grain of a dark picture."""
STEEP = 4.5
"""Brighter half by darker half: no edge of a shadow is steeper."""
SURELY_LIT, LIT = 3, 0.75
"""Rank among the brightest of its kind of a place that is surely in full light; what has that part of its
light is lit too."""
CHANGED = 0.12
"""Relative change of brightness since the picture before: something has moved there."""
KINDS = 3
STIFFNESS = 1e-6 * np.eye(3)
"""Keeps the trend finite where all usual places lie on one line."""
FEWEST = 6
"""Bare places of a kind that are needed to know how it looks."""


@dataclass(frozen=True, slots=True)
class PieceDetectorParameters:
    """The set that is looked at."""

    white_is_near: bool = True


class PieceDetector(Module[PieceDetectorParameters]):
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


class Surfaces:
    """Looks at 25 points of every place."""

    def __init__(self, view: TableView) -> None:
        samples = view.surface_samples(reach=REACH, count=COUNT).astype(np.float32)
        self._columns, self._rows = samples[..., 0], samples[..., 1]
        squares = np.arange(FIRST_SLOT)
        dark = (squares // 8 + squares % 8) % 2 == 0
        self._kinds = np.full(len(samples), 2)
        self._kinds[:FIRST_SLOT] = np.where(dark, 0, 1)
        middles = view.measures.middles()
        self._trend = np.column_stack((np.ones(len(middles)), middles))
        self._colours: FloatArray = np.full((len(samples), 3), np.nan)  # red, green and blue of each place
        self._halves: FloatArray = np.full((2, len(samples), 3), np.nan)  # of its darker and brighter half
        self._gleams = Gleams(len(samples))

    def look(self, pixels_rgb: NDArray[np.uint8]) -> float:
        """Look at a picture, and return the share of all places that changed since the last look."""
        light = cv2.remap(
            pixels_rgb, self._columns, self._rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        before = self._colours.mean(axis=1)
        self._colours = np.maximum(light.mean(axis=1), 1.0)
        order = np.argsort(light[..., 1], axis=1)[..., np.newaxis]
        sorted_light = np.take_along_axis(light, order, axis=1)
        half = light.shape[1] // 2
        parts = sorted_light[:, :half], sorted_light[:, -half:]
        self._halves = np.maximum([part.mean(axis=1) for part in parts], 1.0)
        changed = np.abs(self._colours.mean(axis=1) / before - 1.0) > CHANGED
        self._gleams.next_picture(changed)
        return float(changed.mean())

    def covered(self, *, marked: Collection[int]) -> tuple[int, ...]:
        """Return which places look covered, but for those where markers are."""
        bare = np.ones(len(self._colours), dtype=bool)
        bare[list(marked)] = False
        self._gleams.stand_on(marked)
        darker, brighter = self._halves.sum(axis=2)
        steep = (brighter > STEEP * darker) & (brighter - darker > 3.0 * HALF_GRAIN)
        return tuple(np.flatnonzero(bare & (self._differs(bare) | steep)).tolist())

    def _differs(self, bare: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Compare each place with those of its kind that look alike."""
        differs = np.zeros(len(bare), dtype=bool)
        for kind in range(KINDS):
            own = self._kinds == kind
            usual = own & bare
            if usual.sum() < FEWEST:
                continue
            strange = self._strange(usual)
            again = usual & ~strange
            if strange[usual].any() and again.sum() >= FEWEST:
                usual, strange = again, self._strange(again)
            differs |= own & strange & ~self._gleaming(own & bare, usual, strange)
        return differs

    def _strange(self, usual: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which places are unlike the usual ones; the light's trend over the table is allowed for."""
        tint = _middle(self._colours[usual] / self._colours[usual, :1])
        strange = _is_tinted(self._colours, tint, TINTED, GRAIN)
        for half in self._halves:
            strange |= _is_tinted(half, tint, HALF_TINTED, HALF_GRAIN)
        alike: NDArray[np.bool_] = usual & ~strange
        if alike.any():
            darkest, brightest = self._halves.sum(axis=2)
            in_light = self._in_light(brightest, alike)
            strange |= (brightest > (1.0 + BRIGHTER) * in_light) | (darkest < SHADOW * in_light)
        return strange

    def _gleaming(
        self, own: NDArray[np.bool_], usual: NDArray[np.bool_], strange: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Return which of a kind's bare places look strange only because a lamp is mirrored there."""
        alike = usual & ~strange
        gleams = np.zeros(len(own), dtype=bool)
        if alike.any():
            in_light = self._in_light(self._colours.sum(axis=1), alike)[own]
            tint = _middle(self._colours[usual] / self._colours[usual, :1])
            parts = np.stack((self._colours[own], self._halves[0, own], self._halves[1, own]))
            gleams[own] = self._gleams.of(np.flatnonzero(own), parts, tint, in_light, plain=~strange[own])
        return gleams

    def _in_light(self, brightness: FloatArray, alike: NDArray[np.bool_]) -> FloatArray:
        """Return how bright each place would be in full light, by those of one colour that are in it."""
        surely = np.sort(brightness[alike])[-SURELY_LIT:][0]
        lit = alike & (brightness >= LIT * surely)
        if lit.sum() < FEWEST:
            return np.full(len(brightness), surely)
        middle, places = _middle(brightness[lit]), self._trend[lit]
        trend = np.linalg.solve(places.T @ places + STIFFNESS, places.T @ (brightness[lit] / middle))
        in_light: FloatArray = middle * np.maximum(self._trend @ trend, 0.05)
        return in_light


def _is_tinted(colours: FloatArray, tint: FloatArray, least: float, grain: float) -> NDArray[np.bool_]:
    """Tell which colours (n, 3) have another tint (over red) than this, by so much and more than grain."""
    away = np.abs(colours / (colours[:, :1] * tint) - 1.0)
    levels = np.abs(colours - colours[:, :1] * tint)
    tinted = np.logical_and(away > least, levels > grain)
    return np.logical_or(tinted[:, 1], tinted[:, 2])


def _middle(values: FloatArray) -> FloatArray:
    """Return the median along the first axis (the upper one of two), without the care of numpy's."""
    middle: FloatArray = np.sort(values, axis=0)[len(values) // 2]
    return middle
