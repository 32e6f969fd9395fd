"""Measures of table, board, marker and men: one table for the scene, the eyes and the hands.

Frames are those of `ludens.messages.morris_table`: the board's origin is in its middle on the table's upper
face. Sides are numbered as their elements come: 0 is the near side (elements 0 to 2), then counter-clockwise
right, far and left.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from ludens.games.morris.rules.board import ELEMENTS, POINT_COUNT
from ludens.geometry import FloatArray, Pose2, Transform3

SIDES = 4
_ELEMENT_PLACES = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
MARKER_DICTIONARY = "4X4_50"
"""Of OpenCV's: large cells for its size, so that it is read from afar and aslant."""
MARKER_NUMBER = 7
"""Its upper edge lies to the far side of the board, its left edge to the left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MorrisMeasures:
    """The paper's by default."""

    table_height_m: float = 0.227  # of its upper face above the floor
    table_width_m: float = 0.376  # of its square top
    table_thickness_m: float = 0.016
    squares_m: tuple[float, float, float] = (0.1585, 0.1085, 0.0585)  # from the middle, outer first
    line_width_m: float = 0.004
    marker_m: float = 0.070  # edge of its black square
    marker_plate_m: float = 0.090
    marker_plate_height_m: float = 0.012
    stripe_width_m: float = 0.012  # round the board's edge
    man_m: float = 0.025  # edge of the cubes
    # What nobody is told: how the table leans about the board's axes, where the marker's plate was glued on.
    table_lean_rad: tuple[float, float] = (
        0.0,
        0.0,
    )  # to its right (roll), and away from its near side (pitch)
    marker_off_m: tuple[float, float] = (0.0, 0.0)

    def ground_from_board(self) -> Transform3:
        """The board on the table, over the floor under its middle."""
        roll_rad, pitch_rad = self.table_lean_rad
        return Transform3.from_rpy(
            roll_rad=roll_rad, pitch_rad=pitch_rad, translation=(0.0, 0.0, self.table_height_m)
        )

    def of_manipulation(self) -> dict[str, float]:
        """What hands have to know of table and men: parameters of `ludens.manipulation`."""
        return {
            "table_height_m": self.table_height_m,
            "object_m": self.man_m,
            "plate_m": self.marker_plate_m,
            "plate_height_m": self.marker_plate_height_m,
        }

    def points_m(self) -> FloatArray:
        """Where the 24 points are on the board (24, 2)."""
        return _points_m(self.squares_m).copy()

    def nearest_point(self, place_m: Sequence[float] | FloatArray) -> tuple[int, float]:
        """Which point is nearest to a place on the board, and how far it is from there."""
        away_m = np.hypot(*(_points_m(self.squares_m) - (place_m[0], place_m[1])).T)
        point = int(away_m.argmin())
        return point, float(away_m[point])

    def board_from_side(self, side: int) -> Pose2:
        """The middle of a side's edge; x points to the board's middle, as a robot stands there."""
        heading_rad = math.pi / 2 + side * math.pi / 2
        half_m = 0.5 * self.table_width_m
        return Pose2(-half_m * math.cos(heading_rad), -half_m * math.sin(heading_rad), heading_rad)


@cache
def _points_m(squares_m: tuple[float, float, float]) -> FloatArray:
    return np.array(
        [
            np.multiply(squares_m[point // ELEMENTS], _ELEMENT_PLACES[point % ELEMENTS])
            for point in range(POINT_COUNT)
        ]
    )
