"""Where exactly a man stands and how it is turned: its outline is laid onto the edge of its colour.

The outline of an upright cube is a hexagon in the picture. Across each of its sides the colour is followed
from inside to outside; where it ends lies the man's edge. Foot and turn are moved until the hexagon lies on
the edges found (Gauss-Newton, three unknowns). Places behind another man, behind the robot's own body and
beyond the picture, and places where the colour goes on into a neighbour of the same colour, say nothing: what
is left of a man that is half hidden is enough, as long as it tells the foot in both directions. Places that
are in sight and have not the colour speak against an outline.

An outline finds edges only a few millimetres off. A clumsy hand leaves men farther off than that, so before
an outline is laid, the middle of a man's colour is looked for (mean shift): the window goes to the middle of
all pixels of that colour in it, again and again. Where a part of the man is hidden, or a neighbour of the
same colour adjoins it, that middle errs by some millimetres; the outline does the rest.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled_using, read_only
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.see import cube, projection
from ludens.games.morris.see.colours import FIRST, WHITE_LEVEL, MenColours
from ludens.games.morris.see.contour_fit import fit_outline
from ludens.games.morris.see.cube import corners_of
from ludens.games.morris.see.projection import BoardView, pixel, sight_numbers
from ludens.geometry import FloatArray
from ludens.messages.morris_table import SeenMan

ROUNDS = 6
NEAR_M = 0.0003
"""A shift that is smaller is the last."""
Place = tuple[float, float]

REACHES_M, LEAST_PX = np.array([0.008, 0.004, 0.0022]), np.array([8.0, 5.0, 3.0])
"""How far across an edge is looked, round by round; and in pixels, of men far away."""
START_SIGMAS = np.array([0.02, 0.02, 0.5])
"""How well foot and turn are known before: weak, but no direction is left open."""
TURNS_RAD = (0.0, np.pi / 6.0, -np.pi / 6.0)
"""From which an outline begins; all others are nearer to one of them than an outline turns by itself."""
HIDES_M = 0.12
"""Men farther away from each other do not hide one another: they are low, and the eye is high over them."""
FEWEST_PX = 12
"""Pixels of its colour without which the window stays where it is."""
FEWEST = 12
"""Places of an outline that must be found, of 42 where nothing is hidden."""
SHARE = 0.8
"""Of the places in sight, how many must be found."""
ERROR_PX = 1.9
"""How well it must lie."""
SIGMA_M = 0.0009
"""How well the places found must tell the foot, in every direction, if each is known to a pixel."""
MOST, FINE_SHARE, FINE_PX = 30, 0.95, (1.1, 1.75)
"""An outline that is found as a whole, or nearly, and lies so well needs no other start. One of a man that is
half hidden, of which fewer places are found, must lie better than one of which most are."""


@compiled_using(projection, cube)
def shifted(
    labels: NDArray[np.uint8],
    shrink: float,
    numbers: FloatArray,
    foot: FloatArray,
    label: int,
    half: float,
    farthest: float,
) -> FloatArray:
    """Return the foot of a man of this label near `foot`, no farther off than `farthest`.

    `labels` are in a picture smaller than that of `numbers` by `shrink`.
    """
    state = np.array([foot[0], foot[1], 0.0])
    height, width = labels.shape
    step = 1e-4
    for _ in range(ROUNDS):
        _, pixels = corners_of(numbers, state, half)
        middle_column, middle_row = pixel(numbers, state[0], state[1], half)
        if np.isnan(pixels).any():
            return foot.copy()
        first_column = max(int(pixels[:, 0].min() / shrink), 0)
        last_column = min(int(pixels[:, 0].max() / shrink) + 1, width)
        first_row = max(int(pixels[:, 1].min() / shrink), 0)
        last_row = min(int(pixels[:, 1].max() / shrink) + 1, height)
        count, columns, rows = 0, 0.0, 0.0
        for row in range(first_row, last_row):
            for column in range(first_column, last_column):
                if labels[row, column] == label:
                    count += 1
                    columns += column
                    rows += row
        if count < FEWEST_PX:
            return foot.copy()
        right = shrink * columns / count + 0.5 * (shrink - 1.0) - middle_column
        down = shrink * rows / count + 0.5 * (shrink - 1.0) - middle_row
        x_column, x_row = pixel(numbers, state[0] + step, state[1], half)
        y_column, y_row = pixel(numbers, state[0], state[1] + step, half)
        a, b = (x_column - middle_column) / step, (y_column - middle_column) / step
        c, d = (x_row - middle_row) / step, (y_row - middle_row) / step
        whole = a * d - b * c
        x, y = (d * right - b * down) / whole, (a * down - c * right) / whole
        state[0] += x
        state[1] += y
        away = np.hypot(state[0] - foot[0], state[1] - foot[1])
        if away > farthest:
            state[0] = foot[0] + (state[0] - foot[0]) * farthest / away
            state[1] = foot[1] + (state[1] - foot[1]) * farthest / away
        if np.hypot(x, y) < NEAR_M:
            break
    return state[:2].copy()


@dataclass(frozen=True, slots=True)
class Outlined:
    """A man as its outline gives it."""

    x_m: float
    y_m: float
    yaw_rad: float
    colour: int  # 0 or 1
    found: int  # places of the outline
    absent: int  # places that are in sight and have not the colour
    error_px: float  # root mean square
    sigma_m: float  # of the foot, if a place is found to a pixel, where it is known least

    @property
    def foot_m(self) -> Place:
        """Where it stands on the board."""
        return self.x_m, self.y_m

    @property
    def seen(self) -> SeenMan:
        """As others hear of it; a cube looks the same after a quarter turn."""
        quarter = (self.yaw_rad + 0.25 * np.pi) % (0.5 * np.pi) - 0.25 * np.pi
        return SeenMan(self.x_m, self.y_m, quarter, self.colour)

    @property
    def share(self) -> float:
        """Of the places in sight, how many were found."""
        return self.found / max(self.found + self.absent, 1)

    @property
    def is_sound(self) -> bool:
        """Whether it is believed."""
        return (
            self.found >= FEWEST
            and self.share > SHARE
            and self.error_px < ERROR_PX
            and self.sigma_m < SIGMA_M
        )

    @property
    def is_fine(self) -> bool:
        """Whether no other start could find a better one."""
        return self.is_sound and self.share > FINE_SHARE and self.error_px < FINE_PX[int(self.found >= MOST)]

    @property
    def misfit(self) -> float:
        """The less, the better it lies."""
        return (self.error_px + 0.2) / max(self.share, 0.05)

    def away_m(self, foot_m: Place) -> float:
        """How far it stands from a place."""
        return math.hypot(self.x_m - foot_m[0], self.y_m - foot_m[1])


class Outliner:
    """Lays outlines in one picture.

    `labels` is the picture of colours, smaller than the picture itself, and `covered` says where in it the
    robot sees itself.
    """

    def __init__(
        self,
        picture: NDArray[np.uint8],
        labels: NDArray[np.uint8],
        covered: NDArray[np.bool_],
        view: BoardView,
        *,
        white: FloatArray,
        colours: MenColours,
        measures: MorrisMeasures,
    ) -> None:
        self._picture, self._labels, self._covered = read_only(picture), labels, covered
        self._numbers = sight_numbers(view)
        self._gains = WHITE_LEVEL / np.maximum(white, 8.0)
        self._colours, self._half_m = colours, 0.5 * measures.man_m
        # The plate of the marker hides the feet of the men behind it.
        self._plate = (0.0, 0.0, 0.5 * measures.marker_plate_m, measures.marker_plate_height_m)

    def best(self, kind: int, foot_m: Place, *, others_m: Iterable[Place], reach_m: float) -> Outlined | None:
        """Return the outline that lies best of a man of this colour near a place; None if none is sound.

        `others_m` are the feet of other men, which may stand before it.
        """
        boxes = np.array(
            [self._plate, *(self._box(*other_m) for other_m in others_m if _hides(other_m, foot_m))]
        )
        shrink = len(self._picture) / len(self._labels)
        place_m = np.array(foot_m)
        about_m = shifted(self._labels, shrink, self._numbers, place_m, FIRST + kind, self._half_m, reach_m)
        best: Outlined | None = None
        for start_m in (about_m, place_m):
            for turn_rad in TURNS_RAD:
                man = self._laid(kind, start_m, turn_rad, boxes)
                if not man.is_sound or man.away_m(foot_m) > reach_m:
                    continue
                if man.is_fine:
                    return man
                if best is None or man.misfit < best.misfit:
                    best = man
        return best

    def _laid(self, kind: int, start_m: FloatArray, turn_rad: float, boxes: FloatArray) -> Outlined:
        x_m, y_m, yaw_rad, found, absent, error_px, sigma_m = fit_outline(
            self._picture,
            self._covered,
            self._numbers,
            np.array([start_m[0], start_m[1], turn_rad]),
            self._colours.middles[kind],
            self._colours.edge_radius(kind),
            self._gains,
            boxes,
            self._half_m,
            np.maximum(REACHES_M * self._pixels_per_m(start_m), LEAST_PX),
            START_SIGMAS,
        ).tolist()
        return Outlined(x_m, y_m, yaw_rad, kind, int(found), int(absent), error_px, sigma_m)

    def _box(self, x_m: float, y_m: float) -> tuple[float, float, float, float]:
        return x_m, y_m, self._half_m, 2.0 * self._half_m

    def _pixels_per_m(self, foot_m: FloatArray) -> float:
        """How large things look at a place."""
        ahead_m = float(self._numbers[[0, 1, 9]] @ (foot_m[0], foot_m[1], 1.0))
        return float(self._numbers[12]) / max(ahead_m, 0.05)


def _hides(other_m: Place, foot_m: Place) -> bool:
    """Whether a man stands so near to another that it may hide it, or a part of it."""
    return abs(other_m[0] - foot_m[0]) < HIDES_M and abs(other_m[1] - foot_m[1]) < HIDES_M
