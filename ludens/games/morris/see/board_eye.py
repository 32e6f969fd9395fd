"""Finds the board in pictures, by marker and lines, weighed with what was known before.

Once it is known where the board is, its lines are enough, as long as the marker's cells look as they should:
one line more or less would be a board beside the board.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.games.morris.board.measures import MARKER_DICTIONARY, MARKER_NUMBER, MorrisMeasures
from ludens.games.morris.see.board_pose import BoardPoseEstimate, first_guess
from ludens.games.morris.see.board_search import BoardSearch
from ludens.games.morris.see.lines import Clues, LineRuler
from ludens.games.morris.see.projection import BoardView
from ludens.geometry import FloatArray, Pose2, Transform3
from ludens.messages import CameraPose
from ludens.vision.markers import MarkerFinder

EDGES_PX = (110.0, 48.0, 22.0)
"""How long the marker's edges are: close to the board, a step away from it, and across the table."""
CORNER_PX = 0.5
"""σ of the marker's corners; men beside it may touch its picture."""
STRANGE_PX = 30.0
"""Corners so far from where they are expected: the robot is elsewhere."""
FIRST_REACH_PX, REACH_PX = 8.0, 3.5
NEAR_PX = 1.0
"""Lines that were no farther off, in the middle, need not be looked for again."""
FEWEST_LINES = 24
WORST_PX = 0.5
"""Root mean square of marker and lines after the fit; more is no board of these measures."""
LIKE_ENOUGH = 0.25
"""Correlation of the marker's cells with what is seen of them, to go on by the lines alone."""
LEAST_FITTING = 0.85
"""Share of the lines found that must lie where they should."""
LEAST_SHARE = 0.2
"""Of the lines in sight, in both directions, that must be found: men hide half of them, never nearly all."""
SEARCHES_AFTER, SEARCHES_EVERY = (3, 6, 12, 24), 48
"""Pictures in a row of a body that held still without a board where it should be, after which it is searched
for in the whole picture: feet that slip have gone elsewhere than their steps say. What only covers the board
goes away."""


class MarkerEye:
    """Finds the marker at any distance; begins with the one at which it was seen last."""

    def __init__(self, measures: MorrisMeasures) -> None:
        half_m, height_m = 0.5 * measures.marker_m, measures.marker_plate_height_m
        self.corners_in_board_m: FloatArray = np.array(
            [
                (-half_m, half_m, height_m),
                (half_m, half_m, height_m),
                (half_m, -half_m, height_m),
                (-half_m, -half_m, height_m),
            ]
        )
        self._finders = [MarkerFinder(MARKER_DICTIONARY, edge_px=edge_px) for edge_px in EDGES_PX]
        self._last = 0

    def find(
        self, grey: NDArray[np.uint8], *, expected_px: FloatArray | None = None, thorough: bool = True
    ) -> FloatArray | None:
        """Return the marker's corners (4, 2), or None.

        `expected_px` is about where its corners (4, 2) should be; unless asked to be thorough, only that
        size is looked for.
        """
        order = self._order(expected_px)
        hints = () if expected_px is None else (expected_px.mean(axis=0),)
        for number in order if thorough else order[:1]:
            for marker in self._finders[number].find(grey, hints_px=hints):
                if marker.number == MARKER_NUMBER:
                    self._last = number
                    return marker.corners_px
        return None

    def _order(self, expected_px: FloatArray | None) -> list[int]:
        """Return the finders, the likeliest first."""
        edge_px = EDGES_PX[self._last]
        if expected_px is not None and np.isfinite(expected_px).all():
            sides = expected_px - np.roll(expected_px, 1, axis=0)
            edge_px = float(np.hypot(sides[:, 0], sides[:, 1]).mean())
        return sorted(range(len(EDGES_PX)), key=lambda number: abs(np.log(EDGES_PX[number] / edge_px)))


@dataclass(frozen=True, slots=True, eq=False)
class BoardSeen:
    """Where the board is before the camera and before the robot."""

    view: BoardView
    robot_from_board: Transform3
    error_px: float
    marker_px: FloatArray | None  # its corners (4, 2), if it was seen as a whole
    fits: bool  # whether lines lie where the measures put them


class BoardEye:
    """Follows the board from picture to picture of one camera, whose mount is known or learnt on the way."""

    def __init__(self, measures: MorrisMeasures, *, calibrated: bool = False) -> None:
        self._marker, self._ruler = MarkerEye(measures), LineRuler(measures)
        self._search = BoardSearch(measures, self._ruler)
        self._placing = BoardPoseEstimate.unknown(
            table_height_m=measures.table_height_m, calibrated=calibrated
        )
        self._missed = 0  # pictures of a body that held still, one after the other, without a board

    @property
    def placing(self) -> BoardPoseEstimate:
        """The present estimate."""
        return self._placing

    def lose(self) -> None:
        """Forget where the board is; what was learnt of the camera stays."""
        self._placing = self._placing.started_at(Pose2.identity())

    def expect(self, robot_from_board: Pose2, *, sigma_m: float, sigma_rad: float) -> None:
        """Hear from others about where the board is; counts only while the own eye knows nothing better."""
        if not self._placing.is_known:
            self._placing = self._placing.expecting(robot_from_board, sigma_m=sigma_m, sigma_rad=sigma_rad)

    def look(
        self, grey: NDArray[np.uint8], place: CameraPose, *, step: Pose2, still: bool
    ) -> BoardSeen | None:
        """Return where the board is, or None.

        `place` is where joints and lean put the camera, `step` how the feet have moved since the last
        picture, `still` whether neither head nor body move.
        """
        seen = self._looked(grey, place, step=step, still=still)
        self._missed = 0 if seen is not None else self._missed + still
        return seen

    def _looked(
        self, grey: NDArray[np.uint8], place: CameraPose, *, step: Pose2, still: bool
    ) -> BoardSeen | None:
        prior = self._placing = self._placing.moved(step, still=still)
        is_due = self._missed in SEARCHES_AFTER or (self._missed > 0 and self._missed % SEARCHES_EVERY == 0)
        is_lost = not prior.is_known or (still and is_due)
        astray = is_lost
        if prior.is_known:
            found = self._fitted(grey, prior, None, None, place)
            astray = found is None and (is_lost or self._is_astray(grey, prior, place))
            if found is not None and self._search.likeness(grey, found[0].view) > LIKE_ENOUGH:
                return self._believed(found)
        corners_px = self._marker.find(grey, expected_px=self._expected_px(prior, place), thorough=is_lost)
        marker: Clues | None = None
        if corners_px is not None:
            prior = self._doubted(prior, corners_px, place)
            marker = Clues.of_corners(self._marker.corners_in_board_m, corners_px, sigma_px=CORNER_PX)
        elif astray and still:
            prior = self._search.find(grey, prior, place) or prior
        if marker is None and not prior.is_known:
            return None
        found = self._fitted(grey, prior, marker, corners_px, place)
        return None if found is None else self._believed(found)

    def _believed(self, found: "tuple[BoardSeen, BoardPoseEstimate]") -> BoardSeen:
        seen, self._placing = found
        return seen

    def _expected_px(self, prior: BoardPoseEstimate, place: CameraPose) -> FloatArray | None:
        if not prior.is_known:
            return None
        pixels = prior.view(place).pixels(self._marker.corners_in_board_m)
        return pixels if np.isfinite(pixels).all() else None

    def _doubted(
        self, prior: BoardPoseEstimate, corners_px: FloatArray, place: CameraPose
    ) -> BoardPoseEstimate:
        """Begin anew where the marker is nowhere near where it should be."""
        expected_px = self._expected_px(prior, place)
        if expected_px is not None and np.abs(expected_px - corners_px).max() < STRANGE_PX:
            return prior
        guess = first_guess(
            corners_px, self._marker.corners_in_board_m, place, table_height_m=prior.table_height_m
        )
        return prior if guess is None else prior.started_at(guess)

    def _is_astray(self, grey: NDArray[np.uint8], prior: BoardPoseEstimate, place: CameraPose) -> bool:
        """Whether lines of one direction are where they should be, and those of the other are not."""
        view = prior.view(place)
        lines = self._ruler.find(grey, view, reach_px=FIRST_REACH_PX)
        return len(lines.found_px) >= FEWEST_LINES and self._ruler.share(lines, view) < LEAST_SHARE

    def _fitted(
        self,
        grey: NDArray[np.uint8],
        prior: BoardPoseEstimate,
        marker: Clues | None,
        corners_px: FloatArray | None,
        place: CameraPose,
    ) -> tuple[BoardSeen, BoardPoseEstimate] | None:
        """Weigh in marker and lines; lines are looked for again where the first fit puts them."""
        trial = prior if marker is None else prior.weighed(marker, place)[0]
        lines = self._ruler.find(grey, trial.view(place), reach_px=FIRST_REACH_PX)
        if len(lines.found_px) >= FEWEST_LINES:
            if trial.misfit_px(lines, place) > NEAR_PX:
                trial, _ = prior.weighed(lines if marker is None else lines.and_also(marker), place)
                lines = self._ruler.find(grey, trial.view(place), reach_px=REACH_PX)
        elif marker is None:
            return None
        clues = lines if marker is None else lines.and_also(marker)
        placing, error_px = prior.weighed(clues, place)
        view, fitting = placing.view(place), placing.fitting(clues, place)
        fits = (
            len(lines.found_px) >= FEWEST_LINES
            and error_px < WORST_PX
            and fitting > LEAST_FITTING
            and self._ruler.share(lines, view) > LEAST_SHARE
        )
        if marker is None and not fits:
            return None
        seen = BoardSeen(view, placing.robot_from_board, error_px, corners_px, fits)
        return seen, placing
