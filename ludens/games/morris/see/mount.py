"""How the camera sits in the head, from pictures of the board taken with the head turned differently.

The board is small and near, but its lines reach to its corners, and nobody has to bring another one. Nothing
is believed about where it stands: it may lie anywhere and be tilted, as long as neither it nor the feet move.
"""

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from ludens.games.morris.measures import MorrisMeasures
from ludens.games.morris.see.board_eye import BoardSeen
from ludens.games.morris.see.lines import LineRuler
from ludens.games.morris.see.marker import MarkerEye
from ludens.geometry import FloatArray
from ludens.messages import CameraPose
from ludens.robots.nao.kinematics import Posture, head_over_sole
from ludens.vision.calibration import (
    CameraFit,
    Eye,
    LineSighting,
    PointSighting,
    fit_cameras,
    with_centred_loads,
)

EYE = "eye"
REACH_PX = 3.5


class MountViews:
    """Collects what pictures show of the board, and fits the camera to all of them."""

    def __init__(self, measures: MorrisMeasures) -> None:
        self._ruler = LineRuler(measures)
        self._corners_in_board_m = MarkerEye(measures).corners_in_board_m
        self._sightings: list[PointSighting | LineSighting] = []
        self._best: tuple[int, Posture, BoardSeen] | None = None
        self.pictures = 0

    def add(self, grey: NDArray[np.uint8], seen: BoardSeen, posture: Posture) -> None:
        """Take in a picture in which the board was found, and the posture in which it was taken."""
        sole_from_head, load = head_over_sole(posture)
        lines = self._ruler.find(grey, seen.sight, reach_px=REACH_PX)
        for points_m, along, pixels in self._by_line(lines.points_in_board_m, lines.found_px):
            self._sightings.append(LineSighting(EYE, sole_from_head, points_m, along, pixels, load=load))
        if seen.marker_px is not None:
            self._sightings.append(
                PointSighting(EYE, sole_from_head, self._corners_in_board_m, seen.marker_px, load=load)
            )
        if self._best is None or len(lines.found_px) > self._best[0]:
            self._best = len(lines.found_px), posture, seen
        self.pictures += 1

    def fit(self, place: CameraPose, *, as_made: Eye) -> CameraFit:
        """Return how the camera sits. `place` is the camera as it was taken for in the pictures."""
        assert self._best is not None
        _, posture, seen = self._best
        sole_from_head, _ = head_over_sole(posture)
        about = sole_from_head @ place.head_from_camera @ seen.sight.camera_from_board
        return fit_cameras(with_centred_loads(self._sightings), {EYE: as_made}, base_from_board=about)

    def _by_line(
        self, points_m: FloatArray, pixels: FloatArray
    ) -> list[tuple[FloatArray, FloatArray, FloatArray]]:
        """Return a point, the direction and the pixels of each line of the board."""
        found: dict[tuple[float, ...], list[int]] = defaultdict(list)
        alongs = [self._ruler.along(point_m) for point_m in points_m]
        for number, (point_m, along) in enumerate(zip(points_m, alongs, strict=True)):
            beside_m = float(np.cross(along, point_m)[2])
            found[(*np.round(along, 6).tolist(), round(beside_m, 6))].append(number)
        return [(points_m[chosen[0]], alongs[chosen[0]], pixels[chosen]) for chosen in found.values()]
