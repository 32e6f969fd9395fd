"""One picture of the board read: what stands at each point, where exactly, and what stands elsewhere."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.see.colours import FIRST, OTHER, MenColours, labelled
from ludens.games.morris.see.contour import Outlined, Outliner, Place
from ludens.games.morris.see.cube import CubeFaces
from ludens.games.morris.see.obstruction import ObstructionDetector
from ludens.games.morris.see.projection import BoardView
from ludens.games.morris.see.unexplained_regions import (
    SHRINK,
    UnexplainedRegion,
    unexplained_regions,
)
from ludens.games.morris.see.weighing import INDEPENDENT, PRIOR, SEEN_AS, SWEEPS, weigh
from ludens.geometry import FloatArray
from ludens.messages.morris_table import SeenMan

COVERED = 255
OUTSIDE, AWAY = -1, -2
LIKELY, POSSIBLE = 0.4, 0.15
"""How likely a man must stand at a point to explain what is coloured there, and to lay an outline."""
IN_SIGHT = 0.35
"""Share of a man's faces that must be in sight to lay an outline."""
APART = 0.7
"""Of a man's edge: two outlines that are nearer to each other are of one man."""
MOVED_M = 0.004
"""Men that stand so far off their points are weighed again where they are."""
OWN_REACH_M = 0.021
"""A man farther from a point than this does not stand on it."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """Reading of one picture."""

    chances: FloatArray  # (24, 4): empty, first, second, something else
    shares: FloatArray  # (24,): of each point's field in sight
    men: dict[int, Outlined] = field(default_factory=dict)  # by point
    elsewhere: tuple[SeenMan, ...] = ()  # on no point, or one too many there


class BoardReader:
    """Reads pictures of one board."""

    def __init__(self, measures: MorrisMeasures) -> None:
        self._measures = measures
        self._points_m = measures.points_m()
        self._feet_m: list[Place] = [(x_m, y_m) for x_m, y_m in self._points_m.tolist()]
        self._faces = CubeFaces.of(measures)
        self._obstruction = ObstructionDetector(measures)

    def read(
        self,
        pixels_rgb: NDArray[np.uint8],
        view: BoardView,
        *,
        white: FloatArray,
        colours: MenColours,
        hidden: tuple[FloatArray, ...] = (),
        is_clear: bool = False,
    ) -> Reading:
        """Read a picture. `hidden` are polygons (k, 2) in pixels that show the robot itself.

        Of a picture with something large over the board nothing is believed: no point is in sight. That the
        board `is_clear` is what somebody says.
        """
        small = cv2.resize(
            pixels_rgb, None, fx=1.0 / SHRINK, fy=1.0 / SHRINK, interpolation=cv2.INTER_AREA
        ).astype(np.uint8, copy=False)
        labels = labelled(small, white, colours.table)
        for polygon in hidden:
            cv2.fillConvexPoly(labels, np.rint(_in_small(polygon)).astype(np.int32), (COVERED,))
        if self._obstruction.is_in_the_way(pixels_rgb, small, labels, view, white=white, is_clear=is_clear):
            return Reading(np.tile(PRIOR, (len(self._points_m), 1)), np.zeros(len(self._points_m)))
        chances, shares = self._weighed(labels, view, self._points_m)
        outliner = Outliner(
            pixels_rgb,
            labels,
            labels == COVERED,
            view,
            white=white,
            colours=colours,
            measures=self._measures,
        )
        men = self._outlined(outliner, view, chances, shares)
        if self._have_moved(men):
            chances, shares = self._weighed(labels, view, self._moved_m(men))
        others = unexplained_regions(
            labels, view, measures=self._measures, explained=self._explained(men, chances)
        )
        strays = self._strays(outliner, others, men)
        late = self._late(strays, men, chances)
        if late:
            men |= late
            chances, shares = self._weighed(labels, view, self._moved_m(men))
        elsewhere = [man.seen for man in strays if man not in late.values()]
        foreign = [SeenMan(*other.foot_m, 0.0, -1) for other in others if other.label == OTHER]
        return Reading(chances, shares, men, (*elsewhere, *foreign))

    def _weighed(
        self, labels: NDArray[np.uint8], view: BoardView, feet_m: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        eye_m = view.eye_in_board_m
        places_m, faces = self._faces.facing(feet_m, eye_m)
        pixels = _in_small(view.pixels(places_m))
        with np.errstate(invalid="ignore"):
            columns, rows = np.nan_to_num(np.rint(pixels), nan=-1.0).astype(np.int64).transpose(2, 0, 1)
        height, width = labels.shape
        inside = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
        found = labels[np.clip(rows, 0, height - 1), np.clip(columns, 0, width - 1)].astype(np.int64)
        at_places = np.where(inside & (found != COVERED), found, OUTSIDE)
        at_places = np.where(faces, at_places, AWAY)
        return weigh(
            at_places.astype(np.int8),
            eye_m.copy(),  # one that may be written to, as the others are: else it would be compiled twice
            places_m,
            feet_m,
            0.5 * self._measures.man_m,
            0.5 * self._measures.table_width_m,
            SEEN_AS,
            PRIOR,
            SWEEPS,
            INDEPENDENT,
        )

    def _outlined(
        self, outliner: Outliner, view: BoardView, chances: FloatArray, shares: FloatArray
    ) -> dict[int, Outlined]:
        """Lay outlines on all men that may stand at points, the nearest first."""
        likely = chances[:, 1:].max(axis=1)
        standing = np.flatnonzero(likely > LIKELY).tolist()
        feet_m = {point: self._feet_m[point] for point in standing}
        away = np.linalg.norm(self._points_m - view.eye_in_board_m[:2], axis=1)
        men: dict[int, Outlined] = {}
        for point in np.argsort(away).tolist():
            kind = int(chances[point, 1:].argmax())
            if kind > 1 or likely[point] < POSSIBLE or shares[point] < IN_SIGHT:
                continue
            others_m = [foot_m for other, foot_m in feet_m.items() if other != point]
            man = outliner.best(kind, self._feet_m[point], others_m=others_m, reach_m=OWN_REACH_M)
            if man is not None and self._is_apart(man, men.values()):
                men[point], feet_m[point] = man, man.foot_m
        return men

    def _have_moved(self, men: dict[int, Outlined]) -> bool:
        return any(man.away_m(self._feet_m[point]) > MOVED_M for point, man in men.items())

    def _moved_m(self, men: dict[int, Outlined]) -> FloatArray:
        """Return where men at the points stand, or would stand."""
        feet_m = self._points_m.copy()
        for point, man in men.items():
            if man.away_m(self._feet_m[point]) > MOVED_M:
                feet_m[point] = man.foot_m
        return feet_m

    def _explained(self, men: dict[int, Outlined], chances: FloatArray) -> list[tuple[float, float, float]]:
        """Return foot and turn of all players' men that are believed to stand at points."""
        feet = []
        for point in np.flatnonzero(chances[:, 1:3].max(axis=1) > LIKELY).tolist():
            man = men.get(point)
            x_m, y_m = self._points_m[point].tolist()
            feet.append((x_m, y_m, 0.0) if man is None else (man.x_m, man.y_m, man.yaw_rad))
        return feet

    def _strays(
        self, outliner: Outliner, others: list[UnexplainedRegion], men: dict[int, Outlined]
    ) -> list[Outlined]:
        """Lay outlines on patches that no man at a point explains."""
        known, found = list(men.values()), []
        for other in others:
            if other.label == OTHER:
                continue
            man = outliner.best(
                other.label - FIRST,
                other.foot_m,
                others_m=[man.foot_m for man in known],
                reach_m=self._measures.man_m,
            )
            if man is not None and self._is_apart(man, known):
                known.append(man)
                found.append(man)
        return found

    def _late(
        self, strays: list[Outlined], men: dict[int, Outlined], chances: FloatArray
    ) -> dict[int, Outlined]:
        """Return those that stand on a point, but so far off that it had seemed to be empty."""
        found: dict[int, Outlined] = {}
        for man in strays:
            point, away_m = self._measures.nearest_point(man.foot_m)
            if away_m < OWN_REACH_M and point not in men and chances[point, 0] > 1.0 - LIKELY:
                found.setdefault(point, man)
        return found

    def _is_apart(self, man: Outlined, others: Iterable[Outlined]) -> bool:
        """Whether it is none of the others, nor stands within one."""
        return all(man.away_m(other.foot_m) > APART * self._measures.man_m for other in others)


def _in_small(pixels: FloatArray) -> FloatArray:
    return (pixels - 0.5 * (SHRINK - 1)) / SHRINK
