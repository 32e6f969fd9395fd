"""Finds a board whose marker cannot be read as a whole, because men of the inner square stand before it.

The board's lines look the same after every quarter turn, so they tell where the board is, up to that. All
places where a robot may stand at the table are tried coarsely against a picture of the lines, the best ones
are fitted exactly, and which quarter turn it is stands in what can be seen of the marker.
"""

import math
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled_using
from ludens.games.morris.board.measures import MARKER_DICTIONARY, MARKER_NUMBER, MorrisMeasures
from ludens.games.morris.see import projection
from ludens.games.morris.see.board_pose import HEADING, PITCH, BoardPoseEstimate
from ludens.games.morris.see.lines import LineRuler
from ludens.games.morris.see.projection import BoardView, lens_numbers, pixel
from ludens.geometry import FloatArray, Pose2, wrap
from ludens.messages import CameraPose

SHRINK = 4
FARTHEST_PX = 9.0
"""Of a shrunk picture: farther from any line is as bad as anywhere."""
THICK = 5
"""Lines are thinner than this, in a shrunk picture; men and marker are not."""
DARKER = 22
"""Than what is round it, of 255, is a line."""
X_M, Y_M = np.arange(0.14, 0.66, 0.025), np.arange(-0.30, 0.31, 0.025)
HEADINGS_RAD = np.radians(np.arange(-45.0, 45.0, 6.0))
NODS_RAD = (0.0, -0.05, 0.05, -0.1, 0.1)
"""Of the camera, beyond what joints and lean say: where nobody has calibrated them, each errs by degrees."""
NO_DOUBT = 0.9
"""Correlation of the marker's cells from which on nothing else is tried."""
MOST_TURN_RAD = 0.25 * math.pi
"""From the heading that was known; beyond it, a marker is believed only without doubt."""
LEAST_INSIDE = 0.4
"""Share of the lines that must be in the picture."""
TRIED = 12
APART_M, APART_RAD = 0.04, 0.15
"""Places that are tried differ by at least so much."""
REACHES_PX = (20.0, 12.0, 6.0)
FEWEST_LINES = 40
LEAST_FITTING = 0.75
LEAST_CELLS = 0.6
LEAST_LIKE, CLEARER = 0.45, 0.15
"""Correlation of the marker's cells with what is seen there, and by how much the best turn must be better."""


class BoardSearch:
    """Knows the board's lines and the cells of its marker."""

    def __init__(self, measures: MorrisMeasures, ruler: LineRuler) -> None:
        self._ruler = ruler
        self._samples_m = np.ascontiguousarray(ruler.points_m[::3])
        self._cells_m, self._cells = _marker_cells(measures)

    def find(
        self, grey: NDArray[np.uint8], placing: BoardPoseEstimate, place: CameraPose
    ) -> BoardPoseEstimate | None:
        """Return where the board is before a robot that stands at the table; None if that cannot be told.

        Where its place was known before, that is tried first, and another side of the board is not believed
        because a part of the marker looks a little more like that.
        """
        best: tuple[float, BoardPoseEstimate] | None = None
        known = Pose2(*placing.mean[:3].tolist()) if placing.is_known else None
        for fitted in self._candidates(grey, placing, place, known):
            turned = self._turned(grey, fitted, place)
            if turned is None or (best is not None and turned[0] <= best[0]):
                continue
            if turned[0] > NO_DOUBT:
                return turned[1]
            if known is None or abs(wrap(float(turned[1].mean[HEADING]) - known.yaw_rad)) < MOST_TURN_RAD:
                best = turned
        return None if best is None else best[1]

    def _candidates(
        self, grey: NDArray[np.uint8], placing: BoardPoseEstimate, place: CameraPose, known: Pose2 | None
    ) -> Iterator[BoardPoseEstimate]:
        """Yield places at which lines lie on lines, the likeliest first, up to quarter turns."""
        distances = _line_distances(grey)
        for nod_rad in NODS_RAD:
            nodded = placing.with_pitch(float(placing.mean[PITCH]) + nod_rad)
            coarse = self._guesses(distances, nodded, place)
            for guess in coarse if known is None else (known, *coarse):
                fitted = self._fitted(grey, nodded.started_at(guess), place)
                if fitted is not None:
                    yield fitted

    def _guesses(
        self, distances: NDArray[np.float32], placing: BoardPoseEstimate, place: CameraPose
    ) -> list[Pose2]:
        """Return the likeliest places, coarsely."""
        mount = placing.robot_from_camera(place)
        costs = _costs(
            distances,
            self._samples_m,
            mount.rotation,
            mount.translation,
            np.array(lens_numbers(place.camera)),
            placing.table_height_m,
            X_M,
            Y_M,
            HEADINGS_RAD,
        )
        guesses: list[Pose2] = []
        for index in np.argsort(costs, axis=None)[:400]:
            row, column, turn = np.unravel_index(int(index), costs.shape)
            guess = Pose2(float(X_M[row]), float(Y_M[column]), float(HEADINGS_RAD[turn]))
            if all(
                guess.distance_m(other) > APART_M or abs(guess.yaw_rad - other.yaw_rad) > APART_RAD
                for other in guesses
            ):
                guesses.append(guess)
            if len(guesses) == TRIED:
                break
        return guesses

    def _fitted(
        self, grey: NDArray[np.uint8], prior: BoardPoseEstimate, place: CameraPose
    ) -> BoardPoseEstimate | None:
        """Return the exact place near a coarse one, if lines lie on lines there."""
        placing = prior
        for reach_px in REACHES_PX:
            lines = self._ruler.find(grey, placing.view(place), reach_px=reach_px)
            if len(lines.found_px) < FEWEST_LINES:
                return None
            placing, _ = prior.weighed(lines, place)
        return placing if placing.fitting(lines, place) > LEAST_FITTING else None

    def _turned(
        self, grey: NDArray[np.uint8], placing: BoardPoseEstimate, place: CameraPose
    ) -> tuple[float, BoardPoseEstimate] | None:
        """Return how much the marker looks as it should, and the place with the quarter turn it tells."""
        alike = np.array([self.likeness(grey, placing.turned(quarter).view(place)) for quarter in range(4)])
        best = int(alike.argmax())
        second = float(np.delete(alike, best).max())
        if alike[best] < LEAST_LIKE or alike[best] - second < CLEARER:
            return None
        return float(alike[best]), placing.turned(best)

    def likeness(self, grey: NDArray[np.uint8], view: BoardView) -> float:
        """Return the correlation of black and white cells with what is seen of them."""
        pixels = view.pixels(self._cells_m)
        inside = view.camera.sees(pixels)
        if inside.sum() < LEAST_CELLS * len(pixels):
            return 0.0
        columns, rows = np.rint(pixels[inside]).astype(int).T
        seen, cells = grey[rows, columns].astype(np.float64), self._cells[inside]
        seen, cells = seen - seen.mean(), cells - cells.mean()
        size = float(np.linalg.norm(seen) * np.linalg.norm(cells))
        return float(seen @ cells) / size if size > 0.0 else 0.0


def _line_distances(grey: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return how far each pixel of a shrunk picture is from a thin dark line, up to a limit."""
    small = cv2.resize(grey, None, fx=1.0 / SHRINK, fy=1.0 / SHRINK, interpolation=cv2.INTER_AREA)
    hollows = cv2.morphologyEx(small, cv2.MORPH_BLACKHAT, np.ones((THICK, THICK), np.uint8))
    bare = (np.asarray(hollows) < DARKER).astype(np.uint8)
    distances = cv2.distanceTransform(bare, cv2.DIST_L2, 3)
    return np.minimum(distances, FARTHEST_PX).astype(np.float32)


def _marker_cells(measures: MorrisMeasures) -> tuple[FloatArray, FloatArray]:
    """Return the middles (n, 3) of the marker's cells on the board; 1 where they are white, 0 where black."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{MARKER_DICTIONARY}"))
    count = dictionary.markerSize + 2
    cells = cv2.aruco.generateImageMarker(dictionary, MARKER_NUMBER, count).astype(np.float64) / 255.0
    edge_m = measures.marker_m / count
    rows, columns = np.mgrid[0:count, 0:count]
    x_m = (columns + 0.5) * edge_m - 0.5 * measures.marker_m
    y_m = 0.5 * measures.marker_m - (rows + 0.5) * edge_m
    heights_m = np.full(cells.size, measures.marker_plate_height_m)
    return np.column_stack((x_m.ravel(), y_m.ravel(), heights_m)), cells.ravel()


@compiled_using(projection)
def _costs(
    distances: NDArray[np.float32],
    samples: FloatArray,
    mount: FloatArray,
    mount_m: FloatArray,
    lens: FloatArray,
    table_height: float,
    x_m: FloatArray,
    y_m: FloatArray,
    headings: FloatArray,
) -> FloatArray:
    """Return for every place how far the lines would be from lines on average, in shrunk pixels."""
    height, width = distances.shape
    costs = np.empty((len(x_m), len(y_m), len(headings)))
    numbers = np.empty(18)
    for index in range(6):  # slices would take seconds to compile
        numbers[12 + index] = lens[index]
    for turn in range(len(headings)):
        cosine, sine = np.cos(headings[turn]), np.sin(headings[turn])
        board = np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
        turned = mount.T @ board
        for index in range(9):
            numbers[index] = turned[index // 3, index % 3]
        for row in range(len(x_m)):
            for column in range(len(y_m)):
                shift = np.array([x_m[row], y_m[column], table_height]) - mount_m
                moved = mount.T @ shift
                for index in range(3):
                    numbers[9 + index] = moved[index]
                total, inside = 0.0, 0
                for sample in range(len(samples)):
                    place_x, place_y = pixel(numbers, samples[sample, 0], samples[sample, 1], 0.0)
                    if not np.isnan(place_x):
                        small_x, small_y = int(place_x / SHRINK), int(place_y / SHRINK)
                        if 0 <= small_x < width and 0 <= small_y < height:
                            total += distances[small_y, small_x]
                            inside += 1
                share = inside / len(samples)
                costs[row, column, turn] = total / inside if share > LEAST_INSIDE else FARTHEST_PX
    return costs
